/** Writes the declarations that the budgets of types are measured on. */

import { readLines } from '../support/rails.js'

const WORDS = readLines('nouns.txt').filter((word) => /^[a-z]+s$/.test(word))
const OTHER_OPTIONS = ['{ only: [\'index\', \'show\'] }', '{ as: \'things\' }', '{ except: \'destroy\' }', '{ controller: \'others\' }', '{ shallow: true }']

/** Resources in one chain: every fifth with two member actions, every tenth with other options. */
export function chainSource (count: number): string {
  return `${IMPORTS}
export const routes = ${chain(0, count)}
${useOf(count - 1)}`
}

/** Resources in trees of 200, taken into one. */
export function includeSource (count: number): string {
  const parts = Array.from({ length: count / 200 }, (_, index) => `part${index}`)
  return `${IMPORTS}
${parts.map((part, index) => `const ${part} = ${chain(index * 200, index * 200 + 200)}`).join('\n')}
export const routes = draw((map) => map${parts.map((part) => `.include(${part})`).join('')})
${useOf(count - 1)}`
}

/** Resources whose controllers stand in one object, each with a record and a query of its own. */
export function controllersSource (count: number): string {
  const names = WORDS.slice(0, count)
  return `import { Type } from '@fastify/type-provider-typebox'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { controller, draw } from 'fastify-resources'
import type { AllControllers } from 'fastify-resources'
export const routes = draw((map) => map${names.map((name) => `\n  .resources('${name}')`).join('')})
declare module 'fastify-resources' {
  interface FastifyResources { app: typeof routes, provider: TypeBoxTypeProvider }
}
interface Found { id: number, title: string }
declare function find (id: number): Promise<Found>
const id = Type.Readonly(Type.Integer({ readOnly: true }))
export const controllers = {
${names.map((name) => `  ${name}: ${controllerSource(name)}`).join(',\n')}
} satisfies AllControllers
`
}

export interface ControllersBy {
  /** Where their types come from. */
  readonly by: 'registration' | 'controller.for'
  /** The options that leave actions out: none, one of the tree, or one of each resource. */
  readonly options: 'no option' | 'api: true' | 'except'
}

/** Resources with a controller each, which has handlers alone. */
export function handlersSource (count: number, { by, options }: ControllersBy): string {
  const names = WORDS.slice(0, count)
  const ofTree = options === 'api: true' ? '{ api: true }, ' : ''
  const ofResource = options === 'except' ? ', { except: [\'new\', \'edit\'] }' : ''
  const pages = options === 'no option' ? '\n  new: async () => \'\',\n  edit: async () => \'\',' : ''
  const controllers = names.map((name) => `export const ${name}Controller = define('${name}', {
  index: async () => [],
  create: async () => '',${pages}
  show: async (request) => request.params.id,
  update: async () => '',
  destroy: async () => ''
})`)
  return `import { controller, draw } from 'fastify-resources'
export const routes = draw(${ofTree}(map) => map${names.map((name) => `\n  .resources('${name}'${ofResource})`).join('')})
${by === 'registration'
    ? 'declare module \'fastify-resources\' {\n  interface FastifyResources { app: typeof routes }\n}\nconst define = controller'
    : 'const define = controller.for<typeof routes>()'}
${controllers.join('\n')}
`
}

/** Those of `controllersSource` with checked answers, and a client that reads and changes a record of each. */
export function clientSource (count: number, { isUsed }: { readonly isUsed: boolean }): string {
  const calls = WORDS.slice(0, count).map((name) => `  const { id, title } = await client.${name}.show(1)
  await client.${name}.update({ id }, { title: title.trim() }, { query: { a: 1 } })`)
  return `import { createClient } from 'fastify-resources/client'
${controllersSource(count)
    .replaceAll('record: Type', 'responses: true, record: Type')
    .replaceAll('send({ ...Object.values(request.body)[0], id: 1 })', 'send(await find(1))')
    .replaceAll('({ ...await find(request.params.id), ...Object.values(request.body)[0] })', 'await find(request.params.id)')}
export const client = createClient<typeof routes, typeof controllers>(routes)
${isUsed ? calls.map((call) => `export async function use_${call.split('.')[1] as string} () {\n${call}\n}`).join('\n') : ''}
`
}

function controllerSource (name: string): string {
  return `controller('${name}', {
    record: Type.Object({ id, title: Type.String(), text: Type.Optional(Type.String()) }),
    index: {
      schema: { querystring: Type.Object({ page: Type.Integer() }) },
      handler: async (request) => [await find(request.query.page)]
    },
    create: async (request, reply) => await reply.code(201).send({ ...Object.values(request.body)[0], id: 1 }),
    new: async (request, reply) => reply.send(),
    edit: async (request, reply) => reply.send(request.params.id.toFixed()),
    show: async (request, reply) => await find(request.params.id),
    update: async (request, reply) => ({ ...await find(request.params.id), ...Object.values(request.body)[0] }),
    destroy: async (request, reply) => await reply.code(204).send()
  })`
}

// The type alone, so that what is counted is what declarations cost.
const DRAW = `import type { Draw } from '../../../types/mapper.js'
declare const draw: Draw`

const IMPORTS = `import type { UrlFor } from '../../../types/url-for.js'
${DRAW}`

function chain (from: number, to: number): string {
  return `draw((map) => map${WORDS.slice(from, to).map((word, index) => `\n  .resources('${word}'${optionsOf(from + index)})`).join('')})`
}

function optionsOf (index: number): string {
  if (index % 10 === 3) return `, ${OTHER_OPTIONS[Math.floor(index / 10) % OTHER_OPTIONS.length] as string}`
  return index % 5 === 0 ? ', { member: { publish: \'put\', preview: \'get\' } }' : ''
}

function useOf (last: number): string {
  return `declare const urlFor: UrlFor<typeof routes>
export const path: string = urlFor.${WORDS[last] as string}Path()
// @ts-expect-error no such helper
urlFor.nopePath()
`
}
