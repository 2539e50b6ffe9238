/** Copies of schemas for one purpose: a validator, a serializer or a document. */

import { isDeepStrictEqual } from 'node:util'
import { remember } from '../routes/objects.js'
import { change, isAsked, isInFile, isLeftOut, requireSome, without } from './node-changes.js'
import {
  SAME_VALUE, idOf, mapNode, referencesOf, resolve, resolveAll, rootOf, targetOf
} from './documents.js'
import type { Document, Node, Schema } from './documents.js'
import { propertiesIn } from './schema-facts.js'
import { withSuffix } from './schema-names.js'
import type { Names } from './schema-names.js'
import type { Purpose } from './purposes.js'

/** Keywords that only name a schema, or parts of it. */
const NAMING = ['$id', '$schema', '$anchor', '$defs', 'definitions']

/**
 * Keywords that a part of a schema loses outside of its document, or as a part of a record: they name it,
 * refer to it, mark it, require a property or add one.
 */
const OUTER = [
  ...NAMING, '$ref', 'readOnly', 'writeOnly', 'required', 'minProperties', 'dependentRequired', 'default'
]

/** Gives the text of a `$ref`. `inside` is the name of the copy around it. */
type Refer = (target: Node, purpose: Purpose, inside: string) => string

type InPlaceOf = (node: Node, purpose: Purpose) => Schema | undefined

/** Copies schemas; `refer` decides where references lead, `inPlaceOf` what stands in a schema's place. */
function createCopier (refer: Refer, inPlaceOf: InPlaceOf = () => undefined) {
  /** `inside` is the name of the copy that it stays in. */
  function copyOf (node: Node, purpose: Purpose, inside = ''): Schema {
    if (isLeftOut(node, purpose)) return {}
    const other = inPlaceOf(node, purpose)
    if (other !== undefined) return other
    const { $id, $anchor, ...copy } = mapNode(node, (inner) => copyOf(inner, purpose, inside))
    const target = resolve(node)
    if (target !== undefined) {
      const isWhole = isAsked(node) || isLeftOut(target, purpose) || isInFile(target)
      copy.$ref = refer(target, isWhole ? 'whole' : purpose, inside)
    }
    return change(node, copy, purpose)
  }

  /** A part as an update sends it: nothing at its own level is required, and nothing has a default. */
  function partial (node: Node, purpose: Purpose, around: readonly Node[] = []): Schema {
    const steps = referencesOf(node).filter((step) => !around.includes(step)).map((step) => {
      const copy = mapNode(step, (inner, keyword) => {
        if (SAME_VALUE.includes(keyword)) return partial(inner, purpose, [...around, step])
        const inside = copyOf(inner, purpose)
        return keyword === 'properties' ? without(inside, ['default']) : inside
      })
      return withOpenChoice(without(requireSome(change(step, copy, purpose), () => false), OUTER))
    }).filter((copy) => Object.keys(copy).length > 0)
    return steps.length < 2 ? steps[0] ?? {} : { allOf: steps }
  }

  return { copyOf, partial }
}

/** A choice of which no name is required: members that differed only in those would both match. */
function withOpenChoice ({ oneOf, discriminator, ...others }: Schema): Schema {
  return oneOf === undefined ? others : { allOf: [others, { anyOf: oneOf }] }
}

/** Copies that stand in place, and those of the schemas that they refer to. */
export interface Bundle {
  /** The copy of a schema. */
  readonly whole: (node: Node) => Schema
  /** The copy for an update. */
  readonly partial: (node: Node) => Schema
  /** By key: more are added while copies are made. */
  readonly documents: Readonly<Record<string, Schema>>
}

/** `addressOf` gives the `$ref` to a copy. */
function createBundle (purpose: Purpose, addressOf: (key: string) => string): Bundle {
  const documents: Record<string, Schema> = {}
  const keys = new Map<Node, Map<Purpose, string>>()

  function newKey ({ name }: Document): string {
    return `${name.replaceAll(/[^\w-]+/g, '_')}-${Object.keys(documents).length}`
  }

  const { copyOf, partial } = createCopier((target, side) => {
    const ofNode = remember(keys, target, () => new Map<Purpose, string>())
    const isNew = !ofNode.has(side)
    const key = remember(ofNode, side, () => newKey(target.document))
    if (isNew) {
      documents[key] = {}
      documents[key] = without(copyOf(target, side), NAMING)
    }
    return addressOf(key)
  })
  return {
    whole: (node) => without(copyOf(targetOf(node), purpose), NAMING),
    partial: (node) => partial(node, purpose),
    documents
  }
}

