/** The pages of the documentation, with their blocks of code, tables and links. */

import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface Page {
  /** From the root of the repository: `docs/routes.md`. */
  readonly file: string
  readonly text: string
}

export interface Block {
  /** `docs/routes.md:12`. */
  readonly where: string
  readonly language: string
  readonly code: string
  /** Whether it stands alone, and so can be run: it imports what it uses, from packages. */
  readonly isWhole: boolean
  /** Whether it is for a browser, and so cannot be run here: a block of `ts browser`. */
  readonly isForBrowser: boolean
}

function loadPage (file: string): Page {
  return { file, text: readFileSync(`${ROOT}${file}`, 'utf8') }
}

const DOCS = readdirSync(`${ROOT}docs`)
  .filter((file) => file.endsWith('.md'))
  .map((file) => `docs/${file}`)

export const PAGES: readonly Page[] = ['README.md', ...DOCS].map(loadPage)

/** Pages beside the documentation: only their words and links are checked. */
export const OTHER_PAGES: readonly Page[] = [
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'examples/blog/README.md'
].map(loadPage)

/** The blocks of JavaScript and TypeScript. */
export const BLOCKS: readonly Block[] = PAGES.flatMap(({ file, text }) =>
  [...text.matchAll(/^```(js|ts)(?: (browser))?\n(.*?)\n```/gms)].map(
    ({ 1: language, 2: browser, 3: code, index }): Block => {
      const sources = [...(code as string).matchAll(/^import (?:[^']* from )?'([^']+)'/gm)].map(
        ([, source]) => source as string
      )
      return {
        where: `${file}:${text.slice(0, index).split('\n').length}`,
        language: language as string,
        code: code as string,
        isWhole: sources.length > 0 && !sources.some((source) => source.startsWith('.')),
        isForBrowser: browser !== undefined
      }
    }
  )
)

/** A block as it runs: with free ports, and without what is there to be refused by types. */
export function runnableCode (code: string): string {
  return code.replaceAll(/^\/\/ @ts-expect-error.*\n.*\n?/gm, '').replaceAll(/port: \d+/g, 'port: 0')
}

/** The rows of all tables whose columns begin with these. */
export function tableRows ({ text }: Page, ...columns: string[]): string[][] {
  return text.split(/\n(?!\|)/).flatMap((part) => {
    const [heading, , ...rows] = part
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.slice(1, -1).split(/(?<= )\|(?= )/).map((cell) => cell.trim()))
    return columns.every((column, place) => heading?.[place] === column) ? rows : []
  })
}

/** The code spans of a text: `only`, `except`. */
export function codeOf (text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code as string)
}
