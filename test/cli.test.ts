/** The command. */

import t from 'tap'
import { execFile } from 'node:child_process'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { runCommand } from '../lib/command/command.js'
import { createUrlFor } from '../lib/index.js'
import type { RoutesJson } from '../lib/index.js'
import { IN_TESTS, TREES, run } from './support/command.js'
import type { Result } from './support/command.js'

const USAGE = `usage: fastify-resources routes FILE [--grep TEXT] [--controller NAME]
                                 [--path URL] [--method NAME] [--style table|json]

FILE is a module that exports the result of draw(), as \`routes\` or by default.
  --grep TEXT         only routes with TEXT in name, method, path or
                      controller#action
  --controller NAME   only routes of this controller; posts is admin/posts too
  --path URL          only routes whose path takes a URL such as /posts/1; of
                      one method, the first answers
  --method NAME       only routes of this method
  --style STYLE       how to print them; table by default
`

const BUILT = [fileURLToPath(new URL('../dist/node/cli.js', import.meta.url))]

/** The same in a process of its own, with the loader of the tests or as it is built. */
async function runProcess (command: readonly string[], args: readonly string[]): Promise<Result> {
  return await new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...command, ...args],
      { cwd: TREES },
      (_error, stdout, stderr) => {
        resolve({ code: child.exitCode, stdout, stderr })
      }
    )
  })
}

t.test('it prints the listing of the routes that a module exports, without colors', async (t) => {
  t.strictSame(await run(['routes', 'named.ts']), {
    code: 0,
    stdout: `posts GET /posts     { controller: 'posts', action: 'index' }
 post GET /posts/:id { controller: 'posts', action: 'show' }
 tags GET /tags      { controller: 'tags', action: 'index' }
`,
    stderr: ''
  })
  t.match(await run(['routes', 'default.ts']), {
    code: 0,
    stdout: "posts GET /posts { controller: 'posts', action: 'index' }\n"
  })
})

t.test('the module may be CommonJS', async (t) => {
  for (const file of ['named.cjs', 'transpiled.cjs']) {
    t.match(await run(['routes', file]), { code: 0, stdout: /^posts GET/ }, file)
  }
})

t.test('its options are those of the listing', async (t) => {
  t.match(await run(['routes', 'named.ts', '--controller', 'tags']), {
    code: 0,
    stdout: /^tags GET \/tags [^\n]*\n$/
  })
  t.match(await run(['routes', '--grep', 'SHOW', 'named.ts']), { code: 0, stdout: /^ ?post GET [^\n]*\n$/ })
  t.equal((JSON.parse((await run(['routes', 'named.ts', '--style=json'])).stdout) as unknown[]).length, 3)
})

t.test('help is the usage of a verb, or of all', async (t) => {
  t.strictSame(await run(['routes', '-h']), { code: 0, stdout: USAGE, stderr: '' })
  const { code, stdout } = await run(['--help'])
  t.equal(code, 0)
  t.ok(stdout.startsWith(USAGE))
  t.match(stdout, /^fastify-resources json FILE$/m)
})

t.test('an invalid module is an error of one line, with exit code 2', async (t) => {
  const lines: ReadonlyArray<readonly [string, string]> = [
    ['nowhere.js', 'fastify-resources: the file nowhere.js is missing\n'],
    ['odd.js', 'fastify-resources: table is not iterable\n'],
    ['broken.js', 'fastify-resources: broken.js cannot be loaded: broken on purpose\n']
  ]
  for (const [file, stderr] of lines) {
    t.strictSame(await run(['routes', file]), { code: 2, stdout: '', stderr }, file)
  }
  t.match(await run(['routes', 'mistakes.js']), {
    code: 2,
    stderr:
      /^fastify-resources: mistakes\.js cannot be loaded: The routes have 2 mistakes: - [^\n]+ - [^\n]+\n$/
  })
  t.match(await run(['routes', 'routes.coffee']), {
    code: 2,
    stdout: '',
    stderr:
      /^fastify-resources: routes\.coffee cannot be loaded: [^\n]*(?:Unknown file extension|ERR_UNKNOWN_FILE_EXTENSION) [^\n]*routes\.coffee\n$/
  })
})

