/** What a row derives from records: what is checked, parts of its schema, and the hooks around its action. */

import type { FastifyInstance } from 'fastify'
import { messageOf } from '../../text.js'
import { isObject, isPlainObject, remember } from '../../routes/objects.js'
import type { Route } from '../../../types/route.js'
import { OWN_RULES, hide, walk } from '../texts/index.js'
import { hasOwnBody } from '../../controllers/controller-actions.js'
import type { ControllerAction } from '../../controllers/controller-actions.js'
import type { FormRecord, Layer, Registering, RowPart } from '../../controllers/layers/index.js'
import { createPlaces, createReader, factsInside, isStandard, looseViewOf } from '../../schemas/index.js'
import type { Place, ReadSchema } from '../../schemas/index.js'
import { createCompiler, readOwnSchema } from '../judging/index.js'
import type { CompileRecord } from '../judging/index.js'
import { deriveAnswer, shownNode } from './answers.js'
import { createLocator } from './location.js'
import { MULTIPART, deriveBody, ownFields, readOwnBody } from './record-bodies.js'
import { deriveParams, paramsChecker, reportSlashesOfNumbers, withMissingPages } from './record-params.js'
import { deriveQuery } from './queries.js'
import { readRecords } from './record.js'
import type { ControllerRecord, Records } from './record.js'
import { updateHooks } from './updates.js'

interface QueryRow {
  readonly scope: FastifyInstance
  readonly read: ReadSchema
  /** Whether the app has a validator of its own for the row. */
  readonly hasValidator: boolean
  /** Whether a library judges it. */
  readonly isJudged: boolean
}

/** The layer of records and of schemas that actions have themselves. */
export function createRecordLayer (registering: Registering): Layer {
  const { fastify, table, controllers, settings, mistakes } = registering
  const records: Records = new Map()
  const checkParams = paramsChecker(table)
  const locatorOf = createLocator(fastify)
  const ownPlaceOf = createPlaces()
  /** One for all rows of an action, since a validator compiles it. */
  const ownBodies = new WeakMap<ControllerAction, RowPart>()
  const readers = new WeakMap<FastifyInstance, ReadSchema>()
  const compilers = new WeakMap<FastifyInstance, CompileRecord>()
  const forms = new WeakMap<ControllerRecord, FormRecord>()

  /** An invalid schema is a mistake. */
  function attempt (where: string, make: () => RowPart): RowPart {
    try {
      return make()
    } catch (error) {
      mistakes.at(where).add(schemaFault(error), { cause: error })
      return {}
    }
  }

  /** Only of JSON Schemas, since the app knows what others expect. */
  function queryOf (
    { controller, action }: Route, own: unknown, { scope, read, hasValidator, isJudged }: QueryRow
  ): RowPart {
    const where = `${controller}.${action}: schema.querystring`
    const ofQuery = mistakes.at(where)
    if (isPlainObject(own)) {
      return attempt(where, () => {
        const node = read(own)
        const compile = remember(compilers, scope, () => createCompiler(settings.ajv))
        const faultsOf = hasValidator || isJudged ? null : compile(({ whole }) => whole(node))
        // Fastify would tell one fault, in other words.
        const leftOut = { schema: { querystring: undefined, query: undefined }, facts: { query: () => own } }
        const rules = { faultsOf, readsTexts: true, isOwn: hasValidator }
        return { ...deriveQuery(ownPlaceOf(node), rules, ofQuery), ...!hasValidator && leftOut }
      })
    }
    if (!isStandard(own) || own['~standard'].jsonSchema === undefined) return {}
    const { schema, faults: [fault] } = looseViewOf(own)
    const rules = { faultsOf: null, readsTexts: false, isOwn: true }
    if (fault === undefined) return deriveQuery(ownPlaceOf(read(schema)), rules, ofQuery)
    const name = `${controller}.${action}`
    scope.log.warn(`fastify-resources: ${name}: names of its query do not nest, since ${fault}`)
    return {}
  }

  function paramsOf (route: Route, own: unknown): RowPart {
    return own === undefined
      ? attempt(`${route.controller}: ids`, () => deriveParams(route, records))
      : { wrapErrors: withMissingPages }
  }

  return {
    readControllers (scope, ofScope) {
      readRecords(scope, ofScope, records, registering)
    },

    partOf ({ route, scope, action, options }) {
      const { controller, method } = route
      const record = records.get(controller)
      const ofAction = readOwnSchema(route, options, scope, mistakes)
      const { schema: own, hooks, judgesBody, judgesQuery, hasValidator } = ofAction
      const ofRecords = record !== undefined || route.params.some(({ of }) => records.has(of ?? ''))
      if (!ofRecords && Object.keys(own).length === 0) return {}
      for (const mistake of checkParams(route, own.params)) mistakes.add(mistake)
      reportSlashesOfNumbers(route, records, mistakes)
      const read = record?.read ?? remember(readers, scope, () => createReader((id) => scope.getSchema(id)))
      const readsMultipart = scope.hasContentTypeParser(MULTIPART)
      const hiding = record === undefined ? [] : [record.sent, record.seen].map(factsInside)
      // Names that an answer never shows.
      const isHidden = (name: string): boolean => hiding.some(({ hidden }) => hidden.has(name))
      const sending = { readsMultipart, isHidden }
      const parts: RowPart[] = [
        { schema: own, facts: { own } },
        paramsOf(route, own.params),
        queryOf(route, own.querystring ?? own.query, { scope, read, hasValidator, isJudged: judgesQuery }),
        hooks
      ]
      if (method !== 'GET' && isPlainObject(own.body)) {
        const { body } = own
        const reader = { read, placeOf: ownPlaceOf, isJudged: judgesBody }
        parts.push(remember(ownBodies, action, () => readOwnBody(route, body, reader)))
        const isExact = !judgesBody && !hasValidator
        parts.push({ form: { fields: ownFields(route, body, { ...reader, ...sending, isExact }) } })
      }
      if (record === undefined) return parts
      if (method !== 'GET') {
        if (own.body === undefined) {
          const row = { ...sending, hasOwnParams: own.params !== undefined }
          parts.push(attempt(`${controller}.record`, () => deriveBody(route, record, row)))
        }
        parts.push({ form: remember(forms, record, formOf) })
      }
      if (!hasOwnBody(action)) {
        parts.push({ last: updateHooks({ route, action, records, controllers, mistakes }) })
      }
      const { answers } = record
      const hasFreeAnswers = answers === false || answers?.[route.action] === false
      const isPromised = answers !== null && !hasFreeAnswers
      const compiler = options.serializerCompiler ?? scope.serializerCompiler
      const row = { own: own.response, compiler, locatorOf }
      const answer = attempt(controller, () => deriveAnswer(route, record, row))
      return [...parts, { facts: { hasFreeAnswers, isPromised } }, answer]
    }
  }
}

function formOf (record: ControllerRecord): FormRecord {
  const [sent, shown] = [record.sent, shownNode(record)].map(record.placeOf) as [Place, Place]
  const hiding = { names: unseenNames(record), record: shown }
  const rules = { ...OWN_RULES, texts: null, isOwn: false } as const
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

/** The names that a record marks as hidden, and those that clients send but a record has not: a password. */
function unseenNames ({ sent, seen }: ControllerRecord): Set<string> {
  const [ofSent, ofSeen] = [factsInside(sent), factsInside(seen)]
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
