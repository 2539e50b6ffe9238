/** Finds what has no effect: controllers and actions that no row reaches, and `except` that excludes nothing. */

import type { FastifyInstance } from 'fastify'
import { notesOf } from '../../routes/read.js'
import type { Routes } from '../../../types/mapper.js'
import type { Route } from '../../../types/route.js'
import { actionNames } from '../controllers/index.js'
import type { Controller } from '../controllers/index.js'
import { stateOf } from '../state.js'

export function noteRoutes (fastify: FastifyInstance, routes: Routes): void {
  stateOf(fastify).leftovers.idle.push(...notesOf(routes).idle)
}

/** A folder may hold more than controllers, so only those given by name are noted. */
export function noteControllers (fastify: FastifyInstance, sources: Readonly<Record<string, unknown>> | string, table: readonly Route[]): void {
  if (typeof sources === 'string') return
  const used = new Set(table.map(({ controller }) => controller))
  for (const [name, source] of Object.entries(sources)) note(fastify, source, `the controller '${name}'`, used.has(name))
}

export function noteActions (fastify: FastifyInstance, name: string, controller: Controller, used: ReadonlySet<string>): void {
  for (const action of actionNames(controller)) note(fastify, controller[action], `the action ${name}#${action}`, used.has(action))
}

function note (fastify: FastifyInstance, value: unknown, label: string, isReached: boolean): void {
  const { given, reached } = stateOf(fastify).leftovers
  given.set(value, label)
  if (isReached) reached.add(value)
}

/** Each text once. */
export function leftoverTexts (fastify: FastifyInstance): { unreached: string[], idle: string[] } {
  const { given, reached, idle } = stateOf(fastify).leftovers
  return {
    unreached: [...given].filter(([value]) => !reached.has(value)).map(([, label]) => `no row reaches ${label}`),
    idle: idle.map((where) => `${where}: its except excludes nothing`)
  }
}
