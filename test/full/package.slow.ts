/** The package as an app gets it: packed, installed, imported, required, type-checked. */

import t from 'tap'
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import type { Analysis } from '@arethetypeswrong/core'
import { startBlog } from '../support/blog.js'
import { BLOCKS, PAGES, runnableCode } from '../support/pages.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const COMPILERS = {
  5.9: 'test/full/node_modules/typescript',
  '6.0': 'node_modules/typescript',
  '7.0': 'node_modules/typescript7'
}

/** Finds the programs of packages, as `npx` does in an app that has them. */
const BINARIES = ['node_modules/.bin', 'test/full/node_modules/.bin'].map((folder) => join(ROOT, folder))
const WITH_BINARIES = ['env', `PATH=${[...BINARIES, process.env.PATH].join(':')}`]

interface Manifest {
  readonly version: string
  readonly files: readonly string[]
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

const OWN = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest

/** In bytes. */
interface Packed {
  readonly filename: string
  readonly size: number
  readonly unpackedSize: number
}

/** What pages link to in the repository. */
const STAYS =
  /^(?:examples\/(?:blog|page|compare-)|docs\/(?:blog\.png|figures|flow|from-)|CONTRIBUTING)/

/** What `prepack` runs beside the build, which makes llms.txt. */
const FOR_PREPACK = ['.ci/prune-declarations.mjs', 'test/support', 'CONTRIBUTING.md']

/** How README says to run the example of a page. */
const PROGRAMS = { js: ['node', 'app.mjs'], ts: ['tsx', 'app.mts'] } as const

/** Runs a program in an empty environment: tap's would load its loader into it. */
async function run (folder: string, ...command: string[]): Promise<string> {
  return await new Promise((resolve, reject) => {
    execFile(
      'env',
      ['-i', `PATH=${process.env.PATH ?? ''}`, `HOME=${process.env.HOME ?? ''}`, ...command],
      { cwd: folder },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout)
        else reject(new Error(stdout + stderr))
      }
    )
  })
}

/** The first block of a page in a language. */
function firstBlock (file: string, language: string): string {
  const page = readFileSync(join(ROOT, file), 'utf8')
  return new RegExp(`\`\`\`${language}\n(.*?)\n\`\`\``, 's').exec(page)?.[1] as string
}

/** Makes a dependency importable, as npm would. */
function link (name: string): void {
  const path = join(app, 'node_modules', name)
  if (existsSync(path)) return
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules', name), path)
}

const app = t.testdir()
let tarball: Buffer<ArrayBuffer>
let size: Packed
t.before(async () => {
  // Other tests read `dist/`, so a copy is packed, and its build is done.
  const source = join(app, 'source')
  const files = OWN.files.filter((file) => !file.startsWith('!') && file !== 'llms.txt')
  for (const path of [...files, ...FOR_PREPACK, 'package.json', 'README.md', 'LICENSE']) {
    const [folder = ''] = path.split('/*')
    cpSync(join(ROOT, folder), join(source, folder), { recursive: true })
  }
  await run(source, 'npm', 'pkg', 'set', 'scripts.build:fresh=true')
  const [packed] = JSON.parse(
    await run(source, 'npm', 'pack', '--json', '--pack-destination', app)
  ) as Array<Packed>
  size = packed as Packed
  tarball = Buffer.from(readFileSync(join(app, packed?.filename as string)))
  mkdirSync(join(app, 'node_modules'))
  await run(app, 'tar', '-xzf', packed?.filename as string)
  await run(app, 'mv', 'package', join('node_modules', 'fastify-resources'))
  // The dependencies that npm would install.
  for (const name of ['fastify', '@types/node', ...Object.keys(OWN.dependencies)]) link(name)
})

t.test('an install loads at most 380 kB, and has at most 1.3 MB on the disk', (t) => {
  t.ok(size.size <= 380_000, `packed: ${size.size}`)
  t.ok(size.unpackedSize <= 1_300_000, `unpacked: ${size.unpackedSize}`)
  t.end()
})

t.test('an install of the package runs no script', (t) => {
  const { scripts } = JSON.parse(
    readFileSync(join(app, 'node_modules/fastify-resources/package.json'), 'utf8')
  ) as Manifest
  const { prepare, ...others } = OWN.scripts
  t.strictSame(scripts, { ...others, 'build:fresh': 'true' })
  t.ok(prepare, 'an install from git builds')
  t.strictSame(
    JSON.parse(readFileSync(join(app, 'source/package.json'), 'utf8')),
    { ...OWN, scripts: { ...OWN.scripts, 'build:fresh': 'true' } },
    'package.json is as it was before'
  )
  t.end()
})

