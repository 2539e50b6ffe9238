/** README and docs/: their code runs, their links work, and they document exactly what exists. */

import t from 'tap'
import { transform } from 'esbuild'
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runInThisContext } from 'node:vm'
import Fastify from 'fastify'
import resourcesPlugin, { createFormHelpers, createUrlFor, draw, formatRoutes } from '../lib/index.js'
import { OPTIONS } from '../lib/draw/draw-options.js'
import { OPTION_NAMES } from '../lib/controllers/option-names.js'
import { echoControllers } from './support/app.js'
import { compile, writeSource } from './support/compilers.js'
import { createLlmsFull, createLlmsIndex } from './support/llms.js'
import { BLOCKS, OTHER_PAGES, PAGES, ROOT, codeOf, runnableCode, tableRows } from './support/pages.js'
import type { Block, Page } from './support/pages.js'

const ERRORS = readFileSync(new URL('../lib/errors.ts', import.meta.url), 'utf8')

const whole = BLOCKS.filter(({ isWhole }) => isWhole)

/** A line of code with its result: `urlFor.postPath(1)   // '/posts/1'`. */
const RESULT = /^(?!import |const |let )(\S.*?) +\/\/ ('[^']*')/gm

/** Evaluates an expression with the variables that it uses. */
function evaluate (expression: string, names: object): unknown {
  return (
    runInThisContext(`(${Object.keys(names).join()}) => (${expression})`) as (...values: unknown[]) => unknown
  )(...Object.values(names))
}

t.test('a compiler can parse every block of code', async (t) => {
  for (const { where, code } of BLOCKS) {
    // Some show a part of an object, or of a function.
    const read = await transform(code, { loader: 'ts' })
      .catch(async () => await transform(`({${code}})`, { loader: 'ts' }))
      .catch(async () => await transform(`async () => {${code}}`, { loader: 'ts' }))
    t.type(read.code, 'string', where)
  }
})

t.test('the types of every complete block are right', async (t) => {
  const sources = whole.map(({ where, language, code }, index) => ({
    where,
    language,
    declares: code.includes('declare module'),
    file: writeSource(`docs-${index}`, `// ${where}\n${code}\n`)
  }))
  const isFree = ({ language, declares }: (typeof sources)[number]): boolean => language === 'js' || declares
  const together = sources.filter((source) => !isFree(source)).map(({ file }) => file)
  if (together.length > 0) t.equal((await compile('TypeScript 7', 'docs', together)).errors, '')
  // JavaScript has no types of its own.
  const untyped = sources.filter(({ language }) => language === 'js').map(({ file }) => file)
  t.equal((await compile('TypeScript 7', 'docs-js', untyped, { noImplicitAny: false })).errors, '')
  // The types that a block registers are those of its whole program.
  for (const { where, file, declares } of sources) {
    if (declares) {
      t.equal((await compile('TypeScript 7', file.replaceAll(/\W/g, '-'), [file])).errors, '', where)
    }
  }
})

/** The block as it runs, with its results compared. */
async function runnable ({ code }: Block): Promise<string> {
  const source = runnableCode(code).replaceAll(
    RESULT,
    (_, expression: string, result: string) =>
      `{ const given = decodeURI(${expression}); if (given !== ${result}) throw new Error(\`expected ${result}, got \${given}\`) }`
  )
  return (await transform(source, { loader: 'ts', format: 'esm' })).code
}

