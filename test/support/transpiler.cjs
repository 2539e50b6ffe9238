// What tests import, compiled once for all of their processes: each is one, and would else compile all of lib/ anew.
const { createHash } = require('node:crypto')
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const { version } = require('typescript/package.json')

const FOLDER = join(__dirname, '../../node_modules/.cache/transpiled')

/** A transpiler of tap's loader; it has the names of files in its source maps, so they count for the key. */
exports.create = ({ service: { config }, nodeModuleEmitKind }) => {
  const compilerOptions = { ...config.options, ...nodeModuleEmitKind === 'nodeesm' ? { module: 99 } : {} }
  const options = JSON.stringify([version, compilerOptions])
  mkdirSync(FOLDER, { recursive: true })
  return {
    transpile (input, { fileName }) {
      const path = join(FOLDER, createHash('sha256').update(`${options}\n${fileName}\n${input}`).digest('hex'))
      try {
        return JSON.parse(readFileSync(path, 'utf8'))
      } catch {
        const { outputText, sourceMapText } = require('typescript').transpileModule(input, { compilerOptions, fileName })
        writeFileSync(`${path}.${process.pid}`, JSON.stringify({ outputText, sourceMapText }))
        // At once, since other processes read it.
        renameSync(`${path}.${process.pid}`, path)
        return { outputText, sourceMapText }
      }
    }
  }
}
