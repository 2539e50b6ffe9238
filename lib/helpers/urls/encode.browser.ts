/** What `encode.ts` is in bundles for browsers, where less code counts for more than speed. */

export function isPlain (text: string): boolean {
  return /^[\w~-]+$/.test(text)
}

export const encode = encodeURIComponent