t.test('TypeScript that Node reads works as it is; for other the error names the whole line to run', async (t) => {
  const routes =
    "import { draw } from 'fastify-resources'\nexport const routes = draw((map) => map.resources('posts', { only: 'index' })) satisfies object\n"
  const folder = t.testdir({
    'routes.ts': routes,
    'enum.js':
      "throw Object.assign(new SyntaxError('TypeScript enum is not supported in strip-only mode'), { code: 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX' })",
    'import.js': "throw new Error(`Cannot find module '/app/models.js' imported from /app/routes.ts`)"
  })
  const line = (file: string): RegExp =>
    new RegExp(
      `; this Node needs a loader for it: node --import tsx node_modules/\\.bin/fastify-resources routes \\S*${file} --grep posts\n$`
    )
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isRead = major > 22 || (major === 22 && minor >= 18)
  // Without the loader of the tests.
  const result = await new Promise((resolve) => {
    execFile(
      'env',
      ['-i', process.execPath, '--no-warnings', ...BUILT, 'routes', `${folder}/routes.ts`, '--grep', 'posts'],
      (_error, stdout, stderr) => {
        resolve(stdout + stderr)
      }
    )
  })
  t.match(result, isRead ? /^posts GET \/posts / : line('routes.ts'))
  for (const file of ['enum.js', 'import.js']) {
    t.match(
      await run(['routes', `${folder}/${file}`, '--grep', 'posts']),
      { code: 2, stderr: line(file) },
      file
    )
  }
})

t.test('wrong usage prints the usage, with exit code 2', async (t) => {
  const cases: ReadonlyArray<readonly [string[], string | RegExp]> = [
    [['routes'], 'expected FILE\n'],
    [['routes', ''], 'expected FILE\n'],
    [['routes', 'a.js', 'b.js'], "unknown argument 'b.js'; expected FILE"],
    [['routes', 'named.ts', '--style', 'xml'], "unknown style 'xml'"],
    [['routes', 'named.ts', '--style', 'expanded'], "unknown style 'expanded'"],
    [['routes', 'named.ts', '--method', 'FETCH'], "unknown method 'FETCH'; expected 'GET', "],
    [['routes', 'named.ts', '--path', 'posts/1'], "expected a path such as /posts/1, or an http(s) address, got 'posts/1'"],
    [['routes', 'named.ts', '--path', '/%'], '--path /%: URI malformed'],
    [['routes', 'named.ts', '--colour'], /Unknown option '--colour'/],
    [['routes', 'named.ts', '--grep'], /--grep/]
  ]
  for (const [args, message] of cases) {
    const { code, stdout, stderr } = await run(args)
    t.strictSame([code, stdout], [2, ''], args.join(' '))
    t.ok(stderr.startsWith('fastify-resources: ') && stderr.endsWith(`\n\n${USAGE}`), args.join(' '))
    t.match(stderr, message)
  }
  t.match(await run(['json', 'named.ts', '--check', 'routes.json']), {
    code: 2,
    stdout: '',
    stderr: /Unknown option '--check'.*\n\nusage: fastify-resources json FILE\n/
  })
  t.match(await run([]), {
    code: 2,
    stdout: '',
    stderr: /^fastify-resources: expected a command\n\nusage: fastify-resources routes FILE/
  })
  t.match(await run(['rotues', 'named.ts']), {
    code: 2,
    stdout: '',
    stderr:
      /^fastify-resources: unknown command 'rotues'; did you mean 'routes'\?; expected 'routes' or 'json'; --help shows their usage\n$/
  })
  t.match(await run(['--version']), { code: 0, stdout: /^\d+\.\d+\.\d+\n$/, stderr: '' })
})

t.test('a module without routes is an error that names the listing of an app', async (t) => {
  for (const file of ['none.js', 'hooked.ts']) {
    t.strictSame(await run(['routes', file]), {
      code: 2,
      stdout: '',
      stderr: `fastify-resources: ${file} exports no routes; expected the result of draw(), as 'routes' or by default. ` +
        'For the rows of an app, call app.printResources()\n'
    })
  }
})

