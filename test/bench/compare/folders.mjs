/** The folders of the contenders: outside of the repository, with their packages and their apps. */

import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { OURS } from './contenders.mjs'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const APPS = fileURLToPath(new URL('apps/', import.meta.url))
const NPM = ['--no-audit', '--no-fund', '--loglevel', 'error']

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2023',
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    module: 'NodeNext',
    types: ['node'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true
  },
  include: ['*.ts']
}

export async function run (cwd, program, ...args) {
  const { stdout } = await promisify(execFile)(program, args, { cwd, maxBuffer: 1 << 28 })
  return stdout
}

/** Node.js 24, which AdonisJS needs, and which runs TypeScript as it is. */
export async function findNode (folder) {
  if (Number.parseInt(process.versions.node) >= 24) return process.execPath
  mkdirSync(join(folder, 'node'), { recursive: true })
  await run(folder, 'npm', 'install', ...NPM, '--prefix', join(folder, 'node'), 'node@24')
  return join(folder, 'node/node_modules/node/bin/node')
}

/** Installs a contender and copies its app; gives its folder. */
export async function installContender (folder, node, { name, packages, dev, generated, generate }) {
  const app = join(folder, name)
  mkdirSync(app, { recursive: true })
  writeFileSync(join(app, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const own = name === OURS ? [await packOurs(folder)] : []
  await run(app, 'npm', 'install', ...NPM, '--ignore-scripts', ...packages, ...own)
  await run(app, 'npm', 'install', ...NPM, '--ignore-scripts', '--save-dev', ...dev)
  copyApp({ name, generated }, app, 1)
  if (generate !== undefined) writeFileSync(join(app, generated), await run(app, node, ...generate))
  return app
}

async function packOurs (folder) {
  const [{ filename }] = JSON.parse(
    await run(ROOT, 'npm', 'pack', '--ignore-scripts', '--json', '--pack-destination', folder)
  )
  return join(folder, filename)
}

/** Writes the app with so many resources: what names a note, a file or a line, is there for each. */
export function copyApp ({ name }, folder, count) {
  rmSync(join(folder, 'tsconfig.json'), { force: true })
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  cpSync(join(APPS, 'store.ts'), join(folder, 'store.ts'))
  for (const file of readdirSync(join(APPS, name))) {
    const text = readFileSync(join(APPS, name, file), 'utf8')
    for (let index = 0; index < (isNote(file) ? count : 1); index++) {
      const written = isNote(file) ? renamed(text, index) : repeated(text, count)
      writeFileSync(join(folder, renamed(file, index)), written)
    }
  }
}

const isNote = (text) => /note/i.test(text)

function renamed (text, index) {
  return index === 0 ? text : text.replaceAll(/([Nn]ote)(s?)(?![a-z])/g, `$1${index}$2`)
}

function repeated (text, count) {
  const lines = text.split('\n')
  return lines
    .flatMap((line) => Array.from({ length: isNote(line) ? count : 1 }, (_, index) => renamed(line, index)))
    .join('\n')
}

/**
 * The lines that one writes by hand, without empty ones: of the server, of the client, of one more resource
 * in both.
 */
export function countLines ({ name, generated }) {
  const files = readdirSync(join(APPS, name))
    .filter((file) => file !== generated)
    .map((file) => {
      const lines = readFileSync(join(APPS, name, file), 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '')
      return {
        isClient: /^(?:use-|client)/.test(file),
        all: lines.length,
        repeated: isNote(file) ? lines.length : lines.filter(isNote).length
      }
    })
  const sum = (files, key) => files.reduce((total, file) => total + file[key], 0)
  return {
    server: sum(
      files.filter(({ isClient }) => !isClient),
      'all'
    ),
    client: sum(
      files.filter(({ isClient }) => isClient),
      'all'
    ),
    further: sum(files, 'repeated')
  }
}

/** The packages that a server and its client need, and their bytes. */
export async function sumPackages (app) {
  const [, ...folders] = (await run(app, 'npm', 'ls', '--all', '--parseable', '--omit=dev'))
    .trim()
    .split('\n')
  return { count: folders.length, bytes: folders.reduce((bytes, folder) => bytes + sizeOf(folder), 0) }
}

function sizeOf (folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((bytes, entry) => {
    const path = join(folder, entry.name)
    if (entry.isFile()) return bytes + statSync(path).size
    // Packages in a package are in the list themselves.
    return entry.isDirectory() && basename(path) !== 'node_modules' ? bytes + sizeOf(path) : bytes
  }, 0)
}

export function versionOf (app, [first]) {
  const name = first.replace(/(?<=.)@.*/, '')
  return JSON.parse(readFileSync(join(app, 'node_modules', name, 'package.json'), 'utf8')).version
}
