import Fastify from 'fastify'
import resourcesPlugin from 'fastify-resources'
import { routes } from './routes.ts'
import { notes } from './notes.ts'

export const controllers = {
  notes,
}

const app = Fastify()
await app.register(resourcesPlugin, { routes, controllers })
await app.listen({ port: Number(process.env.PORT) })
