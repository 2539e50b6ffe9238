/** Ids that clients choose, and that may be too long for a path, are a warning at startup. */

import t from 'tap'
import Fastify from 'fastify'
import type { FastifyServerOptions } from 'fastify'
import resourcesPlugin, { draw } from '../../../lib/index.js'
import { echo } from '../../support/app.js'

const TREES = {
  create: draw((map) =>
    map.resources('posts', { param: 'slug', only: ['show', 'create'] }, (posts) =>
      posts.resources('tags', { only: 'index' })
    )
  ),
  show: draw((map) => map.resources('posts', { param: 'slug', only: 'show' })),
  destroy: draw((map) => map.resources('posts', { param: 'slug', only: ['show', 'destroy'] }))
}

/** The warnings of an app whose posts have slugs of this schema. */
async function warnings (
  slug: object | undefined,
  action: keyof typeof TREES = 'create',
  options: FastifyServerOptions = {}
): Promise<string[]> {
  const found: string[] = []
  const app = Fastify({
    logger: {
      level: 'warn',
      stream: {
        write: (line: string) => {
          found.push((JSON.parse(line) as { msg: string }).msg)
        }
      }
    },
    ...options
  })
  await app.register(resourcesPlugin, {
    routes: TREES[action],
    controllers: {
      posts: {
        record: {
          type: 'object',
          properties: { title: { type: 'string' }, ...(slug !== undefined && { slug }) },
          definitions: { slug: { type: 'string', maxLength: 40 } }
        },
        show: echo,
        [action]: echo.bind(null)
      },
      ...(action === 'create' && { tags: { index: echo.bind(null) } })
    }
  })
  await app.close()
  return found
}

const WARNING =
  "fastify-resources: posts.record: a new 'slug' may have more than 100 characters, the router's maxParamLength, and no request could reach that record; give it maxLength: 100"

t.test('a text without a limit, or with a higher one', async (t) => {
  for (const slug of [
    { type: 'string' },
    { type: 'string', minLength: 1, maxLength: 101 },
    { type: 'string', pattern: '^[a-z-]+$' },
    { type: 'string', pattern: '^.{1,}$' },
    { allOf: [{ type: 'string' }, { minLength: 1 }] },
    {}
  ]) { t.strictSame(await warnings(slug), [WARNING], JSON.stringify(slug)) }
})

t.test('no warning: a limit, however it is given, and what no client sends', async (t) => {
  for (const slug of [
    { type: 'string', maxLength: 100 },
    { allOf: [{ type: 'string' }, { maxLength: 20 }] },
    { $ref: '#/definitions/slug' },
    { type: 'string', pattern: '^[a-z]{1,20}$' },
    { type: 'string', format: 'uuid' },
    { enum: ['a', 'b'] },
    { const: 'a' },
    { type: 'integer' },
    { type: 'string', readOnly: true },
    undefined
  ]) { t.strictSame(await warnings(slug), [], JSON.stringify(slug)) }
  for (const action of ['show', 'destroy'] as const) {
    t.strictSame(await warnings({ type: 'string' }, action), [], action)
  }
})

t.test('the limit is that of the app', async (t) => {
  t.strictSame(
    await warnings({ type: 'string', maxLength: 200 }, 'create', { routerOptions: { maxParamLength: 200 } }),
    []
  )
  t.match(
    (
      await warnings({ type: 'string', maxLength: 100 }, 'create', { routerOptions: { maxParamLength: 30 } })
    ).join(),
    /more than 30 characters.*maxLength: 30$/
  )
})