t.test('only what an app needs is shipped', async (t) => {
  const files = (await run(join(app, 'node_modules', 'fastify-resources'), 'find', '.', '-type', 'f'))
    .trim()
    .split('\n')
    .map((file) => file.slice(2))
  t.strictSame(
    [
      ...new Set(files.map((file) => (dirname(file) === '.' ? file : file.split('/').slice(0, 2).join('/'))))
    ].sort(),
    [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'dist/browser',
      'dist/lib',
      'dist/node',
      'dist/types',
      'llms.txt',
      ...new Set(
        files
          .filter((file) => /^(?:docs|examples)\//.test(file))
          .map((file) => file.split('/').slice(0, 2).join('/'))
      ),
      'package.json'
    ].sort()
  )
})

t.test('npm would publish it without a correction', async (t) => {
  // No server listens there, and npm sends nothing in a dry run.
  const output = await run(
    ROOT,
    'npm',
    'publish',
    '--dry-run',
    '--ignore-scripts',
    '--json',
    '--registry',
    'http://127.0.0.1:9',
    '--fetch-retries',
    '0'
  )
  t.match(output, /"name": "fastify-resources"/)
  const manifest = join(app, 'node_modules', 'fastify-resources', 'package.json')
  const before = readFileSync(manifest, 'utf8')
  await t.resolves(run(dirname(manifest), 'npm', 'pkg', 'fix'))
  t.equal(readFileSync(manifest, 'utf8'), before, 'nothing to fix')
})

t.test('publint finds nothing', async (t) => {
  const { messages } = await publint({ strict: true, pack: { tarball: new Uint8Array(tarball).buffer } })
  t.strictSame(
    messages.map(({ code, type }) => [code, type]),
    []
  )
})

t.test('its types resolve everywhere, and are those of an ES module', async (t) => {
  const { problems } = (await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)))) as Analysis
  // Node.js can require it all the same: a test below does.
  t.strictSame(
    problems.filter(({ kind }) => kind !== 'CJSResolvesToESM'),
    []
  )
  t.ok(problems.length > 0)
})

t.test('it has the declaration files that its entries reach, and no others', (t) => {
  const root = join(app, 'node_modules', 'fastify-resources')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.d.ts'))
  const missing = files.flatMap((file) => {
    const imported = readFileSync(join(root, file), 'utf8').matchAll(/(?:from |import\()'(\.[^']+)\.js'/g)
    return [...imported].map(([, path = '']) => `${join(dirname(file), path)}.d.ts`)
      .filter((path) => !existsSync(join(root, path)))
  })
  t.ok(files.length > 50)
  t.strictSame(missing, [])
  t.end()
})

