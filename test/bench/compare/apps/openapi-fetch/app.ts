import { build } from './build.ts'

const app = await build()
await app.listen({ port: Number(process.env.PORT) })
