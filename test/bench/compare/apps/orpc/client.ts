import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { RouterClient } from '@orpc/server'
import type { app } from './app.ts'

export const client: RouterClient<typeof app> = createORPCClient(new RPCLink({ url: 'http://localhost:3000' }))
