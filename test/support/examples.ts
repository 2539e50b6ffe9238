/** The examples, as they are built and run. */

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'

export interface Started {
  readonly address: string
  /** Its output before its address. */
  readonly printed: string
}

/** Runs `dist/examples/<name>.js` at a free port, with a database in memory, until the test is over. */
export async function startExample (t: Test, name: string): Promise<Started> {
  const file = fileURLToPath(new URL(`../../dist/examples/${name}.js`, import.meta.url))
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env.PATH, PORT: '0', DATABASE_FILE: ':memory:' }
  })
  t.teardown(() => {
    child.kill()
  })
  return await new Promise((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += String(chunk)
      const found = /^Listening at (\S+)\n/m.exec(output)
      if (found !== null) resolve({ address: found[1] as string, printed: output.slice(0, found.index) })
    })
    child.stderr.on('data', (chunk) => {
      reject(new Error(String(chunk)))
    })
    child.on('exit', (code) => {
      reject(new Error(`${name} ended with ${String(code)} before it listened: ${output}`))
    })
  })
}
