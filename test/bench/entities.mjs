/** Starting an app of records, drawn or written by hand: CPU time until ready. */

import assert from 'node:assert/strict'
import Fastify from 'fastify'
import resourcesPlugin, { draw } from '../../dist/node/index.js'
import { alternate, compare, cpuTime, measureInChild } from './harness.mjs'

const ID = { type: 'integer', minimum: 1 }
const OTHERS = { name: { type: 'string', minLength: 1 }, rank: { type: 'integer' } }

/** No two records of an app are equal. */
function moreOf (name) {
  const tags = { type: 'array', items: { type: 'string' } }
  return { [`text_of_${name}`]: { type: 'string' }, published: { type: 'boolean' }, tags }
}

/**
 * Records that all refer to each other, with three rows each, or records with answers and five rows each,
 * whose schemas stand in place.
 */
const KINDS = {
  linked: {
    name: (count) => `${count} records that refer to each other`,
    counts: [40],
    atMost: 1.3,
    actions: ['create', 'update', 'show'],
    recordOf: (name, names) => ({ $id: name, ...recordWith({ ...OTHERS, ...references(name, names) }) }),
    byHand: addLinked,
    sent: (name) => ({ e0: { e1s: { name } } })
  },
  answered: {
    name: (count) => `${count.toLocaleString('en-US')} records with responses, five rows each`,
    counts: [125, 500, 1000],
    atMost: 1.4,
    actions: ['index', 'create', 'show', 'update', 'destroy'],
    responses: true,
    recordOf: (name) => recordWith({ ...OTHERS, ...moreOf(name) }),
    byHand: addAnswered,
    sent: (name) => ({ e0: { name, rank: 1 } })
  }
}

function recordWith (properties) {
  return { type: 'object', required: ['id', 'name'], properties: { id: { ...ID, readOnly: true }, ...properties } }
}

/** The properties that refer to all other entities. */
function references (name, names) {
  return Object.fromEntries(
    names.filter((other) => other !== name).map((other) => [other, { $ref: `${other}#` }])
  )
}

async function handler () {
  return { id: 1, name: 'done' }
}

function paramsOf () {
  return { type: 'object', properties: { id: ID } }
}

function bodyOf (name, schema) {
  const entity = name.slice(0, -1)
  return { type: 'object', required: [entity], properties: { [entity]: schema } }
}

function addLinked (app, name, names) {
  const params = paramsOf()
  const properties = { ...OTHERS, ...references(name, names) }
  app.addSchema({ $id: name, type: 'object', required: ['name'], properties })
  app.route({ method: 'POST', url: `/${name}`, schema: { body: bodyOf(name, { $ref: `${name}#` }) }, handler })
  app.route({ method: 'GET', url: `/${name}/:id`, schema: { params }, handler })
  app.route({
    method: 'PUT',
    url: `/${name}/:id`,
    schema: { params, body: bodyOf(name, { type: 'object', properties }) },
    handler
  })
}

function addAnswered (app, name) {
  const params = paramsOf()
  const properties = { ...OTHERS, ...moreOf(name) }
  const sent = bodyOf(name, { type: 'object', required: ['name'], properties })
  const changed = bodyOf(name, { type: 'object', properties })
  const seen = { type: 'object', required: ['id', 'name'], properties: { id: ID, ...properties } }
  const one = { params, response: { 200: seen } }
  const list = { response: { 200: { type: 'array', items: seen } } }
  app.route({ method: 'GET', url: `/${name}`, schema: list, handler: async () => [] })
  app.route({ method: 'POST', url: `/${name}`, schema: { body: sent, response: { 201: seen } }, handler })
  app.route({ method: 'GET', url: `/${name}/:id`, schema: one, handler })
  app.route({ method: 'PUT', url: `/${name}/:id`, schema: { ...one, body: changed }, handler })
  app.route({ method: 'DELETE', url: `/${name}/:id`, schema: { params }, handler })
}

async function addOurs (app, names, { actions, recordOf, responses }) {
  const routes = draw((map) => {
    for (const name of names) map.resources(name, { only: actions })
  })
  const controllers = Object.fromEntries(names.map((name) => {
    const index = async () => []
    const handlers = Object.fromEntries(actions.map((action) => [action, action === 'index' ? index : handler]))
    return [name, { record: recordOf(name, names), responses, ...handlers }]
  }))
  await app.register(resourcesPlugin, { routes, controllers })
}

/** Milliseconds of CPU. Both sides refuse the same bodies afterwards. */
export async function measure (side, kind, count) {
  const names = Array.from({ length: Number(count) }, (_, index) => `e${index}s`)
  const { byHand, sent } = KINDS[kind]
  const app = Fastify()
  const start = cpuTime()
  if (side === 'ours') await addOurs(app, names, KINDS[kind])
  else for (const name of names) byHand(app, name, names)
  await app.ready()
  const time = cpuTime() - start
  const statusOf = async (method, url, name) =>
    (await app.inject({ method, url, payload: sent(name) })).statusCode
  assert.deepEqual(
    await Promise.all([
      statusOf('POST', '/e0s'),
      statusOf('PUT', '/e0s/1', ''),
      statusOf('PUT', '/e0s/1', 'a'),
      statusOf('PUT', '/e0s/a', 'a')
    ]),
    [400, 400, 200, 400]
  )
  return time
}

const lineOf = (kind, count) => `entities: ${KINDS[kind].name(count)}, CPU`

export const LINES = Object.entries(KINDS).flatMap(([kind, { counts }]) =>
  counts.map((count) => lineOf(kind, count))
)

/** Few pairs of the large ones, which take half a minute each. */
export async function compareSides (kinds = Object.keys(KINDS)) {
  const rows = []
  for (const kind of kinds) {
    const { counts, atMost } = KINDS[kind]
    for (const count of counts) {
      const run = (side) => () => measureInChild('entities', side, kind, count)
      const pairs = await alternate(count > 200 ? 3 : 11, run('ours'), run('byHand'))
      rows.push(compare(lineOf(kind, count), pairs, { unit: 'ms', atMost }))
    }
  }
  return rows
}
