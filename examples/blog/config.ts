/** The configuration, from environment variables. README.md in this folder lists all of them. */

import { Type, type Static } from '@fastify/type-provider-typebox'
import { envSchema } from 'env-schema'
import { addFormats, email, newPassword } from './models/records.js'

const explained = (pattern: string, expected: string, options: object = {}) =>
  Type.String({ pattern, description: expected, ...options })

const onOrOff = () =>
  Type.Union([Type.Literal('on'), Type.Literal('off')], { default: 'on', description: 'on or off' })

const Environment = Type.Object({
  PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: 3000,
    description: 'a number from 0 to 65535'
  }),
  HOST: Type.String({
    minLength: 1,
    default: 'localhost',
    description: 'a host name or an address, such as 0.0.0.0'
  }),
  DATABASE_FILE: Type.String({ minLength: 1, default: 'blog.db', description: 'the path of a file' }),
  DATABASE_URL: Type.Optional(
    explained('^postgres(?:ql)?://', 'an address of PostgreSQL, such as postgres://user:password@host/blog')
  ),
  BASE_URL: Type.Optional(
    explained(
      '^https?://[^/?#@\\s]+/?$',
      'the address of the blog without a path, such as https://blog.example.org',
      { format: 'url' }
    )
  ),
  TRUST_PROXY: Type.Optional(
    explained(
      '^(?:[1-9]\\d?|[\\da-fA-F:./, ]*[:.][\\da-fA-F:./, ]*|loopback)$',
      'how many proxies stand before the blog, such as 1, or their addresses, such as 10.0.0.0/8'
    )
  ),
  // Spaces around it do not count.
  COOKIE_SECRET: Type.Optional(
    explained('\\S[^]{30,}\\S', '32 characters or more, such as openssl rand -hex 32 gives')
  ),
  ADMIN_EMAIL: Type.Optional(
    email({ description: 'an e-mail address of at most 200 characters, such as admin@example.org' })
  ),
  ADMIN_PASSWORD: Type.Optional(
    newPassword({ description: 'of 10 to 200 characters, not of spaces alone' })
  ),
  SITE_NAME: Type.String({
    pattern: '\\S',
    maxLength: 60,
    default: 'Blog',
    description: 'a name of at most 60 characters, not of spaces alone'
  }),
  SITE_DESCRIPTION: Type.String({
    maxLength: 300,
    default: '',
    description: 'a text of at most 300 characters'
  }),
  SITE_LANGUAGE: Type.String({
    pattern: '^[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8})*$',
    default: 'en',
    description: 'the language of the posts, such as en or pt-BR'
  }),
  COMMENTS: onOrOff(),
  SIGN_UPS: onOrOff(),
  LOG_LEVEL: Type.Union(
    ['debug', 'info', 'warn', 'error', 'silent'].map((level) => Type.Literal(level)),
    { default: 'info', description: 'debug, info, warn, error or silent' }
  )
})

export type Config = Static<typeof Environment>

/** Throws an error with a line for each invalid variable. */
export function readConfig (env: NodeJS.ProcessEnv = process.env): Config {
  // An empty variable counts as missing.
  const data = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  let config: Config
  try {
    config = envSchema<Config>({
      schema: Environment,
      data,
      env: false,
      ajv: { customOptions: (ajv) => addFormats(ajv).addFormat('url', URL.canParse) }
    })
  } catch (error) {
    const names = new Set(
      (error as { errors: Array<{ instancePath: string }> }).errors.map(
        ({ instancePath }) => instancePath.slice(1) as keyof Config
      )
    )
    throw new Error(
      [...names]
        .map(
          (name) =>
            `${name} must be ${String((Environment.properties[name] as {
              description?: string
            }).description)}`
        )
        .join('\n'),
      { cause: error }
    )
  }
  if (config.DATABASE_URL !== undefined && config.COOKIE_SECRET === undefined) {
    throw new Error('COOKIE_SECRET must be there with DATABASE_URL, and the same for all instances')
  }
  return config
}
