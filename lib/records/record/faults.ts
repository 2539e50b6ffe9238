/** Why a schema cannot be that of a record, or of what clients send. */

import { didYouMean, show } from '../../text.js'
import {
  CHOICES, DIRECTIONS, faultsOf, hiddenNames, isOnly, kindsOf, markConflicts, partsOf, propertiesIn,
  referencesOf, requiredOf, targetOf
} from '../../schemas/index.js'
import type { Direction, Document, Node, Place, Schema } from '../../schemas/index.js'

/** The schema must be that of an object with properties. */
export function recordFaults (node: Node): readonly string[] {
  const { schema } = referencesOf(node).at(-1) as Node
  const faults = [...faultsOf(node), ...markFaults(node.document)]
  if (faults.length > 0 && schema.$ref !== undefined) {
    return [
      `unknown schema ${show(schema.$ref)}; add it with fastify.addSchema() before the controllers are ` +
        'registered'
    ]
  }
  if (!kindsOf(node).has('object')) {
    return [...faults, `expected a schema of type 'object', got ${show(schema.type)}`]
  }
  const parts = partsOf([node]).map((part) => part.node)
  const properties = propertiesIn(node).map(([name]) => name)
  if (properties.length === 0) {
    const shown = show(schema.properties ?? schema)
    // Other faults may be why it has none.
    return faults.length > 0
      ? faults
      : [`expected a schema with properties, since all others would be unknown; got ${shown}`]
  }
  const isOpen = parts.some(
    ({ schema: { patternProperties, additionalProperties = false } }) =>
      patternProperties !== undefined || additionalProperties !== false
  )
  const unknown = isOpen ? [] : parts.flatMap(requiredOf).filter((name) => !properties.includes(name))
  return [
    ...faults,
    ...unknown.map((name) => `required: unknown property ${show(name)}${didYouMean(name, properties)}`)
  ]
}

const NO_VERSION =
  'the database keeps more of its digits than a Date, so no WHERE would find it; name a number or a text ' +
    'that each write changes'

/** Why a property cannot be the version of a record. */
export function versionFaults (name: unknown, seen: Node, sent: Place): string[] {
  if (typeof name !== 'string') return []
  const properties = new Map(propertiesIn(seen))
  const node = properties.get(name)
  if (node === undefined) return [`the record has no '${name}'${didYouMean(name, [...properties.keys()])}`]
  const kinds = kindsOf(node)
  const { schema } = targetOf(node)
  if (['date', 'date-time'].includes(String(schema.format))) return [`'${name}' is a date, and ${NO_VERSION}`]
  if (!isOnly(kinds, ['string', 'number', 'integer'])) {
    return [`expected a number or a text as '${name}', got the type ${show(schema.type)}`]
  }
  if (!kinds.has('seen')) return [`'${name}' is writeOnly, so no form could have it; remove that mark`]
  return sent.fields.get(name)?.isReadOnly === false
    ? [`clients send it as If-Match or in a field of its own; mark '${name}' readOnly, so that no body changes it`]
    : []
}

/** Marks that hide nothing: no validator tells of them where only answers have a schema. */
export function markFaults ({ nodes }: Document): string[] {
  return [...nodes.values()].flatMap((node) => {
    const place = node.at === '' ? '' : `${node.at.slice(1)}: `
    const faults = [...flagFaults(node.schema), ...choiceFaults(node), ...conflictFaults(node)]
    return faults.map((fault) => place + fault)
  })
}

const MARKS: Readonly<Record<Direction, string>> = { sent: 'readOnly', seen: 'writeOnly' }

function flagFaults (schema: Schema): string[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const mark = Object.values(MARKS).find((one) => one.toLowerCase() === keyword.toLowerCase())
    if (mark === undefined) return []
    if (mark !== keyword) return [`unknown keyword '${keyword}'; did you mean '${mark}'?`]
    return ['boolean', 'undefined'].includes(typeof value)
      ? []
      : [`${mark}: expected true or false, got ${show(value)}`]
  })
}

/**
 * Objects are told apart by their names, and values by nothing. So what hides one value of a choice hides all
 * of them, or none.
 */
function choiceFaults (node: Node): string[] {
  const { parent, keyword } = node
  if (parent === undefined || !CHOICES.includes(keyword) || kindsOf(node).has('object')) return []
  return DIRECTIONS
    .filter((direction) => !kindsOf(node).has(direction) && kindsOf(parent).has(direction))
    .map((direction) => `one value of a choice cannot be ${MARKS[direction]} alone; mark the whole property`)
}

function conflictFaults (node: Node): string[] {
  return markConflicts(node).map((name) =>
    `the members of a choice disagree whether '${name}' is readOnly or writeOnly; mark it in each of them, ` +
      'split the record, or give the action a schema: { body, response } of its own'
  )
}

/** A library whose own validation runs would miss what no client can send. */
export function inputFaults ({ document }: Node): readonly string[] {
  return [...document.nodes.values()].flatMap((node) => {
    const hidden = hiddenNames(node, 'sent')
    return requiredOf(node).filter((name) => hidden.includes(name)).map((name) =>
      `'${name}' is readOnly and required, so no client could send a valid one; leave it out of ` +
        "'input', or make it optional"
    )
  })
}
