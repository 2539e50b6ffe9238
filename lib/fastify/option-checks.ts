/** Checks of options by a table: what each must be, and the test of that. */

import { oneOf, show, unknownOptions } from '../text.js'

export type OptionCheck = readonly [expected: string, isValid: (value: unknown) => boolean]

export type OptionChecks = Readonly<Record<string, OptionCheck>>

/** A mistake for each value that is invalid; undefined counts as missing. */
export function invalidOptions (options: object, checks: OptionChecks): string[] {
  return Object.entries(checks).flatMap(([name, [expected, isValid]]) => {
    const value: unknown = (options as Readonly<Record<string, unknown>>)[name]
    return value === undefined || isValid(value) ? [] : `${name}: expected ${expected}, got ${show(value)}`
  })
}

/** The same, after one for each name that is not known. */
export function optionMistakes (options: object, checks: OptionChecks): string[] {
  return [...unknownOptions(options, Object.keys(checks)), ...invalidOptions(options, checks)]
}

function choiceOf (...words: readonly string[]): OptionCheck {
  return [oneOf(words), (value) => words.includes(value as string)]
}

export const CROSS_SITE = choiceOf('refuse', 'allow')
export const UNKNOWN_NAMES = choiceOf('remove', 'refuse')
export const FLAG: OptionCheck = ['true or false', (value) => typeof value === 'boolean']
