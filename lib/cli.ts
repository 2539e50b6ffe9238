#!/usr/bin/env node
/** The command's process: it ends with the exit code, whatever the module holds or does. */

import { runCommand } from './command/command.js'

let finished = false

// A module may end the process, or never finish loading.
process.on('exit', () => {
  if (finished) return
  process.exitCode = 2
  console.error('fastify-resources: the module ended the process before it exported its routes')
})

// What a module prints must not be among the JSON that a program reads.
globalThis.console = new console.Console(process.stderr)

const exitCode = await runCommand(process.argv.slice(2), {
  cwd: process.cwd(),
  stdout: process.stdout,
  stderr: process.stderr
})
finished = true
// The module may hold connections or timers.
process.exit(exitCode)
