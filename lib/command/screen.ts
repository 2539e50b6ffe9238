/** Fits text to a terminal: long lines wrap under their last column, and methods and headings have colors. */

import type { Writable } from 'node:stream'

export interface Screen {
  readonly columns: number
  readonly hasColors: boolean
}

/** Undefined for a pipe and for a file, which get the text as it is. */
export function screenOf (stream: Writable): Screen | undefined {
  const terminal = stream as Writable & Partial<typeof process.stdout>
  if (terminal.isTTY !== true) return undefined
  // `hasColors` knows NO_COLOR and TERM=dumb. Some terminals tell a width of 0.
  return { columns: terminal.columns || Infinity, hasColors: terminal.hasColors?.() === true }
}

export function fitText (text: string, { columns, hasColors }: Screen): string {
  const lines = text.split('\n').flatMap((line) => wrapLine(line, columns))
  return (hasColors ? lines.map(paintLine) : lines).join('\n')
}

/** What stands before the last column: of a listing, of its expanded style, of usage. */
const BEFORE_LAST = [/^.*? (?=\{ )/, /^\w+ +\| /, /^ +--[\w-]+(?: [A-Z]+)? {2,}/]

/** The rest hangs under the last column; where that has less than half of the width, in lines of its own. */
function wrapLine (line: string, columns: number): string[] {
  if (line.length <= columns) return [line]
  const [before] = BEFORE_LAST.flatMap((pattern) => pattern.exec(line) ?? [])
  const isFar = before !== undefined && before.length > columns / 2
  const column = isFar ? columns / 4 : before?.length ?? line.search(/\S/) + 2
  const hang = ' '.repeat(column)
  const lines = isFar ? [before.trimEnd()] : []
  let rest = isFar ? hang + line.slice(before.length) : line
  while (rest.length > columns) {
    const end = breakOf(rest, columns)
    if (end === -1) break
    lines.push(rest.slice(0, end))
    rest = hang + rest.slice(end + 1)
  }
  return [...lines, rest]
}

/** The last space that fits, else the first one; -1 for a single word. */
function breakOf (line: string, columns: number): number {
  const start = line.search(/\S/)
  const last = line.lastIndexOf(' ', columns)
  return last > start ? last : line.indexOf(' ', Math.max(columns, start))
}

const METHOD = /(?<=^|[ (])(?:GET|HEAD|POST|PUT|PATCH|DELETE|QUERY|ANY)(?=[ ,;:]|$)/g

/** As ANSI codes. */
const METHOD_COLORS: Readonly<Record<string, number>> = {
  GET: 32, HEAD: 32, QUERY: 32, POST: 33, PUT: 36, PATCH: 36, DELETE: 31, ANY: 35
}

const HEADING = /^(?:Breaks .*|New):$/

const BOLD = 1

function paintLine (line: string): string {
  if (HEADING.test(line)) return paint(line, BOLD)
  return line.replace(METHOD, (method) => paint(method, METHOD_COLORS[method] as number))
}

function paint (text: string, code: number): string {
  return `\u001b[${code}m${text}\u001b[0m`
}
