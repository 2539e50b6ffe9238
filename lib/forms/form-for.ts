/** `createFormHelpers`: the form helpers of an app, with `formFor`, which knows its routes. */

import { createError } from '../errors.js'
import { show } from '../text.js'
import { isObject, isPlainObject } from '../routes/objects.js'
import type { Properties } from '../routes/objects.js'
import type { Route } from '../../types/route.js'
import type {
  FieldForm, FormForOptions, FormHelpers, FormHelpersOptions, HiddenFields
} from '../../types/forms.js'
import type { AnyUrlFor } from '../../types/url-for.js'
import { familyOf, filledVariables } from '../urls/family.js'
import { givenId } from '../urls/id-checks.js'
import { unfilled } from '../urls/arguments.js'
import type { RowForm } from '../../types/field-facts.js'
import { fieldName } from './field-name.js'
import { addFields } from './fields.js'
import { readFields } from './html.js'
import { buttonTo, formTag, openForm, readFormOptions, throwFaults } from './tags.js'
import { formTargetOf } from './targets.js'
import type { FormTarget, FormAction } from './targets.js'
import { FORM_WORDS } from './form-words.js'

type Paths = Readonly<Record<string, (...ids: readonly unknown[]) => string>>

/** By variable, in the order of the path. */
type Ids = ReadonlyArray<readonly [name: string, id: unknown]>

const UPDATES = ['put', 'patch']
const MULTIPART = { enctype: 'multipart/form-data' }
const FORM_FOR_OPTIONS = ['isNew', 'method', 'attributes', 'fields', 'values', 'errors']

/**
 * The form helpers for the routes of `urlFor`, which is an app's, a request's or `createUrlFor`'s:
 * `formTag`, `buttonTo`, `fieldName`, and `formFor(name, record, { isNew, method, attributes, fields })`,
 * a `formTag` whose path and method are those of `create` for a new record, else those of `update`. Making
 * them is cheap, so each request can have its own. `fields` are hidden inputs of each form but those by get.
 *
 * `name` is the record's in the listing (`post`, `admin_post`, `account`). A nested record comes in a list
 * behind its parents, one for each id of the path: `formFor('post_comment', [post, comment])`. A record is
 * new if it has no id: `toParam()`, `id` or else the property of the option `param` gives null or undefined.
 * `isNew` overrides that. `method` is `'put'` or `'patch'`, for an update; by default the first that `update`
 * takes.
 *
 * The form also has `open`, its opening tag as a text, and `at(path)`, a field of the record, on a server by
 * the schema of what its row takes. `values` take the place of those of the record; `errors` are shown at
 * fields. `words` translates the labels of options, as that of the plugin does messages: by the keyword
 * `option` and `params.value`.
 *
 * Throws FST_RESOURCES_FORM for an invalid `urlFor` or invalid options. `formFor` throws FST_RESOURCES_FORM
 * with all mistakes, and FST_RESOURCES_URL for invalid ids; `at` for a path that the record does not have. It
 * refuses an update of a record that was drawn with `api: true`, unless the plugin of `urlFor` has
 * `methodOverride: true`.
 */
