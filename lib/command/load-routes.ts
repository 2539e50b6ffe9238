/** The routes that a module exports. */

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isObject } from '../routes/objects.js'
import { isRoutes } from '../routes/read.js'
import { messageOf } from '../text.js'
import type { Routes } from '../../types/mapper.js'
import { Failure } from './failure.js'

/** Imports `file`, a path from the folder `cwd`. */
export async function loadRoutes (file: string, cwd: string): Promise<Routes> {
  const path = resolve(cwd, file)
  if (!existsSync(path)) throw new Failure(1, `there is no file ${file}`)
  const module = await importModule(path, file)
  // A CommonJS module has all of its exports in the default one too.
  const exported = isObject(module.default) ? module.default : {}
  const routes = [module.routes, module.default, exported.routes, exported.default].find(isRoutes)
  if (routes === undefined) throw new Failure(1, `${file} exports no routes; expected what draw() gave, as 'routes' or by default`)
  return routes
}

async function importModule (path: string, file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import(pathToFileURL(path).href) as Readonly<Record<string, unknown>>
  } catch (error) {
    throw new Failure(1, `${file} cannot be loaded: ${messageOf(error)}`)
  }
}
