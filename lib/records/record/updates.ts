/** Updates of a record that a library judges: after `load`, since it needs the whole record. */

import { isObject } from '../../routes/objects.js'
import type { Properties } from '../../routes/objects.js'
import { isOfRecord, ownVariable } from '../../routes/owners.js'
import type { Route } from '../../../types/route.js'
import type { LayerRow, PartOptions, Registering } from '../../controllers/layers/index.js'
import {
  bothOf, hasInside, innerSchemas, isCodec, isOneWay, isOnly, isPlainRecord, mayBeFile
} from '../../schemas/index.js'
import type { Member, Place, ZodSchema } from '../../schemas/index.js'
import { changedRecordHook, fileOf } from '../judging/index.js'
import type { Records } from './record.js'

const WAY_OUT = 'give the action a schema: { body } of its own'

interface Update extends Pick<LayerRow, 'route' | 'action'>, Pick<Registering, 'controllers' | 'mistakes'> {
  readonly records: Records
}

/**
 * The hook of an update without a body schema of its own. An update whose record cannot be judged is a
 * mistake.
 */
export function updateHooks (
  { route, action: { isLoading }, records, controllers, mistakes }: Update
): PartOptions {
  const {
    controller,
    action,
    method,
    resource: { singular }
  } = route
  const record = records.get(controller)
  if (record === undefined || record.judge === null || action !== 'update' || method === 'GET') return {}
  const { hasInput, judge, zod } = record
  const place = record.placeOf(record.sent)
  const ofUpdate = mistakes.at(`${controller}.update`)
  const judging = hasInput ? 'input' : 'record'
  const reason = `its '${judging}' judges the loaded record with the sent values over it, and`
  const missing = missingFor(route, isLoading, typeof controllers.get(controller)?.load === 'function')
  if (missing !== null) {
    const isPlain = zod !== null && isPlainRecord(zod)
    if (isPlain) return { preHandler: changedRecordHook(singular, judge, place, () => null) }
    ofUpdate.add(`${reason} nothing loads one for ${method} ${route.path}; ${missing}, or ${WAY_OUT}`)
  }
  const shown = record.placeOf(record.seen).fields
  const codecs = zod === null ? new Map<string, ZodSchema[]>() : codecsOf(zod, place)
  const alike: string[] = []
  for (const [name, field] of place.fields) {
    const parts = zod === null || hasInput ? [] : innerSchemas(zod, name)
    if (parts.some((part) => hasInside(part, isOneWay))) {
      ofUpdate.add(
        `${reason} '${name}' would be transformed again; write it as z.codec, whose encode gives what a client ` +
          `sends, give the schema of what clients send as 'input', or ${WAY_OUT}`
      )
    } else if (codecs.has(name) || areAlike(field, shown.get(name))) {
      alike.push(name)
    } else if (field.isRequired) {
      ofUpdate.add(
        `${reason} '${name}' of a record has another type than a client sends; make it optional, or ${WAY_OUT}`
      )
    }
  }
  const sentForm = (loaded: unknown): Properties => isObject(loaded) ? sentFields(loaded, alike, place) : {}
  const formOf = (loaded: unknown): ReturnType<typeof encoded> => encoded(loaded, sentForm(loaded), codecs)
  return { preHandler: changedRecordHook(singular, judge, place, formOf) }
}

/** The properties of which zod has a way back, by name. */
function codecsOf (schema: ZodSchema, { fields }: Place): Map<string, ZodSchema[]> {
  const schemas = [...fields.keys()].map((name) => [name, innerSchemas(schema, name)] as const)
  return new Map(schemas.filter(([, found]) => found.some((one) => hasInside(one, isCodec))))
}

const NONE = { success: false, data: undefined }

/** A loaded record with what clients send in the place of what codecs make of it. */
function encoded (
  loaded: unknown, values: Properties, codecs: ReadonlyMap<string, readonly ZodSchema[]>
): Properties | Promise<Properties> {
  if (codecs.size === 0 || !isObject(loaded)) return values
  const encode = async ([name, schemas]: [string, readonly ZodSchema[]]): Promise<object> => {
    const { [name]: value } = loaded
    if (value === undefined || value === null) return {}
    for (const schema of schemas) {
      // Some rules have no way back, and give an error.
      const { success, data } = await schema.safeEncodeAsync(value).catch(() => NONE)
      if (success) return { [name]: data }
    }
    // It may be what a client sends already.
    return {}
  }
  return Promise.all([...codecs].map(encode)).then((all) => Object.assign({}, values, ...all) as Properties)
}

/** What lets a row load its own record; null where it does. */
function missingFor (route: Route, isLoading: boolean, hasLoad: boolean): string | null {
  if (!isOfRecord(route)) return "add ':id' to the path"
  const add = `add load: ${ownVariable(route) === null ? '()' : '(id)'} => … to the controller`
  const advice = [...(hasLoad ? [] : [add]), ...(isLoading ? [] : ['remove load: false from the action'])]
  return advice.length === 0 ? null : advice.join(' and ')
}

/** Whether a loaded value may be one that clients send; a file is no text. */
function areAlike ({ place: { kinds } }: Member, seen: Member | undefined): boolean {
  const other = seen?.place.kinds ?? kinds
  return mayBeFile(kinds) === mayBeFile(other) && !isOnly(bothOf([kinds, other]), ['null'])
}

/** Loaded values in the form in which a client sends them. Null counts as missing, unless it is valid. */
function sentFields (loaded: Properties, names: Iterable<string>, { fieldOf }: Place): Properties {
  const values: Record<string, unknown> = {}
  for (const name of names) {
    const place = fieldOf(name)?.place
    const value = place && sentValue(loaded[name], place)
    if (value !== undefined && (value !== null || place?.kinds.has('null') === true)) values[name] = value
  }
  return values
}

function sentValue (value: unknown, place: Place): unknown {
  if (value instanceof Date && isDay(place)) return dayOf(value)
  if (value instanceof Uint8Array) return fileOf(value)
  if (value instanceof File) return value
  if (typeof value !== 'object' || value === null || place.isFree) return jsonOf(value)
  const json: unknown = 'toJSON' in value && typeof value.toJSON === 'function' ? value.toJSON() : value
  if (Array.isArray(json)) return json.map((item, index) => sentValue(item, place.itemOf(index).place))
  return isObject(json)
    ? sentFields(json, new Set([...Object.keys(json), ...place.fields.keys()]), place)
    : jsonOf(json)
}

/** Whether its text is a day without a time. */
function isDay ({ kinds }: Place): boolean {
  return kinds.has('day') && !kinds.has('any')
}

/** The day in the zone of the process, as Fastify's serializer writes it. */
function dayOf (date: Date): string | null {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return (local.toJSON() as string | null)?.slice(0, 'yyyy-mm-dd'.length) ?? null
}

function jsonOf (value: unknown): unknown {
  const text = JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'bigint' ? Number(inner) : inner
  ) as string | undefined
  return text === undefined ? undefined : JSON.parse(text)
}
