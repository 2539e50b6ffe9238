/** `openapiOptions` in an app without this plugin. */

import t from 'tap'
import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import { openapiOptions } from '../../lib/index.js'

t.test('without a tree the document is that of @fastify/swagger, with names of components by $id', async (t) => {
  const app = Fastify()
  await app.register(swagger, openapiOptions({ openapi: { info: { title: 'Tags', version: '1' } } }))
  app.addSchema({ $id: 'Tag', type: 'object', properties: { name: { type: 'string' } } })
  app.get('/tags/*', { schema: { response: { 200: { $ref: 'Tag#' } } } }, async () => ({}))
  await app.ready()
  const { paths, components } = app.swagger() as any
  t.strictSame(Object.keys(paths), ['/tags/{*}'])
  t.strictSame(Object.keys(components.schemas), ['Tag'])
})
