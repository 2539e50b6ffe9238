/** Replaces `url-words.ts` in bundles for browsers: a message is the name of the invalid part. */

export const WORDS = new Proxy<Readonly<Record<string, () => string>>>(
  {},
  { get: (_, name) => () => `invalid ${String(name)}` }
)
