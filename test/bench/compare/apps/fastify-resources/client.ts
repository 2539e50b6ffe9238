import { createClient } from 'fastify-resources/client'
import json from './routes.json' with { type: 'json' }
import type { controllers } from './app.ts'
import type { routes } from './routes.ts'

export const client = createClient<typeof routes, typeof controllers>(json, { baseUrl: 'http://localhost:3000' })
