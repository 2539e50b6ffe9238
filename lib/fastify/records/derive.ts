/** What a row derives from records: what is checked, parts of its schema, and the hooks around its action. */

import type { FastifyInstance } from 'fastify'
import { messageOf } from '../../text.js'
import { isObject, isPlainObject, remember } from '../../routes/objects.js'
import { ownVariable } from '../../routes/owners.js'
import type { Route } from '../../../types/route.js'
import { OWN_RULES, hide, walk } from '../cleaning/index.js'
import { hasOwnBody, mergeOptions } from '../controllers/index.js'
import type {
  ErrorHandler, FormRecord, Layer, LayerRow, Registering, RowFacts, RowPart
} from '../layers/index.js'
import { answerNotFound, noteAction, prefersHtml } from '../requests/index.js'
import {
  bundle, createPlaces, createReader, isStandard, looseViewOf, mapContent, namesAnywhere
} from '../schemas/index.js'
import type { Place, ReadSchema, Schema } from '../schemas/index.js'
import { isJudged, readOwnSchema, withSentErrors } from '../validation/index.js'
import { deriveAnswer, shownNode } from './answers.js'
import { MULTIPART, deriveBody, formSchemas, hasFiles, readOwnBody } from './bodies.js'
import { deriveParams, paramsChecker } from './params.js'
import { deriveNames, deriveQuery } from './queries.js'
import { readRecords } from './record.js'
import type { ControllerRecord, DerivedPart, Records } from './record.js'
import { createShowing } from './showing.js'
import { updateHooks } from './updates.js'

/** The layer of records and of schemas that actions have themselves. */
export function createRecordLayer ({ table, settings, controllers, mistakes }: Registering): Layer {
  const { unknown, ajv } = settings
  const records: Records = new Map()
  return {
    readControllers: (scope, ofScope) => readRecords(ofScope, records, { scope, unknown, ajv, mistakes }),
    partOf: createDerive({ records, table, controllers, mistakes })
  }
}

interface Deriving extends Pick<Registering, 'table' | 'controllers' | 'mistakes'> {
  readonly records: Records
}

function createDerive (
  { records, table, controllers, mistakes }: Deriving
): (row: LayerRow) => RowPart {
  const checkParams = paramsChecker(table)
  const showingOf = createShowing(table)
  const ownPlaceOf = createPlaces()
  const forms = new Map<ControllerRecord, FormRecord>()
  const made = new Map<string, DerivedPart>()
  const readers = new WeakMap<FastifyInstance, ReadSchema>()
  const ownParts = new WeakMap<FastifyInstance, WeakMap<Schema, Schema>>()

  /** One for all rows with the same key, since each compiles. An invalid schema is a mistake. */
  function once (key: string, where: string, make: () => DerivedPart): DerivedPart {
    return remember(made, key, () => {
      try {
        return make()
      } catch (error) {
        mistakes.at(where).add(schemaFault(error), { cause: error })
        return {}
      }
    })
  }

  function readerOf ({ controller }: Route, scope: FastifyInstance): ReadSchema {
    return records.get(controller)?.read ??
      remember(readers, scope, () => createReader((id) => scope.getSchema(id)))
  }

  /**
   * The place of what an action's own schema describes: only of JSON Schemas, since the app knows what others
   * expect.
   */
  function ownPlace (route: Route, own: unknown, scope: FastifyInstance): Place | undefined {
    return isPlainObject(own) ? ownPlaceOf(readerOf(route, scope)(own)) : undefined
  }

  /** A body of an action's own as the app's validator reads it: one for all rows of the action. */
  function ownBody (route: Route, own: Schema, scope: FastifyInstance): Schema {
    const known = remember(ownParts, scope, () => new WeakMap<Schema, Schema>())
    const read = readerOf(route, scope)
    const copyOf = (schema: unknown): unknown => {
      if (!isPlainObject(schema)) return schema
      const node = read(schema)
      return hasFiles(ownPlaceOf(node)) ? bundle('own', ({ whole }) => whole(node)) : schema
    }
    return remember(known, own, () => mapContent(own, copyOf) as Schema)
  }

  function bodyOf (route: Route, own: unknown, scope: FastifyInstance, hasOwnParams: boolean): DerivedPart {
    if (route.method === 'GET') return {}
    if (isPlainObject(own)) {
      const places = formSchemas(own).map((schema) => ownPlace(route, schema, scope))
      return readOwnBody(route, own, places, isJudged(own) ? undefined : ownBody(route, own, scope))
    }
    const record = records.get(route.controller)
    if (record === undefined || own !== undefined) return {}
    const row = { readsMultipart: scope.hasContentTypeParser(MULTIPART), hasOwnParams }
    const { controller, action, resource: { singular } } = route
    const key = `body ${controller}#${action} ${singular} ${row.readsMultipart} ${hasOwnParams}`
    return once(key, `${controller}.record`, () => deriveBody(route, record, row))
  }

  function queryOf (route: Route, own: unknown, scope: FastifyInstance): DerivedPart {
    const place = ownPlace(route, own, scope)
    if (place !== undefined) return deriveQuery(place)
    if (!isStandard(own) || own['~standard'].jsonSchema === undefined) return {}
    const { schema, faults: [fault] } = looseViewOf(own)
    if (fault === undefined) return deriveNames(ownPlaceOf(readerOf(route, scope)(schema)))
    const name = `${route.controller}.${route.action}`
    scope.log.warn(`fastify-resources: ${name}: names of its query do not nest, since ${fault}`)
    return {}
  }

  function paramsOf (route: Route, own: unknown): DerivedPart {
    if (own !== undefined) return {}
    const key = JSON.stringify(route.params.map(({ name, of, property }) => [name, of, property]))
    return once(`params ${key}`, `${route.controller}: ids`, () => deriveParams(route, records))
  }

  function answerOf (route: Route, own: unknown): DerivedPart {
    const record = records.get(route.controller)
    if (record === undefined) return {}
    const showing = record.answers === null ? undefined : showingOf(route)
    const { controller, action, resource: { singular, place } } = route
    const key = `answer ${controller}#${action} ${singular} ${place} ${ownVariable(route)} ${showing?.path}`
    const answers = once(key, controller, () => deriveAnswer(route, record, own, showing))
    // A serializer of the app's own may read another kind of schema.
    return isPlainObject(own) || own === undefined ? answers : { ...answers, schema: {}, facts: {} }
  }

  return function partOf ({ route, scope, action, options }) {
    const { controller } = route
    const record = records.get(controller)
    const { schema: given, hooks: judging } = readOwnSchema(route, options, scope, mistakes)
    const hasNoRecord =
      record === undefined && route.params.every(({ of }) => of === null || !records.has(of))
    if (hasNoRecord && Object.keys(given).length === 0) return {}
    for (const mistake of checkParams(route, given.params)) mistakes.add(mistake)
    const query = queryOf(route, given.querystring ?? given.query, scope)
    const params = paramsOf(route, given.params)
    const body = bodyOf(route, given.body, scope, given.params !== undefined)
    const answer = answerOf(route, given.response)
    const response = { ...answer.schema, ...given.response as Schema | undefined }
    const { body: ownBody, ...others } = given
    const facts: RowFacts = {
      own: given, ...factsOf(route, record), ...params.facts, ...body.facts, ...answer.facts
    }
    const isDerived = facts.sent !== undefined
    const judgesIds = facts.params !== undefined || given.params !== undefined
    return {
      first: mergeOptions(judging, params.hooks ?? {}, query.hooks ?? {}, body.hooks ?? {}),
      guarded: hasOwnBody(action) ? {} : updateHooks({ route, action, records, controllers, mistakes }),
      last: mergeOptions(params.lastHooks ?? {}, body.lastHooks ?? {}, answer.hooks ?? {}),
      schema: {
        ...others,
        ...definedIn({
          body: body.schema ?? (facts.body === undefined ? ownBody : undefined),
          response: Object.keys(response).length === 0 ? undefined : response
        })
      },
      facts,
      ...(record !== undefined && route.method !== 'GET' && {
        form: remember(forms, record, () => formOf(record))
      }),
      ...(answer.hooks !== undefined && {
        wrapHandler: (handler) => noteAction(handler, answer.hasPromise === true)
      }),
      ...((isDerived || judgesIds) && {
        wrapErrors: (next) => {
          const inner = isDerived ? withSentErrors(next) : next
          return judgesIds ? withMissingPages(inner) : inner as ErrorHandler
        }
      })
    }
  }
}

