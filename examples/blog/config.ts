/** The configuration, from environment variables. README.md in this folder lists all of them. */

import { Type, type Static } from '@fastify/type-provider-typebox'
import { envSchema } from 'env-schema'

const Environment = Type.Object({
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 3000 }),
  HOST: Type.String({ default: 'localhost' }),
  DATABASE_FILE: Type.String({ default: 'blog.db' }),
  BASE_URL: Type.Optional(Type.String({ pattern: '^https?://[^/?#@\\s]+/?$' })),
  TRUST_PROXY: Type.Optional(Type.String()),
  ADMIN_EMAIL: Type.Optional(Type.String({ maxLength: 200, pattern: '^[^@\\s]+@[^@\\s]+$' })),
  ADMIN_PASSWORD: Type.Optional(Type.String({ minLength: 10, maxLength: 200, pattern: '\\S' })),
  SITE_NAME: Type.String({ pattern: '\\S', maxLength: 60, default: 'Blog' }),
  SIGN_UPS: Type.Union([Type.Literal('on'), Type.Literal('off')], { default: 'on' }),
  LOG_LEVEL: Type.Union(
    ['debug', 'info', 'warn', 'error', 'silent'].map((level) => Type.Literal(level)),
    { default: 'info' }
  )
})

export type Config = Static<typeof Environment>

/** Throws an error that names each invalid variable. An empty one counts as missing. */
export function readConfig (env: NodeJS.ProcessEnv = process.env): Config {
  const data = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  return envSchema<Config>({ schema: Environment, data, env: false })
}
