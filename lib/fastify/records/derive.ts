/** What a row derives from records: parts of its schema, and the hooks that clean its body and answer. */

import type { FastifyInstance } from 'fastify'
import { messageOf } from '../../text.js'
import type { Mistakes } from '../../routes/mistakes.js'
import { isPlainObject, remember } from '../../routes/objects.js'
import type { Route } from '../../../types/route.js'
import { createShapes } from '../cleaning/index.js'
import type { Shape } from '../cleaning/index.js'
import { mergeOptions } from '../controllers/index.js'
import type { ActionRouteOptions } from '../controllers/index.js'
import { createCopies, createNames, createReader, looseSchema } from '../schemas/index.js'
import type { ReadSchema, Schema } from '../schemas/index.js'
import { isJudged, withSentErrors, validatorChecker } from '../validation/index.js'
import { deriveAnswer } from './answers.js'
import { MULTIPART, copyOwnPart, deriveBody, formSchemas, openOwnBody, readOwnBody } from './bodies.js'
import { guessOf, unseenNames } from './hidden.js'
import { createShowing, ownVariable } from './owners.js'
import { deriveParams, paramsChecker, refuseInvalidIds } from './params.js'
import { noteAction } from './progress.js'
import { deriveNames, deriveQuery } from './queries.js'
import type { ControllerRecord, DerivedPart, Records } from './record.js'
import { formsOf } from './values.js'
import type { FormRecord } from './values.js'

/** Adds to an action what its row derives; parts of `schema` that the action has itself stay. */
export type Derive = (route: Route, own: ActionRouteOptions, scope: FastifyInstance) => ActionRouteOptions

