/** What the registrations of an app share: one object an app. */

import type { FastifyInstance } from 'fastify'
import type { Method, Route } from '../../types/route.js'
import type { MethodOverride } from './options.js'

/** The rows of a registration, as they stand under their prefix. */
export interface Registration {
  readonly table: readonly Route[]
  /** How forms may reach a row by `_method`; null where they may not. */
  readonly overrideOf: (route: Route) => MethodOverride | null
  /** Whether a function of the option `scopes` guards a row. */
  readonly isGuarded: (route: Route) => boolean
}

/** What a registration says of the row that a request would reach. */
export interface DeclaredRow {
  readonly override: MethodOverride | null
  readonly isGuarded: boolean
}

/** By a method, a URL, and what the request says of the constraints that Fastify has itself. */
export type FindRow = (method: Method, url: string, constraints: Record<string, string>) => DeclaredRow | undefined

interface AppState {
  readonly registrations: Registration[]
  /** Null until it is first asked. */
  findRow: FindRow | null
  /** Whether our constraint strategy is there. */
  hasStrategy: boolean
  /** Whether a registration at the root guards what reaches no row of ours. */
  hasRoot: boolean
  /** Whether a warning has told that none does. */
  hasWarned: boolean
}

// By the one object that an app shares with its children: sibling scopes do not see each other's decorators, and two
// apps may share a server.
const states = new WeakMap<object, AppState>()

export function stateOf ({ initialConfig }: FastifyInstance): AppState {
  const state = states.get(initialConfig) ?? { registrations: [], findRow: null, hasStrategy: false, hasRoot: false, hasWarned: false }
  states.set(initialConfig, state)
  return state
}
