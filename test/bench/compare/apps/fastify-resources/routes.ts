import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { draw } from 'fastify-resources'

export const routes = draw({ api: true }, (map) => map
  .resources('notes', { only: ['index', 'create', 'show'] })
)

declare module 'fastify-resources' {
  interface FastifyResources { app: typeof routes, provider: TypeBoxTypeProvider }
}
