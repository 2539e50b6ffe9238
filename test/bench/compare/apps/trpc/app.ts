import { createHTTPServer } from '@trpc/server/adapters/standalone'
import { router } from './trpc.ts'
import { notes } from './notes.ts'

const app = router({
  notes,
})

export type App = typeof app

createHTTPServer({ router: app }).listen(Number(process.env.PORT))
