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

/** The verb comes after a method and a path, and in the plural after several methods. */
export interface RowChange extends Pick<Change, 'kind'> {
  readonly verb: 'is' | 'takes' | 'answers' | 'gets'
  readonly text: string
}

type Rule = readonly [isMet: boolean, kind: Change['kind'], verb: RowChange['verb'], text: string]

export function rowChanges (was: Route, is: Route): RowChange[] {
  const rules = [answerRules, idRules, variableRules, formatRules].flatMap((rulesOf) => rulesOf(was, is))
  return rules.filter(([isMet]) => isMet).map(([, kind, verb, text]) => ({ kind, verb, text }))
}

function answerRules (was: Route, is: Route): Rule[] {
  const sendsRecord = ['create', 'update'].includes(is.action)
  const [key, keyBefore] = [is, was].map(({ resource }) => resource.singular)
  const [constants, constantsBefore] = [constantText(is, was), constantText(was, is)]
  const [condition = '', conditionBefore = ''] = [is, was].map(conditionText)
  const isOpen = condition === ''
  const conditions = `${isOpen ? 'under all conditions' : `only for ${condition}`} now` +
    (conditionBefore === '' ? '' : `, for ${conditionBefore} before`)
  const needsOverride = ['PUT', 'PATCH', 'DELETE'].includes(is.method)
  return [
    [answerText(was) !== answerText(is), 'code', 'is',
      `answered by ${answerText(is)} now, by ${answerText(was)} before`],
    [sendsRecord && key !== keyBefore, 'links', 'takes',
      `its record under '${key}' now, under '${keyBefore}' before`],
    [sendsRecord && is.wrap && !was.wrap, 'links', 'takes', `JSON only under '${key}' now`],
    [constants !== constantsBefore, 'code', 'gets',
      `${constants || 'no constant parameters'} now, ${constantsBefore || 'none'} before`],
    [condition !== conditionBefore, isOpen ? 'new' : 'links', 'is', `answered ${conditions}`],
    [!was.api && is.api && needsOverride, 'links', 'is',
      'out of reach of forms now, since an api tree has no _method']
  ]
}

function idRules (was: Route, is: Route): Rule[] {
  const patterns = requirementsOf(was).map((pattern) => pattern === null ? null : `/${pattern}/`)
  return is.params.map(({ name, requirement }, place): Rule => {
    const [before = null, now] = [patterns[place], requirement && `/${requirement}/`]
    return now === null
      ? [before !== null, 'new', 'takes', `any ${name} now, ${String(before)} before`]
      : [before !== now, 'links', 'takes', `only ${now} as ${name} now, ${before ?? 'any id'} before`]
  })
}

function variableRules (was: Route, is: Route): Rule[] {
  const [slashes = '', slashesBefore = ''] = [is, was].map(slashed)
  const [lost, gained] = [moreOptional(was, is), moreOptional(is, was)]
  return [
    [slashesBefore !== '' && slashes !== slashesBefore, 'links', 'takes', `no slash in ${slashesBefore} now`],
    [slashes !== '' && slashes !== slashesBefore, 'new', 'takes', `slashes in ${slashes} now`],
    [lost !== '', 'links', 'answers', `no request without ${lost} now`],
    [gained !== '', 'new', 'answers', `without ${gained} now`]
  ]
}

/** The variables that may hold slashes. */
function slashed ({ params }: Route): string {
  return params.filter(({ slashes }) => slashes).map(({ name }) => `:${name}`).join(', ')
}

/** The variables that only the first row may miss: the last of a path are optional first. */
function moreOptional (one: Route, other: Route): string {
  const [params, others] = [optionalParams(one), optionalParams(other)]
  const more = params.slice(0, Math.max(0, params.length - others.length))
  return more.map(({ name }) => `:${name}`).join(', ')
}

function formatRules (was: Route, is: Route): Rule[] {
  const lost = was.formats.filter((format) => !is.formats.includes(format))
  const gained = is.formats.filter((format) => !was.formats.includes(format))
  const hasDots = was.formats.length === 0 && is.params.length > 0
  return [
    [lost.length > 0, 'links', 'takes', `no ${lost.join(', ')} as format now`],
    [hasDots && gained.length > 0, 'links', 'takes', 'no id with a dot now, since a dot begins a format'],
    [!was.needsFormat && is.needsFormat, 'links', 'answers', 'no request without an extension now'],
    [was.needsFormat && !is.needsFormat, 'new', 'answers', 'without an extension now'],
    [gained.length > 0, 'new', 'takes', `${gained.join(', ')} as format now`]
  ]
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
