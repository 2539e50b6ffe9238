import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import { notes } from './notes.ts'

export async function build () {
  const app = Fastify()
  await app.register(swagger, { openapi: { info: { title: 'Store', version: '1.0.0' } } })
  await app.register(notes)
  return app
}
