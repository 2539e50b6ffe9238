import { createServer } from 'node:http'
import { createRouter } from '@remix-run/fetch-router'
import { createRequestListener } from '@remix-run/node-fetch-server'
import { routes } from './routes.ts'
import { notes } from './notes.ts'

const router = createRouter()
router.map(routes.notes, notes)

const listener = createRequestListener(async (request) => await router.fetch(request))
createServer(listener).listen(Number(process.env.PORT))
