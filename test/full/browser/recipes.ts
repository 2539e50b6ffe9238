/**
 * The recipe for htmx of docs/page-recipes.md, as it stands there, and examples/turbo.ts in a real browser:
 * `npm run test:browser`.
 */

import t from 'tap'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { startBrowser } from '../support/browser.js'
import { startExample } from '../../support/examples.js'
import { BLOCKS, ROOT } from '../../support/pages.js'

const SCRIPTS = 'https://cdn.jsdelivr.net/npm/'
const { resolve } = createRequire(import.meta.url)

/** Runs the recipe at a free port until the test is over. */
async function startRecipe (t: Test, script: string): Promise<string> {
  if (script.includes('turbo')) return (await startExample(t, 'turbo')).address
  const { code } = BLOCKS.find(
    ({ where, code }) => where.startsWith('docs/page-recipes.md') && code.includes(script)
  ) as { code: string }
  const program = code.replace(
    'await app.listen({ port: 3000 })',
    "console.log(await app.listen({ port: 0, host: '127.0.0.1' }))"
  )
  const child = spawn(process.execPath, ['--input-type=module'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH },
    stdio: ['pipe', 'pipe', 'inherit']
  })
  t.teardown(() => {
    child.kill()
  })
  child.stdin.end(program)
  const [address] = (await once(child.stdout, 'data')) as [Buffer]
  return String(address).trim()
}

for (const [title, script] of [
  ['htmx', 'htmx.org@4'],
  ['Turbo', '@hotwired/turbo@8']
] as const) {
  t.test(
    `${title}: a task is added, refused and deleted without a new page`,
    { timeout: 60_000 },
    async (t) => {
      const address = await startRecipe(t, script)
      const browser = await startBrowser(t)
      const page: Page = await browser.newPage({ baseURL: address })
      const faults: string[] = []
      page.on('pageerror', (error) => {
        faults.push(error.message)
      })
      await page.route(`${SCRIPTS}**`, async (route) => {
        const [, name = '', file = ''] =
          /^(.+)@\d+(\/.+)$/.exec(route.request().url().slice(SCRIPTS.length)) ?? []
        const path = join(resolve(`${name}/package.json`), '..', file)
        await route.fulfill({
          body: readFileSync(path, 'utf8'),
          contentType: 'text/javascript',
          headers: { 'access-control-allow-origin': '*' }
        })
      })
      const shown = async (count: number): Promise<string[]> => {
        await page.waitForFunction(`document.querySelectorAll('li').length === ${count}`)
        return (await page.locator('li').allInnerTexts()).map((text) => text.replace(/\s+Done$/, ''))
      }
      const add = async (text: string): Promise<void> => {
        await page.locator('input[name="task[title]"]').fill(text)
        await page.getByRole('button', { name: 'Add' }).click()
      }

      await page.goto('/tasks')
      await page.evaluate('document.body.dataset.visit = "first"')
      await add('Eggs & <b>')
      t.strictSame(await shown(2), ['Milk', 'Eggs & <b>'])
      await add('')
      await page.locator('output', { hasText: 'must not be empty' }).waitFor()
      await page.locator('li', { hasText: 'Milk' }).getByRole('button').click()
      t.strictSame(await shown(1), ['Eggs & <b>'])
      t.equal(await page.evaluate('document.body.dataset.visit'), 'first', 'the page is the same')
      t.strictSame(faults, [])
      await page.reload()
      t.strictSame(await shown(1), ['Eggs & <b>'])
    }
  )

  t.test(`${title}: the same forms work without scripts`, { timeout: 60_000 }, async (t) => {
    const address = await startRecipe(t, script)
    const browser = await startBrowser(t)
    const page = await browser.newPage({ baseURL: address, javaScriptEnabled: false })
    await page.goto('/tasks')
    await page.locator('input[name="task[title]"]').fill('Eggs')
    await page.getByRole('button', { name: 'Add' }).click()
    t.strictSame([await page.locator('li').count(), new URL(page.url()).pathname], [2, '/tasks'])
  })
}
