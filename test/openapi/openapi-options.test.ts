/** `openapiOptions` in an app without this plugin. */

// A process of its own: no other file may have loaded the layer.
import t from 'tap'
import swagger from '@fastify/swagger'
import type { FastifyDynamicSwaggerOptions as Options } from '@fastify/swagger'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
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

t.test('the options have the types of @fastify/swagger, also in transforms of the app', async (t) => {
  const securitySchemes = { bearer: { type: 'http', scheme: 'bearer' } } as const
  const apart: Options = openapiOptions({ openapi: { components: { securitySchemes } } })
  const transformed = openapiOptions<Options>({
    openapi: {},
    transform ({ schema, url, route: { method } }) {
      return { schema: { ...schema, summary: String(method) }, url: url.toLowerCase() }
    }
  })
  const documents = await Promise.all([
    documentOf((app) => app.register(swagger, openapiOptions({
      openapi: { components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } } },
      transform ({ schema, url, route: { method } }) {
        return { schema: { ...schema, summary: String(method) }, url: url.toLowerCase() }
      },
      transformObject (document) {
        return 'openapiObject' in document ? { ...document.openapiObject, info: { title: 't', version: '2' } } : {}
      }
    }))),
    documentOf((app) => app.register(swagger, apart)),
    documentOf((app) => app.register(swagger, transformed))
  ])
  const schemes = documents.map(({ components }) => components.securitySchemes)
  t.strictSame(schemes, [securitySchemes, securitySchemes, undefined])
  t.strictSame(documents.map(({ paths }) => paths['/tags']?.get.summary), ['GET', undefined, 'GET'])
  t.equal(documents[0].info.version, '2')
  const wrong = [
    // @ts-expect-error no such type
    openapiOptions<Options>({ openapi: { components: { securitySchemes: { bearer: { type: 'htp' } } } } }),
    // @ts-expect-error a misspelt option
    () => documentOf((app) => app.register(swagger, openapiOptions({ opanapi: {} }))),
    // @ts-expect-error no such type, where the options are those of a plugin
    () => documentOf((app) => app.register(swagger, openapiOptions({ openapi: { openapi: 3 } }))),
    // @ts-expect-error the URL is a text
    openapiOptions<Options>({ transform: ({ schema, url }) => ({ schema, url: url.size }) })
  ]
  t.equal(wrong.length, 4)
})

async function documentOf (register: (app: FastifyInstance) => PromiseLike<unknown>): Promise<any> {
  const app = Fastify()
  await register(app)
  app.get('/Tags', async () => [])
  await app.ready()
  return app.swagger()
}
