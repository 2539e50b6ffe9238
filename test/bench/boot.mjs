/**
 * Booting an app of 7,000 routes, drawn or written by hand: CPU time until ready. The first requests still
 * fill the heap, which `first-use.mjs` has.
 */

import assert from 'node:assert/strict'
import Fastify from 'fastify'
import resourcesPlugin from '../../dist/node/index.js'
import { alternate, compare, cpuTime, measureInChild } from './harness.mjs'
import { createControllers, drawResources, handWrittenRoutes, resourceNames } from './resources.mjs'

const RESOURCES = 1000

const SIDES = {
  async ours (app, names, controllers) {
    await app.register(resourcesPlugin, { routes: drawResources(names), controllers })
  },
  async byHand (app, names, controllers, routes) {
    for (const route of routes.splice(0)) app.route(route)
  }
}

/** Milliseconds of CPU. Handlers and hand-written routes exist before. */
export async function measure (side) {
  const names = resourceNames(RESOURCES)
  const controllers = createControllers(names)
  const routes = side === 'byHand' ? handWrittenRoutes(controllers) : []
  const app = Fastify()
  const start = cpuTime()
  await SIDES[side](app, names, controllers, routes)
  await app.ready()
  const time = cpuTime() - start
  assert.ok(app.hasRoute({ method: 'GET', url: `/${names.at(-1)}` }))
  return time
}

/** Method, path and answer of all routes of a side. */
async function nativeRoutes (side) {
  const names = resourceNames(RESOURCES)
  const controllers = createControllers(names)
  const found = []
  const app = Fastify()
  app.addHook('onRoute', (route) => {
    found.push(route)
  })
  await SIDES[side](app, names, controllers, handWrittenRoutes(controllers))
  await app.ready()
  return await Promise.all(
    found.map(async ({ method, url, handler }) => `${method} ${url}: ${await handler()}`)
  )
}

export const LINES = ['boot: 7,000 routes, without first use, CPU']

export async function compareSides () {
  const routes = await nativeRoutes('byHand')
  assert.equal(routes.filter((route) => !route.startsWith('HEAD')).length, RESOURCES * 7)
  assert.deepEqual((await nativeRoutes('ours')).sort(), routes.sort())
  const pairs = await alternate(
    21,
    () => measureInChild('boot', 'ours'),
    () => measureInChild('boot', 'byHand')
  )
  return [compare(LINES[0], pairs, { unit: 'ms', atMost: 1.15 })]
}
