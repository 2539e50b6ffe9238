/**
 * Trees of any size: the names of many resources, their controllers, and the routes that one would write by
 * hand.
 */

import { draw } from '../../dist/node/urls.js'

const NOUNS = [
  'articles',
  'boxes',
  'categories',
  'customers',
  'days',
  'invoices',
  'leaves',
  'matches',
  'orders',
  'pages',
  'people',
  'photos',
  'products',
  'reviews',
  'sales',
  'statuses',
  'stories',
  'tasks',
  'users',
  'wishes'
]

/** `a_articles`, `b_boxes`, …: unique names. */
export function resourceNames (count) {
  return Array.from({ length: count }, (_, index) => `${letters(index)}_${NOUNS[index % NOUNS.length]}`)
}

function letters (number) {
  return number < 26
    ? String.fromCharCode(97 + number)
    : letters(Math.floor(number / 26) - 1) + letters(number % 26)
}

export function drawResources (names) {
  return draw((map) => {
    for (const name of names) map.resources(name)
  })
}

/** A controller with separate handlers for each name. */
export function createControllers (names) {
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        index: async () => `index of ${name}`,
        create: async () => `create of ${name}`,
        new: async () => `new of ${name}`,
        edit: async () => `edit of ${name}`,
        show: async () => `show of ${name}`,
        update: async () => `update of ${name}`,
        destroy: async () => `destroy of ${name}`
      }
    ])
  )
}

const ID = ':id'

/** The arguments of `fastify.route()`, in the order of the table. */
export function handWrittenRoutes (controllers) {
  return Object.entries(controllers).flatMap(([name, controller]) => [
    { method: 'GET', url: `/${name}`, handler: controller.index },
    { method: 'POST', url: `/${name}`, handler: controller.create },
    { method: 'GET', url: `/${name}/new`, handler: controller.new },
    { method: 'GET', url: `/${name}/${ID}/edit`, handler: controller.edit },
    { method: 'GET', url: `/${name}/${ID}`, handler: controller.show },
    { method: 'PUT', url: `/${name}/${ID}`, handler: controller.update },
    { method: 'DELETE', url: `/${name}/${ID}`, handler: controller.destroy }
  ])
}
