/** Copies of schemas for one direction, where a validator or a serializer would misread the original. */

import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { isObject } from '../../routes/objects.js'
import { CHOICES, SAME_VALUE, idOf, mapNode, membersOf, referencesOf, resolve, rootOf, targetOf } from './documents.js'
import type { Document, Node, Schema } from './documents.js'
import { hiddenNames, isOnly, kindsOf, partsOf } from './facts.js'
import type { Kinds, Way } from './facts.js'

export type Copies = ReturnType<typeof createCopies>

/** In-place applicators that apply whichever member a choice selects. */
const CERTAIN = SAME_VALUE.filter((keyword) => !CHOICES.includes(keyword))

/** Keywords that only test the data: they are about what the client sent, so they stay as they are. */
const QUESTIONS = ['if', 'not', 'contains', 'propertyNames']

/** Keywords that a part of a schema loses outside of its document. */
const OUTER = ['$id', '$schema', '$anchor', '$ref', '$defs', 'definitions', 'readOnly', 'writeOnly']

/** Keywords that require a property, or add it. */
const DEMANDS = ['required', 'minProperties', 'dependentRequired', 'default']

/** Types to which a validator coerces null, so that null itself never matches. */
const MADE_OF_NULL = ['string', 'number', 'integer', 'boolean', 'array']

const SUFFIXES = { sent: 'Input', seen: 'Output' } as const

// One per OpenAPI document, which knows the schemas of all scopes. Without one, per app and its children.
const documents = new WeakMap<object, Map<string, Schema>>()

export function createCopies (fastify: FastifyInstance) {
  const { swagger = fastify.initialConfig } = fastify as unknown as { swagger?: object }
  const taken = documents.get(swagger) ?? new Map<string, Schema>()
  documents.set(swagger, taken)
  const references = new Map<Document, Set<Document>>()
  /** Schemas that share an object with others. */
  const joint = new Set<Node>()
  const names = { '': new Map<Document, string>(), sent: new Map<Document, string>(), seen: new Map<Document, string>() }

  /** Records all references of a schema before any copy is made. */
  function note ({ document }: Node): void {
    if (references.has(document)) return
    const others = new Set<Document>()
    references.set(document, others)
    for (const node of document.nodes.values()) {
      const other = resolve(node)
      if (other !== undefined) others.add(other.document)
      const members = SAME_VALUE.flatMap((keyword) => membersOf(node, keyword)).filter((member) => kindsOf(member).has('object'))
      if (members.length > 1 || node.under.has('properties')) for (const member of members.flatMap(referencesOf)) joint.add(member)
    }
    for (const other of others) note(rootOf(other))
  }

  /** Whether a document, or what it refers to, needs a copy. */
  function differs (document: Document, way: Way): boolean {
    const reached = new Set([document])
    for (const one of reached) references.get(one)?.forEach((other) => { reached.add(other) })
    return [...reached].some(({ nodes }) => [...nodes.values()].some((node) => !isDeepStrictEqual(alter(node, node.schema, way), node.schema)))
  }

  /** The name under which the app knows a document, or its copy for one direction; both are added once. */
  function nameOf (document: Document, way: Way | ''): string {
    const known = names[way].get(document)
    if (known !== undefined) return known
    const root = rootOf(document)
    const { schema } = root
    const isCopy = way !== '' && differs(document, way)
    const name = isCopy || idOf(schema) === undefined ? claim(schema, document.name + (isCopy ? SUFFIXES[way] : '')) : document.name
    names[way].set(document, name)
    if (!isTaken(name)) fastify.addSchema({ ...isCopy ? copyOf(root, way, document) : schema, $id: name })
    return name
  }

  function claim (source: Schema, wish: string): string {
    let name = wish
    for (let number = 2; taken.has(name) ? taken.get(name) !== source : isTaken(name); number++) name = `${wish}${number}`
    taken.set(name, source)
    return name
  }

  function isTaken (name: string): boolean {
    return fastify.getSchema(name) !== undefined || fastify.getSchema(`${name}#`) !== undefined
  }

  /** `inside` is the document that it stays in, where references are local. */
  function copyOf (node: Node, way: Way, inside?: Document): Schema {
    const { $id, $anchor, ...copy } = mapNode(node, (inner) => copyOf(inner, way, inside))
    const target = resolve(node)
    if (target !== undefined) copy.$ref = `${target.document === inside && !isAsked(node) ? '' : nameOf(target.document, isAsked(node) ? '' : way)}#${encodeURI(target.at)}`
    return alter(node, copy, way)
  }

  function alter (node: Node, copy: Schema, way: Way): Schema {
    if (isAsked(node)) return copy
    const { required, dependencies, default: given } = node.schema
    const hidden = required === undefined && dependencies === undefined ? [] : [...hiddenNames(node, way), ...hiddenAround(node, way)]
    const thinned = thin(copy, (names) => names.filter((name) => !hidden.includes(name as string)))
    // A default would bring back a property that was removed.
    const altered = given !== undefined && node.keyword === 'properties' && !kindsOf(node).has(way) ? without(thinned, ['default']) : thinned
    return way === 'sent' ? forRequests(node, altered) : forAnswers(node, altered)
  }

  function forRequests (node: Node, copy: Schema): Schema {
    const { format, type } = node.schema
    const closed = closeJoint(node, copy)
    if (format === 'binary' && [type].flat().includes('string')) return { anyOf: [closed, { type: 'object', required: ['byteLength'] }] }
    const choices = CHOICES.filter((keyword) => node.under.has(keyword))
    return choices.length === 1 ? withNull(node, closed, choices[0] as string) : closed
  }

  /** Where one of several schemas forbids a name, a validator with `removeAdditional` removes what another one names. */
  function closeJoint (node: Node, copy: Schema): Schema {
    return node.schema.additionalProperties === false && joint.has(node) ? { ...copy, additionalProperties: { not: {} } } : copy
  }

  /** A serializer writes an object that no schema describes as it is. */
  function forAnswers (node: Node, copy: Schema): Schema {
    const isFree = node.schema.type === 'object' && !joint.has(node) && partsOf([node]).every((part) =>
      ['properties', 'patternProperties', 'additionalProperties'].every((keyword) => part.node.schema[keyword] === undefined))
    return isFree ? { ...copy, additionalProperties: true } : copy
  }

  /** A part as an update sends it: nothing at its own level is required, and nothing has a default. */
  function partial (node: Node, around: readonly Node[]): Schema {
    const steps = referencesOf(node).filter((step) => !around.includes(step)).map((step) => {
      const copy = mapNode(step, (inner, keyword) => {
        if (SAME_VALUE.includes(keyword)) return partial(inner, [...around, step])
        return keyword === 'properties' ? without(copyOf(inner, 'sent'), ['default']) : copyOf(inner, 'sent')
      })
      // Members that differed only in required names would both match.
      const { oneOf, ...others } = closeJoint(step, thin(without(copy, [...OUTER, ...DEMANDS]), () => []))
      return oneOf === undefined ? others : joinSchemas([others, { anyOf: oneOf }])
    }).filter((copy) => Object.keys(copy).length > 0)
    return joinSchemas(steps)
  }

  /** Refers to the copy of a schema, or to the schema itself where they are equal. */
  function reference (node: Node, way: Way): Schema {
    const target = targetOf(node)
    return { $ref: `${nameOf(target.document, way)}#${encodeURI(target.at)}` }
  }

  /** A copy in place of a schema without a name. */
  function inline (node: Node, way: Way): Schema {
    note(node)
    return copyOf(node, way, node.document)
  }

  return { note, reference, inline, partial: (node: Node) => partial(node, []) }
}

