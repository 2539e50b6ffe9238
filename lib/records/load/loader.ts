/** The layer of `load`: it finds the record of a row and its parents before the action runs. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { messageOf } from '../../text.js'
import type { Mistakes } from '../../routes/mistakes.js'
import { groupBy, remember } from '../../routes/objects.js'
import { isOfRecord, ownVariable, parentsOf } from '../../routes/owners.js'
import type { Route } from '../../../types/route.js'
import type { Controller } from '../../controllers/load-controllers.js'
import type { Layer, PartOptions, Registering } from '../../controllers/layers/index.js'
import { invalidOptions } from '../../controllers/option-checks.js'
import type { OptionChecks } from '../../controllers/option-checks.js'
import { checkLoaded, refuseMissing } from '../../requests/request/index.js'

type Load = (...args: unknown[]) => unknown

/** The look-up for one variable of a path; a singleton's record has no variable. */
interface Step {
  readonly load: Load
  /** The controller that has it. */
  readonly owner: string
  readonly variable: string | null
  readonly name: string
  readonly isParent: boolean
}

/** A row for which a `load` runs, and whether that is without an id. */
interface Place {
  readonly path: string
  readonly isSingleton: boolean
}

export function createLoadLayer ({ table, mistakes }: Registering): Layer {
  const { has, add, hooksOf } = createLoads(table, mistakes)
  return {
    readControllers (_scope, controllers) {
      for (const [name, controller] of controllers) {
        try {
          add(name, controller)
        } catch (error) {
          // A getter of the app may throw.
          mistakes.at(name).add(messageOf(error), { cause: error })
        }
      }
    },
    partOf: ({ route, action: { isLoading } }) =>
      isLoading ? { guarded: hooksOf(route), facts: { isLoading: has(route.controller) } } : {}
  }
}

const CHECKS: OptionChecks = {
  load: [
    'a function (id, parents, request) that finds a record', (load) => typeof load === 'function', 'guard'
  ]
}

function createLoads (table: readonly Route[], mistakes: Mistakes) {
  const rows = groupBy(table, ({ controller }) => controller)
  const loads = new Map<string, Load>()
  const asking = new Set<string>()
  const places = new Map<string, Place>()
  const mixed = new Set<string>()

  /** A `load` that takes arguments would take parents for an id. */
  function checkArguments (owner: string, load: Load, { path }: Route, isSingleton: boolean): void {
    const known = remember(places, owner, () => ({ path, isSingleton }))
    if (known.isSingleton === isSingleton || load.length === 0 || mixed.has(owner)) return
    mixed.add(owner)
    const [singleton, other] = isSingleton ? [path, known.path] : [known.path, path]
    mistakes.add(
      `${owner}.load: '${other}' gives it (id, parents, request), and the singleton of '${singleton}' gives it ` +
        '(parents, request); give the singleton a controller of its own'
    )
  }

  return {
    has: (name: string): boolean => loads.has(name),
    add (name: string, controller: Controller): void {
      const { load } = controller
      if (typeof load === 'function') {
        loads.set(name, load.bind(controller) as Load)
        if (load.length > 1) asking.add(name)
      }
      for (const mistake of invalidOptions(controller, CHECKS)) mistakes.add(`${name}.${mistake}`)
    },
    /**
     * The hook of a row that has records to load. A parent that the controller needs but that has no `load`
     * is a mistake.
     */
    hooksOf (route: Route): PartOptions {
      if (loads.size === 0) return {}
      const {
        controller,
        resource: { singular }
      } = route
      const found: Step[] = []
      for (const { controller: owner, variable, name } of parentsOf(route)) {
        const load = loads.get(owner)
        if (load !== undefined) {
          if (found.some((step) => step.name === name)) {
            mistakes.add(
              `${controller}: two of its parents are named '${name}', and request.parents would have one of ` +
                "them; rename one of the two resources, and keep its path with 'as'"
            )
          }
          found.push({ load, owner, variable, name, isParent: true })
          checkArguments(owner, load, route, variable === null)
        } else if (asking.has(controller)) {
          const example = variable === null ? '()' : '(id)'
          mistakes.add(
            `${controller}.load: it takes parents, but the controller '${owner}' has no 'load'; add ` +
              `one: load: ${example} => …`
          )
        }
      }
      const load = isOfRecord(route) ? loads.get(controller) : undefined
      if (load !== undefined) {
        const astray = foreignVariable(route, rows.get(controller) as Route[])
        if (asking.has(controller) && astray !== undefined) {
          mistakes.add(
            `${controller}.load: it takes parents, but ':${astray}' of '${route.path}' names none, since the ` +
              `path is not below theirs; move the route, or give '${route.action}' load: false`
          )
        }
        const variable = ownVariable(route)
        found.push({ load, owner: controller, variable, name: singular, isParent: false })
        checkArguments(controller, load, route, variable === null)
      }
      return found.length > 0 ? { preHandler: createLoader(found) } : {}
    }
  }
}

/** A variable named as that of a parent in another row of the controller, in a path that is not below it. */
function foreignVariable ({ params }: Route, rows: readonly Route[]): string | undefined {
  const others = params.filter(({ of }) => of === null).map(({ name }) => name)
  if (others.length === 0) return undefined
  const parents = rows.flatMap(parentsOf)
  return parents.find(({ variable }) => variable !== null && others.includes(variable))?.variable ?? undefined
}

/** The hook of a row: the parents outermost first, then the record. */
function createLoader (steps: readonly Step[]) {
  return async function loadRecords (request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { validationError } = request
    if (validationError?.validationContext === 'params') throw validationError
    const params = request.params as Readonly<Record<string, unknown>>
    const parents: Record<string, unknown> = {}
    request.parents = parents
    for (const { load, owner, variable, name, isParent } of steps) {
      const id = variable === null ? undefined : params[variable]
      // A request may leave out an optional variable.
      if (variable !== null && id === undefined) continue
      const loading = variable === null ? load(parents, request) : load(id, parents, request)
      // To wait costs time, and a look-up in memory gives no promise.
      const found: unknown = isPromise(loading) ? await loading : loading
      if (found === undefined || found === null) {
        const error = refuseMissing(request, reply, name, id)
        if (error === undefined) return reply
        throw error
      }
      checkLoaded(owner, found)
      if (isParent) parents[name] = found
      else request.record = found
    }
  }
}

function isPromise (value: unknown): value is PromiseLike<unknown> {
  return typeof (value as Partial<PromiseLike<unknown>> | null | undefined)?.then === 'function'
}
