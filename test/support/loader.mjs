// Compiles what tests import, once for all of their processes. A process has the test files of a folder.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { register } from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) register(import.meta.url)
// By it .taprc leaves out tap's compiler, which would give processes that a test starts options of Node.js.
delete process.env.TAP_TYPE_STRIP_ONLY

const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))
const CURRENT_TEST = new URL('current-test.mjs', import.meta.url).href
const PACKAGE = '/node_modules/'
const TEST = /^[^?]+\.(?:test|slow)\.ts$/
const OPTIONS = {
  loader: 'ts',
  sourcemap: 'inline',
  target: 'node20',
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } }
}

/** In TypeScript, `./x.js` is the file `x.ts`. A test file has a `tap` of its own. */
export async function resolve (specifier, context, next) {
  if (specifier === 'tap' && TEST.test(context.parentURL)) {
    return { url: `${CURRENT_TEST}?file=${context.parentURL}`, format: 'module', shortCircuit: true }
  }
  if (!/^\.{1,2}\/.*\.js$/.test(specifier) || context.parentURL.includes(PACKAGE)) {
    return await next(specifier, context)
  }
  const typescript = specifier.replace(/\.js$/, '.ts')
  return await next(existsSync(new URL(typescript, context.parentURL)) ? typescript : specifier, context)
}

export async function load (url, context, next) {
  if (!url.endsWith('.ts') || url.includes(PACKAGE)) return await next(url, context)
  return { format: 'module', shortCircuit: true, source: await compiled(fileURLToPath(url)) }
}

async function compiled (file) {
  const text = readFileSync(file, 'utf8')
  const options = { ...OPTIONS, sourcefile: basename(file) }
  const path = `${FOLDER}/${createHash('sha256')
    .update(`${JSON.stringify(options)}\n${text}`)
    .digest('hex')}.js`
  try {
    return readFileSync(path, 'utf8')
  } catch {
    const { transform } = await import('esbuild')
    const { code } = await transform(text, options)
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(`${path}.${process.pid}`, code)
    // At once, since other processes read it.
    renameSync(`${path}.${process.pid}`, path)
    return code
  }
}
