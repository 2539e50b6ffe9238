/** HAProxy with the configuration of the blog, before three instances. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const PROGRAM = '/usr/sbin/haproxy'

/** Resolves to its address when it has found an instance that is well. */
export async function startBalancer (
  t: { teardown: (stop: () => void) => void },
  ports: readonly number[]
): Promise<string> {
  if (!existsSync(PROGRAM)) throw new Error('HAProxy is missing: apt-get install haproxy')
  const bind = `127.0.0.1:${await freePort()}`
  const instances = Object.fromEntries(
    ports.map((port, index) => [`INSTANCE_${index + 1}`, `127.0.0.1:${port}`])
  )
  const child = spawn(
    PROGRAM,
    ['-db', '-f', fileURLToPath(new URL('../../examples/blog/haproxy.cfg', import.meta.url))],
    { env: { BIND: bind, ...instances }, stdio: 'ignore' }
  )
  t.teardown(() => {
    child.kill('SIGKILL')
  })
  await untilWell(`http://${bind}`)
  return `http://${bind}`
}

export async function untilWell (address: string): Promise<void> {
  while (
    (await fetch(`${address}/health`).then(
      ({ status }) => status,
      () => 0
    )) !== 200
  ) { await setTimeout(100) }
}

export async function freePort (): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
