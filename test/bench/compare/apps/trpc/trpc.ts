import { initTRPC } from '@trpc/server'

export const { router, procedure } = initTRPC.create()
