/** What types say of controllers, as an app sees the package: by what is built. */

import type { Test } from 'tap'
import { readFileSync, writeFileSync } from 'node:fs'
import { controllersSource, handlersSource } from '../types/budget-sources.js'
import type { ControllersBy } from '../types/budget-sources.js'
import { compile, shortened, writeSource } from './compilers.js'
import type { Compiler } from './compilers.js'

const budget = writeSource('100-controllers', controllersSource(100))
const [, example = ''] =
  /^## Typed controllers\n.*?^```ts\n(.*?)^```/ms.exec(
    readFileSync(new URL('../../docs/controllers.md', import.meta.url), 'utf8')
  ) ?? []
const page = writeSource('typed-controllers', example)
const given = ['controllers.ts', 'records.ts', 'standard.ts', 'registry/checked.js'].map(
  (file) => `test/types/${file}`
)

/** Twice as many controllers cost about twice as much, whatever the tree's options. */
const MOST = { 50: 130_000, 100: 270_000 } as const

export const allControllers: readonly ControllersBy[] = (['registration', 'controller.for'] as const).flatMap((by) =>
  (['no option', 'api: true', 'except'] as const).map((options) => ({ by, options })))

export function testCosts (
  t: Test,
  compiler: Compiler,
  { by, options }: ControllersBy,
  counts: ReadonlyArray<keyof typeof MOST> = [50, 100]
): void {
  for (const count of counts) {
    const most = MOST[count]
    t.test(`${compiler}: ${count} controllers by ${by}, with ${options}, cost at most ${most} instantiations`, async (t) => {
      const name = `${count}-handlers-by-${by}-${options}`.replaceAll(/[^\w-]/g, '')
      const source = writeSource(name, handlersSource(count, { by, options }))
      const { errors, instantiations, seconds } = await compile(compiler, name, [source])
      t.equal(errors, '')
      t.ok(instantiations < most, `${instantiations} instantiations, ${seconds} s`)
    })
  }
}

export function testControllers (t: Test, compiler: Compiler): void {
  t.test(`${compiler}: controllers know bodies, ids, queries, answers and what is loaded, from the routes given and their schemas`, async (t) => {
    t.equal((await compile(compiler, 'given-controllers', given)).errors, '')
  })

  t.test(`${compiler}: and from what is registered`, async (t) => {
    for (const name of ['controllers', 'parents', 'mutual', 'misspelt']) {
      t.equal((await compile(compiler, `registered-${name}`, [`test/types/registry/${name}.ts`])).errors, '')
    }
  })

  t.test(`${compiler}: the typed controllers of docs/controllers.md compile as they are`, async (t) => {
    t.match(example, /controller\('posts'/)
    t.equal((await compile(compiler, 'typed-controllers', [page])).errors, '')
  })

  t.test(`${compiler}: 100 controllers cost at most 533,000 instantiations`, async (t) => {
    const { errors, instantiations, seconds } = await compile(compiler, '100-controllers', [budget])
    t.equal(errors, '')
    t.ok(instantiations < 533_000, `${instantiations} instantiations, ${seconds} s`)
  })

  t.test(`${compiler}: mistakes in controllers have messages that name them first`, async (t) => {
    const { errors } = await compile(compiler, 'controller-messages', ['test/types/registry/messages.ts'])
    const golden = new URL(`../types/registry/messages.${compiler.slice(-1)}.txt`, import.meta.url)
    if (process.env.UPDATE_MESSAGES === '1') writeFileSync(golden, `${errors}\n`)
    t.equal(shortened(errors), shortened(readFileSync(golden, 'utf8').trim()))
  })
}
