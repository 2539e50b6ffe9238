/** The verb `json`. */

import t from 'tap'
import { join } from 'node:path'
import { createUrlFor } from '../../lib/index.js'
import type { RoutesJson } from '../../lib/index.js'
import { run } from '../support/command.js'

t.test('it prints the JSON of the routes, which helpers accept', async (t) => {
  const { code, stdout, stderr } = await run(['json', 'named.ts'])
  t.strictSame([code, stderr], [0, ''])
  t.equal(createUrlFor(JSON.parse(stdout) as RoutesJson).postPath(1), '/posts/1')
})

t.test('wrong usage prints the usage', async (t) => {
  t.match(await run(['json']), {
    code: 2,
    stdout: '',
    stderr:
      /^fastify-resources: missing FILE; expected FILE\n\nusage: fastify-resources json FILE \[--check KEPT\]\n/
  })
})

t.test('--check tells by its exit code whether a kept file is stale', async (t) => {
  const { stdout } = await run(['json', 'named.ts'])
  const folder = t.testdir({ 'kept.json': JSON.stringify(JSON.parse(stdout), null, 2), 'broken.json': '{' })
  const kept = join(folder, 'kept.json')
  t.strictSame(await run(['json', 'named.ts', '--check', kept]), {
    code: 0,
    stdout: `${kept} is up to date.\n`,
    stderr: ''
  })
  t.strictSame(await run(['json', 'shop.ts', '--check', kept]), {
    code: 1,
    stdout: `${kept} is stale; write it again: fastify-resources json shop.ts > ${kept}\n\`fastify-resources diff ${kept} shop.ts\` shows what changed.\n`,
    stderr: ''
  })
  t.equal((await run(['diff', kept, 'shop.ts'])).code, 1, 'as the message says')
  t.match(await run(['json', 'named.ts', '--check', join(folder, 'broken.json')]), {
    code: 2,
    stdout: '',
    stderr: /broken\.json cannot be read: (?!.*SyntaxError)./
  })
  t.match(await run(['json', 'named.ts', '--check', join(folder, 'gone.json')]), {
    code: 2,
    stdout: '',
    stderr: /gone\.json cannot be read: ENOENT/
  })
})
