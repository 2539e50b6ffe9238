/** The short way of a helper: a few concatenations where nothing needs encoding or a second look. */

import type { Target } from './target.js'

/** Gives the path, or `''` where the arguments must be read the long way. */
export type PlainPath = (...args: readonly unknown[]) => string

/** Text that encodes to itself and is no step in a path. */
const PLAIN = /^[\w~-][\w.~-]*$/

/** The same for short words, where a loop is faster than the regular expression: 1 for `A-Za-z0-9_~-`. */
const PLAIN_CHARS = Uint8Array.from({ length: 128 }, (_, code) => /[\w~-]/.test(String.fromCharCode(code)) ? 1 : 0)

/**
 * Encoding is what a helper would spend its time on, so it is left out where it changes nothing:
 * for integers, uuids, slugs. All else gets `''`, and with it the checks of the long way.
 */
export function compilePlainPath (target: Target): PlainPath {
  const [before = '', between = '', after = ''] = target.pieces
  const first = createCheck(target, 0)
  const second = createCheck(target, 1)
  switch (target.pieces.length) {
    case 1: return function plainPath (options) {
      if (options === undefined) return before
      const end = plainEnd(options)
      return end === '' ? '' : before + end
    }
    case 2: return function plainPath (id, options) {
      const text = plainId(id, first)
      if (text === '') return ''
      if (options === undefined) return before + text + between
      const end = plainEnd(options)
      return end === '' ? '' : before + text + between + end
    }
    case 3: return function plainPath (parentId, id, options) {
      const parent = plainId(parentId, first)
      const text = plainId(id, second)
      if (parent === '' || text === '') return ''
      if (options === undefined) return before + parent + between + text + after
      const end = plainEnd(options)
      return end === '' ? '' : before + parent + between + text + after + end
    }
    default: return function plainPath () { return '' }
  }
}

/** What an id must pass beside being plain. */
interface Check {
  readonly maxLength: number
  readonly pattern: RegExp | undefined
  readonly words: ReadonlyMap<string, unknown> | undefined
  /** Whether every integer passes. */
  readonly integersPass: boolean
}

function createCheck ({ requirements, rivals, maxParamLength }: Target, position: number): Check {
  const pattern = requirements[position]?.pattern
  const words = rivals.words[position]
  const integersPass = pattern === undefined && ![...words?.keys() ?? []].some((word) => /^-?\d+$/.test(word))
  return { maxLength: maxParamLength, pattern, words, integersPass }
}

function plainId (id: unknown, { maxLength, pattern, words, integersPass }: Check): string {
  let text: string
  if (isSmallInteger(id)) {
    text = `${id}`
    if (integersPass) return text
  } else if (typeof id === 'string' && id.length <= maxLength && PLAIN.test(id)) {
    text = id
  } else {
    return ''
  }
  return (pattern === undefined || pattern.test(text)) && words?.has(text) !== true ? text : ''
}

/** The query string of options that hold nothing else, and in it only plain values. */
function plainEnd (options: unknown): string {
  if (!isPlain(options)) return ''
  let end = ''
  for (const name in options) {
    const query = options[name]
    if (name !== 'query' || !isPlain(query)) return ''
    for (const key in query) {
      const value = query[key]
      if (!isPlainWord(key)) return ''
      if (!isSmallInteger(value) && !(typeof value === 'string' && PLAIN.test(value))) return ''
      end += `${end === '' ? '?' : '&'}${key}=${value as string}`
    }
  }
  return end
}

function isPlainWord (word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    if (PLAIN_CHARS[word.charCodeAt(i)] !== 1) return false
  }
  return word !== ''
}

function isSmallInteger (value: unknown): value is number {
  return typeof value === 'number' && (value | 0) === value
}

function isPlain (value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && value.constructor === Object
}
