/** What `words.ts` is in bundles for browsers: the name of what is wrong. */

export const WORDS = new Proxy<Readonly<Record<string, () => string>>>({}, { get: (_, name) => () => `invalid ${String(name)}` })
