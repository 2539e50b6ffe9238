/** What the registrations of an app share: one object an app. */

import type { FastifyInstance } from 'fastify'
import { remember } from '../routes/objects.js'
import type { Properties } from '../routes/objects.js'
import type { Method, Route } from '../../types/route.js'
import type { MethodOverride, Settings } from './plugin-options.js'

/** The rows of a registration, with its prefix. */
export interface Registration {
  readonly table: readonly Route[]
  /** How forms may reach a row by `_method`; null if they may not. */
  readonly overrideOf: (route: Route) => MethodOverride | null
  /** Whether a row is kept from strangers: then no 405 tells of it. */
  readonly isHidden: (route: Route) => boolean
}

/** The row that a request would reach, with the options of its registration. */
export interface DeclaredRow {
  readonly route: Route
  readonly override: MethodOverride | null
  readonly isHidden: boolean
}

/** A row with what the router has matched. */
export interface MatchedRow {
  readonly row: DeclaredRow
  readonly params: Readonly<Record<string, string | undefined>>
  /** Whether they are ids of the row; otherwise it answers with a 404. */
  readonly areIds: boolean
}

/** What a method reaches at a URL. */
export interface FoundMethod {
  /** Whether the app's router has a route for it that takes the ids of the URL. */
  readonly isAnswered: boolean
  /** Undefined if no tree declares the method there, or if one of the app's own routes answers. */
  readonly match: MatchedRow | undefined
}

/** A method that rows answer; HEAD comes with GET, by Fastify. */
export type RequestMethod = Method | 'HEAD'

/** Finds by method, URL, and the request's values for Fastify's built-in constraints. */
export type FindMethod = (method: string, url: string, constraints: Record<string, string>) => FoundMethod

/** The rows of a registration that actions answer, and what it was given to answer them. */
interface Assignment {
  readonly table: readonly Route[]
  /** The option `controllers`: controllers by name, or a folder. */
  readonly sources: Properties | string
  /** All that are loaded, by name. */
  readonly controllers: ReadonlyMap<string, Properties>
  /** Of the option `baseUrl`. */
  readonly base: Settings['base']
}

interface AppState {
  /** By format: those of the option `mediaTypes`. */
  readonly mediaTypes: Map<string, string>
  readonly registrations: Registration[]
  readonly assignments: Assignment[]
  /** Of the scopes that have problems, each without a slash at its end. */
  readonly problemPrefixes: Set<string>
  /** Whether a row has a condition on the version: without one, the router does not read it. */
  hasVersions: boolean
  /** Null until first use, and after each new registration. */
  find: FindMethod | null
  /** Whether the plugin has added its constraint strategy. */
  hasStrategy: boolean
  /** Whether a hook at the root refuses requests that reach no row of this plugin. */
  isRootGuarded: boolean
  /** Whether the log has said what an own page with Origin 'null' needs. */
  hasWarned: boolean
}

// Keyed by initialConfig, which an app shares with its child scopes. Sibling scopes do not see each other's
// decorators, and two apps may share a server.
const states = new WeakMap<object, AppState>()

export function stateOf ({ initialConfig }: FastifyInstance): AppState {
  return remember(states, initialConfig, createState)
}

function createState (): AppState {
  return {
    mediaTypes: new Map(),
    registrations: [],
    assignments: [],
    problemPrefixes: new Set(),
    hasVersions: false,
    find: null,
    hasStrategy: false,
    isRootGuarded: false,
    hasWarned: false
  }
}