export function createDerive (records: Records, table: readonly Route[], mistakes: Mistakes): Derive {
  const checkValidator = validatorChecker(mistakes)
  const checkParams = paramsChecker(table)
  const showingOf = createShowing(table)
  const ownShapeOf = createShapes(null)
  const forms = new Map<ControllerRecord, FormRecord>()
  const made = new Map<string, DerivedPart>()
  const readers = new WeakMap<FastifyInstance, ReadSchema>()
  const ownParts = new WeakMap<FastifyInstance, WeakMap<Schema, Schema>>()

  // One object for all rows with the same key, since validators and serializers compile each schema object
  // once.
  const once = (key: string, make: () => DerivedPart): DerivedPart => remember(made, key, make)

  function readerOf ({ controller }: Route, scope: FastifyInstance): ReadSchema {
    return records.get(controller)?.read ??
      remember(readers, scope, () => createReader((id) => scope.getSchema(id)))
  }

  /**
   * The shape of what an action's own schema describes: only of JSON Schemas, since the app knows what others
   * expect.
   */
  function ownShape (route: Route, own: unknown, scope: FastifyInstance): Shape | undefined {
    return isPlainObject(own) ? ownShapeOf(readerOf(route, scope)(own)) : undefined
  }

  /** A part of an action's own as Fastify's validator reads it: one for all rows of the action. */
  function ownPart (route: Route, own: Schema, scope: FastifyInstance, isForeign: boolean): Schema {
    if (isForeign) return own
    const known = remember(ownParts, scope, () => new WeakMap<Schema, Schema>())
    return remember(known, own, () => {
      const copies = createCopies(createNames(scope))
      return copyOwnPart(own, (schema) => copies.own(readerOf(route, scope)(schema)))
    })
  }

  function formOf (record: ControllerRecord): FormRecord {
    return remember(forms, record, () => ({
      sent: record.shapeOf.sent(record.sent), hiding: guessOf(record, unseenNames(record), true)
    }))
  }

  function bodyOf (route: Route, own: unknown, scope: FastifyInstance, isForeign: boolean): DerivedPart {
    if (route.method === 'GET') return {}
    if (isPlainObject(own)) {
      const shapes = formSchemas(own).map((schema) => ownShape(route, schema, scope))
      const isOfLibrary = isJudged(own)
      const schema = isOfLibrary ? openOwnBody(own) : ownPart(route, own, scope, isForeign)
      return readOwnBody(schema, shapes, isOfLibrary || !isForeign)
    }
    const record = records.get(route.controller)
    if (record === undefined || own !== undefined) return {}
    const readsMultipart = scope.hasContentTypeParser(MULTIPART)
    const { controller, action, resource: { singular } } = route
    const key = `body ${controller}#${action} ${singular} ${isForeign} ${readsMultipart}`
    return once(key, () => deriveBody(route, record, formOf(record).sent, { isForeign, readsMultipart }))
  }

  function queryOf (route: Route, own: unknown, scope: FastifyInstance, isForeign: boolean): DerivedPart {
    const shape = ownShape(route, own, scope)
    if (shape !== undefined) {
      return { ...deriveQuery(shape, !isForeign), schema: ownPart(route, own as Schema, scope, isForeign) }
    }
    try {
      const told = ownShape(route, looseSchema(own), scope)
      return told === undefined ? {} : deriveNames(told)
    } catch (error) {
      const name = `${route.controller}.${route.action}`
      const reason = `its schema has no JSON Schema (${messageOf(error)})`
      scope.log.warn(`fastify-resources: ${name}: names of its query do not nest, since ${reason}`)
      return {}
    }
  }

  function paramsOf (route: Route, own: unknown): DerivedPart {
    const key = JSON.stringify(route.params.map(({ name, of, property }) => [name, of, property]))
    return own === undefined ? once(`params ${key}`, () => deriveParams(route, records)) : {}
  }

  function answerOf (route: Route, own: unknown): DerivedPart {
    const record = records.get(route.controller)
    if (record === undefined) return {}
    const showing = record.answers === null ? undefined : showingOf(route)
    const { controller, action, resource: { singular, place } } = route
    const key = `answer ${controller}#${action} ${singular} ${place} ${ownVariable(route)} ${showing?.path}`
    const answers = once(key, () => deriveAnswer(route, record, own, showing))
    // A serializer of the app's own may read another kind of schema.
    return isPlainObject(own) || own === undefined ? answers : { ...answers, schema: {} }
  }

  return function derive (route, own, scope) {
    const { controller } = route
    const record = records.get(controller)
    if (record !== undefined && route.method !== 'GET') formsOf(scope).set(route, formOf(record))
    const said = givenOf(own.schema)
    const hasNoRecord =
      record === undefined && route.params.every(({ of }) => of === null || !records.has(of))
    if (hasNoRecord && Object.keys(said).length === 0) return own
    for (const mistake of checkParams(route, said.params)) mistakes.add(mistake)
    const isForeign = (own.validatorCompiler ?? scope.validatorCompiler) !== undefined
    const query = queryOf(route, said.querystring ?? said.query, scope, isForeign)
    const params = paramsOf(route, said.params)
    const body = bodyOf(route, said.body, scope, isForeign)
    const answer = answerOf(route, said.response)
    const response = { ...answer.schema, ...said.response as Schema | undefined }
    const derived = {
      params: params.schema,
      body: body.schema,
      [said.querystring === undefined ? 'query' : 'querystring']: query.schema,
      response: Object.keys(response).length === 0 ? undefined : response
    }
    const schema = { ...said, ...givenOf(derived) }
    checkValidator(
      `${controller}.${route.action}`,
      [params.schema, body.schema].filter((part) => part !== undefined && part !== said.body) as Schema[],
      scope,
      own.validatorCompiler
    )
    const defaults = scope.serializerCompiler === undefined ? answer.defaults : undefined
    const notesStatus = answer.hasPromise === true
    const handler = answer.hooks === undefined ? own.handler : noteAction(own.handler, notesStatus)
    const given = { ...own, handler, ...(Object.keys(schema).length > 0 && { schema }) }
    const refusal =
      params.schema !== undefined && own.attachValidation === true ? { preHandler: refuseInvalidIds } : {}
    const options = mergeOptions(
      { ...defaults, ...params.hooks },
      refusal,
      query.hooks ?? {},
      body.hooks ?? {},
      given,
      answer.hooks ?? {}
    ) as ActionRouteOptions
    const isDerived = said.body === undefined && body.schema !== undefined
    return isDerived ? withSentErrors(options) : options
  }
}

/** Leaves out undefined values, which would replace others. */
function givenOf (parts: unknown): Schema {
  return isPlainObject(parts)
    ? Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined))
    : {}
}
