/** The headers of deprecated rows. */

import t from 'tap'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import resourcesPlugin, { draw } from '../../../lib/index.js'
import { echo, echoApp } from '../../support/app.js'

async function headers (app: FastifyInstance, url: string): Promise<unknown[]> {
  const { statusCode, headers } = await app.inject(url)
  return [statusCode, headers.deprecation, headers.sunset, headers.link]
}

t.test('answers of a deprecated row have its dates and its link, errors too', async (t) => {
  const app = await echoApp(
    draw({ formats: ['json'] }, (map) =>
      map
        .resources(
          'posts',
          {
            only: ['index', 'show'],
            deprecated: {
              since: '2026-01-31',
              sunset: new Date('2026-06-30T12:00:00Z'),
              link: 'https://a.org/news'
            }
          },
          (posts) => posts.resources('comments', { only: 'index' })
        )
        .resources('notes', { only: 'index', deprecated: { link: '/news' } })
    )
  )
  const told = ['@1769817600', 'Tue, 30 Jun 2026 12:00:00 GMT', '<https://a.org/news>; rel="deprecation"']
  for (const url of ['/posts', '/posts/1', '/posts/1.json']) {
    t.strictSame(await headers(app, url), [200, ...told], url)
  }
  t.strictSame(await headers(app, '/posts/1/comments'), [200, undefined, undefined, undefined])
  t.strictSame(await headers(app, '/notes'), [200, '@0', undefined, '</news>; rel="deprecation"'])
})

t.test('headers of the app stay, and so do its links', async (t) => {
  const answer =
    (value: string | string[]) =>
      async (_request: unknown, reply: { headers: (headers: object) => unknown }): Promise<string> => {
        reply.headers({ deprecation: '@5', sunset: 'Mon, 01 Jan 2029 00:00:00 GMT', link: value })
        throw new Error('fails')
      }
  const app = Fastify()
  await app.register(resourcesPlugin, {
    routes: draw((map) =>
      map.resources('posts', { only: ['index', 'show'], deprecated: { sunset: '2026-06-30', link: '/news' } })
    ),
    controllers: {
      posts: {
        index: answer('</next>; rel="next"'),
        show: {
          onSend: async (_request: unknown, reply: { header: (name: string, value: string) => unknown }) => {
            reply.header('link', '</b>')
          },
          handler: echo
        }
      }
    }
  })
  t.strictSame(await headers(app, '/posts'), [
    500,
    '@5',
    'Mon, 01 Jan 2029 00:00:00 GMT',
    '</next>; rel="next", </news>; rel="deprecation"'
  ])
  t.strictSame(await headers(app, '/posts/1'), [
    200,
    '@0',
    'Tue, 30 Jun 2026 00:00:00 GMT',
    '</b>, </news>; rel="deprecation"'
  ])
})
