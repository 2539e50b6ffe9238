/** Starting an app of 40 records that all refer to each other, drawn or written by hand: time until ready. */

import assert from 'node:assert/strict'
import Fastify from 'fastify'
import resourcesPlugin, { draw } from '../../dist/node/index.js'
import { alternate, compare, measureInChild } from './harness.mjs'

const ENTITIES = 40
const PAIRS = 11

const NAMES = Array.from({ length: ENTITIES }, (_, index) => `e${index}s`)

const ID = { type: 'integer', minimum: 1 }
const OTHERS = { name: { type: 'string', minLength: 1 }, rank: { type: 'integer' } }

/** The properties that refer to all other entities. */
function references (name) {
  return Object.fromEntries(
    NAMES.filter((other) => other !== name).map((other) => [other, { $ref: `${other}#` }])
  )
}

async function handler () {
  return 'done'
}

const SIDES = {
  async ours (app) {
    const routes = draw((map) => {
      for (const name of NAMES) map.resources(name, { only: ['create', 'update', 'show'] })
    })
    const controllers = Object.fromEntries(
      NAMES.map((name) => [
        name,
        {
          record: {
            $id: name,
            type: 'object',
            required: ['id', 'name'],
            properties: { id: { ...ID, readOnly: true }, ...OTHERS, ...references(name) }
          },
          create: handler,
          update: handler,
          show: handler
        }
      ])
    )
    await app.register(resourcesPlugin, { routes, controllers })
  },
  async byHand (app) {
    const params = { type: 'object', properties: { id: ID } }
    for (const name of NAMES) {
      const entity = name.slice(0, -1)
      const properties = { ...OTHERS, ...references(name) }
      const body = (schema) => ({ type: 'object', required: [entity], properties: { [entity]: schema } })
      app.addSchema({ $id: name, type: 'object', required: ['name'], properties })
      app.route({ method: 'POST', url: `/${name}`, schema: { body: body({ $ref: `${name}#` }) }, handler })
      app.route({ method: 'GET', url: `/${name}/:id`, schema: { params }, handler })
      app.route({
        method: 'PUT',
        url: `/${name}/:id`,
        schema: { params, body: body({ type: 'object', properties }) },
        handler
      })
    }
  }
}

/** Milliseconds. Both sides refuse the same bodies afterwards. */
export async function measure (side) {
  const app = Fastify()
  const start = process.hrtime.bigint()
  await SIDES[side](app)
  await app.ready()
  const time = Number(process.hrtime.bigint() - start) / 1e6
  const statusOf = async (method, url, name) =>
    (await app.inject({ method, url, payload: { e0: { e1s: { name } } } })).statusCode
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

export async function compareSides () {
  const pairs = await alternate(
    PAIRS,
    () => measureInChild('entities', 'ours'),
    () => measureInChild('entities', 'byHand')
  )
  return [
    compare(`entities: ${ENTITIES} records that refer to each other, time`, pairs, {
      unit: 'ms',
      atMost: 1.3
    })
  ]
}
