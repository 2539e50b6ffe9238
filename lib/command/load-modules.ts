/** Loads what a module exports: drawn routes, an app, a listing, and the lines of code that declare rows. */

import { existsSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { isObject, isRoutes, readTable, sourceOf, withSource } from '../tools.js'
import { formatRoutes } from '../urls.js'
import { messageOf } from '../text.js'
import type { Route, RoutesJson } from '../../types/route.js'
import type { Routes } from '../../types/mapper.js'

/** Imports `file`, a path from the folder `cwd`. */
export async function loadRoutes (file: string, cwd: string): Promise<Routes> {
  const routes = findRoutes(await importModule(file, cwd))
  if (routes === undefined) {
    throw new Error(`${file} exports no routes; expected the result of draw(), as 'routes' or by default`)
  }
  return routes
}

export function findRoutes (module: Readonly<Record<string, unknown>>): Routes | undefined {
  return exportsOf(module, 'routes').find(isRoutes)
}

/**
 * What a module exports under a name and by default. The default export of a CommonJS module holds all of its
 * exports.
 */
function exportsOf (module: Readonly<Record<string, unknown>>, name: string): readonly unknown[] {
  const exported = isObject(module.default) ? module.default : {}
  return [module[name], module.default, exported[name], exported.default]
}

/**
 * The rows of a module, or of a listing as JSON (a file, or `-` for standard input), both as a listing has
 * them.
 */
export async function loadTable (file: string, cwd: string): Promise<readonly Route[]> {
  if (file !== '-' && !file.endsWith('.json')) {
    const routes = await loadRoutes(file, cwd)
    const listed = JSON.parse(formatRoutes(routes, { style: 'json' })) as readonly Route[]
    return listed.map((row, place) => withSource(row, sourceOf(routes.table[place] as Route)))
  }
  const table = readFile(file, cwd, (text) => {
    const value: unknown = JSON.parse(text)
    return isObject(value) && value.version !== undefined ? readTable(value as unknown as RoutesJson) : value
  })
  if (isListing(table)) return table
  throw new Error(
    `${file} holds no listing; expected the output of routes --style json, of release 0.2.0 or later`
  )
}

/** What `read` makes of the text of a file, or of `-`, standard input. An error names the file. */
export function readFile<T> (file: string, cwd: string, read: (text: string) => T): T {
  try {
    return read(readFileSync(file === '-' ? 0 : resolve(cwd, file), 'utf8'))
  } catch (error) {
    throw new Error(`${file} cannot be read: ${messageOf(error)}`)
  }
}

function isListing (value: unknown): value is readonly Route[] {
  return Array.isArray(value) && value.every((row) => isObject(row) &&
    [row.method, row.path, row.controller, row.action].every((text) => typeof text === 'string') &&
    [row.params, row.aliases, row.formats].every(Array.isArray) &&
    [row.conditions, row.defaults].every(isObject) &&
    (row.params as unknown[]).every((param) => isObject(param) && typeof param.name === 'string'))
}

export async function importModule (file: string, cwd: string): Promise<Readonly<Record<string, unknown>>> {
  const path = resolve(cwd, file)
  if (!existsSync(path)) throw new Error(`the file ${file} is missing`)
  try {
    return await import(pathToFileURL(path).href) as Readonly<Record<string, unknown>>
  } catch (error) {
    throw new Error(`${file} cannot be loaded: ${messageOf(error)}`)
  }
}

/**
 * A Fastify instance, what a function without parameters returns, or a plugin in a new app; under `app` or by
 * default. What `createApp` returns, as `walkApp` takes it.
 */
export async function findApp (
  module: Readonly<Record<string, unknown>>
): Promise<FastifyInstance | undefined> {
  for (const value of exportsOf(module, 'app')) {
    const app: unknown = typeof value === 'function' ? await callExport(value as Exported) : await value
    if (isApp(app)) return app
  }
  const { createApp } = module
  const app: unknown = typeof createApp === 'function' ? await callFactory(createApp as Exported) : undefined
  return isApp(app) ? app : undefined
}

type Exported = (...args: readonly unknown[]) => unknown

/** A function with a parameter is a plugin, as fastify-cli runs it. */
async function callExport (exported: Exported): Promise<unknown> {
  if (exported.length === 0) return await exported()
  const { default: createFastify } = await import('fastify')
  return await createFastify().register(exported as FastifyPluginAsync)
}

/** It may take options, but must not need any. */
async function callFactory (createApp: Exported): Promise<unknown> {
  try {
    return await createApp()
  } catch (error) {
    if (createApp.length === 0) throw error
    throw new Error(
      `createApp() fails without arguments: ${messageOf(error)}; export app = () => createApp(…)`
    )
  }
}

function isApp (value: unknown): value is FastifyInstance {
  return isObject(value) && typeof value.printRoutes === 'function' && typeof value.ready === 'function'
}

const FRAME = /^ *at (?:.* \()?(.+):(\d+):\d+\)?$/m

/** `src/routes.ts:3`, from the folder `cwd`. */
export function sourceLine (stack: string, cwd: string): string | undefined {
  const [, file, line] = FRAME.exec(stack) ?? []
  return file === undefined
    ? undefined
    : `${relative(cwd, file.startsWith('file:') ? fileURLToPath(file) : file)}:${line as string}`
}
