/** The verb `check`. */

import t from 'tap'
import { join } from 'node:path'
import { run } from '../support/command.js'

const UNREACHED = 'no row reaches the action sessions#destroy\n'

t.test('it tells what an app lacks, and exit code 1', async (t) => {
  t.strictSame(await run(['check', 'app.ts']), { code: 1, stdout: UNREACHED, stderr: '' })
  t.strictSame(await run(['check', 'app.ts', '--guard', 'requireUser']), { code: 1, stdout: `POST /session (sessions#create): requireUser does not run\n${UNREACHED}`, stderr: '' })
  t.strictSame(await run(['check', 'app.ts', '--guard', 'requireUser', '--accepted', 'accepted.txt']), { code: 1, stdout: UNREACHED, stderr: '' })
  t.strictSame(JSON.parse((await run(['check', 'app.ts', '--json'])).stdout), [{ kind: 'unreached', message: UNREACHED.trim() }])
})

t.test('the app may be an instance, or what a function gives, under app or by default', async (t) => {
  t.strictSame(await run(['check', 'fine.ts', '--guard', 'requireUser']), { code: 0, stdout: 'No findings.\n', stderr: '' })
  const folder = t.testdir({
    'instance.mjs': 'import Fastify from "fastify"; import plugin, { draw } from "fastify-resources"; export const app = Fastify(); app.register(plugin, { routes: draw((map) => map.resources("posts", { only: "index" })), controllers: { posts: { index: async () => [] } } })',
    'none.mjs': 'export const app = 1; export default {}'
  })
  // Another copy of the package: what is built.
  t.match(await run(['check', join(folder, 'instance.mjs')]), { code: 1, stderr: /expected an app with trees of this copy of fastify-resources/ })
  t.match(await run(['check', join(folder, 'none.mjs')]), { code: 1, stderr: /none\.mjs exports no app; expected a Fastify instance, or a function that gives one, as 'app' or by default\n$/ })
})

t.test('a list that cannot be read is told, and one without a guard is wrong usage', async (t) => {
  t.match(await run(['check', 'app.ts', '--guard', 'requireUser', '--accepted', 'nowhere.txt']), { code: 1, stderr: /nowhere\.txt cannot be read: ENOENT/ })
  t.match(await run(['check', 'app.ts', '--accepted', 'accepted.txt']), { code: 2, stderr: 'expected --guard beside --accepted' })
})
