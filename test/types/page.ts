/** A page of a browser, which has neither the types of Node.js nor those of Fastify. */

import { createClient } from 'fastify-resources/client'
import { createFormHelpers, createUrlFor, draw } from 'fastify-resources/urls'

const routes = draw((map) => map.resources('posts'))
const urlFor = createUrlFor(routes)
const { formFor } = createFormHelpers(urlFor)

export const form: string = formFor('post', 1).action
export const path: string = urlFor.postPath(1)
export const post: Promise<unknown> = createClient(routes).posts.show(1)
