/** The examples, as they are built and run. */

import t from 'tap'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

t.test('minimal prints its listing and its address, and answers', async (t) => {
  const file = fileURLToPath(new URL('../dist/examples/minimal.js', import.meta.url))
  const child = spawn(process.execPath, [file], { env: { PATH: process.env.PATH, PORT: '0' } })
  t.teardown(() => { child.kill() })
  let output = ''
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += String(chunk)
      const found = /Listening at (\S+)/.exec(output)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.stderr.on('data', (chunk) => { reject(new Error(String(chunk))) })
  })
  t.equal(output.slice(0, output.indexOf('Listening')), `
 root GET  /          { controller: 'posts', action: 'index' }
posts GET  /posts     { controller: 'posts', action: 'index' }
      POST /posts     { controller: 'posts', action: 'create' }
 post GET  /posts/:id { controller: 'posts', action: 'show' }
`.slice(1))
  const created = await fetch(`${address}/posts`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ title: 'Second' }), redirect: 'manual'
  })
  t.strictSame([created.status, created.headers.get('location')], [303, '/posts/1'])
  t.strictSame(await (await fetch(`${address}/posts/1`)).json(), { title: 'Second' })
  t.strictSame(await (await fetch(address)).json(), [
    { title: 'Hello', url: `${address}/posts/0` },
    { title: 'Second', url: `${address}/posts/1` }
  ])
})
