/** Writes what pluralize makes of thousands of words, for a compiler to compare with types. */

import { readFileSync } from 'node:fs'
import { pluralizeName, singularizeName } from '../../lib/routes/inflector.js'
import { readLines } from '../support/rails.js'

export interface Source {
  readonly text: string
  readonly words: number
  readonly compounds: number
}

const WRONG = 20

const HEADS = ['blog', 'product', 'user', 'people', 'news', 'index', 'data', 'men', 'bus', 'fish']

/** Each `every`th of all nouns, of the edges of the rules, in both numbers, and of 1,000 compounds; with `oneWrong`, one word is not as pluralize has it. */
export function inflectionSource ({ every, oneWrong = false }: { every: number, oneWrong?: boolean }): Source {
  const nouns = readLines('nouns.txt')
  const irregular = ['types/irregular-plurals', 'lib/routes/irregular-words'].flatMap((file) =>
    readFileSync(new URL(`../../${file}.ts`, import.meta.url), 'utf8').match(/(?<=')\w+(?=')|\b\w+(?=: ')/g) ?? [])
  const some = (all: readonly string[]): string[] => all.filter((_, index) => index % every === 0)
  const words = unique([...some(nouns), ...some(nouns).map(singularizeName), ...some(irregular), ...some(readLines('edge-nouns.txt')), ''])
  const compounds = some(Array.from({ length: 1000 }, (_, index) => compound(HEADS[index % HEADS.length] as string, nouns[index * 3] as string, index)))
  const all = unique([...words, ...compounds, ...compounds.map(singularizeName)])
  const table = (inflect: (word: string) => string): string =>
    all.map((word, index) => `  '${word}': '${oneWrong && index === WRONG ? 'x' : ''}${inflect(word)}'`).join('\n')
  return {
    text: `import type { Plural, Singular } from '../../../types/inflection.js'
import { same, type Same } from '../same.js'

interface Singulars {
${table(singularizeName)}
}

interface Plurals {
${table(pluralizeName)}
}

/** The words that types inflect otherwise, with both results. */
type Wrong<Ours, Theirs> = {
  [K in keyof Theirs]: K extends keyof Ours ? [Ours[K], Theirs[K]] extends [Theirs[K], Ours[K]] ? never : [K, Ours[K], Theirs[K]] : K
}[keyof Theirs]

same<Same<Wrong<{ [K in keyof Singulars]: Singular<K> }, Singulars>, never>>(true)
same<Same<Wrong<{ [K in keyof Plurals]: Plural<K> }, Plurals>, never>>(true)
`,
    words: words.length,
    compounds: compounds.length
  }
}

function compound (head: string, noun: string, index: number): string {
  const next = HEADS[(index + 3) % HEADS.length] as string
  return [
    `${head}_${noun}`, `${head}-${noun}`, `${head}${capitalize(noun)}`, `${head}_${next}_${noun}`,
    `${head}${noun.toUpperCase()}`, `V2${capitalize(head)}${capitalize(noun)}`
  ][index % 6] as string
}

function capitalize (word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function unique (words: readonly string[]): string[] {
  return [...new Set(words)]
}