/** What a document tells of a record's row. */
function factsOf ({ action }: Route, record: ControllerRecord | undefined): RowFacts {
  if (record === undefined) return {}
  const { answers, isBare } = record
  const isPromised = answers !== null && answers !== false && answers[action] !== false
  return { hasRecord: true, isBare, isPromised }
}

function formOf (record: ControllerRecord): FormRecord {
  const [sent, shown] = [record.sent, shownNode(record)].map(record.placeOf) as [Place, Place]
  const hiding = { names: unseenNames(record), record: shown }
  const rules = { ...OWN_RULES, texts: null, takesOut: true } as const
  return {
    sentValues: (values) => walk(values, sent, rules).value,
    shownValues: (loaded) => hide(readable(loaded, shown), hiding, shown, 'any')
  }
}

/** The values of an instance, with those that its getters give of a record. */
function readable (record: unknown, { fields }: Place): unknown {
  if (!isObject(record) || isPlainObject(record)) return record
  const getters = [...fields.keys()].filter((name) => name in record)
  return Object.fromEntries([...Object.keys(record), ...getters].map((name) => [name, record[name]]))
}

/** An error handler for which an invalid id is an unknown address for a visitor, as a missing one is. */
function withMissingPages (next: ErrorHandler | undefined): ErrorHandler {
  return (error, request, reply) => {
    const isOfId = isObject(error) && error.validationContext === 'params'
    if (isOfId && prefersHtml(request)) return answerNotFound(reply)
    // A text that is thrown here would be a 200 with that text.
    return next === undefined ? Promise.reject(error) : next(error, request, reply)
  }
}

/** The names that a record marks as hidden, and those that clients send but a record has not: a password. */
function unseenNames ({ sent, seen }: ControllerRecord): Set<string> {
  const [ofSent, ofSeen] = [namesAnywhere(sent), namesAnywhere(seen)]
  const others = ofSeen.all.size === 0 ? [] : [...ofSent.all].filter((name) => !ofSeen.all.has(name))
  return new Set([...ofSent.hidden, ...ofSeen.hidden, ...others])
}

function schemaFault (error: unknown): string {
  const message = messageOf(error)
  const isUnknown = /unknown (?:keyword|format)/.test(message)
  return isUnknown
    ? `${message}; declare it by the option ajv of the plugin: { customOptions, plugins }, as Fastify's own`
    : message
}

/** Leaves out undefined values, which would replace others. */
function definedIn (parts: unknown): Schema {
  return isPlainObject(parts)
    ? Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined))
    : {}
}
