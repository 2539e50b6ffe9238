/** Finds the record of a row and its parents before the action runs: a missing record is a 404. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { show } from '../../text.js'
import type { Route } from '../../../types/route.js'
import type { Controller } from '../controllers/index.js'
import type { Report } from '../report.js'

type Load = (...args: unknown[]) => unknown

/** The look-up for one variable of a path; a singleton's record has no variable. */
interface Step {
  readonly load: Load
  readonly variable: string | null
  /** The name of a parent in `request.parents`; null for the record itself. */
  readonly name: string | null
}

export type Loads = ReturnType<typeof createLoads>

/** `request.record` and `request.parents`, null until they are loaded. */
export function decorateRecords (fastify: FastifyInstance): void {
  for (const name of ['record', 'parents']) {
    if (!fastify.hasRequestDecorator(name)) fastify.decorateRequest(name, null)
  }
}

export function createLoads () {
  const loads = new Map<string, Load>()
  const asking = new Set<string>()
  const steps = new Map<Route, readonly Step[]>()

  /** The parents outermost first, then the record. */
  async function loadRecords (request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    if (request.validationError?.validationContext === 'params') return
    const parents: Record<string, unknown> = {}
    request.parents = parents
    for (const { load, variable, name } of steps.get(request.routeOptions.config.resource as Route) as readonly Step[]) {
      const id = variable === null ? [] : [(request.params as Record<string, unknown>)[variable]]
      const found: unknown = await load(...id, parents, request)
      if (found === undefined || found === null) {
        reply.callNotFound()
        return reply
      }
      if (name === null) request.record = found
      else parents[name] = found
    }
  }

  return {
    add (name: string, controller: Controller, report: Report): void {
      const { load } = controller
      if (typeof load === 'function') {
        loads.set(name, load.bind(controller) as Load)
        if (load.length > 1) asking.add(name)
      } else if (load !== undefined) {
        report(`${name}.load: expected a function (id, parents, request) that finds a record, got ${show(load)}`)
      }
    },
    /** The hook of a row that has records to load. Reports a parent that the controller needs but that has no `load`. */
    hooksOf (route: Route, report: Report): { readonly preHandler?: typeof loadRecords } {
      if (loads.size === 0) return {}
      const { params, controller, resource: { ids, properties, place } } = route
      const last = params.at(-1) ?? ''
      const own = place === 'member' && last === (properties[last] ?? 'id') ? last : null
      const found: Step[] = []
      for (const variable of place === null ? [] : params.filter((one) => one !== own && ids[one] !== undefined)) {
        const owner = ids[variable] as string
        const load = loads.get(owner)
        // `post_id` and `post_slug` → `post`.
        if (load !== undefined) found.push({ load, variable, name: variable.replace(new RegExp(`_${properties[variable] ?? 'id'}$`), '') })
        else if (asking.has(controller)) report(`${controller}.load: it takes parents, but the controller '${owner}' has no 'load'; add one: load: (id) => …`)
      }
      const load = place === 'member' ? loads.get(controller) : undefined
      if (load !== undefined) found.push({ load, variable: own, name: null })
      steps.set(route, found)
      return found.length > 0 ? { preHandler: loadRecords } : {}
    }
  }
}
