/** With nothing registered, any helper's name is allowed. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { draw, type UrlFor } from 'fastify-resources'

declare const app: FastifyInstance
declare const request: FastifyRequest

app.urlFor.anythingPath(1, { query: {} })
request.urlFor.anythingUrl()
request.urlFor('anything', { id: 1 })
app.printResources()
// @ts-expect-error no helper is called that
app.urlFor.nope()
// @ts-expect-error
request.urlFor.nope()

// A single scope has its own helpers.
const adminRoutes = draw((map) => map.resources('users'))
const { editUserPath } = app.getDecorator<UrlFor<typeof adminRoutes>>('urlFor')
editUserPath(1)
// @ts-expect-error one id too few
editUserPath()
