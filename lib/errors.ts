/** Every error of the package: its code, its status and its words. */

import { oneOf, show } from './text.js'

const SECOND_COPY =
  'a second copy of fastify-resources is installed (npm ls fastify-resources shows the copies, npm dedupe ' +
  'leaves one)'

const ERRORS = {
  FST_RESOURCES_DECLARATION: [500, (mistakes: readonly string[]) => listed('The routes have', mistakes)],
  FST_RESOURCES_OPTIONS: [500, (mistakes: readonly string[]) => listed('The options have', mistakes)],
  FST_RESOURCES_JSON_VERSION: [
    500,
    (version: unknown, known: number) =>
      `the JSON of the routes has version ${show(version)}, and this fastify-resources reads ` +
        `version ${known}; write it again with the version that reads it`
  ],
  FST_RESOURCES_ALREADY_REGISTERED: [
    500,
    () =>
      'fastify-resources is already registered in this scope; draw one tree and add others with ' +
      'include(otherRoutes), or register the second tree in a child scope'
  ],
  FST_RESOURCES_CONTROLLERS: [
    500,
    (mistakes: readonly string[]) => listed('The controllers have', mistakes)
  ],
  FST_RESOURCES_ROUTE: [
    500,
    (mistakes: readonly string[]) => listed('Fastify cannot register the routes, which have', mistakes)
  ],
  FST_RESOURCES_URL: [500, called],
  FST_RESOURCES_FORM: [500, called],
  FST_RESOURCES_BASE_URL: [500, baseUrlFault],
  FST_RESOURCES_METHOD_NOT_ALLOWED: [
    405,
    (method: string, url: string, allowed: readonly string[], overrides: readonly string[]) =>
      `${method} is not allowed for ${show(url)}, which answers ${allowed.join(', ')}` +
      (overrides.length === 0
        ? ''
        : `; a form reaches ${overrides.map((name) => `${name} with _method=${name.toLowerCase()}`).join(', ')} in its body`)
  ],
  FST_RESOURCES_METHOD_OVERRIDE: [400, overrideFault],
  // The words are for visitors. The log has those for developers.
  FST_RESOURCES_CROSS_SITE: [
    403,
    () =>
      'This request comes from a page of another site, so it changes nothing. Open the page on this site ' +
        'and try again.'
  ],
  FST_RESOURCES_STRATEGY: [
    500,
    (name?: string) =>
      name === undefined
        ? `the scope already has the decorators of another fastify-resources: ${SECOND_COPY}`
        : `the app already has another constraint strategy '${name}': either ${SECOND_COPY}, or the app uses ` +
          'the name for a strategy of its own; rename that one'
  ],
  FST_RESOURCES_FIELDS: [422, (text: string) => text],
  FST_RESOURCES_STALE: [
    409,
    () => 'the record has changed since; get it again'
  ],
  FST_RESOURCES_MATCHED: [
    412,
    () => 'the record exists, and has a version that If-None-Match excludes'
  ],
  FST_RESOURCES_NO_VERSION: [
    428,
    () => 'the request names no version: send If-Match, or the field _version'
  ],
  FST_RESOURCES_FORM_BODY: [400, (fault: string) => `the form cannot be read: ${fault}`],
  FST_RESOURCES_MULTIPART: [
    500,
    () =>
      'the schema has files, and @fastify/multipart left the body of the form empty; ' +
      'register it with attachFieldsToBody: true, or read a stream in an action whose schema has no file'
  ],
  FST_RESOURCES_MEDIA_TYPE: [
    415,
    (place?: string) =>
      place === undefined
        ? 'the app does not read multipart forms here, since @fastify/multipart left the body empty; ' +
          'send the form urlencoded, or register that plugin with attachFieldsToBody: true'
        : `the body has no file at ${show(place)}, where the schema has one; send a form of the media type ` +
          'multipart/form-data'
  ],
  FST_RESOURCES_LEVELS: [400, (most: number) => `the body nests deeper than ${most} levels`],
  FST_RESOURCES_QUERY: [400, (fault: string) => `the query cannot be read: ${fault}`],
  FST_RESOURCES_FORMATS: [500, (mistakes: readonly string[]) => listed('The formats have', mistakes)],
  FST_RESOURCES_NOT_ACCEPTABLE: [
    406,
    (asked: string, formats: readonly string[]) => `the request ${asked}; expected ${oneOf(formats)}`
  ],
  FST_RESOURCES_HOST: [400, (fault: string) => fault],
  FST_RESOURCES_ID: [
    400,
    (names: readonly string[]) => names.map((name) => `params/${name} must be integer`).join(', ')
  ],
  FST_RESOURCES_NOT_FOUND: [
    404,
    (name: string, id: unknown) => `${name}${id === undefined ? '' : ` ${String(id)}`} was not found`
  ],
  FST_RESOURCES_LOAD: [
    500,
    (controller: string, found: unknown, expected = 'a record, which is an object, or null for none') =>
      `${controller}.load: expected ${expected}, got ${loadedText(found)}`
  ],
  FST_RESOURCES_LOADED: [
    500,
    (controller: string, name: string) =>
      `the record that ${controller} loads has no valid '${name}', so no rule of its schema could judge the ` +
        'update; store a valid one, or let load give one'
  ],
  FST_RESOURCES_ANSWER: [
    500,
    (controller: string, action: string, expected: string, answer: string) =>
      `${controller}#${action} answers with ${answer}, where 'responses' expects a ${expected}; ` +
      `change the action, or declare its answer: responses: { ${action}: … } takes 'record', 'list', ` +
      'a JSON Schema and false'
  ],
  FST_RESOURCES_ANSWER_VALUE: [
    500,
    (controller: string, action: string, value: string, place: string, types: string) =>
      `${controller}#${action} answers with ${value} as '${place}', where its schema requires ${types}; ` +
      'change the answer, or let the schema allow it'
  ],
  FST_RESOURCES_WALK: [500, (fault: string) => `walkApp(): ${fault}`]
} as const satisfies Record<string, readonly [statusCode: number, message: (...details: never) => string]>

