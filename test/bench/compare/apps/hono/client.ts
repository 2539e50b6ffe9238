import { hc } from 'hono/client'
import type { App } from './app.ts'

export const client = hc<App>('http://localhost:3000')
