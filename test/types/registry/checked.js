/** Controllers in JavaScript, checked: types come from the declarations alone. */

import { controller, draw } from 'fastify-resources'

export const routes = draw((map) => map.resources('posts', { only: ['index', 'create', 'show'] }))

/** @typedef {import('./from-schema.js').FromSchemaProvider} Provider */

/** @type {ReturnType<typeof controller.for<typeof routes, Provider>>} */
const controllerOf = controller.for()

export default controllerOf('posts', {
  record: { type: 'object', required: ['title'], properties: { id: { type: 'integer', readOnly: true }, title: { type: 'string' } }, additionalProperties: false },
  responses: true,
  index: async () => [{ id: 1, title: 'Hi' }],
  create: async (request, reply) => {
    // @ts-expect-error there is no such property
    request.body.post.titel.trim()
    return await reply.code(201).send({ id: 1, title: request.body.post.title.trim() })
  },
  show: async (request) => ({ id: request.params.id, title: request.params.id.toFixed() })
})

controllerOf('posts', {
  index () {},
  create () {},
  // @ts-expect-error there is no such parameter
  show: async (request) => request.params.slug
})

// @ts-expect-error an action is missing
controllerOf('posts', { index () {}, create () {} })
// @ts-expect-error there is no such controller
controllerOf('pots', { index () {} })
