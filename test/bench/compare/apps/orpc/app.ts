import { createServer } from 'node:http'
import { RPCHandler } from '@orpc/server/node'
import { notes } from './notes.ts'

export const app = {
  notes,
}

const handler = new RPCHandler(app)
const server = createServer(async (request, response) => {
  const { matched } = await handler.handle(request, response)
  if (!matched) response.writeHead(404).end()
})
server.listen(Number(process.env.PORT))
