/** The verb `json`. */

import t from 'tap'
import { createUrlFor } from '../../lib/index.js'
import type { RoutesJson } from '../../lib/index.js'
import { run } from '../support/command.js'

t.test('it prints the JSON of the routes, which helpers accept', async (t) => {
  const { code, stdout, stderr } = await run(['json', 'named.ts'])
  t.strictSame([code, stderr], [0, ''])
  t.equal(createUrlFor(JSON.parse(stdout) as RoutesJson).postPath(1), '/posts/1')
})

t.test('wrong usage prints the usage', async (t) => {
  t.match(await run(['json']), { code: 2, stdout: '', stderr: /^fastify-resources: missing FILE; expected FILE\n\nusage: fastify-resources json FILE\n/ })
})
