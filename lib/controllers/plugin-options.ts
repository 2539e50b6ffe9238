/** The plugin's options, and what each accepts. */

import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { createError } from '../errors.js'
import { show } from '../text.js'
import { readBaseUrl } from '../routes/base-url.js'
import type { Base } from '../routes/base-url.js'
import { definedIn, isPlainObject } from '../routes/objects.js'
import type { Defined, Properties } from '../routes/objects.js'
import { isExtension, joinPath, pathTextFault, pathVariables } from '../routes/path.js'
import { isRoutes } from '../routes/read.js'
import type { ResourcesPluginOptions } from '../../types/plugin-settings.js'
import type { Route } from '../../types/route.js'
import { CROSS_SITE, FLAG, optionMistakes } from './option-checks.js'
import type { OptionCheck, OptionChecks } from './option-checks.js'
import { isRoot } from './root.js'

/** Sets up the scope of a namespace. */
export type SetUp = (scope: FastifyInstance) => unknown

/** Which requests of pages are not from another site. */
export interface SitePolicy {
  /** Trusted origins of other sites, as browsers write them: `https://a.org`. */
  readonly origins: readonly string[]
  /** Hosts of this app, as `baseUrl` names them. */
  readonly hosts: readonly string[]
}

/** Which forms may name another method. */
export interface MethodOverride {
  /** How many milliseconds the beginning of a form may take to arrive. */
  readonly timeout: number
  /** Whether forms may name a method for rows of `api` trees too. */
  readonly api: boolean
}

/**
 * What becomes of a form that names another method: that request (`on`), a 400 (`refused`), or a POST with an
 * ordinary field (`off`).
 */
export type OverrideUse = 'on' | 'refused' | 'off'

/** Options that stay as they are, unless they are missing. */
type PlainOptions = Required<Pick<ResourcesPluginOptions, keyof typeof DEFAULTS | 'methodNotAllowed'>>

export interface Settings extends SitePolicy, Defined<PlainOptions> {
  /** Null for a registration that only serves registrations in child scopes. */
  readonly routes: ResourcesPluginOptions['routes'] | null
  /** Controllers by name, or the folder of their files. */
  readonly controllers: Readonly<Record<string, unknown>> | string
  readonly baseUrl: ResourcesPluginOptions['baseUrl']
  /** From a `baseUrl` that is a string; that of a function has no path. */
  readonly base: Base
  readonly prefix: string
  /** Null if no form may name another method. */
  readonly methodOverride: MethodOverride | null
  readonly words: ResourcesPluginOptions['words']
}

const ORIGINS: OptionCheck = [
  'a list of origins such as https://a.org',
  (value) => Array.isArray(value) && value.every((origin) => readOrigin(origin) !== undefined)
]

const CHECKS: Readonly<Record<keyof ResourcesPluginOptions, OptionCheck>> = {
  routes: ['the result of draw(), or its block', (value) => isRoutes(value) || typeof value === 'function'],
  controllers: [
    'controllers by name, or their folder as a file: URL or an absolute path',
    (value) => isPlainObject(value) || (isFolder(value) && folderPath(value) !== '')
  ],
  scopes: [
    'functions by namespace, such as { admin: async (scope) => { … } }',
    (value) => isPlainObject(value) && Object.values(value).every((setUp) => typeof setUp === 'function'),
    'guard'
  ],
  baseUrl: [
    'the address of the app, or a function of the request that gives it',
    (value) => typeof value === 'string' || typeof value === 'function'
  ],
  prefix: ['a string', (value) => typeof value === 'string'],
  methodNotAllowed: FLAG,
  methodOverride: [
    'true, false, or an object with trustedOrigins or timeout',
    (value) => typeof value === 'boolean' || isPlainObject(value)
  ],
  crossSite: CROSS_SITE,
  trustedOrigins: ORIGINS,
  mediaTypes: ["media types by format, such as { turbo_stream: 'text/vnd.turbo-stream.html' }", isMediaTypes],
  security: [
    'a list such as [{ bearer: [] }], such lists by namespace, or a function of the row that gives one',
    (value) => typeof value === 'function' || isSecurity(value) ||
      (isPlainObject(value) && Object.values(value).every(isSecurity))
  ],
  problems: [
    'true, false, or a function (error, request) that gives the error to answer',
    (value) => typeof value === 'boolean' || typeof value === 'function'
  ],
  forms: FLAG,
  words: ['a function (fault, request) that gives other words', (value) => typeof value === 'function'],
  ajv: ["Ajv's { customOptions, plugins }", isPlainObject]
}

const DEFAULTS = {
  scopes: {},
  crossSite: 'refuse',
  mediaTypes: {},
  security: {},
  problems: false,
  forms: true,
  ajv: {}
} as const

/** As @fastify/swagger and OpenAPI write it. */
export function isSecurity (value: unknown): boolean {
  return Array.isArray(value) && value.every((requirement) =>
    isPlainObject(requirement) && Object.values(requirement).every(Array.isArray))
}

const isPluginOfAjv = (value: unknown): boolean => typeof [value].flat()[0] === 'function'

const AJV_CHECKS: OptionChecks = {
  customOptions: ['options of Ajv', isPlainObject],
  plugins: ['a list of functions of an Ajv instance, or of [function, options]', (value) =>
    Array.isArray(value) && value.every(isPluginOfAjv)]
}

/** What the plugin decides itself: records are never converted, and defaults are filled in. */
const FIXED_OF_AJV = ['coerceTypes', 'removeAdditional', 'useDefaults', 'allErrors']

const DEFAULT_TIMEOUT = 10_000

