#!/usr/bin/env node
/** The command: `fastify-resources routes FILE` prints the listing of the routes that FILE exports. */

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { messageOf } from './text.js'
import { STYLES, formatRoutes } from './routes/listing.js'
import { isObject } from './routes/objects.js'
import { isRoutes } from './routes/table.js'
import type { ListingOptions } from '../types/listing.js'
import type { Routes } from '../types/mapper.js'

const USAGE = `usage: fastify-resources routes FILE [--grep TEXT] [--controller NAME] [--style ${STYLES.join('|')}]

FILE is a module that exports what draw() gave, as \`routes\` or by default.
  --grep TEXT         only routes with TEXT in name, method, path or controller#action
  --controller NAME   only routes of this controller
  --style STYLE       how to print them; table by default`

/** A failure that has its message and exit code: 1 for a module that cannot be used, 2 for wrong usage. */
class Failure extends Error {
  constructor (readonly exitCode: 1 | 2, message: string) {
    super(message)
  }
}

interface Command {
  readonly file: string
  readonly listing: ListingOptions
}

function readCommand (args: readonly string[]): Command | 'help' {
  const { values, positionals } = parseArguments(args)
  if (values.help === true) return 'help'
  const [name, file, ...others] = positionals
  if (name !== 'routes') throw new Failure(2, name === undefined ? 'expected a command' : `unknown command '${name}'`)
  if (file === undefined || file === '') throw new Failure(2, 'expected a FILE')
  if (others.length > 0) throw new Failure(2, `expected one FILE, got ${others.join(' ')} besides`)
  const { help, ...listing } = values
  if (listing.style !== undefined && !STYLES.includes(listing.style)) {
    throw new Failure(2, `unknown style '${listing.style}'`)
  }
  return { file, listing: listing as ListingOptions }
}

const OPTIONS = {
  grep: { type: 'string' },
  controller: { type: 'string' },
  style: { type: 'string' },
  help: { type: 'boolean', short: 'h' }
} as const

function parseArguments (args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
  } catch (error) {
    throw new Failure(2, messageOf(error))
  }
}

async function loadRoutes (file: string): Promise<Routes> {
  const path = resolve(file)
  if (!existsSync(path)) throw new Failure(1, `there is no file ${file}`)
  const module = await importModule(path, file)
  // A CommonJS module has all of its exports in the default one too.
  const exported = isObject(module.default) ? module.default : {}
  const routes = [module.routes, module.default, exported.routes, exported.default].find(isRoutes)
  if (routes === undefined) throw new Failure(1, `${file} exports no routes; expected what draw() gave, as 'routes' or by default`)
  return routes
}

async function importModule (path: string, file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import(pathToFileURL(path).href) as Readonly<Record<string, unknown>>
  } catch (error) {
    throw new Failure(1, `${file} cannot be loaded: ${messageOf(error)}`)
  }
}

async function run (args: readonly string[]): Promise<string> {
  const command = readCommand(args)
  return command === 'help' ? USAGE : formatRoutes(await loadRoutes(command.file), command.listing)
}

// The module may hold connections or timers, so the process is ended, once all is written.
function finish (stream: NodeJS.WriteStream, text: string, exitCode: number): void {
  // A reader that has gone wants no more; else what could not be written is a failure.
  stream.on('error', ({ code }: NodeJS.ErrnoException) => { process.exit(code === 'EPIPE' ? exitCode : 1) })
  finished = true
  stream.write(`${text}\n`, () => { process.exit(exitCode) })
}

let finished = false

// A module may end the process, or wait for what never comes.
process.on('exit', () => {
  if (finished) return
  process.exitCode = 1
  console.error('fastify-resources: the module ended the process before its routes were there')
})

try {
  finish(process.stdout, await run(process.argv.slice(2)), 0)
} catch (error) {
  const exitCode = error instanceof Failure ? error.exitCode : 1
  finish(process.stderr, `fastify-resources: ${messageOf(error).replaceAll(/\s*\n\s*/g, ' ')}${exitCode === 2 ? `\n\n${USAGE}` : ''}`, exitCode)
}
