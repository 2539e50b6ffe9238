/**
 * `npm start`: serves the blog until it is told to stop, and answers what has come by then. From the environment:
 * PORT, HOST, DATABASE_URL, COOKIE_SECRET (32 characters or more), BASE_URL and TRUST_PROXY=true behind a proxy,
 * ADMIN_EMAIL and ADMIN_PASSWORD for a new database.
 */

import { createApp } from './app.js'

const { PORT = '3000', HOST = 'localhost', DATABASE_URL = 'file:blog.db', COOKIE_SECRET, BASE_URL, ADMIN_EMAIL, ADMIN_PASSWORD, TRUST_PROXY } = process.env

const app = await createApp({
  databaseUrl: DATABASE_URL,
  secret: COOKIE_SECRET,
  baseUrl: BASE_URL,
  admin: { email: ADMIN_EMAIL, password: ADMIN_PASSWORD },
  fastify: { logger: true, trustProxy: TRUST_PROXY === 'true' }
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, async () => { await app.close() })
await app.listen({ port: Number(PORT), host: HOST })
