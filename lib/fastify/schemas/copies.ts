/** Copies of schemas for one direction and one reader: a validator, a serializer or a document. */

import { isDeepStrictEqual } from 'node:util'
import { isObject, remember } from '../../routes/objects.js'
import { CHOICES, SAME_VALUE, idOf, mapNode, referencesOf, resolve, rootOf, targetOf } from './documents.js'
import type { Document, Node, Schema } from './documents.js'
import { hiddenNames, kindsOf, partsOf } from './facts.js'
import { fileOr, isFileText, pointerInCopy } from './files.js'
import { withSuffix } from './names.js'
import type { Names } from './names.js'
import { PURPOSES, isDocument } from './purposes.js'
import type { Direction, Purpose } from './purposes.js'
import { isAsked, isLeftOut, purposeOfTarget, told, without } from './views.js'

/** In-place applicators that apply whichever member a choice selects. */
const CERTAIN = SAME_VALUE.filter((keyword) => !CHOICES.includes(keyword))

/**
 * Keywords that a part of a schema loses outside of its document, or as a part of a record: they name it,
 * refer to it, mark it, require a property or add one.
 */
const OUTER = [
  '$id', '$schema', '$anchor', '$ref', '$defs', 'definitions', 'readOnly', 'writeOnly', 'required',
  'minProperties', 'dependentRequired', 'default'
]

/** Keywords that only name a schema, or parts of it. */
const NAMING = ['$id', '$schema', '$anchor', '$defs', 'definitions']

/** Whose names the copies of a schema are, in all documents. */
const owners = byPurpose(() => new WeakMap<Schema, object>())

function byPurpose<T> (make: () => T): Readonly<Record<Purpose | '', T>> {
  const purposes = ['', ...Object.keys(PURPOSES)] as ReadonlyArray<Purpose | ''>
  return Object.fromEntries(purposes.map((purpose) => [purpose, make()])) as Record<Purpose | '', T>
}

/** Gives the text of a `$ref`. `''` is for the target as it is, and `inside` is the document around it. */
type Refer = (target: Node, purpose: Purpose | '', inside: Document | undefined) => string

