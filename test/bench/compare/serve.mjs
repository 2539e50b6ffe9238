/** Serves the app in the working directory at PORT, and answers each message with its CPU time in microseconds. */

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send(user + system)
})
await import(pathToFileURL(join(process.cwd(), 'app.ts')).href)
