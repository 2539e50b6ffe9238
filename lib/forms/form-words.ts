/** The messages for mistakes in forms. Bundles for browsers have `form-words.browser.ts` instead. */

import { didYouMean, oneOf, show } from '../text.js'
import { paramNames } from '../routes/params.js'
import { WORDS } from '../urls/url-words.js'
import type { Route, RouteParam } from '../../types/route.js'
import type { NoField } from '../../types/field-facts.js'
import type { FormAction } from './targets.js'

export const FORM_WORDS = {
  urlFor: (value: unknown) =>
    `expected the urlFor of an app or of a request, or the result of createUrlFor(), got ${show(value)}`,
  options: (value: unknown) => `expected options as an object, got ${show(value)}`,
  method: (value: unknown, methods: readonly string[]) =>
    `method: expected ${oneOf(methods)}, got ${show(value)}${didYouMean(value, methods)}`,
  updateMethod: (value: unknown, methods: readonly string[]) =>
    `method: expected ${oneOf(methods)}, got ${show(value)}`,
  methodHere: (methods: readonly string[]) =>
    `method: update takes only ${oneOf(methods)} here, by the option patch of draw()`,
  methodOfApi: (method: unknown, path: string) =>
    `method: no form can name the method ${String(method)} for ${path}, which was drawn with api: true; to allow ` +
      'it, set the plugin\'s methodOverride: true',
  isNew: (value: unknown) => `isNew: expected true or false, got ${show(value)}`,
  record: (value: unknown) => `expected a record (one without an id is new), got ${show(value)}`,
  records: (parents: ReadonlyArray<readonly RouteParam[]>, value: unknown) =>
    `expected ${[...new Set(parents.map(recordsText))].join(' or ')}, got ${show(value)}`,
  name: (name: string, table: readonly Route[], actionsOf: ActionsOf, creates: boolean) =>
    'no route of that name ' +
    (creates
      ? 'creates records, and this one is new (it has no id)'
      : 'updates records, and this one is not new') +
    `${similarName(name, table, actionsOf)}; override with isNew: ${String(!creates)}`,
  severalRoutes: (helpers: readonly string[]) =>
    `several routes create such records; give one to formTag: ${oneOf(helpers)}`,
  needsFormat: ({ helper, row }: FormAction, method: unknown) =>
    'the path must end in a format, which formFor does not know; write ' +
      `formTag(${pathWithFormat(helper, row)}, { method: ${show(method)} })`,
  label: (value: unknown) => `expected the label as a text, got ${show(value)}`,
  address: (value: unknown) =>
    `expected a path that begins with a slash, or an http(s) address, got ${show(value)}`,
  query: () => 'a browser replaces the query when it sends a form by get; give its values as fields',
  object: (option: string, value: unknown) => `${option}: expected an object, got ${show(value)}`,
  attributeName: (option: string, name: string) =>
    `${option}: ${show(name)} is an invalid name for an attribute`,
  attribute: (option: string, name: string, value: unknown) =>
    `${option}: ${name}: expected a text, a number, true or false, got ${show(value)}`,
  ownAttribute: (option: string, name: string) =>
    `${option}: ${name} is set by the ${/^a/i.test(name) ? 'path' : 'option method'}`,
  field: (name: string, value: unknown) =>
    `fields: ${name}: expected a text, a number, true, false or a date, got ${show(value)}`,
  methodField: () => 'fields: _method is set by the option method',
  fieldPath: (path: unknown) =>
    `expected the path of a field, such as 'title', 'author.name' or 'lines[0].sku', got ${show(path)}` +
      (path === '' ? '; print the messages of the whole form by form.errors' : ''),
  choices: (value: unknown) =>
    'options: expected a list such as [[1, \'Ada\'], [2, \'Grace\']], or groups, such as ' +
      `[['Staff', [[1, 'Ada']]]], got ${show(value)}`,
  noField: ({ unknown, isReadOnly, known, group }: NoField, path: string) => {
    if (group !== undefined) {
      const { kind, inside } = group
      return `'${unknown}' is ${kind}: write the path of a field in it, such as '${path}${inside}'`
    }
    return isReadOnly
      ? `'${unknown}' is readOnly: no client sends it`
      : `the schema has no '${unknown}'${didYouMean(unknown, known)}`
  },
  key: (key: unknown, place: number) => `the key ${show(key)} ${keyFault(key, place)}`,
  keyCount: (most: number, count: number) => `expected at most ${most} keys behind the first, got ${count}`
}

type ActionsOf = (name: string) => readonly FormAction[]

/** A shallow record has no name of its parent, and a collection may have another word behind its own. */
function similarName (name: string, table: readonly Route[], actionsOf: ActionsOf): string {
  const names = table.map((row) => row.name).filter((known) => actionsOf(known).length > 0)
  const nearest = names.find((known) => name.endsWith(`_${known}`) || known === `${name}_index`)
  return didYouMean(nearest ?? name, names)
}

function keyFault (key: unknown, place: number): string {
  if (typeof key === 'string') return WORDS.keyFault(key)
  return typeof key !== 'number' || place === 0
    ? 'must be a string'
    : 'must be a list index, an integer from 0'
}

function pathWithFormat (helper: FormAction['helper'], row: FormAction['row']): string {
  const [format] = row.formats as readonly [string]
  return helper === null
    ? `'${row.path}.${format}'`
    : `urlFor.${helper}(${[...paramNames(row), `{ format: '${format}' }`].join(', ')})`
}

function recordsText (parents: readonly RouteParam[]): string {
  return parents.length === 0
    ? 'one record'
    : `a list of ${paramNames({ params: parents }).join(', ')} and the record`
}
