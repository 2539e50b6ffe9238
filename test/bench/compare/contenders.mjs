/** Who is compared: the packages that each needs, those that only its types need, and what it generates. */

export const OURS = 'fastify-resources'
/** What the others are compared with. */
export const BASELINE = 'fastify'

const FASTIFY = ['fastify@5', 'typebox@1', '@fastify/type-provider-typebox@6']
const TYPES = ['@types/node@24']

/**
 * `apps/NAME` has the app: `notes.ts` serves a resource, `use-notes.ts` calls it. Nobody writes the
 * `generated` file by hand, so its lines do not count. `generate` is the command that prints it; otherwise it
 * is in the folder too.
 */
export const CONTENDERS = [
  {
    name: OURS,
    title: 'fastify-resources',
    packages: FASTIFY,
    dev: TYPES,
    generated: 'routes.json',
    generate: ['node_modules/fastify-resources/dist/node/cli.js', 'json', 'routes.ts']
  },
  { name: BASELINE, title: 'Fastify by hand', packages: FASTIFY, dev: TYPES },
  {
    name: 'openapi-fetch',
    title: 'openapi-fetch',
    packages: ['openapi-fetch@0.17', '@fastify/swagger@9', ...FASTIFY],
    dev: [...TYPES, 'openapi-typescript@7', 'typescript@5'],
    generated: 'schema.ts',
    generate: ['types.ts']
  },
  {
    name: 'hono',
    title: 'Hono',
    packages: ['hono@4', '@hono/node-server@2', '@hono/zod-validator', 'zod@4'],
    dev: TYPES
  },
  {
    name: 'remix',
    title: 'Remix 3 fetch-router',
    packages: ['@remix-run/fetch-router@0.20', '@remix-run/node-fetch-server@0.14', '@remix-run/data-schema@0.3'],
    dev: TYPES
  },
  { name: 'trpc', title: 'tRPC', packages: ['@trpc/server@11', '@trpc/client@11', 'zod@4'], dev: TYPES },
  { name: 'orpc', title: 'oRPC', packages: ['@orpc/server@1', '@orpc/client@1', 'zod@4'], dev: TYPES },
  {
    name: 'adonisjs',
    title: 'AdonisJS',
    packages: ['@adonisjs/core@7', '@vinejs/vine@4', '@tuyau/core@1'],
    dev: [...TYPES, '@adonisjs/assembler@8'],
    generated: 'registry.ts'
  }
]

/** The columns of the table, and what a cell looks like. */
export const COLUMNS = {
  contender: /^[\w.@/ -]+ \d+\.\d+\.\d+$/,
  'lines of a server': /^\d+$/,
  'of a client': /^\d+$/,
  'of one more resource': /^\d+$/,
  'client, gzipped': /^\d+\.\d kB$/,
  'packages installed': /^\d+, \d+\.\d MB$/,
  'types of 400 resources': /^(?:\d+\.\d\d, [\d,]+ k, \d+ MB|not measured)$/,
  'nested URL': /^(?:\d+\.\d\d|none)$/,
  'GET /notes/1': /^(?:\d+\.\d\d|not measured)$/,
  'POST /notes': /^(?:\d+\.\d\d|not measured)$/,
  'invalid, missing, wrong method': /^\d{3}, \d{3}, \d{3}$/
}
