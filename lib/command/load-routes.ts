/** Loads the drawn routes that a module exports. */

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { messageOf } from '../text.js'
import { isObject, isRoutes } from '../tools.js'
import type { Routes } from '../urls.js'

type Module = Readonly<Record<string, unknown>>

/** Those that `file`, a path from the folder `cwd`, exports as `routes` or by default. */
export async function loadRoutes (file: string, cwd: string): Promise<Routes> {
  const module = await importModule(file, cwd)
  // The default export of a CommonJS module holds all of its exports.
  const exported = isObject(module.default) ? module.default : {}
  const routes = [module.routes, module.default, exported.routes, exported.default].find(isRoutes)
  if (routes !== undefined) return routes
  throw new Error(`${file} exports no routes; expected the result of draw(), as 'routes' or by default. For the ` +
    'rows of an app, call app.printResources()')
}

async function importModule (file: string, cwd: string): Promise<Module> {
  const path = resolve(cwd, file)
  if (!existsSync(path)) throw new Error(`the file ${file} is missing`)
  try {
    return await import(pathToFileURL(path).href) as Module
  } catch (error) {
    throw new Error(`${file} cannot be loaded: ${messageOf(error)}`)
  }
}
