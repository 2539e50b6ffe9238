/** The verb `check`. */

import t from 'tap'
import { execFile } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import { run } from '../support/command.js'

const UNREACHED = 'no row reaches the action sessions#destroy\n'

t.test('it lists the gaps of an app, with exit code 1', async (t) => {
  t.strictSame(await run(['check', 'app.ts']), {
    code: 1,
    stdout: `${UNREACHED}Guards were not checked; name them with --guard.\n`,
    stderr: ''
  })
  t.match(await run(['check', 'app.ts', '--guard', 'requireUsr']), {
    code: 2,
    stderr: /guard: no row has a hook 'requireUsr'; did you mean 'requireUser'\?/
  })
  for (const guard of ['--guard=isAdmin', '--guard=']) {
    t.match(await run(['check', 'app.ts', '--guard=requireUser', guard]), {
      code: 2,
      stderr: `guard: no row has a hook '${guard.slice('--guard='.length)}'; expected the name of a function`
    })
  }
  t.strictSame(await run(['check', 'app.ts', '--guard', 'requireUser']), {
    code: 1,
    stdout: `POST /session (sessions#create): requireUser does not run (app.ts:9)\n${UNREACHED}`,
    stderr: ''
  })
  t.strictSame(await run(['check', 'app.ts', '--guard', 'requireUser', '--accepted', 'accepted.txt']), {
    code: 1,
    stdout: UNREACHED,
    stderr: ''
  })
  t.strictSame(JSON.parse((await run(['check', 'app.ts', '--json'])).stdout), [
    { kind: 'unreached', message: UNREACHED.trim(), row: null }
  ])
  const [unguarded] = JSON.parse((await run(['check', 'app.ts', '--guard', 'requireUser', '--json'])).stdout)
  t.match(unguarded.row, {
    method: 'POST',
    path: '/session',
    controller: 'sessions',
    action: 'create',
    helper: 'sessionPath',
    file: 'app.ts',
    line: 9
  })
  t.strictSame(
    (await run(['check', 'app.ts', '--guard', 'requireUser', '--format', 'json'])).stdout,
    (await run(['check', 'app.ts', '--guard', 'requireUser', '--json'])).stdout
  )
})

t.test('it prints annotations for GitHub Actions', async (t) => {
  t.strictSame(await run(['check', 'app.ts', '--guard', 'requireUser', '--format', 'github']), {
    code: 1,
    stdout:
      '::error file=app.ts,line=9::POST /session (sessions#create): requireUser does not run\n::error::no row reaches the action sessions#destroy\n',
    stderr: ''
  })
  t.match(await run(['check', 'app.ts', '--json', '--format', 'github']), {
    code: 2,
    stderr: 'expected --json or --format github, got both'
  })
  t.match(await run(['check', 'app.ts', '--format', 'xml']), {
    code: 2,
    stderr: "unknown format 'xml'; expected 'text', 'json' or 'github'"
  })
  t.strictSame(await run(['check', 'fine.ts', '--format', 'github']), {
    code: 0,
    stdout: 'No findings.\n',
    stderr: ''
  })
})

t.test('the app may be an instance or a function that returns one, exported as app or by default', async (t) => {
  t.strictSame(await run(['check', 'fine.ts', '--guard', 'requireUser']), {
    code: 0,
    stdout: 'No findings.\n',
    stderr: ''
  })
  const folder = t.testdir({
    'instance.mjs':
      'import Fastify from "fastify"; import plugin, { draw } from "fastify-resources"; export const app = Fastify(); app.register(plugin, { routes: draw((map) => map.resources("posts", { only: "index" })), controllers: { posts: { index: async () => [] } } })',
    'none.mjs': 'export const app = 1; export default {}'
  })
  // Another copy of the package: the build.
  t.match(await run(['check', join(folder, 'instance.mjs')]), {
    code: 2,
    stderr: /expected an app with trees of this copy of fastify-resources/
  })
  t.match(await run(['check', join(folder, 'none.mjs')]), {
    code: 2,
    stderr:
      /none\.mjs exports no app; expected a Fastify instance, or a function that returns one, as 'app', 'createApp' or by default\n$/
  })
})

