/** A form that comes back has the address of `create` or `update`. A reload by GET leads to the form. */

import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { rowsByController } from '../../routes/answer.js'
import { hasConditionsOf } from '../../routes/endpoints.js'
import type { Mistakes } from '../../routes/mistakes.js'
import { copyWith, groupBy } from '../../routes/objects.js'
import { isGlob } from '../../routes/path.js'
import { WORD } from '../../routes/router-paths.js'
import type { RouterPath } from '../../routes/router-paths.js'
import type { Route } from '../../../types/route.js'
import { mergeOptions } from '../controllers/index.js'
import type { ActionRouteOptions } from '../controllers/index.js'
import { acceptsPage, addAcceptToVary, prefersPage } from '../formats/index.js'
import { wrongMethodError } from '../methods/index.js'
import { refuseLater, registerRow, shapeOf } from '../registration/index.js'
import type { RowRegistration } from '../registration/index.js'
import { declareRows, redirectAction } from '../routing/index.js'
import type { Settings } from '../plugin-options.js'
import type { Tree } from '../tree.js'

/** The action that the form of another sends to. */
const SENT: Readonly<Record<string, string>> = { new: 'create', edit: 'update' }

/** A row that shows a form. */
export interface FormRow {
  readonly registration: RowRegistration
  readonly scope: FastifyInstance
}

interface Registering {
  readonly fastify: FastifyInstance
  readonly tree: Tree
  readonly settings: Settings
  readonly forms: readonly FormRow[]
  readonly routeMistakes: Mistakes
}

/** Once all rows are there: a native GET that no table lists, for each address that nothing else answers. */
export function registerReloads ({ fastify, tree, settings, forms, routeMistakes }: Registering): void {
  const rows = rowsByController(tree.table)
  const getRows = tree.table.filter(({ method }) => method === 'GET')
  const conditional = getRows.filter(({ conditions }) => Object.keys(conditions).length > 0)
  const open = forms.flatMap((form) => addressesOf(form.registration.route, rows, tree)
    .filter(({ address, path }) => !isAnswered(path, form) &&
      !conditional.some((row) => answersByCondition(row, address)))
    .map((address) => ({ ...address, ...form })))
  if (open.length === 0) return
  const rowsOfShape = groupBy(
    getRows.flatMap((row) => tree.pathsOf(row).map(({ shape }) => ({ row, shape }))), ({ shape }) => shape
  )
  const reloads = open.flatMap(({ address, path, registration, scope }) => {
    const form = registration.route
    const to = form.path + (path.isExtended ? '.html' : '')
    const { params } = address
    const route = copyWith(form, { path: address.path, params, redirect: { path: to, status: 303 } })
    const url = prefixOf(scope) + path.url
    // Another pattern or other extensions, which the router cannot tell apart.
    if (rowsOfShape.get(path.shape)?.some(({ row }) => hasConditionsOf(form, row)) === true) return []
    // PUT and PATCH have one address. So have both forms of a singleton: `new` needs no record.
    if (scope.hasRoute({ method: 'GET', url, constraints: form.conditions })) return []
    const redirect = redirectAction(route, settings.base.path, scope) as ActionRouteOptions
    const action = reloadAction(registration.action, redirect)
    registerRow({ ...registration, route, paths: [path], action, layers: [] }, scope, routeMistakes)
    return [{ route, url }]
  })
  if (reloads.length === 0) return
  refuseLater({
    rows: new Map(reloads.map(({ route, url }) => [`GET ${shapeOf(url)}`, route])),
    isRefused: ({ constraints = {} }, row) =>
      hasConditionsOf({ conditions: constraints }, row) && hasConditionsOf(row, { conditions: constraints }),
    textOf: (_method, url, { redirect }) =>
      `GET ${url}: a reload of the form there leads to ${redirect?.path as string} already; ` +
        'add this route before the plugin, or declare it in the same tree'
  }, fastify)
  const urls = new Map(reloads.map(({ route, url }) => [route, url]))
  const table = [...urls.keys()]
  declareRows(fastify, {
    table, overrideOf: () => null, isHidden: () => true, reloadUrlOf: (route) => urls.get(route) as string
  })
}

interface Address {
  readonly address: Route
  readonly path: RouterPath
}

/** The paths that the form of a row sends to, with all that its own path needs. */
function addressesOf (
  form: Route, rows: ReadonlyMap<string, readonly Route[]>, { pathsOf }: Tree
): Address[] {
  const ofController = rows.get(form.controller) as readonly Route[]
  const addresses = ofController.filter((row) => isAddressOf(row, form))
  return addresses.flatMap((address) => pathsOf(address)
    .filter(({ params }) => address.params.every((param) =>
      param.default !== null || params.includes(param.name)))
    .map((path) => ({ address, path })))
}

function isAddressOf (row: Route, form: Route): boolean {
  return form.method === 'GET' && row.action === SENT[form.action] && row.resource.place !== null &&
    form.path.startsWith(`${row.path}/`) && hasConditionsOf(form, row) &&
    row.needsFormat === form.needsFormat && row.formats.join() === form.formats.join()
}

/** Whether some GET of the app answers there, if only one that takes any text. */
function isAnswered ({ segments }: RouterPath, { registration, scope }: FormRow): boolean {
  const texts = segments.map(({ kind, text, ending }) => kind === WORD ? text : `${text}0${ending}`)
  const url = encodeURI(`${prefixOf(scope)}/${texts.join('/')}`)
  return scope.findRoute({ method: 'GET', url, constraints: registration.route.conditions }) !== null
}

/** Whether a GET answers there under a condition that the reload lacks: the router prefers the reload. */
function answersByCondition (row: Route, address: Route): boolean {
  const isNarrower = Object.keys(row.conditions).some((name) => !(name in address.conditions))
  if (!isNarrower) return false
  const [segments, asked] = [row, address].map(({ path }) => path.split('/')) as [string[], string[]]
  const isAlike = (segment: string, index: number): boolean =>
    isGlob(segment) || segment.includes(':') || (asked[index] ?? '').includes(':') ||
    segment.toLowerCase() === asked[index]?.toLowerCase()
  return segments.every(isAlike) && (segments.length >= asked.length || segments.some(isGlob))
}

function prefixOf ({ prefix }: FastifyInstance): string {
  return prefix.replace(/\/$/, '')
}

/** Runs all that guards the form. Whatever asks for no page gets its answer without a GET there. */
function reloadAction (action: ActionRouteOptions, redirect: ActionRouteOptions): ActionRouteOptions {
  const handler: RouteHandlerMethod = function redirectReload (request, reply) {
    addAcceptToVary(reply)
    reply.header('cache-control', 'no-store')
    return redirect.handler.call(this, request, reply)
  }
  const schema = { ...action.schema as object, hide: true }
  return { ...mergeOptions({ onRequest: refuseProgram }, action), schema, handler }
}

function refuseProgram (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
  const isPage = acceptsPage(request) && prefersPage(request)
  const error = isPage ? undefined : wrongMethodError(request, reply, request.method)
  if (isPage || error !== undefined) done(error)
  else reply.callNotFound()
}