t.test('links and pictures of the pages lead to files of the package or the repository', async (t) => {
  const root = join(app, 'node_modules', 'fastify-resources')
  for (const { file, text } of PAGES) {
    const prose = text.replaceAll(/^```.*?^```/gms, '')
    for (const [, target = ''] of prose.matchAll(/\]\(([^)\s#]+)[^)\s]*\)/g)) {
      if (/^https?:/.test(target)) continue
      const path = join(dirname(file), target)
      const place = STAYS.test(path) ? ROOT : root
      t.ok(existsSync(join(place, path)), `${file}: ${target}`)
    }
  }
})

t.test("README's example runs unchanged", async (t) => {
  const code = firstBlock('README.md', 'ts').replace(
    'await app.listen({ port: 3000 })',
    "console.log((await app.inject('/posts/7')).body)"
  )
  writeFileSync(join(app, 'app.mts'), code)
  const output = await run(app, ...WITH_BINARIES, ...PROGRAMS.ts)
  const listing = firstBlock('README.md', 'text')
  t.equal(output, `${listing}\n{"id":"7"}\n`)
})

t.test('the first example of every page runs as README says, where npm init has made a package.json', async (t) => {
  writeFileSync(join(app, 'package.json'), '{ "type": "commonjs" }')
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  for (const program of Object.values(PROGRAMS)) t.match(readme, `${program.join(' ')}\``)
  const firsts = PAGES.flatMap(({ file }) =>
    BLOCKS.filter(
      ({ where, isWhole, isForBrowser }) => where.startsWith(`${file}:`) && isWhole && !isForBrowser
    ).slice(0, 1)
  )
  for (const { where, language, code } of firsts) {
    for (const [, name = ''] of code.matchAll(/^import (?:[^']* from )?'((?:@[^/']+\/)?[^/']+)/gm)) {
      if (!name.startsWith('node:')) link(name)
    }
    const program = PROGRAMS[language as keyof typeof PROGRAMS]
    writeFileSync(join(app, program[1]), `${runnableCode(code)}\nprocess.exit()\n`)
    await t.resolves(run(app, ...WITH_BINARIES, ...program), where)
  }
  t.ok(firsts.length > 10)
})

t.test('require() works, and helpers work without Fastify', async (t) => {
  writeFileSync(
    join(app, 'app.cjs'),
    `
    const { default: plugin, draw, resourcesPlugin } = require('fastify-resources')
    const { createUrlFor } = require('fastify-resources/urls')
    const routes = draw((map) => map.resources('tags', { only: 'index' }))
    const app = require('fastify')()
    app.register(plugin, { routes, controllers: { tags: { index: async () => createUrlFor(routes).tagsPath() } } })
    app.inject('/tags').then(({ body }) => { console.log(plugin === resourcesPlugin, body) })
  `
  )
  t.equal(await run(app, process.execPath, '--no-warnings', 'app.cjs'), 'true /tags\n')
})

t.test('the client is there, and calls an app without a socket', async (t) => {
  writeFileSync(
    join(app, 'client.mjs'),
    `
    import Fastify from 'fastify'
    import plugin, { draw } from 'fastify-resources'
    import { createClient } from 'fastify-resources/client'
    import { injectFetch } from 'fastify-resources/testing'
    const routes = draw((map) => map.resources('tags', { only: 'show' }))
    const app = Fastify()
    await app.register(plugin, { routes, controllers: { tags: { show: async (request) => request.params } } })
    console.log(await createClient(JSON.parse(JSON.stringify(routes)), { fetch: injectFetch(app) }).tags.show('a b'))
  `
  )
  t.equal(await run(app, process.execPath, 'client.mjs'), "{ id: 'a b' }\n")
})

t.test('the package has the command', async (t) => {
  writeFileSync(
    join(app, 'routes.mjs'),
    'import { draw } from "fastify-resources"\nexport const routes = draw((map) => map.resources("tags", { only: "index" }))\n'
  )
  t.equal(
    await run(
      app,
      process.execPath,
      'node_modules/fastify-resources/dist/node/cli.js',
      'routes',
      'routes.mjs'
    ),
    "tags GET /tags { controller: 'tags', action: 'index' }\n"
  )
})

for (const [version, compiler] of Object.entries(COMPILERS)) {
  for (const [module, moduleResolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler']
  ]) {
    t.test(`the typed example of docs/urls-and-types.md compiles under TypeScript ${version} with ${moduleResolution ?? ''}`, async (t) => {
      writeFileSync(join(app, 'app.mts'), firstBlock('docs/urls-and-types.md', 'ts'))
      const compilerOptions = {
        strict: true,
        noEmit: true,
        declaration: true,
        target: 'es2022',
        module,
        moduleResolution,
        types: ['node']
      }
      writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['app.mts'] }))
      t.equal(await run(app, process.execPath, join(ROOT, compiler, 'bin/tsc')), '')
    })
  }
}

const BLOG = JSON.parse(readFileSync(join(ROOT, 'examples/blog/package.json'), 'utf8')) as Manifest

t.test("the weblog's package.json names what its files import, in the versions that the tests have", (t) => {
  const folder = join(ROOT, 'examples/blog')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts')
  )
  const imported = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/ from '((?:@[^/']+\/)?[^./'][^/']*)/g)].map(
      ([, name = '']) => name
    )
  )
  t.strictSame(
    Object.keys(BLOG.dependencies),
    [...new Set(imported)].filter((name) => !name.startsWith('node:')).sort()
  )
  const versions: Readonly<Record<string, string>> = {
    'fastify-resources': OWN.version,
    ...OWN.dependencies,
    ...OWN.devDependencies
  }
  for (const [name, version] of Object.entries({ ...BLOG.dependencies, ...BLOG.devDependencies })) {
    t.equal(version, `^${versions[name]?.replace('^', '') ?? ''}`, name)
  }
  t.end()
})

t.test('the weblog runs in a folder of its own', async (t) => {
  const blog = join(app, 'blog')
  cpSync(join(ROOT, 'examples/blog'), blog, { recursive: true })
  for (const name of [...Object.keys(BLOG.dependencies), ...Object.keys(BLOG.devDependencies)]) {
    if (name !== 'fastify-resources') link(name)
  }
  await run(blog, ...WITH_BINARIES, 'npm', 'run', 'build')
  const running = await startBlog(t, t.testdir(), {}, join(blog, 'dist'))
  t.match(await (await fetch(running.address)).text(), '<h1>')
  t.strictSame(
    readdirSync(join(blog, 'dist')),
    readdirSync(join(ROOT, 'dist/examples/blog')),
    'the build of the repository has the same files'
  )
})