t.test('so may a function createApp, as a walk takes it', async (t) => {
  t.strictSame(await run(['check', 'create-app.ts', '--guard', 'requireUser']), {
    code: 1,
    stdout: 'POST /posts (posts#create): requireUser does not run (create-app.ts:9)\n',
    stderr: ''
  })
  const folder = t.testdir({
    'none.mjs': 'export const createApp = () => 1',
    'options.mjs': 'export const createApp = ({ file }) => file',
    'broken.mjs': "export const createApp = () => { throw new Error('no disk') }"
  })
  t.match(await run(['check', join(folder, 'none.mjs')]), { code: 2, stderr: /none\.mjs exports no app/ })
  t.match(await run(['check', join(folder, 'options.mjs')]), {
    code: 2,
    stderr:
      /^fastify-resources: createApp\(\) fails without arguments: Cannot destructure .*; export app = \(\) => createApp\(…\)\n$/
  })
  t.match(await run(['check', join(folder, 'broken.mjs')]), {
    code: 2,
    stderr: 'fastify-resources: no disk\n'
  })
})

t.test('a function with a parameter is a plugin, as fastify-cli runs it', async (t) => {
  t.strictSame(await run(['check', 'plugin.ts', '--guard', 'requireUser']), {
    code: 0,
    stdout: 'No findings.\n',
    stderr: ''
  })
})

t.test('a line of the list that names no row is a finding, without --guard too', async (t) => {
  const accepted = join(t.testdir({ accepted: 'POST /sesion # misspelt' }), 'accepted')
  t.match(await run(['check', 'fine.ts', '--accepted', accepted]), {
    code: 1,
    stdout: /^POST \/sesion is accepted, but there is no such row\nGuards were not checked/
  })
})

t.test('an unreadable list is an error', async (t) => {
  t.match(await run(['check', 'app.ts', '--guard', 'requireUser', '--accepted', 'nowhere.txt']), {
    code: 2,
    stderr: /nowhere\.txt cannot be read: ENOENT/
  })
})

const BLOG = fileURLToPath(new URL('../../dist/examples/blog', import.meta.url))
const CLI = fileURLToPath(new URL('../../dist/node/cli.js', import.meta.url))

/** The findings of the command in a copy of the built blog, with a text in its guards replaced. */
async function checkBlog (t: Test, text: string, replacement: string): Promise<string> {
  const folder = t.testdir({ accepted: 'POST /session\nDELETE /session\nPOST /account\n' })
  cpSync(BLOG, join(folder, 'blog'), { recursive: true })
  const guardsFile = join(folder, 'blog/web/guards.js')
  const source = readFileSync(guardsFile, 'utf8')
  t.equal(source.split(text).length, 2, 'the text is there once')
  writeFileSync(guardsFile, source.replace(text, replacement))
  writeFileSync(
    join(folder, 'app.js'),
    "import { createApp } from './blog/app.js'; export const app = () => createApp({ databaseFile: import.meta.dirname + '/blog.db' })"
  )
  const guards = ['requireUser', 'requireWriter', 'requireAdmin'].flatMap((guard) => ['--guard', guard])
  return await new Promise((resolve) => {
    execFile(
      'env',
      [
        '-i',
        process.execPath,
        '--no-warnings',
        CLI,
        'check',
        join(folder, 'app.js'),
        ...guards,
        '--accepted',
        join(folder, 'accepted')
      ],
      (_error, stdout, stderr) => {
        resolve(stdout + stderr)
      }
    )
  })
}

t.test('a guard that is removed from the blog is a finding', async (t) => {
  const findings = await checkBlog(t, 'byOwner = { preValidation: requireWriter, ', 'byOwner = { ')
  t.equal(
    findings.replaceAll(/ \([^()]*routes\.js:\d+\)$/gm, ''),
    [
      'PUT /posts/:id/publish (posts#publish)',
      'PUT /posts/:id/unpublish (posts#unpublish)',
      'PUT /posts/:id (posts#update)',
      'DELETE /posts/:id (posts#destroy)'
    ]
      .map((row) => `${row}: none of requireUser, requireWriter, requireAdmin runs\n`)
      .join('')
  )
})
