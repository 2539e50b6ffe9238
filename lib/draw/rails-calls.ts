/** The calls of later Rails, and what the mapper has in their place. */

import { didYouMean, oneOf } from '../text.js'

const GROUP = "group({ pathPrefix: '/path' }, block), or namespace"

const HERE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['get', 'post', 'put', 'patch', 'delete', 'options'].map((method) => [
    method, `route('/path', 'posts#show', { method: '${method}' })`
  ])),
  match: "route('/path', 'posts#show', { method: ['get', 'post'] })",
  connect: "route('/path', 'posts#show')",
  scope: GROUP,
  with_options: GROUP,
  controller: "group({ controller: 'posts' }, block)",
  constraints: 'the option requirements for variables, or conditions for a host',
  defaults: "the option defaults: { section: 'news' }",
  shallow: 'the option shallow: true',
  member: "the option member: { publish: 'put' }",
  collection: "the option collection: { search: 'get' }",
  concern: 'a function, and give it as the block of each resource',
  concerns: 'the function of the concern as the block',
  mount: "app.register(plugin, { prefix: '/path' })",
  direct: 'a function of your own',
  resolve: "formFor('basket', basket), which takes the name",
  draw: 'include(routes) of another draw'
}

/** The mistake of a call that the mapper lacks. */
export function unknownCall (name: string, known: readonly string[]): string {
  const here = Object.hasOwn(HERE, name) ? `; write ${HERE[name] as string}` : didYouMean(name, known)
  return `unknown call${here === '' ? `; expected ${oneOf(known)}` : here}`
}