t.test('--path lists the rows whose path takes a URL, in the order in which they answer, and --method some of them', async (t) => {
  const rows = async (...args: readonly string[]): Promise<string[]> => {
    const { stdout } = await run(['routes', 'shop.ts', ...args])
    return stdout.trimEnd().split('\n').map((line) => /(\w+ \/.*?) +\{/.exec(line)?.[1] ?? line)
  }
  t.strictSame(await rows('--path', '/letters/a/b'), ['GET /letters/:folder/:name', 'GET /letters/*path'])
  t.strictSame(await rows('--path', '/posts/new?page=2#top', '--method', 'get'),
    ['GET /posts/new(.:format)', 'GET /posts/:id(.:format)'])
  t.strictSame(await rows('--path', 'https://tags.example.org/tags/1'), ['GET /tags/:id'])
  t.strictSame(await rows('--path', '/my%20pages/a', '--style', 'table'), ['ANY /my pages/:name'])
  t.strictSame(await rows('--path', '/posts/1', '--method', 'HEAD'), ['GET /posts/:id(.:format)'])
  t.strictSame(await rows('--path', '/posts/1', '--method', 'PATCH'), ['No routes.'])
})

t.test('what a condition holds cannot write to a terminal', async (t) => {
  const folder = t.testdir({
    'routes.js': `import { draw } from ${JSON.stringify(new URL('../lib/index.ts', import.meta.url).href)}
export const routes = draw((map) => map.route('/a', 'a#b', { conditions: { tenant: '\\u001b]0;x\\u202e' } }))`
  })
  for (const style of ['table', 'json']) {
    const { stdout } = await run(['routes', `${folder}/routes.js`, '--style', style])
    t.match(stdout, '\\u001b]0;x\\u202e', style)
    t.notMatch(stdout, /\p{Bidi_Control}|[^\P{Cc}\n]/u, style)
  }
})

t.test('the JSON of routes is that of helpers', async (t) => {
  const { code, stdout, stderr } = await run(['json', 'named.ts'])
  t.strictSame([code, stderr], [0, ''])
  t.equal(createUrlFor(JSON.parse(stdout) as RoutesJson).postPath(1), '/posts/1')
})

t.test('a reader that closed the pipe is not an error; other write errors are', async (t) => {
  for (const [error, code] of [
    ['EPIPE', 0],
    ['ENOSPC', 2]
  ] as const) {
    const stdout = new Writable({
      write (_chunk, _encoding, done) {
        done(Object.assign(new Error(error), { code: error }))
      }
    })
    t.equal(
      await runCommand(['routes', 'named.ts'], { cwd: TREES, stdout, stderr: process.stderr }),
      code,
      error
    )
  }
})

t.test('its process ends with the exit code after all output is written, whatever the module keeps open', async (t) => {
  t.strictSame(await runProcess(IN_TESTS, ['routes', 'alive.ts', '--grep', 'tags']), {
    code: 0,
    stdout: "tags GET /tags { controller: 'tags', action: 'index' }\n",
    stderr: ''
  })
  t.match(await runProcess(BUILT, ['routes']), {
    code: 2,
    stdout: '',
    stderr: /^fastify-resources: expected FILE\n/
  })
})

t.test('a module that ends the process, or never finishes loading, is an error with exit code 2', async (t) => {
  for (const [command, file] of [
    [IN_TESTS, 'exits.js'],
    [BUILT, 'never.js']
  ] as const) {
    t.match(
      await runProcess(command, ['routes', file]),
      {
        code: 2,
        stdout: '',
        stderr: /fastify-resources: the module ended the process before it exported its routes\n$/
      },
      file
    )
  }
})

t.test('its process survives a reader that closed the pipe', async (t) => {
  const child = execFile(process.execPath, [...BUILT, 'routes', 'named.cjs'], { cwd: TREES })
  child.stdout?.destroy()
  t.equal(
    await new Promise((resolve) => {
      child.on('exit', resolve)
    }),
    0
  )
})

t.test('what a module prints goes to standard error, so that the output stays data', async (t) => {
  const { code, stdout, stderr } = await runProcess(IN_TESTS, ['json', 'loud.ts'])
  t.equal(code, 0)
  t.match(JSON.parse(stdout), { version: 2 })
  t.equal(stderr, 'loaded\n')
})