t.test('a page says how to install the packages that its complete blocks import', (t) => {
  for (const { where, code } of whole) {
    const { text } = PAGES.find(({ file }) => where.startsWith(`${file}:`)) as Page
    const installed = [...text.matchAll(/npm install ([^`\n]+)/g)].flatMap(([, names = '']) =>
      names.split(' ')
    )
    for (const [, name = ''] of code.matchAll(/^import (?:[^']* from )?'((?:@[^/']+\/)?[^/']+)/gm)) {
      const isThere = /^node:|^fastify$|^fastify-resources$/.test(name)
      t.ok(isThere || installed.includes(name), `${where}: npm install ${name}`)
    }
  }
  t.end()
})

t.test('every complete block runs, and gives the results that its comments show', async (t) => {
  const folder = join(ROOT, 'test/types/generated/docs')
  mkdirSync(folder, { recursive: true })
  const blocks = whole.filter(({ isForBrowser }) => !isForBrowser)
  for (const [index, block] of blocks.entries()) {
    writeFileSync(join(folder, `${index}.mjs`), await runnable(block))
  }
  writeFileSync(
    join(folder, 'run.mjs'),
    `const errors = []
for (let index = 0; index < ${blocks.length}; index++) errors.push(await import(\`./\${index}.mjs\`).then(() => null, (error) => error.stack))
process.stderr.write(JSON.stringify(errors), () => { process.exit() })
`
  )
  const errors = await new Promise<string>((resolve) => {
    // Their output is not checked here.
    execFile(
      'env',
      ['-i', process.execPath, join(folder, 'run.mjs')],
      { timeout: 120_000 },
      (_error, _stdout, stderr) => {
        resolve(stderr)
      }
    )
  })
  const given = JSON.parse(errors.slice(errors.lastIndexOf('['))) as Array<string | null>
  t.equal(given.length, blocks.length)
  for (const [index, { where }] of blocks.entries()) t.equal(given[index], null, where)
})

t.test('every line of a partial block gives the result that its comment shows', async (t) => {
  const routes = draw({ formats: ['html', 'json'] }, (map) =>
    map.resources('posts', (posts) => posts.resources('comments'))
  )
  const urlFor = createUrlFor(routes, { baseUrl: 'https://example.org' })
  const names = {
    urlFor,
    request: { urlFor },
    app: { urlFor },
    post: { id: 1 },
    comment: { id: 2 },
    ...createFormHelpers(urlFor)
  }
  let count = 0
  for (const { where, code } of BLOCKS.filter(({ isWhole }) => !isWhole)) {
    for (const [, expression = '', result = ''] of code.matchAll(RESULT)) {
      count++
      t.equal(decodeURI(String(evaluate(expression, names))), evaluate(result, {}), `${where}: ${expression}`)
    }
  }
  t.ok(count > 0)
})

/** The anchors that GitHub makes of headings. */
function anchorsOf (text: string): string[] {
  const code = text.replaceAll(/^```.*?^```/gms, '')
  return [...code.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    (heading as string)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
  )
}

t.test('every link between pages and to files leads somewhere', async (t) => {
  for (const { file, text } of [...OTHER_PAGES, ...PAGES]) {
    for (const [, target = ''] of text.replaceAll(/^```.*?^```/gms, '').matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue
      const [path = '', anchor] = target.split('#')
      const at = path === '' ? join(ROOT, file) : join(ROOT, dirname(file), path)
      t.ok(existsSync(at), `${file}: ${target}`)
      if (anchor !== undefined) {
        t.ok(anchorsOf(readFileSync(at, 'utf8')).includes(anchor), `${file}: ${target}`)
      }
    }
  }
})

t.test('each requirement of SECURITY.md that the package meets links to its tests', (t) => {
  const page = OTHER_PAGES.find(({ file }) => file === 'SECURITY.md') as Page
  const rows = tableRows(page, 'requirement', 'asks for', 'the package', 'tests')
  t.ok(rows.length > 10)
  for (const [requirement = '', , , tests = ''] of rows) {
    t.match(requirement, /^\d+\.\d+\.\d+(, \d+\.\d+\.\d+)*$/)
    t.match(tests, /^\[[\w-]+\]\(test\/[\w/-]+\.test\.ts\)/, requirement)
  }
  t.end()
})

t.test('README links to every page, first to the one to begin with', (t) => {
  const { text } = PAGES.find(({ file }) => file === 'README.md') as Page
  for (const { file } of PAGES) t.ok(file === 'README.md' || text.includes(`](${file})`), file)
  t.equal(/\]\((?!https:)([^)]+)\)/.exec(text)?.[1], 'docs/getting-started.md')
  t.end()
})

t.test('a page of recipes begins with links to each of them', (t) => {
  for (const name of ['log-in', 'page-recipes']) {
    const { text } = PAGES.find(({ file }) => file === `docs/${name}.md`) as Page
    const [, ...recipes] = anchorsOf(text)
    const beginning = text.split('```', 1).join()
    for (const anchor of recipes) t.ok(beginning.includes(`](#${anchor})`), `${name}: ${anchor}`)
  }
  t.end()
})

t.test('every code of an error is in docs/errors.md, and no other is in any page', async (t) => {
  const known = new Map(
    [...ERRORS.matchAll(/^ {2}(FST_\w+): \[\s*(\d+)/gm)].map(([, code = '', status]) => [
      code,
      Number(status)
    ])
  )
  t.ok(known.size >= 20)
  for (const page of PAGES) {
    for (const [code = ''] of page.text.matchAll(/FST_RESOURCES_\w+/g)) {
      t.ok(known.has(code), `${page.file}: ${code}`)
    }
    for (const [code = '', status] of tableRows(page, 'code', 'status')) {
      t.equal(Number(status), known.get(code.slice(1, -1)), `${page.file}: ${code}`)
    }
  }
  const listed = PAGES.filter(({ file }) => file === 'docs/errors.md')
    .flatMap((page) => tableRows(page, 'code', 'status', 'when', 'what to do'))
    .map(([code = '']) => code.slice(1, -1))
  t.strictSame(listed.sort(), [...known.keys()].sort())
})

/** The names that a message expects. */
function expectedIn (message: string): string[] {
  return codeOf(
    (/unknown option .*?; expected (.*?)(?:;|$)/m.exec(message) as RegExpExecArray)[1]?.replaceAll(
      "'",
      '`'
    ) as string
  )
}

async function messageOf (run: () => unknown): Promise<string> {
  return await Promise.resolve()
    .then(run)
    .then(
      () => '',
      (error: Error) => error.message
    )
}

/** The tables of options, each row an option or several with an example. */
const optionRows = PAGES.flatMap((page) => tableRows(page, 'option', 'example', 'meaning')).map(
  ([names = '', example = '']) => ({ names: codeOf(names), code: codeOf(example).join() })
)

t.test('every option of the plugin and of declarations is documented, with an example that works, and no other is', async (t) => {
  const ofPlugin = expectedIn(
    await messageOf(async () => {
      await Fastify().register(resourcesPlugin, { nothing: 1 } as object)
    })
  )
  const ofDeclarations = expectedIn(
    await messageOf(() => draw((map) => map.resources('geese', { nothing: 1 } as object)))
  )
  const documented = optionRows.flatMap(({ names }) => names)
  t.strictSame(
    [...ofPlugin, ...ofDeclarations].filter((name) => !documented.includes(name)),
    []
  )
  t.strictSame(
    documented.filter((name) => ![...ofPlugin, ...ofDeclarations].includes(name)),
    []
  )

  const routes = draw((map) => map.resources('posts').namespace('admin', (admin) => admin.resources('users')))
  const controllers = echoControllers(routes)
  for (const {
    names: [name = ''],
    code
  } of optionRows) {
    const options = evaluate(code.startsWith('{') ? `{ ${name}: ${code} }` : `{ ${code} }`, {
      draw,
      posts: controllers.posts
    }) as object
    if (ofPlugin.includes(name)) {
      const app = Fastify()
      const tree = 'controllers' in options ? draw((map) => map.resources('posts')) : routes
      await app.register(resourcesPlugin, { routes: tree, controllers, ...options })
      t.ok(app.hasDecorator('urlFor'), code)
    } else {
      t.ok(draw((map) => map.resources('geese', options)).table.length > 0, code)
    }
  }
})

t.test('the index of options has each one of the plugin, of draw, of declarations and of controllers', async (t) => {
  const ofPlugin = expectedIn(
    await messageOf(async () => { await Fastify().register(resourcesPlugin, { nothing: 1 } as object) })
  )
  const ofDraw = expectedIn(await messageOf(() => draw({ nothing: 1 } as object, (map) => map)))
  const page = PAGES.find(({ file }) => file === 'docs/options.md') as Page
  const index = new Map(
    tableRows(page, 'option', 'where', 'default', 'see').flatMap(([names = '', where = '']) =>
      codeOf(names).map((name) => [name, where]))
  )
  const all = new Set([...Object.keys(OPTIONS), ...ofDraw, ...ofPlugin, ...OPTION_NAMES])
  t.strictSame([...index.keys()].sort(), [...all].sort())
  for (const [name, where] of index) {
    t.equal(where.includes('plugin'), ofPlugin.includes(name), `${name}: plugin`)
    t.equal(where.includes('`draw`'), ofDraw.includes(name), `${name}: draw`)
    t.equal(where.includes('controller'), OPTION_NAMES.includes(name), `${name}: controller`)
    const isOfDeclaration = /declarations|`(?:route|group|redirect)`/.test(where)
    t.equal(isOfDeclaration, Object.hasOwn(OPTIONS, name), `${name}: declaration`)
  }
})

t.test('every page begins with its smallest working example', async (t) => {
  for (const { file, text } of PAGES) {
    if (file !== 'README.md') {
      t.match(text, /^# [^\n]+\n(?:(?!#|```)[^\n]*\n){0,12}```/, file)
    }
  }
  t.strictSame(
    readdirSync(join(ROOT, 'docs')).filter((file) => !file.endsWith('.md')),
    ['blog.png', 'flow.svg']
  )
})

t.test('the drawing of the flow shows what its declaration gives, and has colors for light and dark', async (t) => {
  const drawing = readFileSync(join(ROOT, 'docs/flow.svg'), 'utf8')
  const texts = [...drawing.matchAll(/<text class="code( row)?"[^>]*>([^<]+)</g)].map(
    ([, row, text = '']) => ({ isRow: row !== undefined, text })
  )
  const routes = evaluate(`draw((map) => ${texts[0]?.text ?? ''})`, { draw }) as ReturnType<typeof draw>
  t.strictSame(
    texts.filter(({ isRow }) => isRow).map(({ text }) => text.split('#')[0]),
    formatRoutes(routes)
      .split('\n')
      .map((line) => line.replace(/\{ controller: '(\w+)'.*/, '$1'))
  )
  t.equal(evaluate('urlFor.postPath(1)', { urlFor: createUrlFor(routes) }), '/posts/1')
  for (const call of ['urlFor.postPath(1)', 'await client.posts.show(1)']) {
    t.ok(
      texts.some(({ text }) => text === call),
      call
    )
  }
  t.match(drawing, /@media \(prefers-color-scheme: dark\)/)
})

t.test('llms.txt lists the pages and examples, and llms-full.txt has the text of all pages', async (t) => {
  const index = createLlmsIndex()
  t.match(index, /^# [^\n]+\n\n> [^\n]+\n(?:\n## [^\n]+\n(?:- \[[^\]]+\]\([^)]+\): [^\n]+\n)+){3}$/)
  const full = createLlmsFull()
  for (const { file } of PAGES) {
    t.equal(index.split(`](${file})`).length, 2, `${file} is in llms.txt once`)
    t.equal(full.split(`<!-- ${file} -->\n`).length, 2, `${file} is in llms-full.txt once`)
  }
})
