/** The order of the hooks of a row, and which layers an app loads. */

import t from 'tap'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { settleRow } from '../../../lib/controllers/layers/index.js'
import type { RowPart } from '../../../lib/controllers/layers/index.js'
import resourcesPlugin, { draw } from '../../../lib/index.js'
import Fastify from 'fastify'

type Anything = any

const action: Anything = {
  shared: { preHandler: 'controller', onSend: 'controller' },
  own: { preHandler: ['action'], onSend: 'action', handler: () => 'handled', errorHandler: () => 'own' }
}

const ORDER: ReadonlyArray<readonly [phase: string, hooks: readonly string[]]> = [
  ['preHandler', ['A first', 'B first', 'controller', 'A guarded', 'B guarded', 'action', 'A last', 'B last']],
  ['onSend', ['A first', 'B first', 'controller', 'A guarded', 'B guarded', 'action', 'A last', 'B last']]
]

t.test('hooks run layer by layer: first, the controller, guarded, the action, last', async (t) => {
  const partOf = (name: string): RowPart => Object.fromEntries(
    ['first', 'guarded', 'last'].map((place) => {
      const hook = `${name} ${place}`
      return [place, { preHandler: hook, onSend: hook }]
    })
  )
  const options: Anything = settleRow([partOf('A'), partOf('B')], action)
  for (const [phase, hooks] of ORDER) t.strictSame(options[phase], hooks, phase)
})

t.test('of handlers of errors the first layer is outermost, and of handlers too', async (t) => {
  const around = (name: string): RowPart => ({
    wrapHandler: (handler: Anything) => (() => `${name}(${handler()})`) as Anything,
    wrapErrors: (next: Anything) => () => `${name}(${next()})`
  })
  const options: Anything = settleRow([around('A'), {}, around('B')], action)
  t.equal(options.handler(), 'A(B(handled))')
  t.equal(options.errorHandler(), 'A(B(own))')
})

t.test('the schema of a layer stands in place of that of the action, with the facts of all', async (t) => {
  const own: Anything = { shared: {}, own: { handler: () => {}, schema: { summary: 'own' } } }
  const alone: Anything = settleRow([{}], own)
  t.strictSame(alone.schema, { summary: 'own' })
  const schema = { summary: 'of the layer' }
  const parts = [{ facts: { isLoading: true } }, { schema, facts: { takesFiles: true } }]
  const both: Anything = settleRow(parts, own)
  t.equal(both.schema.summary, 'of the layer')
  t.strictSame(Object.getOwnPropertySymbols(both.schema).map((symbol) => both.schema[symbol]), [
    { isLoading: true, takesFiles: true }
  ])
})

t.test('in a request: guards of the controller, then load, then the hooks of the action', async (t) => {
  const ran: string[] = []
  const note = (name: string) => async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    ran.push(`${name} ${request.record === null ? 'without' : 'with'} the record`)
  }
  const app = Fastify()
  app.addHook('preHandler', note('app'))
  await app.register(resourcesPlugin, {
    routes: draw((map) => map.resources('posts', { only: 'show' })),
    controllers: {
      posts: {
        load: () => ({ id: 1 }),
        routeOptions: { preHandler: note('controller') },
        show: { preHandler: note('action'), handler: async () => ({}) }
      }
    }
  })
  t.equal((await app.inject('/posts/1')).statusCode, 200)
  t.strictSame(ran, ['app without the record', 'controller without the record', 'action with the record'])
})
