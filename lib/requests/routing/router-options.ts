/** How the app's router reads URLs. */

import type { FastifyInstance } from 'fastify'

const DEFAULTS = {
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  useSemicolonDelimiter: false,
  maxParamLength: 100
}

type RouterOptions = Readonly<typeof DEFAULTS>

/**
 * The options may be in `routerOptions` or, deprecated, next to it. Fastify fills in defaults, so a value
 * that is not the default is the given one.
 */
export function routerOptionsOf ({ initialConfig }: FastifyInstance): RouterOptions {
  const { routerOptions, ...outer } = initialConfig as Partial<RouterOptions> & {
    routerOptions?: Partial<RouterOptions>
  }
  const values = (Object.keys(DEFAULTS) as Array<keyof RouterOptions>).map((name) => {
    const isOther = (value: unknown): boolean => value !== undefined && value !== DEFAULTS[name]
    return [name, [outer[name], routerOptions?.[name]].find(isOther) ?? DEFAULTS[name]]
  })
  return Object.fromEntries(values) as unknown as RouterOptions
}
