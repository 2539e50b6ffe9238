import openapiTS, { astToString } from 'openapi-typescript'
import { build } from './build.ts'

const app = await build()
await app.ready()
console.log(astToString(await openapiTS(JSON.stringify(app.swagger()))))
