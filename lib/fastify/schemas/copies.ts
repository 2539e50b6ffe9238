/** Copies of schemas for one direction, where a validator or a serializer would misread the original. */

import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { isObject, remember } from '../../routes/objects.js'
import { isAsked, placeInCopy, withConditions, withFiles } from './conditions.js'
import { CHOICES, SAME_VALUE, idOf, mapNode, referencesOf, resolve, rootOf, targetOf } from './documents.js'
import type { Document, Node, Schema } from './documents.js'
import { isEndless } from './endless.js'
import { hiddenNames, kindsOf, partsOf } from './facts.js'
import type { Direction, Purpose } from './facts.js'
import { createNames } from './names.js'

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

const SUFFIXES = { sent: 'Input', seen: 'Output', files: 'Form' } as const

/** Whose names the copies of a schema are, in all scopes. */
const owners = {
  sent: new WeakMap<Schema, object>(),
  seen: new WeakMap<Schema, object>(),
  files: new WeakMap<Schema, object>()
}

export function createCopies (fastify: FastifyInstance) {
  const { claim, add } = createNames(fastify)
  const names = {
    '': new Map<Document, string>(),
    sent: new Map<Document, string>(),
    seen: new Map<Document, string>(),
    files: new Map<Document, string>()
  }
  const changed = {
    sent: new Map<Document, boolean>(),
    seen: new Map<Document, boolean>(),
    files: new Map<Document, boolean>()
  }

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
    const isCopy = purpose !== '' && differs(document, purpose)
    const hasId = idOf(schema) !== undefined
    const suffix = isCopy && (hasId || !document.name.endsWith(SUFFIXES[purpose])) ? SUFFIXES[purpose] : ''
    const owner = isCopy ? remember(owners[purpose], schema, () => ({})) : schema
    const name = isCopy || !hasId ? claim(document.name + suffix, owner) : document.name
    names[purpose].set(document, name)
    add(name, () => isCopy ? copyOf(root, purpose, document) : schema)
    return name
  }

  /** `inside` is the document that it stays in, where references are local. */
  function copyOf (node: Node, purpose: Purpose, inside?: Document): Schema {
    const { $id, $anchor, ...copy } = mapNode(node, (inner) => copyOf(inner, purpose, inside))
    const target = resolve(node)
    const isLocal = target?.document === inside && !isAsked(node)
    if (target !== undefined) {
      const side = isAsked(node) ? '' : purpose
      copy.$ref = `${isLocal ? '' : nameOf(target.document, side)}#${encodeURI(placeInCopy(target, side))}`
    }
    return alter(node, copy, purpose)
  }

  /** A part as an update sends it: nothing at its own level is required, and nothing has a default. */
  function partial (node: Node, around: readonly Node[] = []): Schema {
    const steps = referencesOf(node).filter((step) => !around.includes(step)).map((step) => {
      const copy = mapNode(step, (inner, keyword) => {
        if (SAME_VALUE.includes(keyword)) return partial(inner, [...around, step])
        return keyword === 'properties' ? without(copyOf(inner, 'sent'), ['default']) : copyOf(inner, 'sent')
      })
      // Members that differed only in required names would both match. A discriminator must be required.
      const { oneOf, discriminator, ...others } = close(thin(without(copy, OUTER), () => false))
      return oneOf === undefined ? others : { allOf: [others, { anyOf: oneOf }] }
    }).filter((copy) => Object.keys(copy).length > 0)
    return steps.length < 2 ? steps[0] ?? {} : { allOf: steps }
  }

  return {
    partial: (node: Node) => partial(node),
    /** Refers to the copy of a schema, or to the schema itself where they are equal. */
    reference (node: Node, purpose: Direction): Schema {
      const target = targetOf(node)
      return { $ref: `${nameOf(target.document, purpose)}#${encodeURI(placeInCopy(target, purpose))}` }
    },
    /** A copy in place of a schema without a name. */
    inline: (node: Node, purpose: Purpose) => copyOf(node, purpose, node.document)
  }
}

/**
 * A copy with the targets of its local references in their places, and `{}` where one contains itself.
 * Without such references, or with too many, the schema itself.
 */
export function expandLocal (node: Node): Schema {
  const expand = (inner: Node, around: readonly Node[]): Schema => {
    const target = resolve(inner)
    if (target?.document === node.document) {
      return around.includes(target) ? {} : expand(target, [...around, target])
    }
    const { $id, definitions, $defs, ...copy } = mapNode(inner, (member) => expand(member, around))
    return copy
  }
  const isLocal = [...node.document.nodes.values()].some(
    (inner) => resolve(inner)?.document === node.document
  )
  return isLocal && !isEndless(node) ? expand(node, [node]) : node.schema
}

/** What a validator or a serializer needs otherwise for its direction, but for references. */
function alter (node: Node, copy: Schema, purpose: Purpose): Schema {
  if (isAsked(node)) return copy
  if (purpose === 'files') return withFiles(node, copy)
  const { required, dependencies } = node.schema
  const hidden =
    required === undefined && dependencies === undefined
      ? []
      : [...hiddenNames(node, purpose), ...hiddenAround(node, purpose)]
  const thinned = hidden.length === 0 ? copy : thin(copy, (name) => !hidden.includes(name as string))
  // A default would bring back a property that was removed.
  const altered =
    node.keyword === 'properties' && 'default' in copy && !kindsOf(node).has(purpose)
      ? without(thinned, ['default'])
      : thinned
  if (purpose === 'seen') return isFreeForm(node) ? { ...altered, additionalProperties: true } : altered
  const closed = close(altered)
  return withConditions(node, closed)
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

function without (schema: Schema, keywords: readonly string[]): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)))
}
