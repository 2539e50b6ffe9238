/** The plugin's own validator of records, which converts nothing and removes nothing. */

import { createRequire } from 'node:module'
import { isDeepStrictEqual } from 'node:util'
import type { Ajv, KeywordDefinition, Options, ValidateFunction } from 'ajv'
import type AjvFormats from 'ajv-formats'
import { followsFromOthers, placeOf } from '../../helpers/forms/fault-words.js'
import { jsonValue, remember } from '../../routes/objects.js'
import type { AjvSettings } from '../../../types/plugin-settings.js'
import { createSharedCopies, isLaterDraft } from '../schemas/index.js'
import type { Bundle, Schema } from '../schemas/index.js'
import type { Fault } from './part-errors.js'

const require = createRequire(import.meta.url)

/** Gives the faults of a value, the first of each field; none where it is valid. It fills in defaults. */
type RecordValidator = (value: unknown) => readonly Fault[]

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
const MOST_FIELDS = 20

export function createCompiler (settings: AjvSettings): CompileRecord {
  const instances = new Map<string, Ajv>()
  const shared = createSharedCopies()
  const known = new Map<string, Compiled[]>()

  function compileFor (schema: Schema, allErrors: boolean): ValidateFunction {
    const isLater = isLaterDraft(schema)
    const ajv = remember(instances, `${isLater} ${allErrors}`, () => createAjv(isLater, allErrors, settings))
    for (const [key, document] of Object.entries(shared.documents)) {
      if (ajv.schemas[key] === undefined) ajv.addSchema(document, key)
    }
    // A later draft has more keywords, and those of draft-07 as well.
    const { $schema, ...others } = schema
    return ajv.compile(isLater ? others : schema)
  }

  function createValidator (schema: Schema): RecordValidator {
    const validate = compileFor(schema, false)
    let validateAll: ValidateFunction | undefined
    return function faultsOf (value) {
      if (validate(value)) return []
      if (!isSmall(value)) return firstOfFields(validate.errors as Fault[])
      validateAll ??= compileFor(schema, true)
      validateAll(value)
      return firstOfFields(validateAll.errors as Fault[])
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

/** Whether there are few values inside; stops soon after the most. */
function isSmall (value: unknown): boolean {
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
  // Apps without records load none of it.
  const { default: AjvOfDraft } = require(isLater ? 'ajv/dist/2019.js' : 'ajv') as { default: typeof Ajv }
  const ajv = new AjvOfDraft(options)
  const all = plugins.map((plugin) => [plugin].flat() as [Function, unknown?])
  const addFormats = (require('ajv-formats') as typeof AjvFormats).default
  if (!all.some(([plugin]) => plugin.name === addFormats.name)) addFormats(ajv)
  for (const [plugin, pluginOptions] of all) plugin(ajv, pluginOptions)
  // Libraries write both for one rule, and the format has words: so it comes first.
  const pattern = ajv.getKeyword('pattern') as KeywordDefinition
  return ajv.removeKeyword('pattern').addKeyword(pattern)
}

/** Without what only follows from others: that a choice or a condition is not met. */
function firstOfFields (faults: readonly Fault[]): Fault[] {
  const found = new Map<string, Fault>()
  for (const weak of [false, true]) {
    for (const fault of faults.filter((one) => followsFromOthers(one) === weak)) {
      const place = placeOf(fault)
      const isTold = found.has(place) || (weak && [...found.keys()].some((one) => one.startsWith(`${place}/`)))
      if (!isTold && found.size < MOST_FIELDS) found.set(place, fault)
    }
  }
  return faults.filter((fault) => found.get(placeOf(fault)) === fault)
}
