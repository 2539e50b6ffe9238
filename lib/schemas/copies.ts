/** Copies of schemas for one purpose: a validator, a serializer or a document. */

import { isDeepStrictEqual } from 'node:util'
import { remember } from '../routes/objects.js'
import { change, isAsked, isInFile, isLeftOut, requireSome, without } from './node-changes.js'
import {
  SAME_VALUE, idOf, mapNode, referencesOf, resolve, resolveAll, rootOf, targetOf
} from './documents.js'
import type { Document, Node, Schema } from './documents.js'
import { withSuffix } from './schema-names.js'
import type { Names } from './schema-names.js'
import { PURPOSES, byPurpose } from './purposes.js'
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

/** Copies schemas; `refer` decides where references lead. */
function createCopier (refer: Refer) {
  /** `inside` is the name of the copy that it stays in. */
  function copyOf (node: Node, purpose: Purpose, inside = ''): Schema {
    if (isLeftOut(node, purpose)) return {}
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

/** Copies that stand in place, and those of the documents that they refer to. */
export interface Bundle {
  /** The copy of a schema. */
  readonly whole: (node: Node) => Schema
  /** The copy for an update. */
  readonly partial: (node: Node) => Schema
  /** By key: more are added while copies are made. */
  readonly documents: Readonly<Record<string, Schema>>
}

/** `addressOf` gives how a `$ref` to a document begins. */
function createBundle (purpose: Purpose, addressOf: (key: string) => string): Bundle {
  const documents: Record<string, Schema> = {}
  const keys = byPurpose(() => new Map<Document, string>())

  function newKey ({ name }: Document): string {
    return `${name.replaceAll(/[^\w-]+/g, '_')}-${Object.keys(documents).length}`
  }

  const { copyOf, partial } = createCopier(({ document, at }, side) => {
    const isNew = !keys[side].has(document)
    const key = remember(keys[side], document, newKey)
    if (isNew) {
      documents[key] = {}
      documents[key] = without(copyOf(rootOf(document), side), ['$schema'])
    }
    return addressOf(key) + encodeURI(at)
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

/** Copies for a validator that knows each document by its key, so that it compiles each once. */
export function createSharedCopies (): Bundle {
  return createBundle('sent', (key) => `${key}#`)
}

/** Whose names the copies of a schema are, in all documents. */
const owners = byPurpose(() => new WeakMap<Schema, object>())

/** Copies under names of their own, for the components of an OpenAPI document. */
export function createCopies ({ reserve, add, replace }: Names) {
  const names = byPurpose(() => new Map<Document, string>())
  const changed = byPurpose(() => new Map<Document, boolean>())
  const { copyOf, partial } = createCopier((target, purpose, inside) => {
    const name = nameOf(target.document, purpose)
    return `${name === inside ? '' : name}#${encodeURI(target.at)}`
  })

  /** Whether a document, or what it refers to, is another one for a purpose. */
  function differs (document: Document, purpose: Purpose): boolean {
    const reached = new Set([document])
    resolveAll(reached)
    return [...reached].some((one) => remember(changed[purpose], one, () => isChanged(one, purpose)))
  }

  /** What clients see has the plain name, so what they send needs its own. */
  function needsCopy (document: Document, purpose: Purpose): boolean {
    return differs(document, purpose) || (purpose !== 'whole' && differs(document, 'output'))
  }

  /** The name of a component: of a document, or of its copy for one purpose; both are added once. */
  function nameOf (document: Document, requested: Purpose): string {
    const purpose = needsCopy(document, requested) ? requested : 'whole'
    const known = names[purpose].get(document)
    if (known !== undefined) return known
    const root = rootOf(document)
    const hasId = idOf(root.schema) !== undefined
    const { suffix } = PURPOSES[purpose]
    const best = !hasId && document.name.endsWith(suffix) ? document.name : withSuffix(document.name, suffix)
    const isShared = hasId && purpose === 'whole'
    const owner = remember(owners[purpose], root.schema, () => ({}))
    const name = isShared ? document.name : reserve(best, owner)
    names[purpose].set(document, name)
    add(name, () => copyOf(root, purpose, name), purpose === 'output' ? [document.name, best] : [best])
    if (hasId && purpose === 'output') replace(document.name)
    return name
  }

  /** Refers to the copy of a schema, or to the schema itself where they are equal. */
  function reference (node: Node, purpose: Purpose): Schema {
    const target = targetOf(node)
    return { $ref: `${nameOf(target.document, purpose)}#${encodeURI(target.at)}` }
  }

  return {
    reference,
    /** Refers to what a document tells of an update. `name` is that of a schema without an `$id`. */
    patch (node: Node, name: string): Schema {
      const target = targetOf(node)
      const patch = partial(node, 'input')
      if (isDeepStrictEqual(patch, without(copyOf(target, 'input'), NAMING))) return reference(node, 'input')
      const best = withSuffix(idOf(target.schema) ?? name, 'Patch')
      const free = reserve(best, JSON.stringify(patch))
      add(free, () => patch, [best])
      return { $ref: `${free}#` }
    }
  }
}

function isChanged ({ nodes }: Document, purpose: Purpose): boolean {
  const isOther = (node: Node): boolean => !isDeepStrictEqual(change(node, node.schema, purpose), node.schema)
  return [...nodes.values()].some(isOther)
}
