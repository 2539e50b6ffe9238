/**
 * The first hundred requests of an app of 7,000 routes, drawn or written by hand: the heap after them and the
 * longest block. They show a page, send a form with `_method` and get a 405, at many resources, with links.
 */

import assert from 'node:assert/strict'
import formbody from '@fastify/formbody'
import Fastify from 'fastify'
import resourcesPlugin from '../../dist/node/index.js'
import { alternate, compare, measureInChild } from './harness.mjs'
import { createControllers, drawResources, handWrittenRoutes, resourceNames } from './resources.mjs'

const RESOURCES = 1000
const REQUESTS = 100
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** By hand there is no `_method`, and an unknown method is a 404. */
const SIDES = {
  ours: {
    register: (app, names, controllers) =>
      app.register(resourcesPlugin, { routes: drawResources(names), controllers }),
    linkTo: ({ app, helper }, id) => app.urlFor[helper](id),
    form: { method: 'POST', headers: FORM, payload: '_method=put&title=Hello' },
    refused: 405
  },
  byHand: {
    async register (app, names, controllers, routes) {
      await app.register(formbody)
      for (const route of routes.splice(0)) app.route(route)
    },
    linkTo: ({ name }, id) => `/${name}/${encodeURIComponent(id)}`,
    form: { method: 'PUT', headers: FORM, payload: 'title=Hello' },
    refused: 404
  }
}

/** Each resource that is asked for, with the name of its path helper. */
function chooseResources (app, names) {
  return Array.from({ length: REQUESTS }, (_, index) => {
    const name = names[index * (RESOURCES / REQUESTS)]
    const { name: stem } = drawResources([name]).table.find(({ action }) => action === 'show')
    return { app, name, helper: `${stem.replace(/_+(.)/g, (_, letter) => letter.toUpperCase())}Path` }
  })
}

async function ask (resource, index, { linkTo, form, refused }) {
  const { app, name } = resource
  const kinds = [
    [{ url: `/${name}/${index}` }, 200],
    [{ url: `/${name}/${index}`, ...form }, 200],
    [{ url: `/${name}`, method: 'DELETE' }, refused]
  ]
  const [request, status] = kinds[index % kinds.length]
  const { statusCode } = await app.inject(request)
  assert.equal(statusCode, status)
  assert.equal(linkTo(resource, index), `/${name}/${index}`)
}

/** Counts the CPU time between two turns of the event loop, since others may use the machine. */
function watchBlocks () {
  let longest = 0
  let last = process.cpuUsage()
  let timer = setImmediate(function turn () {
    const { user, system } = process.cpuUsage(last)
    longest = Math.max(longest, (user + system) / 1000)
    last = process.cpuUsage()
    timer = setImmediate(turn)
  })
  return () => {
    clearImmediate(timer)
    return longest
  }
}

/** Megabytes and milliseconds. Handlers and hand-written routes exist before; the routes are not kept. */
export async function measure (side) {
  const names = resourceNames(RESOURCES)
  const controllers = createControllers(names)
  const routes = side === 'byHand' ? handWrittenRoutes(controllers) : []
  const app = Fastify()
  const chosen = chooseResources(app, names)
  await SIDES[side].register(app, names, controllers, routes)
  await app.ready()
  // The first request of any app loads what all requests need.
  await app.inject('/')
  globalThis.gc()
  const stop = watchBlocks()
  for (const [index, resource] of chosen.entries()) {
    await ask(resource, index, SIDES[side])
    await new Promise(setImmediate)
  }
  const block = stop()
  globalThis.gc()
  globalThis.gc()
  return { block, heap: process.memoryUsage().heapUsed / 2 ** 20 }
}

export const LINES = [
  'first use: 7,000 routes, heap after 100 requests',
  'first use: 7,000 routes, longest block in them, CPU'
]

export async function compareSides () {
  const pairs = await alternate(
    11,
    () => measureInChild('first-use', 'ours'),
    () => measureInChild('first-use', 'byHand')
  )
  const only = (key) => pairs.map(({ ours, byHand }) => ({ ours: ours[key], byHand: byHand[key] }))
  return [
    compare(LINES[0], only('heap'), { unit: 'MB', atMost: 1.12 }),
    compare(LINES[1], only('block'), { unit: 'ms' })
  ]
}
