/** Text for messages: the value received, the words expected, the nearest right word. */

/** `; did you mean 'member'?` where one of the words is near enough, else `''`. Swapped letters are two. */
export function didYouMean (word: unknown, words: readonly string[], limit = Infinity): string {
  if (typeof word !== 'string') return ''
  const most = word.length < 4 ? 1 : Math.min(limit, Math.max(2, Math.floor(word.length / 3)))
  const [nearest] = words
    .filter((known) => Math.abs(known.length - word.length) <= most)
    .map((known) => ({ known, distance: distanceOf(word.toLowerCase(), known.toLowerCase()) }))
    .filter(({ distance }) => distance <= most)
    .sort((one, other) => one.distance - other.distance)
  return nearest === undefined ? '' : `; did you mean '${nearest.known}'?`
}

/** How many letters one adds, removes or replaces: the distance of Levenshtein, by the rows of its table. */
function distanceOf (one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of one.split('').entries()) {
    const row = [index + 1]
    for (let at = 1; at <= other.length; at++) {
      const replaced = (above[at - 1] as number) + Number(letter !== other[at - 1])
      row.push(Math.min(replaced, (above[at] as number) + 1, (row[at - 1] as number) + 1))
    }
    above = row
  }
  return above[other.length] as number
}

/** A received value, short and on one line, for a message. */
export function show (value: unknown): string {
  if (typeof value === 'string') return `'${value.length > 60 ? `${value.slice(0, 60)}…` : value}'`
  if (typeof value === 'function') return `the function ${value.name || '(anonymous)'}`
  if (typeof value === 'bigint') return `${value}n`
  if (Array.isArray(value)) {
    return value.length > 5
      ? `a list of ${value.length}`
      : `[${value.map((item) => (Array.isArray(item) ? '…' : show(item))).join(', ')}]`
  }
  if (value instanceof RegExp) return String(value)
  if (typeof value === 'object' && value !== null) {
    const { constructor } = value
    if (typeof constructor === 'function' && constructor !== Object) {
      return `an instance of ${constructor.name}`
    }
    const keys = Object.keys(value)
    return keys.length === 0
      ? 'an object without properties'
      : `an object with ${keys.slice(0, 5).join(', ')}`
  }
  return String(value)
}

/** `'get', 'post' or 'put'`. */
export function oneOf (words: readonly string[]): string {
  const quoted = words.map((word) => `'${word}'`)
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
}

/** Names in later versions of Rails, and the names here. */
const LATER_WORDS: Readonly<Record<string, string>> = {
  path: 'as',
  module: 'namespace',
  constraints: 'requirements',
  via: 'method'
}

export function noRoutes (value: unknown): string {
  return `expected the result of draw() or its JSON, got ${show(value)}`
}

export function unknownOption (name: string, known: readonly string[]): string {
  const word = Object.hasOwn(LATER_WORDS, name) ? LATER_WORDS[name] as string : ''
  const hint = known.includes(word) ? `; did you mean '${word}'?` : didYouMean(name, known)
  return `unknown option '${name}'${hint === '' ? `; expected ${oneOf(known)}` : hint}`
}

/** A mistake for each name that is not known. */
export function unknownOptions (options: object, known: readonly string[]): string[] {
  return Object.keys(options).filter((key) => !known.includes(key)).map((key) => unknownOption(key, known))
}

/** Node's errors for TypeScript that only a loader reads: all, an enum, an import of `.js` for `.ts`. */
const NEEDS_LOADER =
  /ERR_UNKNOWN_FILE_EXTENSION.*[ "]\.[cm]?tsx?\b|TYPESCRIPT_SYNTAX|\.[cm]?js' imported from .*\.[cm]?tsx?$/

/** The message of a thrown value, with the fix where Node needs a loader for a kind of file. */
export function messageOf (error: unknown): string {
  if (!(error instanceof Error)) return show(error)
  const { message } = error
  // A loader that is there already may hand on the code as text only.
  if (NEEDS_LOADER.test(`${(error as { code?: string }).code} ${message}`)) {
    return `${message}; this Node needs a loader for it: node --import tsx …`
  }
  if (!(error instanceof SyntaxError)) return message
  // The first line of its stack is the place in the file; for JSON it is the message again.
  const [first] = String(error.stack).split('\n', 1) as [string]
  return first.includes(message) ? message : `${message} (${first})`
}