/** A schema with all that it reaches in its `definitions`, so that a compiler reads nothing else. */
export function bundle (purpose: 'sent' | 'seen' | 'own', make: (copies: Bundle) => Schema): Schema {
  const copies = createBundle(purpose, (key) => `#/definitions/${key}`)
  const schema = make(copies)
  return Object.keys(copies.documents).length === 0 ? schema : { ...schema, definitions: copies.documents }
}

/** Copies for a validator that knows each schema by its key, so that it compiles each once. */
export function createSharedCopies (): Bundle {
  return createBundle('sent', (key) => `${key}#`)
}

/** Copies under names of their own, for the components of an OpenAPI document. */
export function createCopies ({ add }: Names) {
  const names = new Map<Document, Map<string, string>>()
  const changed = new Map<Document, boolean>()
  const { copyOf, partial } = createCopier(addressOf, (node, purpose) => {
    const root = sharedRoot(node)
    return root && reference(root, purpose)
  })

  /** Whether clients do not send, or do not see, all of a document and of what it refers to. */
  function isDivided (document: Document): boolean {
    const reached = new Set([document])
    resolveAll(reached)
    return [...reached].some((one) => remember(changed, one, isChanged))
  }

  /** What clients see has the plain name; a schema that the app has under its `$id` keeps that. */
  function suffixOf (document: Document, purpose: Purpose): string {
    if (!isDivided(document)) return ''
    if (purpose === 'input') return hasFreeId(document) ? 'Nested' : 'Input'
    if (purpose === 'output') return isOfApp(document) ? 'Output' : ''
    return isOfApp(document) ? '' : 'Whole'
  }

  /** The name of a component: of a document, or of a copy of it. */
  function nameOf (document: Document, purpose: Purpose, suffix = suffixOf(document, purpose)): string {
    const { name: own } = document
    if (isOfApp(document) && suffix === '') return own
    const ofDocument = remember(names, document, () => new Map<string, string>())
    const known = ofDocument.get(suffix)
    if (known !== undefined) return known
    const name = !isOfApp(document) && own.endsWith(suffix) ? own : withSuffix(own, suffix)
    ofDocument.set(suffix, name)
    add(name, copyOf(rootOf(document), purpose, name), suffix === 'Output' ? own : name)
    return name
  }

  function addressOf (node: Node, purpose: Purpose, inside?: string): string {
    const { document, at } = sharedRoot(node) ?? node
    const name = nameOf(document, purpose)
    return `${name === inside ? '' : name}#${encodeURI(at)}`
  }

  /** Refers to what clients see, or send inside of a record. */
  function reference (node: Node, purpose: Purpose): Schema {
    return { $ref: addressOf(targetOf(node), purpose) }
  }

  return {
    reference,
    /** Refers to what clients send. */
    body (node: Node): Schema {
      const { document, at } = targetOf(node)
      return { $ref: `${nameOf(document, 'input', 'Input')}#${encodeURI(at)}` }
    },
    /** Refers to what clients send to an update. */
    patch (node: Node): Schema {
      const { document: { name }, at } = targetOf(node)
      const place = at.replaceAll(/\W+/g, '_')
      const patch = withSuffix(name.replace(/Input(?=(?:\.json)?$)/, ''), `${place}Patch`)
      add(patch, partial(node, 'input'))
      return { $ref: `${patch}#` }
    }
  }
}

/** Whether the app has it under its `$id`. */
function isOfApp (document: Document): boolean {
  return idOf(rootOf(document).schema) !== undefined
}

/** Whether a copy is another schema. */
function isChanged ({ nodes }: Document): boolean {
  const differs = (node: Node, purpose: Purpose): boolean =>
    !isDeepStrictEqual(change(node, node.schema, purpose), node.schema)
  return [...nodes.values()].some((node) => differs(node, 'input') || differs(node, 'output'))
}

/** Whether a record of its own row takes no `id`, which it takes inside of another one. */
function hasFreeId (document: Document): boolean {
  return propertiesIn(rootOf(document), ['allOf'])
    .some(([name, { schema }]) => name === 'id' && schema.readOnly === undefined)
}

/** The record that stands inside of another schema: the same object, or a definition under its name. */
function sharedRoot ({ document, at, keyword, parent, schema }: Node): Node | undefined {
  if (parent === undefined) return undefined
  const named = keyword === 'definitions' ? document.find(at.slice('/definitions/'.length)) : undefined
  return named !== undefined && isDeepStrictEqual(named.schema, schema) ? named : document.rootWith(schema)
}