/** Names that schemas around this one hide in any case. */
function hiddenAround ({ parent, keyword }: Node, way: Way): string[] {
  return parent === undefined || !SAME_VALUE.includes(keyword) ? [] : [...hiddenNames(parent, way, CERTAIN), ...hiddenAround(parent, way)]
}

function isAsked ({ parent, keyword }: Node): boolean {
  return QUESTIONS.includes(keyword) || (parent !== undefined && isAsked(parent))
}

/** Null comes first: a coercing validator would convert it to the first type of the choice. */
function withNull (node: Node, copy: Schema, keyword: string): Schema {
  const kinds = membersOf(node, keyword).map((member) => kindsOf(member))
  if (!kinds.some((one) => one.has('null')) || !kinds.some((one) => MADE_OF_NULL.some((type) => one.has(type)))) return copy
  const { [keyword]: given, ...rest } = copy
  const members = given as Schema[]
  const nulls = members.filter((_, index) => isOnly(kinds[index] as Kinds, ['null']))
  const others = members.filter((member) => !nulls.includes(member))
  return { ...rest, anyOf: [{ enum: [null] }, ...keyword === 'oneOf' && others.length > 1 ? [{ oneOf: others }] : others, ...nulls] }
}

/** A copy with each list of required names replaced by `change`. */
function thin (copy: Schema, change: (names: unknown[]) => unknown[]): Schema {
  const { required, dependencies } = copy
  return {
    ...copy,
    ...Array.isArray(required) && { required: change(required) },
    ...isObject(dependencies) && { dependencies: Object.fromEntries(Object.entries(dependencies).map(([name, one]) => [name, Array.isArray(one) ? change(one) : one])) }
  }
}

/** One schema that says the same as several. */
function joinSchemas (schemas: readonly Schema[]): Schema {
  const [first = {}, ...others] = schemas
  return others.length === 0 ? first : { allOf: schemas }
}

function without (schema: Schema, keywords: readonly string[]): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)))
}
