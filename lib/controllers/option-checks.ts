/** Checks of options by a table: what each must be, and the test of that. */

import { oneOf, show, unknownOptions } from '../text.js'

/** A name of a guard without a value is a mistake: the app would be more open than its author meant. */
export type OptionCheck = readonly [
  expected: string, isValid: (value: unknown) => boolean, kind?: 'guard'
]

export type OptionChecks = Readonly<Record<string, OptionCheck>>

/** A mistake for each value that is invalid; undefined counts as missing, but for guards. */
export function invalidOptions (options: object, checks: OptionChecks): string[] {
  return Object.entries(checks).flatMap(([name, [expected, isValid, kind]]) => {
    const value: unknown = (options as Readonly<Record<string, unknown>>)[name]
    const isMissing = value === undefined && !(kind === 'guard' && name in options)
    return isMissing || isValid(value) ? [] : `${name}: expected ${expected}, got ${shown(value)}`
  })
}

function shown (value: unknown): string {
  return show(value) + (value === undefined ? '; check its import, or remove the name' : '')
}

/** The same, after one for each name that is not known. */
export function optionMistakes (options: object, checks: OptionChecks): string[] {
  return [...unknownOptions(options, Object.keys(checks)), ...invalidOptions(options, checks)]
}

function choiceOf (...words: readonly string[]): OptionCheck {
  return [oneOf(words), (value) => words.includes(value as string)]
}

export const CROSS_SITE = choiceOf('refuse', 'allow')
export const FLAG = [
  'true or false', (value: unknown) => typeof value === 'boolean'
] as const satisfies OptionCheck
