/** Replaces `encode.ts` in bundles for browsers, where size matters more than speed. */

export function isPlain (text: string): boolean {
  return /^[\w~-]+$/.test(text)
}

export const encode = encodeURIComponent
