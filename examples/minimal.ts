/** The smallest server: one resource, its routes, and links by helpers. */

import Fastify from 'fastify'
import type { FastifyReply, FastifyRequest } from 'fastify'
import resourcesPlugin, { draw } from 'fastify-resources'

export const routes = draw((map) => map
  .root({ controller: 'posts', action: 'index' })
  .resources('posts', { only: ['index', 'create', 'show'] }))

const titles = ['Hello']
const posts = {
  index: async (request: FastifyRequest) => titles.map((title, id) => ({ title, url: request.urlFor.postUrl(id) })),
  create: {
    schema: { body: { type: 'object', required: ['title'], properties: { title: { type: 'string' } } } },
    handler: async (request: FastifyRequest<{ Body: { title: string } }>, reply: FastifyReply) =>
      reply.redirect(request.urlFor.postPath(titles.push(request.body.title) - 1), 303)
  },
  show: async (request: FastifyRequest<{ Params: { id: number } }>, reply: FastifyReply) => {
    const title = titles[request.params.id]
    return title === undefined ? reply.callNotFound() : { title }
  }
}

export const app = Fastify()
await app.register(resourcesPlugin, { routes, controllers: { posts } })
console.log(app.printResources())
console.log(`Listening at ${await app.listen({ port: Number(process.env.PORT ?? 3000) })}`)
