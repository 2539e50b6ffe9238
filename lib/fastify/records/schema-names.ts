/** Names for the schemas that the plugin adds to an app, each but once, since documents know them all. */

import type { FastifyInstance } from 'fastify'

// By the one object that an app shares with its children.
const apps = new WeakMap<object, Set<string>>()

/** Gives the name wished for, with a number where it is taken. */
export function schemaNamer (fastify: FastifyInstance): (wish: string) => string {
  const taken = apps.get(fastify.initialConfig) ?? new Set()
  apps.set(fastify.initialConfig, taken)
  return function nameSchema (wish) {
    let name = wish
    for (let number = 2; taken.has(name) || fastify.getSchema(name) !== undefined; number++) name = `${wish}-${number}`
    taken.add(name)
    return name
  }
}