type ErrorCode = keyof typeof ERRORS

/** An error in the shape of Fastify's own: `code`, `statusCode`, `message`. */
export class ResourcesError extends Error {
  readonly code: ErrorCode
  readonly statusCode: number

  constructor (code: ErrorCode, statusCode: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ResourcesError'
    this.code = code
    this.statusCode = statusCode
  }
}

export function createError<C extends ErrorCode> (
  code: C, details: Parameters<(typeof ERRORS)[C][1]>, options?: ErrorOptions
): ResourcesError {
  const [statusCode, message] = ERRORS[code] as readonly [number, (...details: readonly unknown[]) => string]
  return new ResourcesError(code, statusCode, message(...details), options)
}

function called (helper: string, faults: readonly string[]): string {
  return `${helper}: ${faults.join('; ')}`
}

/** Of the path in a `baseUrl`, of the path that a function returns, or of the whole. */
function baseUrlFault (value: unknown, place: 'path' | 'function' | 'whole'): string {
  if (place === 'path') return `baseUrl: its path ${show(value)} ${basePathFault(String(value))}`
  return place === 'function'
    ? `baseUrl: a function must return only protocol and host, got the path ${show(value)} too; give ` +
      'baseUrl as a string, or set prefix'
    : "baseUrl: expected the address of the app, such as 'https://example.org' or " +
      `'https://example.org/blog', got ${show(value)}`
}

function basePathFault (path: string): string {
  if (path.includes('//')) return 'has an empty segment'
  return /%2f|%5c/i.test(path)
    ? 'has an encoded slash'
    : 'has a dot segment, which never reaches the server'
}

/** The client gets it, so it tells no item of a list. */
function loadedText (found: unknown): string {
  return Array.isArray(found) && found.length > 0 ? `a list of ${found.length}` : show(found)
}

function listed (subject: string, mistakes: readonly string[]): string {
  if (mistakes.length === 1) return `${subject} a mistake: ${mistakes[0]}`
  return `${subject} ${mistakes.length} mistakes:\n${mistakes.map((mistake) => `  - ${mistake}`).join('\n')}`
}

/** Without a method: of a form that names none in what was read of it. */
function overrideFault (method: unknown, isLate: boolean): string {
  if (isLate) {
    const named = method === undefined ? 'no method early' : `the method ${show(method)} too late`
    return (
      `the form names ${named} in the body: \`_method\` was not found in the first 64 KiB; ` +
      'write it unencoded, as the first field of the form, or give the button that names it a form of its ' +
      'own: <button form=…>'
    )
  }
  return (
    `the form names the method ${show(method)} but no form may name a method there: the route was drawn ` +
    "with api: true, methodOverride is off, the route is the app's own, nothing answers it, or its " +
    'conditions do not hold; for api routes, set methodOverride: true'
  )
}
