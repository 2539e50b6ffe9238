/** Loads controllers: from an object or a folder, lazily or not. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { types } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { didYouMean, messageOf, show } from '../text.js'
import type { Mistakes } from '../routes/mistakes.js'
import { isObject } from '../routes/objects.js'
import { inTime } from './in-time.js'

/** A loaded controller: a plain object, a class instance or a module. */
export type Controller = Readonly<Record<string, unknown>>

/** By name, or the folder of their files. */
type Sources = Readonly<Record<string, unknown>> | string

const EXTENSIONS = ['js', 'mjs', 'cjs', 'ts', 'mts']

// A function may return a function or a module.
const MOST_STEPS = 5

/** How many names of given controllers an error lists. */
const MOST_NAMES = 8

const TOO_LATE =
  "did not load within four fifths of Fastify's pluginTimeout; check that its function resolves"

/** A mistake in the option, as opposed to an error that a controller threw. */
class Fault extends Error {}

interface Loading {
  readonly sources: Sources
  readonly scope: FastifyInstance
  /** A time as `Date.now()` returns it. */
  readonly deadline: number
  readonly mistakes: Mistakes
}

/** Loads the named controllers in parallel, without those that are missing, fail or load too late. */
export async function loadControllers (
  names: readonly string[], { sources, scope, deadline, mistakes }: Loading
): Promise<Map<string, Controller>> {
  const loaded = await Promise.all(names.map(async (name): Promise<Array<[string, Controller]>> => {
    try {
      const controller = await inTime(loadController(name, sources, scope), deadline - Date.now())
      if (controller === undefined) throw new Fault(TOO_LATE)
      return [[name, controller]]
    } catch (error) {
      mistakes.at(name).add(messageOf(error), { cause: error instanceof Fault ? undefined : error })
      return []
    }
  }))
  return new Map(loaded.flat())
}

/** A controller that no route uses is probably misspelt. */
export function warnOfUnused (
  sources: Sources, used: ReadonlySet<string>, { log }: FastifyInstance
): void {
  if (typeof sources === 'string') return
  for (const name of Object.keys(sources)) {
    if (!used.has(name)) {
      log.warn(`fastify-resources: no route uses the controller '${name}'${didYouMean(name, [...used])}`)
    }
  }
}

/** Whether there is such a controller: by name, or a file in the folder. */
export function hasController (name: string, sources: Sources): boolean {
  return typeof sources === 'string' ? fileOf(name, sources) !== undefined : Object.hasOwn(sources, name)
}

function fileOf (name: string, folder: string): string | undefined {
  return EXTENSIONS.map((extension) => join(folder, `${name}.${extension}`)).find((path) => existsSync(path))
}

async function loadController (name: string, sources: Sources, scope: FastifyInstance): Promise<Controller> {
  let value: unknown =
    typeof sources === 'string' ? importController(name, sources) : findController(name, sources)
  for (let step = 0; step < MOST_STEPS; step++) {
    value = await value
    if (types.isModuleNamespaceObject(value)) {
      const module = value as Controller
      if (!Object.hasOwn(module, 'default')) return module
      // A CommonJS module compiled from an ES module keeps its default export in its exports.
      const exported = module.default
      value = isObject(exported) && exported.__esModule === true ? exported.default ?? exported : exported
    } else if (typeof value === 'function') {
      if (isClass(value)) {
        throw new Fault(`expected a controller, got the class ${value.name}; give an instance, new ${value.name}()`)
      }
      value = (value as (fastify: FastifyInstance) => unknown)(scope)
    } else if (typeof value === 'object' && value !== null) {
      return value as Controller
    } else {
      break
    }
  }
  throw new Fault(
    `expected a controller (an object, an instance, or a function that gives one), got ${show(value)}`
  )
}

function findController (name: string, sources: Readonly<Record<string, unknown>>): unknown {
  if (Object.hasOwn(sources, name)) return sources[name]
  const names = Object.keys(sources)
  const more = names.length > MOST_NAMES ? ', …' : ''
  const found = names.slice(0, MOST_NAMES).join(', ') || 'none'
  throw new Fault(
    `the option controllers has no such controller${didYouMean(name, names) || `; it has ${found}${more}`}`
  )
}

async function importController (name: string, folder: string): Promise<unknown> {
  const file = fileOf(name, folder)
  if (file === undefined) {
    throw new Fault(
      `there is no file ${join(folder, `${name}.js`)} (nor one ending in ${EXTENSIONS.slice(1).join(', ')})`
    )
  }
  return await import(pathToFileURL(file).href) as unknown
}

function isClass (value: object): boolean {
  return /^class\b/.test(Function.prototype.toString.call(value))
}
