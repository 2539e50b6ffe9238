/** Loads routes from a module, or rows from a listing. */

import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { formatRoutes } from '../routes/listing.js'
import { isObject } from '../routes/objects.js'
import { isRoutes, readTable } from '../routes/read.js'
import { messageOf } from '../text.js'
import type { RoutesJson } from '../../types/json.js'
import type { Routes } from '../../types/mapper.js'
import type { Route } from '../../types/route.js'
import { Failure } from './failure.js'

/** Imports `file`, a path from the folder `cwd`. */
export async function loadRoutes (file: string, cwd: string): Promise<Routes> {
  const routes = findRoutes(await importModule(file, cwd))
  if (routes === undefined) throw new Failure('module', `${file} exports no routes; expected the result of draw(), as 'routes' or by default`)
  return routes
}

export function findRoutes (module: Readonly<Record<string, unknown>>): Routes | undefined {
  return exportsOf(module, 'routes').find(isRoutes)
}

/** What a module exports under a name and by default. The default export of a CommonJS module holds all of its exports. */
export function exportsOf (module: Readonly<Record<string, unknown>>, name: string): readonly unknown[] {
  const exported = isObject(module.default) ? module.default : {}
  return [module[name], module.default, exported[name], exported.default]
}

/** The rows of a module, or of a listing as JSON (a file, or `-` for standard input), both as a listing has them. */
export async function loadTable (file: string, cwd: string): Promise<readonly Route[]> {
  if (file !== '-' && !file.endsWith('.json')) return JSON.parse(formatRoutes(await loadRoutes(file, cwd), { style: 'json' })) as readonly Route[]
  try {
    const listing = JSON.parse(readFileSync(file === '-' ? 0 : resolve(cwd, file), 'utf8')) as unknown
    const table = isObject(listing) && listing.version !== undefined ? readTable(listing as unknown as RoutesJson) : listing
    if (isTable(table)) return table
    if (isListing(table)) throw new Failure('module', `${file} is a listing of another version; write it again: fastify-resources routes --style json`)
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure('module', `${file} cannot be read: ${messageOf(error)}`)
  }
  throw new Failure('module', `${file} holds no listing; expected the output of routes --style json`)
}

type Listed = ReadonlyArray<Readonly<Record<string, unknown>>>

/** Whether a value is a listing, of any version. */
function isListing (value: unknown): value is Listed {
  return Array.isArray(value) && value.every((row) => isObject(row) &&
    ['method', 'path', 'controller', 'action'].every((name) => typeof row[name] === 'string'))
}

function isTable (value: unknown): value is readonly Route[] {
  return isListing(value) && value.every(({ params, aliases, formats, conditions, defaults }) =>
    [params, aliases, formats].every(Array.isArray) && [conditions, defaults].every(isObject) &&
    (params as unknown[]).every((param) => isObject(param) && typeof param.name === 'string'))
}

export async function importModule (file: string, cwd: string): Promise<Readonly<Record<string, unknown>>> {
  const path = resolve(cwd, file)
  if (!existsSync(path)) throw new Failure('module', `the file ${file} is missing`)
  try {
    return await import(pathToFileURL(path).href) as Readonly<Record<string, unknown>>
  } catch (error) {
    throw new Failure('module', `${file} cannot be loaded: ${messageOf(error)}`)
  }
}