/** Copies schemas; `refer` decides where references lead. */
function createCopier (refer: Refer) {
  /** `inside` is the document that it stays in. */
  function copyOf (node: Node, purpose: Purpose | '', inside?: Document): Schema {
    if (purpose !== '' && isLeftOut(node, purpose)) return {}
    const { $id, $anchor, ...copy } = mapNode(node, (inner) => copyOf(inner, purpose, inside))
    const target = resolve(node)
    if (target !== undefined) {
      const isPlain = purpose === '' || isAsked(node) || isLeftOut(target, purpose)
      copy.$ref = refer(target, isPlain ? '' : purposeOfTarget(node, purpose), inside)
    }
    return purpose === '' ? copy : alter(node, copy, purpose)
  }

  /** A part as an update sends it: nothing at its own level is required, and nothing has a default. */
  function partial (node: Node, given: 'sent' | 'input' | 'closed', around: readonly Node[] = []): Schema {
    const steps = referencesOf(node).filter((step) => !around.includes(step)).map((step) => {
      const purpose = step === node ? given : purposeOfTarget(node, given)
      const copy = mapNode(step, (inner, keyword) => {
        if (SAME_VALUE.includes(keyword)) {
          return partial(inner, purposeOfTarget(inner, purpose), [...around, step])
        }
        const inside = copyOf(inner, purpose)
        return keyword === 'properties' ? without(inside, ['default']) : inside
      })
      const thinned = thin(without(copy, OUTER), () => false)
      const { oneOf, discriminator, ...others } =
        purpose === 'sent' ? thinned : without(told(step, thinned, purpose), ['discriminator'])
      if (oneOf === undefined) return others
      return { allOf: [others, partialChoice(oneOf as Schema[], discriminator)] }
    }).filter((copy) => Object.keys(copy).length > 0)
    return steps.length < 2 ? steps[0] ?? {} : { allOf: steps }
  }

  return { copyOf, partial }
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

/**
 * `own` is what an action describes itself: nothing is hidden there. `addressOf` gives how a `$ref` to a
 * document begins.
 */
function createBundle (purpose: 'sent' | 'seen' | 'own', addressOf: (key: string) => string): Bundle {
  const documents: Record<string, Schema> = {}
  const keys = byPurpose(() => new Map<Document, string>())

  function newKey ({ name }: Document): string {
    const word = name === '' ? 'schema' : name.replaceAll(/[^\w-]+/g, '_')
    let key = word
    for (let number = 2; key in documents; number++) key = word + String(number)
    documents[key] = {}
    return key
  }

  const { copyOf, partial } = createCopier((target, side) => {
    const { document } = target
    const isNew = !keys[side].has(document)
    const key = remember(keys[side], document, () => newKey(document))
    if (isNew) documents[key] = without(copyOf(rootOf(document), side, document), ['$schema'])
    const at = side === '' || side === 'seen' ? target.at : pointerInCopy(target)
    return addressOf(key) + encodeURI(at)
  })
  return {
    whole: (node) => without(copyOf(targetOf(node), purpose), NAMING),
    partial: (node) => partial(node, 'sent'),
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

/** Copies under names of their own, for the components of an OpenAPI document. */
export function createCopies ({ claim, add, replace }: Names) {
  const names = byPurpose(() => new Map<Document, string>())
  const changed = byPurpose(() => new Map<Document, boolean>())
  const { copyOf, partial } = createCopier((target, purpose, inside) => {
    const isLocal = target.document === inside && purpose !== ''
    return `${isLocal ? '' : nameOf(target.document, purpose)}#${encodeURI(target.at)}`
  })

  /** Whether a document, or what it refers to, needs a copy. */
  function differs (document: Document, purpose: Purpose): boolean {
    const reached = new Set([document])
    for (const one of reached) {
      const nodes = [...one.nodes.values()]
      if (
        remember(changed[purpose], one, () =>
          nodes.some((node) => !isDeepStrictEqual(alter(node, node.schema, purpose), node.schema))
        )
      ) {
        return true
      }
      for (const node of nodes) reached.add((resolve(node) ?? node).document)
    }
    return false
  }

  /** The name of a component: of a document, or of its copy for one direction; both are added once. */
  function nameOf (document: Document, purpose: Purpose | ''): string {
    const known = names[purpose].get(document)
    if (known !== undefined) return known
    const root = rootOf(document)
    const { schema } = root
    // What clients see has the plain name in documents, so what they send needs its own.
    const isInput = purpose === 'input' || purpose === 'closed'
    const isCopy =
      purpose !== '' && (differs(document, purpose) || (isInput && differs(document, 'output')))
    const hasId = idOf(schema) !== undefined
    const wished = isCopy ? PURPOSES[purpose].suffix : ''
    const suffix = hasId || !document.name.endsWith(wished) ? wished : ''
    const owner = isCopy ? remember(owners[purpose], schema, () => ({})) : schema
    const wish = withSuffix(document.name, suffix)
    const name = isCopy || !hasId ? claim(wish, owner) : document.name
    names[purpose].set(document, name)
    const isOutput = isCopy && purpose === 'output'
    const wishes = isOutput ? [document.name, wish] : [wish]
    add(name, () => isCopy ? copyOf(root, purpose, document) : schema, wishes)
    if (isOutput && hasId) replace(document.name)
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
    patch (node: Node, purpose: 'input' | 'closed', name: string): Schema {
      const target = targetOf(node)
      const patch = partial(node, purpose)
      if (isDeepStrictEqual(patch, without(copyOf(target, purpose), NAMING))) return reference(node, purpose)
      const wish = withSuffix(idOf(target.schema) ?? name, 'Patch')
      const free = claim(wish, JSON.stringify(patch))
      add(free, () => patch, [wish])
      return { $ref: `${free}#` }
    }
  }
}

/** What a reader needs otherwise for its direction, but for references. */
function alter (node: Node, copy: Schema, purpose: Purpose): Schema {
  if (isAsked(node)) return copy
  if (purpose === 'own') return isFileText(node) ? fileOr(copy) : copy
  const { direction } = PURPOSES[purpose]
  const thinned = thinHidden(node, copy, direction)
  if (isDocument(purpose)) return told(node, thinned, purpose)
  if (purpose === 'seen') {
    // A serializer leaves out unknown names itself, and would find no member of a choice for them.
    const copied = told(node, thinned, purpose)
    const shown = copied.additionalProperties === false ? without(copied, ['additionalProperties']) : copied
    return isFreeForm(node) ? { ...shown, additionalProperties: true } : shown
  }
  // A default would bring back a property that was removed.
  const isRemoved = node.keyword === 'properties' && !kindsOf(node).has(direction)
  const altered = isRemoved ? without(thinned, ['default']) : thinned
  return isFileText(node) ? fileOr(altered) : altered
}

/** A copy that requires no name that is hidden. */
function thinHidden (node: Node, copy: Schema, direction: Direction): Schema {
  const { required, dependencies } = node.schema
  if (required === undefined && dependencies === undefined) return copy
  const hidden = [...hiddenNames(node, direction), ...hiddenAround(node, direction)]
  return hidden.length === 0 ? copy : thin(copy, (name) => !hidden.includes(name as string))
}

/** A serializer would write an object that no schema describes without its properties. */
function isFreeForm (node: Node): boolean {
  return (
    node.schema.type === 'object' &&
    partsOf([node]).every((part) =>
      ['properties', 'patternProperties', 'additionalProperties'].every(
        (keyword) => part.node.schema[keyword] === undefined
      )
    )
  )
}

/** Names that schemas around this one hide in any case. */
function hiddenAround ({ parent, keyword }: Node, purpose: Direction): string[] {
  return parent === undefined || !SAME_VALUE.includes(keyword)
    ? []
    : [...hiddenNames(parent, purpose, CERTAIN), ...hiddenAround(parent, purpose)]
}

/**
 * A choice of which no name is required: members that differed only in those would both match. A
 * discriminator must be required, so it decides where it is sent.
 */
function partialChoice (members: readonly Schema[], discriminator: unknown): Schema {
  const any = { anyOf: members }
  const name = isObject(discriminator) ? discriminator.propertyName : undefined
  const isTold = members.every(({ properties }) => {
    const said = isObject(properties) ? properties[name as string] : undefined
    return isObject(said) && ('const' in said || 'enum' in said)
  })
  if (!isTold) return any
  const required = [name]
  return { if: { required }, then: { required, discriminator, oneOf: members }, else: any }
}

/** A copy that requires only some names. */
function thin (copy: Schema, isKept: (name: unknown) => boolean): Schema {
  const { required, dependencies } = copy
  const kept = (names: unknown): unknown => Array.isArray(names) ? names.filter(isKept) : names
  return {
    ...copy,
    ...(required !== undefined && { required: kept(required) }),
    ...(isObject(dependencies) && {
      dependencies: Object.fromEntries(Object.entries(dependencies).map(([name, one]) => [name, kept(one)]))
    })
  }
}
