import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { notes } from './notes.ts'

const app = new Hono()
  .route('/notes', notes)

export type App = typeof app

serve({ fetch: app.fetch, port: Number(process.env.PORT) })
