/** A verb of the command: its arguments, its output and its failures. */

import { parseArgs } from 'node:util'
import type { ParseArgsConfig } from 'node:util'
import { messageOf } from '../text.js'

export interface Verb {
  readonly usage: string
  /** Runs with the arguments after the verb; paths start at the folder `cwd`. */
  readonly run: (args: readonly string[], cwd: string) => Promise<VerbOutput>
}

/** The output of a verb, and whether it found something to fix. */
export interface VerbOutput {
  readonly text: string
  readonly hasFindings: boolean
  /** Whether programs read it, so that no terminal changes it. */
  readonly isData?: boolean
}

type Options = NonNullable<ParseArgsConfig['options']>
type Values<O extends Options> = ReturnType<
  typeof parseArgs<{ allowPositionals: true, options: O }>
>['values']

/** Reads options and positional arguments. Each name in `names` is required, and no others are allowed. */
export function readCommandArguments<N extends string, O extends Options> (
  args: readonly string[], names: readonly N[], options: O
): { values: Values<O>, positionals: Record<N, string> } {
  const { values, positionals } = parse(args, options)
  const missing = names.find((_, place) => positionals[place] === undefined || positionals[place] === '')
  if (missing !== undefined) {
    throw new UsageError(
      `missing ${missing}; expected ${names.join(' ')}${positionals.length === 0 ? '' : `, got ${positionals.join(' ')}`}`
    )
  }
  if (positionals.length > names.length) {
    throw new UsageError(
      `unknown argument '${positionals[names.length] as string}'; expected ${names.join(' ')}`
    )
  }
  const byName = names.map((name, place) => [name, positionals[place]])
  return { values, positionals: Object.fromEntries(byName) as Record<N, string> }
}

function parse<O extends Options> (
  args: readonly string[], options: O
): { values: Values<O>, positionals: string[] } {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    throw new UsageError(messageOf(error))
  }
}

/** A mistake in the arguments, which the usage explains. */
export class UsageError extends Error {}
