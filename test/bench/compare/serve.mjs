/**
 * Serves the app in the working directory at PORT, and answers each message with its CPU time in
 * microseconds.
 */

import { Server } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// Sockets wait for the turns of the other servers.
const { listen } = Server.prototype
Server.prototype.listen = function listenLong (...args) {
  this.keepAliveTimeout = 600_000
  this.headersTimeout = 0
  this.requestTimeout = 0
  return listen.apply(this, args)
}

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send(user + system)
})
await import(pathToFileURL(join(process.cwd(), 'app.ts')).href)