/** The longest delay of a timer. */
const MAX_TIMEOUT = 2 ** 31 - 1

const OVERRIDE_CHECKS: OptionChecks = {
  trustedOrigins: ORIGINS,
  timeout: [
    `milliseconds, a whole number from 1 to ${MAX_TIMEOUT}`,
    (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_TIMEOUT
  ]
}

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/

function isMediaTypes (value: unknown): boolean {
  return isPlainObject(value) && Object.entries(value).every(([format, type]) =>
    isExtension(format) && typeof type === 'string' && MEDIA_TYPE.test(type))
}

/** What a registration without routes may have, which serves those in child scopes. */
const OF_SCOPES = ['routes', 'forms', 'problems', 'words']
const OF_ROUTES = Object.keys(CHECKS).filter((name) => !OF_SCOPES.includes(name))

/** Normalizes the options; throws FST_RESOURCES_OPTIONS with every mistake. */
export function readPluginOptions (options: ResourcesPluginOptions, scope: FastifyInstance): Settings {
  const values = options as Properties
  const mistakes = optionMistakes(values, CHECKS)
  if (isPlainObject(values.methodOverride)) {
    const faults = optionMistakes(values.methodOverride, OVERRIDE_CHECKS)
    mistakes.push(...faults.map((fault) => `methodOverride: ${fault}`))
  }
  mistakes.push(...ajvMistakes(values.ajv).map((mistake) => `ajv: ${mistake}`))
  const prefixMistake = typeof values.prefix === 'string' ? prefixFault(values.prefix) : undefined
  if (prefixMistake !== undefined) mistakes.push(`prefix: ${prefixMistake}, got ${show(values.prefix)}`)
  const needing = OF_ROUTES.filter((name) => values[name] !== undefined)
  if (values.routes === undefined && needing.length > 0) {
    mistakes.push(
      'routes: expected the result of draw(), or its ' +
        `block, since ${needing.join(', ')} ${needing.length === 1 ? 'needs' : 'need'} routes`
    )
  }
  const scopeFault = prefixFault(scope.prefix)
  if (scopeFault !== undefined) mistakes.push(`the scope's prefix ${show(scope.prefix)}: ${scopeFault}`)
  if (mistakes.length > 0) throw createError('FST_RESOURCES_OPTIONS', [mistakes])

  const { routes = null, controllers = {}, baseUrl, prefix = '', words, ...others } = options
  const { methodOverride, trustedOrigins = [], ...plain } = others
  const base = typeof baseUrl === 'string' ? readBaseUrl(baseUrl) : { origin: null, path: '' }
  return {
    ...DEFAULTS,
    methodNotAllowed: isRoot(scope),
    ...definedIn(plain),
    routes,
    controllers: isFolder(controllers) ? folderPath(controllers) : controllers,
    baseUrl,
    base,
    prefix: joinPath(prefix),
    words,
    methodOverride: methodOverride === false ? null : readMethodOverride(methodOverride),
    origins: [...trustedOrigins, ...earlierOrigins(methodOverride)].map(
      (origin) => readOrigin(origin) as string
    ),
    hosts: base.origin === null ? [] : [base.origin.host]
  }
}

function ajvMistakes (settings: unknown): string[] {
  if (!isPlainObject(settings)) return []
  const { customOptions } = settings
  const fixed = FIXED_OF_AJV.filter((name) => isPlainObject(customOptions) && name in customOptions)
  return [
    ...optionMistakes(settings, AJV_CHECKS),
    ...fixed.map((name) => `customOptions.${name} is fixed, since the plugin converts nothing itself; leave it out`)
  ]
}

export function overrideUseOf (
  { api }: Pick<Route, 'api'>, { methodOverride }: Pick<Settings, 'methodOverride'>
): OverrideUse {
  if (methodOverride === null) return 'off'
  return api && !methodOverride.api ? 'refused' : 'on'
}

function readMethodOverride (option: ResourcesPluginOptions['methodOverride']): MethodOverride {
  const { timeout = DEFAULT_TIMEOUT } = typeof option === 'object' ? option : {}
  return { timeout, api: option === true }
}

/** Those in the place that they had before all requests were judged. */
function earlierOrigins (option: ResourcesPluginOptions['methodOverride']): readonly string[] {
  return (typeof option === 'object' ? option.trustedOrigins : undefined) ?? []
}

/** An origin as browsers write it; undefined for an invalid one. */
function readOrigin (value: unknown): string | undefined {
  // A browser sends one origin, and `*` would be a letter of it.
  if (typeof value !== 'string' || value.includes('*') || !URL.canParse(value)) return undefined
  // Its `origin` would be 'null' for apps and extensions, such as capacitor://localhost.
  const { protocol, host } = new URL(value)
  const origin = `${protocol}//${host.toLowerCase()}`
  return host !== '' && value.toLowerCase().replace(/\/$/, '') === origin ? origin : undefined
}

function isFolder (value: unknown): value is URL | string {
  return value instanceof URL || typeof value === 'string'
}

/** The absolute path of a folder; `''` for an invalid one. */
function folderPath (folder: URL | string): string {
  if (typeof folder === 'string' && isAbsolute(folder)) return folder
  try {
    return fileURLToPath(folder)
  } catch {
    return ''
  }
}

function prefixFault (prefix: string): string | undefined {
  if (pathVariables(prefix).length > 0) {
    return 'URL helpers cannot fill a variable of a prefix; declare it in the tree, as pathPrefix'
  }
  return /\/\//.test(prefix) ? 'it has an empty segment (//)' : pathTextFault(prefix)
}
