/** Replaces `text.ts` in bundles for browsers: shorter texts, without suggestions. */

export function didYouMean (): string {
  return ''
}

export function show (value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : typeof value
}

export function noRoutes (): string {
  return 'invalid routes'
}

export function oneOf (words: readonly string[]): string {
  return words.join(', ')
}

export function unknownOption (name: string): string {
  return `unknown option ${name}`
}

export function unknownOptions (options: object, known: readonly string[]): string[] {
  return Object.keys(options).filter((name) => !known.includes(name)).map(unknownOption)
}

export const messageOf = String
