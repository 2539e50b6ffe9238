/** What types say of the client, as an app sees the package: by what is built. */

import t from 'tap'
import { readFileSync, writeFileSync } from 'node:fs'
import { compile, shortened } from './compilers.js'
import type { Compiler } from './compilers.js'

export function testClient (compiler: Compiler): void {
  t.test(`${compiler}: a client knows controllers, actions, ids, bodies, queries, formats and answers`, async (t) => {
    t.equal((await compile(compiler, 'client', ['test/types/client.ts'])).errors, '')
  })

  t.test(`${compiler}: what a client sends and what arrives, by each library of schemas`, async (t) => {
    t.equal((await compile(compiler, 'client-schemas', ['test/types/client-schemas.ts'])).errors, '')
  })

  t.test(`${compiler}: a page needs no types of Node.js, also where libraries are checked`, async (t) => {
    const options = { types: [], lib: ['ES2023', 'DOM', 'DOM.Iterable'], skipLibCheck: false }
    t.equal((await compile(compiler, 'page', ['test/types/page.ts'], options)).errors, '')
  })

  t.test(`${compiler}: mistakes in calls have messages that name them, and show what a call takes and gives`, async (t) => {
    const { errors } = await compile(compiler, 'client-messages', ['test/types/registry/client.ts'])
    const golden = new URL(`../types/registry/client.${compiler.slice(-1)}.txt`, import.meta.url)
    if (process.env.UPDATE_MESSAGES === '1') writeFileSync(golden, `${errors}\n`)
    t.equal(shortened(errors), shortened(readFileSync(golden, 'utf8').trim()))
    t.notMatch(errors, /FactsOf|OptionsOf|Outcome|Row<|Scope<|TObject/)
  })
}
