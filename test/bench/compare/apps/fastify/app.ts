import Fastify from 'fastify'
import { notes } from './notes.ts'

const app = Fastify()
await app.register(notes)
await app.listen({ port: Number(process.env.PORT) })
