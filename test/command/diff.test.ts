/** The verb `diff`. */

import t from 'tap'
import { execFile, execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { draw, formatRoutes } from '../../lib/index.js'
import { DIFFERENCES, NO_DIFFERENCES } from '../support/differences.js'
import { IN_TESTS, TREES, run } from '../support/command.js'

t.test('it lists what breaks links and clients, what breaks code and what is new; exit code 1 if something breaks', async (t) => {
  for (const { title, before, now, text } of DIFFERENCES) {
    const folder = t.testdir({
      'old.json': formatRoutes(before, { style: 'json' }),
      'new.json': formatRoutes(now, { style: 'json' })
    })
    const args = ['diff', join(folder, 'old.json'), join(folder, 'new.json')]
    t.strictSame(
      await run(args),
      { code: text.includes('Breaks') ? 1 : 0, stdout: `${text}\n`, stderr: '' },
      title
    )
    const changes = JSON.parse((await run([...args, '--json'])).stdout) as Array<{
      kind: string
      message: string
    }>
    t.strictSame(
      changes.map(({ message }) => message).sort(),
      text
        .split('\n')
        .filter((line) => line.startsWith('  '))
        .map((line) => line.trim())
        .sort(),
      title
    )
  }
})

t.test('each of the two may be a module, its listing, or its JSON', async (t) => {
  const listing = (await run(['routes', 'shop.ts', '--style', 'json'])).stdout
  const folder = t.testdir({
    'listing.json': listing,
    'routes.json': (await run(['json', 'shop.ts'])).stdout
  })
  for (const file of ['listing.json', 'routes.json']) {
    t.strictSame(
      await run(['diff', 'shop.ts', join(folder, file)]),
      { code: 0, stdout: `${NO_DIFFERENCES}\n`, stderr: '' },
      file
    )
    t.match(
      await run(['diff', join(folder, file), 'named.ts']),
      { code: 1, stdout: /^ {2}GET \/posts is without|^ {2}GET \/account is gone/m },
      file
    )
  }
})

t.test('--json has the rows of each change, with file and line where NEW is a module, and --format github shows them there', async (t) => {
  const folder = t.testdir({
    'old.json': formatRoutes(
      draw((map) =>
        map.resources('posts', 'tags', { only: ['index', 'show'] }).route('gone', '/50%', 'posts#index')
      ),
      { style: 'json' }
    )
  })
  const args = ['diff', join(folder, 'old.json'), 'named.ts']
  const changes = JSON.parse((await run([...args, '--json'])).stdout) as Array<{
    kind: string
    rows: object[]
  }>
  t.strictSame(
    changes[0]?.rows,
    [
      {
        method: 'GET',
        path: '/tags/:id',
        controller: 'tags',
        action: 'show',
        helper: 'tagPath',
        file: null,
        line: null
      }
    ],
    'gone'
  )
  const { code, stdout } = await run([...args, '--format', 'github'])
  t.equal(code, 1)
  t.match(stdout, /^::error::GET \/50%25 is gone/m)
  t.match(
    (await run(['diff', 'default.ts', 'untold.ts', '--format', 'github'])).stdout,
    /^::notice file=untold\.ts,line=4::GET \/notes: notes#index, notesPath$/m
  )
  const back = await run(['diff', 'named.ts', join(folder, 'old.json'), '--format', 'github'])
  t.match(back, { code: 0, stdout: /^::notice::GET \/tags\/:id: tags#show, tagPath$/m })
  const added = JSON.parse((await run(['diff', 'default.ts', 'declared.ts', '--json'])).stdout) as Array<{
    kind: string
    rows: object[]
  }>
  t.match(added.find(({ kind }) => kind === 'new')?.rows, [
    { path: '/', helper: 'rootPath', file: 'declared.ts', line: 6 }
  ])
  t.strictSame(await run(['diff', 'named.ts', 'named.ts', '--format', 'github']), {
    code: 0,
    stdout: `${NO_DIFFERENCES}\n`,
    stderr: ''
  })
  t.match(await run(['diff', 'named.ts', 'named.ts', '--format', 'xml']), {
    code: 2,
    stderr: /unknown format 'xml'/
  })
})

const BUILT = new URL('../../dist/node/index.js', import.meta.url).href
const CLI = fileURLToPath(new URL('../../dist/node/cli.js', import.meta.url))

t.test('the job of the docs runs in a shallow clone, with and without a listing on main', async (t) => {
  const page = readFileSync(new URL('../../docs/command.md', import.meta.url), 'utf8')
  const [, job = ''] = /- run: \|\n((?: {4}.*\n)+)/.exec(page) ?? []
  t.match(job, /diff before\.json routes\.json/)
  const folder = t.testdir({ origin: { src: {} } })
  const shell = (cwd: string, script: string) =>
    execFileSync('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd, encoding: 'utf8', stdio: 'pipe' })
  const commit = 'git add -A && git -c user.name=a -c user.email=a@example.org commit -qm change'
  const module = (name: string): string =>
    `import { draw } from '${BUILT}'\nexport const routes = draw((map) => map.resources('${name}', { only: 'index' }))\n`
  const origin = join(folder, 'origin')
  const runJob = (): string => {
    shell(folder, 'rm -rf clone && git clone -q --depth 1 --branch change "file://$PWD/origin" clone')
    return shell(
      join(folder, 'clone'),
      job.replaceAll('npx fastify-resources', `env -i PATH="$PATH" ${process.execPath} ${CLI}`)
    )
  }
  writeFileSync(join(origin, 'src/routes.js'), module('posts'))
  shell(
    origin,
    `git init -q -b main && echo '{ "type": "module" }' > package.json && ${commit} && git checkout -q -b change`
  )
  t.equal(runJob(), '', 'main keeps no listing')
  shell(
    origin,
    `git checkout -q main && env -i PATH="$PATH" ${process.execPath} ${CLI} routes src/routes.js --style json > routes.json && ${commit} && git checkout -q -B change`
  )
  t.equal(runJob(), `${NO_DIFFERENCES}\n`)
  writeFileSync(join(origin, 'src/routes.js'), module('tags'))
  shell(origin, commit)
  try {
    t.fail(runJob())
  } catch (error) {
    t.match(error, { status: 1, stdout: /^Breaks links and clients:\n {2}GET \/posts is gone/ })
  }
})

t.test('a listing may come on standard input', async (t) => {
  const stdout = await new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...IN_TESTS, 'diff', '-', 'named.cjs'],
      { cwd: TREES },
      (_error, stdout, stderr) => {
        resolve(stdout + stderr)
      }
    )
    child.stdin?.end('[]')
  })
  t.match(stdout, /^New:\n {2}GET \/posts: posts#index, postsPath\n/)
})

t.test('a file without a listing is an error with exit code 2', async (t) => {
  const folder = t.testdir({ 'odd.json': '[{ "path": 1 }]', 'broken.json': '[' })
  t.strictSame(await run(['diff', 'named.ts', 'other.json']), {
    code: 2,
    stdout: '',
    stderr: 'fastify-resources: other.json holds no listing; expected the output of routes --style json, of release 0.2.0 or later\n'
  })
  t.match(await run(['diff', join(folder, 'odd.json'), 'named.ts']), {
    code: 2,
    stderr: 'odd.json holds no listing'
  })
  t.match(await run(['diff', join(folder, 'broken.json'), 'named.ts']), {
    code: 2,
    stderr: 'broken.json cannot be read: '
  })
  t.match(await run(['diff', 'nowhere.json', 'named.ts']), {
    code: 2,
    stderr: 'nowhere.json cannot be read: ENOENT'
  })
  t.match(await run(['diff', 'named.ts']), { code: 2, stderr: 'missing NEW; expected OLD NEW' })
  t.match(await run(['diff', '-', '-']), {
    code: 2,
    stderr: 'expected one listing on standard input, got two\n\nusage: fastify-resources diff OLD NEW'
  })
})

t.test('a listing of an earlier release, or with incomplete rows, is refused', async (t) => {
  const [row] = JSON.parse(
    formatRoutes(
      draw((map) => map.resources('posts', { only: 'index' })),
      { style: 'json' }
    )
  ) as Array<Record<string, unknown>>
  const folder = t.testdir({
    'later.json': '{ "version": 3, "table": [] }',
    'partial.json': JSON.stringify([{ ...row, defaults: undefined }]),
    'older.json': JSON.stringify([{ ...row, path: '/posts/:id', params: ['id'] }]),
    'whole.json': JSON.stringify([row])
  })
  t.match(await run(['diff', join(folder, 'later.json'), 'named.ts']), {
    code: 2,
    stderr: 'later.json cannot be read: the JSON of the routes has version 3'
  })
  for (const name of ['partial.json', 'older.json']) {
    const stderr = `${name} holds no listing; expected the output of routes --style json, of release 0.2.0 or later`
    t.match(await run(['diff', join(folder, name), 'named.ts']), { code: 2, stderr })
  }
  t.match(await run(['diff', join(folder, 'whole.json'), join(folder, 'whole.json')]), {
    code: 0,
    stdout: `${NO_DIFFERENCES}\n`
  })
})

t.test('control characters of a listing are escaped, so that no terminal obeys them', async (t) => {
  const listing = formatRoutes(
    draw((map) => map.resources('posts', { only: 'index', conditions: { tenant: '\u001b[2J\u009b\ta' } })),
    { style: 'json' }
  )
  const folder = t.testdir({ 'a.json': listing })
  t.match(await run(['diff', 'named.ts', join(folder, 'a.json')]), {
    code: 1,
    stdout: "tenant: '\\u001b[2J\\u009b\\u0009a'"
  })
  const { stdout } = await run(['diff', 'named.ts', join(folder, 'a.json'), '--json'])
  t.match(stdout, /^[^\u009b]*$/)
  t.match(
    (JSON.parse(stdout) as Array<{ message: string }>).find(({ message }) => message.includes('tenant'))
      ?.message,
    "tenant: '\u001b[2J\u009b\ta'"
  )
})

t.test('so are those that turn the direction of a line', async (t) => {
  const listing = formatRoutes(
    draw((map) => map.resources('posts', { only: 'index', conditions: { tenant: 'a\u202eb\u2066c\u200f' } })),
    { style: 'json' }
  )
  const folder = t.testdir({ 'a.json': listing })
  for (const args of [[], ['--json']]) {
    const { stdout } = await run(['diff', 'named.ts', join(folder, 'a.json'), ...args])
    t.ok(stdout.includes("'a\\u202eb\\u2066c\\u200f'"), stdout)
    t.notMatch(stdout, /\p{Bidi_Control}/u)
  }
})
