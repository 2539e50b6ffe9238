/** The plugin's own validator of records, which converts nothing and removes nothing. */

import { createRequire } from 'node:module'
import { isDeepStrictEqual } from 'node:util'
import type { Ajv, KeywordCxt, KeywordDefinition, Options, ValidateFunction } from 'ajv'
import type AjvFormats from 'ajv-formats'
import { followsFromOthers, placeOf } from '../../forms/fault-words.js'
import { jsonValue, remember } from '../../routes/objects.js'
import type { AjvSettings } from '../../../types/plugin-settings.js'
import { MOST_ISSUES, createSharedCopies, isLaterDraft } from '../../schemas/index.js'
import type { Bundle, Schema } from '../../schemas/index.js'
import { EVALUATED, judgeLimitsFirst } from './limits.js'
import type { Keywords } from './limits.js'
import type { Fault } from './part-errors.js'

const require = createRequire(import.meta.url)

/** Gives the faults of a value, the first of each field; none where it is valid. It fills in defaults. */
export type RecordValidator = (value: unknown) => readonly Fault[]

interface Instance {
  readonly ajv: Ajv
  readonly keywords: Keywords
}

interface Compiled {
  readonly schema: Schema
  readonly faultsOf: RecordValidator
}

/** `make` makes a schema of copies. Throws what Ajv says of an invalid one, or an unknown keyword. */
export type CompileRecord = (make: (copies: Bundle) => Schema) => RecordValidator

/**
 * To find all faults takes time for each. 1 MiB of empty objects in place of records with ten required names
 * has 3.5 million.
 */
const MOST_VALUES = 1_000

/** Clients choose names, and an answer has each several times. */
const MOST_LETTERS = 10_000

export function createCompiler (settings: AjvSettings): CompileRecord {
  const instances = new Map<string, Instance>()
  const shared = createSharedCopies()
  const known = new Map<string, Compiled[]>()

  function compileFor (schema: Schema, allErrors: boolean): ValidateFunction {
    const isLater = isLaterDraft(schema)
    const { ajv, keywords } = remember(instances, `${isLater} ${allErrors}`, () => {
      const ajv = createAjv(isLater, allErrors, settings)
      return { ajv, keywords: keywordsOf(ajv, allErrors) }
    })
    const find = (key: string): unknown => shared.documents[key]
    for (const [key, document] of Object.entries(shared.documents)) {
      if (ajv.schemas[key] === undefined) ajv.addSchema(judgeLimitsFirst(document, find, keywords), key)
    }
    // A later draft has more keywords, and those of draft-07 as well.
    const { $schema, ...others } = schema
    return ajv.compile(judgeLimitsFirst(isLater ? others : schema, find, keywords))
  }

  function createValidator (schema: Schema): RecordValidator {
    const validate = compileFor(schema, false)
    let validateAll: ValidateFunction | undefined
    return function faultsOf (value) {
      if (validate(value)) return []
      if (!isSmall(value)) return firstOfFields(validate.errors as Fault[])
      validateAll ??= compileFor(schema, true)
      // Ajv finds some unevaluated properties only where one fault is enough.
      const { errors } = validateAll(value) ? validate : validateAll
      return firstOfFields(errors as Fault[])
    }
  }

  return function compile (make) {
    const schema = make(shared)
    // The ids of most records have one schema. What JSON lacks, such as a function, may differ.
    const alike = remember(known, JSON.stringify(schema, jsonValue), (): Compiled[] => [])
    const found = alike.find((one) => isDeepStrictEqual(one.schema, schema))
    if (found !== undefined) return found.faultsOf
    const faultsOf = createValidator(schema)
    alike.push({ schema, faultsOf })
    return faultsOf
  }
}

/** Gives the first fault of a value by what a library tells as JSON Schema, which few requests need. */
export function createFirstValidator (give: () => Schema): RecordValidator {
  let validate: ValidateFunction | undefined
  return (value) => {
    const { Ajv } = require('ajv') as typeof import('ajv')
    validate ??= new Ajv({ strict: false, logger: false }).compile(give())
    return validate(value) ? [] : firstOfFields(validate.errors as Fault[])
  }
}

/** Whether there are few values inside; stops soon after the most. */
export function isSmall (value: unknown): boolean {
  const found = [value]
  for (const one of found) {
    const isInner = typeof one === 'object' && one !== null && !(one instanceof Uint8Array)
    for (const inner of isInner ? Object.values(one) as unknown[] : []) {
      if (found.push(inner) > MOST_VALUES) return false
    }
  }
  return true
}

function createAjv (isLater: boolean, allErrors: boolean, { customOptions, plugins = [] }: AjvSettings): Ajv {
  const options: Options = { ...customOptions, useDefaults: true, allErrors }
  // The first validator of a schema has told of them.
  if (allErrors) options.strictTypes = false
  // Apps without records load none of it.
  const { default: AjvOfDraft } = require(isLater ? 'ajv/dist/2019.js' : 'ajv') as { default: typeof Ajv }
  const ajv = new AjvOfDraft(options)
  const all = plugins.map((plugin) => [plugin].flat() as [Function, unknown?])
  const addFormats = (require('ajv-formats') as typeof AjvFormats).default
  if (!all.some(([plugin]) => plugin.name === addFormats.name)) addFormats(ajv)
  for (const [plugin, pluginOptions] of all) plugin(ajv, pluginOptions)
  // Libraries write both for one rule, and the format has words: so it comes first.
  const pattern = ajv.getKeyword('pattern') as KeywordDefinition
  if (isLater) ajv.addKeyword({ keyword: EVALUATED, before: '$ref', code: nameEvaluated })
  return ajv.removeKeyword('pattern').addKeyword(pattern)
}

/** Ajv itself would declare these names only where a condition holds, and read them elsewhere. */
function nameEvaluated ({ it, gen }: KeywordCxt): void {
  const { _ } = require('ajv') as typeof import('ajv')
  Object.assign(it, { props: gen.var('props', _`{}`), items: gen.var('items', 0) })
}

function keywordsOf (ajv: Ajv, goesOn: boolean): Keywords {
  return {
    typesOf (keyword) {
      const definition = ajv.getKeyword(keyword)
      const isRun = typeof definition !== 'boolean' && definition.post !== true
      return isRun ? definition.type as string[] : undefined
    },
    ignoresBesideRef: ajv.opts.ignoreKeywordsWithRef === true,
    hasDiscriminators: ajv.opts.discriminator === true,
    goesOn
  }
}

/** Whether another field can be told. */
export function hasRoom (found: ReadonlyMap<string, Fault>): boolean {
  const letters = [...found.keys()].reduce((sum, place) => sum + place.length, 0)
  return found.size < MOST_ISSUES && letters < MOST_LETTERS
}

/** Without what only follows from others: that a choice or a condition is not met. */
function firstOfFields (faults: readonly Fault[]): Fault[] {
  const found = new Map<string, Fault>()
  for (const weak of [false, true]) {
    for (const fault of faults.filter((one) => followsFromOthers(one) === weak)) {
      const place = placeOf(fault)
      const isTold = found.has(place) || (weak && [...found.keys()].some((one) => one.startsWith(`${place}/`)))
      if (!isTold && hasRoom(found)) found.set(place, fault)
    }
  }
  return faults.filter((fault) => found.get(placeOf(fault)) === fault)
}