export function createFormHelpers<U extends object> (
  urlFor: U, helpers: FormHelpersOptions = {}
): FormHelpers<U> {
  const faults: string[] = []
  const family = familyOf(urlFor)
  if (family === undefined) faults.push(FORM_WORDS.urlFor(urlFor))
  const common = readFormOptions(helpers, ['fields', 'words'], faults).fields
  readFields(common, faults)
  if (family === undefined || faults.length > 0) {
    throw createError('FST_RESOURCES_FORM', ['createFormHelpers()', faults])
  }
  const withCommon = <O extends Fielded>(own: O): O => addHidden(own, common as HiddenFields | undefined)
  const { table, options: { formOf, formsNameMethods } } = family
  const filled = filledVariables(urlFor)
  const formFor = (name: string, recordOrList: unknown, options: FormForOptions = {}): FieldForm => {
    const call = `formFor(${show(name)})`
    const faults: string[] = []
    const { isNew, method: asked, ...rest } = readFormOptions(withCommon(options), FORM_FOR_OPTIONS, faults)
    if (asked !== undefined && !UPDATES.includes(asked as string)) {
      faults.push(FORM_WORDS.updateMethod(asked, UPDATES))
    }
    const records: readonly unknown[] = Array.isArray(recordOrList) ? recordOrList : [recordOrList]
    const target = formTargetOf(table, name)
    const creates = readIsNew(isNew, records.at(-1), target?.update?.own?.property, faults)
    throwFaults(call, faults)

    const action = chooseAction(table, name, creates, faults)
    const method = asked ?? action?.methods[0]
    if (!creates && action?.methods.includes(method as string) === false) {
      faults.push(FORM_WORDS.methodHere(action.methods))
    }
    if (!creates && action?.row.api === true && !formsNameMethods) {
      faults.push(FORM_WORDS.methodOfApi(method, action.row.path))
    }
    if (action?.row.needsFormat === true) {
      faults.push(FORM_WORDS.needsFormat(action, creates ? 'post' : method))
    }
    const ids =
      action === undefined ? [] : readRecords(records, action, target as FormTarget, filled, faults)
    const path = faults.length > 0 ? '/' : pathTo(urlFor, action as FormAction, ids)
    const { fields, hiddenOf }: RowForm = (action && formOf?.(action.row)) ?? {}
    const attributes = withOwn(fields?.takesFiles === true ? MULTIPART : undefined, rest.attributes)
    const hidden = creates ? undefined : hiddenOf?.(records.at(-1), rest.fields, faults)
    const tag = { ...rest, fields: hidden ?? rest.fields, attributes, method: creates ? 'post' : method }
    const form = openForm(path, tag, faults)
    throwFaults(call, faults)
    const { singular } = (action as FormAction).row.resource
    return addFields(form, { call, record: records.at(-1), singular, fields, options: rest }, helpers)
  }
  return {
    formTag: (path, options = {}) => formTag(path, withCommon(options)),
    buttonTo: (label, path, options = {}) => buttonTo(label, path, withCommon(options)),
    fieldName,
    formFor
  } satisfies FormHelpers<AnyUrlFor> as FormHelpers<AnyUrlFor> as FormHelpers<U>
}

function pathTo (urlFor: object, { helper, row: { controller, action } }: FormAction, ids: Ids): string {
  return helper === null
    ? (urlFor as (row: object) => string)({ ...Object.fromEntries(ids), controller, action })
    : (urlFor as Paths)[helper]!(...ids.map(([, id]) => id))
}

/** Those of the app take precedence; mistakes stay. */
function withOwn (attributes: Properties | undefined, own: unknown): unknown {
  return own === undefined || isPlainObject(own) ? { ...attributes, ...own } : own
}

interface Fielded {
  readonly method?: string | undefined
  readonly fields?: HiddenFields | undefined
}

/**
 * Not for a form by get, which would show them in its address. Leaves mistakes as they are, for the helper
 * that gets them.
 */
function addHidden<O extends Fielded> (own: O, common: HiddenFields | undefined): O {
  const isMistaken =
    !isPlainObject(own) || (own.fields !== undefined && own.fields !== null && !isPlainObject(own.fields))
  if (common === undefined || isMistaken || own.method === 'get') return own
  return { ...own, fields: { ...common, ...own.fields } }
}

function readIsNew (isNew: unknown, record: unknown, property = 'id', faults: string[]): boolean {
  const id = givenId(record, isObject(record) && 'id' in record ? 'id' : property)
  if (isNew !== undefined && typeof isNew !== 'boolean') faults.push(FORM_WORDS.isNew(isNew))
  // A misspelt variable in a template must not give the form of a new record.
  if (record === undefined || record === null) faults.push(FORM_WORDS.record(record))
  return isNew === undefined ? id === undefined || id === null : isNew === true
}

function chooseAction (
  table: readonly Route[], name: string, creates: boolean, faults: string[]
): FormAction | undefined {
  const actionsOf = (name: string): readonly FormAction[] => {
    const target = formTargetOf(table, name)
    return (creates ? target?.creates : target?.update && [target.update]) ?? []
  }
  const [action, ...others] = actionsOf(name)
  if (action === undefined) faults.push(FORM_WORDS.name(name, table, actionsOf, creates))
  if (others.length === 0) return action
  faults.push(FORM_WORDS.severalRoutes(actionsOf(name).map(({ helper, row }) => helper ?? row.path)))
  return undefined
}

/** The ids of a path. Parents are those of this path, or those of the path for new records. */
function readRecords (
  records: readonly unknown[], action: FormAction, { creates }: FormTarget, filled: Properties,
  faults: string[]
): Ids {
  const expected = [action, ...creates].map(({ parents }) => unfilled(parents, filled))
  const parents = expected.find(({ length }) => length === records.length - 1)
  if (parents === undefined) faults.push(FORM_WORDS.records(expected, records))
  const ids = unfilled(action.parents, filled).map(({ name, property }) => {
    const position = parents?.findIndex((parent) => parent.name === name) ?? -1
    return [name, givenId(records[position], property)] as const
  })
  const { own } = action
  return own === null ? ids : [...ids, [own.name, givenId(records.at(-1), own.property)]]
}
