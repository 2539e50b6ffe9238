/** `parseQuery` of 1,000 nested names, or qs. */

import assert from 'node:assert/strict'
import qs from 'qs'
import { parseQuery } from '../../dist/node/index.js'
import { alternate, compare, cpuTime, measureInChild, median } from './harness.mjs'

const NAMES = 1000
const CALLS = 10

/** The name of each field. */
const KINDS = {
  'filter[key1]': (index) => `filter[key${index}]`,
  'key1[title]': (index) => `key${index}[title]`,
  'key1[author][name]': (index) => `key${index}[author][name]`,
  'lines[1][key1], encoded': (index) => encodeURIComponent(`lines[${index >> 1}][key${index}]`)
}

const QS = { arrayLimit: NAMES, plainObjects: true }
const SIDES = { ours: parseQuery, byHand: (text) => qs.parse(text, QS) }

function textOf (kind) {
  return Array.from({ length: NAMES }, (_, index) => `${KINDS[kind](index)}=value+${index}`).join('&')
}

/** Milliseconds of CPU a call. */
export function measure (side, kind) {
  const text = textOf(kind)
  const rounds = Array.from({ length: 30 }, () => {
    const start = cpuTime()
    for (let call = 0; call < CALLS; call++) SIDES[side](text)
    return (cpuTime() - start) / CALLS
  })
  return median(rounds.slice(10))
}

const lineOf = (kind) => `parseQuery: 1,000 names such as ${kind}, or qs`

export const LINES = Object.keys(KINDS).map(lineOf)

export async function compareSides () {
  const rows = []
  for (const kind of Object.keys(KINDS)) {
    assert.deepEqual(SIDES.ours(textOf(kind)), SIDES.byHand(textOf(kind)))
    const run = (side) => () => measureInChild('parse-query', side, kind)
    const pairs = await alternate(9, run('ours'), run('byHand'))
    rows.push(compare(lineOf(kind), pairs, { unit: 'ms', atMost: 1.3 }))
  }
  return rows
}
