/** Compares a row before and after a change. */

import { show } from '../text.js'
import { answerText, optionalParams } from '../tools.js'
import type { Route } from '../../types/route.js'

export interface Change {
  /** `links` are those of pages and clients, `code` calls helpers and actions; `new` breaks nothing. */
  readonly kind: 'links' | 'code' | 'new'
  readonly message: string
  /** Those that it is about: of the new tree, or of the old one where they are gone. */
  readonly rows: readonly Route[]
}

export interface RowChange {
  readonly kind: Change['kind']
  /** The verb after methods and path, for one method and for several. */
  readonly verb: readonly [one: string, several: string]
  readonly text: string
}

export const IS = ['is', 'are'] as const
const TAKES = ['takes', 'take'] as const
const ANSWERS = ['answers', 'answer'] as const
const GETS = ['gets', 'get'] as const

export function rowChanges (was: Route, is: Route): RowChange[] {
  return [
    targetChanges, conditionChanges, formChanges, idChanges, slashChanges, optionalChanges, formatChanges
  ].flatMap((compare) => compare(was, is))
}

function targetChanges (was: Route, is: Route): RowChange[] {
  const [old, current] = [constantText(was, is), constantText(is, was)]
  return [
    ...change(
      answerText(was) !== answerText(is),
      'code',
      IS,
      `answered by ${answerText(is)} now, by ${answerText(was)} before`
    ),
    ...change(
      was.resource.singular !== is.resource.singular && ['create', 'update'].includes(is.action),
      'links',
      TAKES,
      `its record under '${is.resource.singular}' now, under '${was.resource.singular}' before`
    ),
    ...change(
      is.wrap && !was.wrap && ['create', 'update'].includes(is.action),
      'links',
      TAKES,
      `JSON only under '${is.resource.singular}' now`
    ),
    ...change(
      old !== current,
      'code',
      GETS,
      `${current || 'no constant parameters'} now, ${old || 'none'} before`
    )
  ]
}

function conditionChanges (was: Route, is: Route): RowChange[] {
  const [old, current] = [conditionText(was), conditionText(is)]
  const now = current === '' ? 'under all conditions' : `only for ${current}`
  const before = old === '' ? '' : `, for ${old} before`
  return change(old !== current, current === '' ? 'new' : 'links', IS, `answered ${now} now${before}`)
}

function formChanges (was: Route, is: Route): RowChange[] {
  return change(
    !was.api && is.api && ['PUT', 'PATCH', 'DELETE'].includes(is.method),
    'links',
    IS,
    'out of reach of forms now, since an api tree has no _method'
  )
}

function idChanges (was: Route, is: Route): RowChange[] {
  const [old, current] = [requirementsOf(was), requirementsOf(is)]
  return is.params.flatMap(({ name }, place) => {
    const [before, now] = [old[place] ?? null, current[place] ?? null]
    return now === null
      ? change(before !== now, 'new', TAKES, `any ${name} now, /${before as string}/ before`)
      : change(
        before !== now,
        'links',
        TAKES,
          `only /${now}/ as ${name} now, ${before === null ? 'any id' : `/${before}/`} before`
      )
  })
}

function slashChanges (was: Route, is: Route): RowChange[] {
  const [old, current] = [slashed(was), slashed(is)]
  return [
    ...change(old !== '' && old !== current, 'links', TAKES, `no slash in ${old} now`),
    ...change(current !== '' && old !== current, 'new', TAKES, `slashes in ${current} now`)
  ]
}

/** The variables that may hold slashes. */
function slashed ({ params }: Route): string {
  return params.filter(({ slashes }) => slashes).map(({ name }) => `:${name}`).join(', ')
}

function optionalChanges (was: Route, is: Route): RowChange[] {
  const [lost, gained] = [moreOptional(was, is), moreOptional(is, was)]
  return [
    ...change(lost !== '', 'links', ANSWERS, `no request without ${lost} now`),
    ...change(gained !== '', 'new', ANSWERS, `without ${gained} now`)
  ]
}

/** The variables that only the first row may miss: the last of a path are optional first. */
function moreOptional (one: Route, other: Route): string {
  const [params, others] = [optionalParams(one), optionalParams(other)]
  const more = params.slice(0, Math.max(0, params.length - others.length))
  return more.map(({ name }) => `:${name}`).join(', ')
}

function formatChanges (was: Route, is: Route): RowChange[] {
  const lost = was.formats.filter((format) => !is.formats.includes(format))
  const gained = is.formats.filter((format) => !was.formats.includes(format))
  return [
    ...change(lost.length > 0, 'links', TAKES, `no ${lost.join(', ')} as format now`),
    ...change(
      was.formats.length === 0 && gained.length > 0 && is.params.length > 0,
      'links',
      TAKES,
      'no id with a dot now, since a dot begins a format'
    ),
    ...change(!was.needsFormat && is.needsFormat, 'links', ANSWERS, 'no request without an extension now'),
    ...change(was.needsFormat && !is.needsFormat, 'new', ANSWERS, 'without an extension now'),
    ...change(gained.length > 0, 'new', TAKES, `${gained.join(', ')} as format now`)
  ]
}

function change (isSo: boolean, kind: Change['kind'], verb: RowChange['verb'], text: string): RowChange[] {
  return isSo ? [{ kind, verb, text }] : []
}

export function requirementsOf ({ params }: Route): ReadonlyArray<string | null> {
  return params.map(({ requirement }) => requirement)
}

export function conditionText ({ conditions }: Route): string {
  return textOf(conditions)
}

/** The constant parameters, and what stands for variables that both rows may miss. */
function constantText (route: Route, other: Route): string {
  const { defaults, format } = route
  const others = optionalParams(other).map(({ name }) => name)
  const both = optionalParams(route).filter((param) => param.default !== null && others.includes(param.name))
  const texts = both.map((param) => [param.name, param.default])
  return textOf({ ...defaults, ...format !== null && { format }, ...Object.fromEntries(texts) })
}

function textOf (values: Route['conditions']): string {
  return Object.entries(values).map(([name, value]) => `${name}: ${show(value)}`).sort().join(', ')
}
