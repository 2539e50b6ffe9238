/** Copies of schemas for one direction and one reader: a validator, a serializer or a document. */

import { isDeepStrictEqual } from 'node:util'
import { isObject, remember } from '../../routes/objects.js'
import { isAsked, placeInCopy, withConditions } from './conditions.js'
import { CHOICES, SAME_VALUE, idOf, mapNode, referencesOf, resolve, rootOf, targetOf } from './documents.js'
import type { Document, Node, Schema } from './documents.js'
import { hiddenNames, kindsOf, partsOf } from './facts.js'
import { withSuffix } from './names.js'
import type { Names } from './names.js'
import { PURPOSES, isDocument } from './purposes.js'
import type { Direction, Purpose } from './purposes.js'
import { isLeftOut, purposeOfTarget, told, without } from './views.js'

export type Copies = ReturnType<typeof createCopies>

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

/** Whose names the copies of a schema are, in all scopes. */
const owners = byPurpose(() => new WeakMap<Schema, object>())

function byPurpose<T> (make: () => T): Readonly<Record<Purpose | '', T>> {
  const purposes = ['', ...Object.keys(PURPOSES)] as ReadonlyArray<Purpose | ''>
  return Object.fromEntries(purposes.map((purpose) => [purpose, make()])) as Record<Purpose | '', T>
}

/** `names` are those of a scope whose validators and serializers read the copies, or those of a document. */
export function createCopies ({ claim, add, replace }: Names) {
  const names = byPurpose(() => new Map<Document, string>())
  const changed = byPurpose(() => new Map<Document, boolean>())

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

  /** The name under which the app knows a document, or its copy for one direction; both are added once. */
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

  /** `inside` is the document that it stays in, where references are local. */
  function copyOf (node: Node, purpose: Purpose, inside?: Document): Schema {
    if (isLeftOut(node, purpose)) return {}
    const { $id, $anchor, ...copy } = mapNode(node, (inner) => copyOf(inner, purpose, inside))
    const target = resolve(node)
    if (target !== undefined) {
      const side = isAsked(node) || isLeftOut(target, purpose) ? '' : purposeOfTarget(node, purpose)
      const isLocal = target.document === inside && side === purpose
      copy.$ref = `${isLocal ? '' : nameOf(target.document, side)}#${encodeURI(placeInCopy(target, side))}`
    }
    return alter(node, copy, purpose)
  }

  /** A part as an update sends it: nothing at its own level is required, and nothing has a default. */
  function partial (
    node: Node, given: 'sent' | 'input' | 'closed', around: readonly Node[] = []
  ): Schema {
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
        purpose === 'sent' ? close(thinned) : without(told(step, thinned, purpose), ['discriminator'])
      if (oneOf === undefined) return others
      return { allOf: [others, partialChoice(oneOf as Schema[], discriminator)] }
    }).filter((copy) => Object.keys(copy).length > 0)
    return steps.length < 2 ? steps[0] ?? {} : { allOf: steps }
  }

  /** Refers to the copy of a schema, or to the schema itself where they are equal. */
  function reference (node: Node, purpose: Purpose): Schema {
    const target = targetOf(node)
    return { $ref: `${nameOf(target.document, purpose)}#${encodeURI(placeInCopy(target, purpose))}` }
  }

  return {
    reference,
    /** A copy in place of a schema without a name. */
    inline: (node: Node, purpose: Purpose) => copyOf(node, purpose, node.document),
    /** What an action describes itself, as a validator reads it: a copy only where that is another schema. */
    own: (node: Node) => differs(node.document, 'own') ? copyOf(node, 'own', node.document) : node.schema,
    partial: (node: Node) => partial(node, 'sent'),
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
  if (purpose === 'own') return withConditions(node, copy)
  const { direction } = PURPOSES[purpose]
  const thinned = thinHidden(node, copy, direction)
  if (isDocument(purpose)) return told(node, thinned, purpose)
  // A default would bring back a property that was removed.
  const altered =
    node.keyword === 'properties' && 'default' in copy && !kindsOf(node).has(direction)
      ? without(thinned, ['default'])
      : thinned
  if (purpose === 'seen') return isFreeForm(node) ? { ...altered, additionalProperties: true } : altered
  const closed = close(altered)
  return withConditions(node, closed)
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

/**
 * Where one of several schemas forbids a name, a validator with `removeAdditional` removes what another one
 * names.
 */
function close (copy: Schema): Schema {
  return copy.additionalProperties === false ? { ...copy, additionalProperties: { not: {} } } : copy
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
