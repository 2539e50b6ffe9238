import { createTRPCClient, httpBatchLink } from '@trpc/client'
import type { App } from './app.ts'

export const client = createTRPCClient<App>({ links: [httpBatchLink({ url: 'http://localhost:3000' })] })
