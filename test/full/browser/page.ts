/** The page of examples/page in a real browser: `npm run test:browser`. */

import t from 'tap'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { startBrowser } from '../support/browser.js'
import { startExample } from '../../support/examples.js'

const PNG = fileURLToPath(new URL('../../../docs/blog.png', import.meta.url))

async function save (page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  const path = fileURLToPath(new URL(`screenshots/page-${width}.png`, import.meta.url))
  await page.screenshot({ path, fullPage: true })
}

t.test('the life of an album: listed, created, edited, with photos, and with messages', { timeout: 120_000 }, async (t) => {
  const { address } = await startExample(t, 'page/api')
  const browser = await startBrowser(t)
  const page = await browser.newPage({ baseURL: address })
  const faults: string[] = []
  page.on('pageerror', ({ message }) => {
    faults.push(message)
  })
  const create = page.locator('#create')
  const card = page.locator('article')
  const title = card.locator('.edit [name=title]')

  await page.goto('/')
  t.equal(await card.count(), 0)
  await create.getByRole('button').click()
  const message = create.locator('[data-of=title]')
  await message.filter({ hasText: 'must not be empty' }).waitFor()
  t.equal(await create.getByLabel('Title').getAttribute('aria-invalid'), 'true')

  await create.getByLabel('Title').fill('Ünï & <b>')
  await create.getByRole('button').click()
  await card.waitFor()
  t.strictSame(
    [await title.inputValue(), await message.innerText(), await create.getByLabel('Title').inputValue()],
    ['Ünï & <b>', '', ''],
    'the form is empty again, and without a message'
  )

  const upload = card.locator('.upload')
  await upload.getByRole('button', { name: 'Upload' }).click()
  await upload.locator('[data-of=file]').filter({ hasText: 'must not be empty' }).waitFor()
  await upload.getByLabel('Its title').fill('Blog')
  await upload.getByLabel('Photo').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<script>') })
  await upload.getByRole('button', { name: 'Upload' }).click()
  await upload.locator('[data-of=file]').filter({ hasText: 'is not a PNG' }).waitFor()
  await save(page, 390)
  t.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'no wider than a telephone')
  await upload.getByLabel('Photo').setInputFiles(PNG)
  await upload.getByRole('button', { name: 'Upload' }).click()
  await card.getByAltText('Blog').waitFor()
  await page.waitForFunction('document.images[0].naturalWidth > 0')

  const other = await browser.newPage({ baseURL: address })
  const old = other.locator('article')
  await other.goto('/')
  await old.waitFor()
  await title.fill('Holidays')
  const isSaved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
  await card.getByRole('button', { name: 'Save' }).click()
  await isSaved
  await page.reload()
  await card.waitFor()
  t.equal(await title.inputValue(), 'Holidays')
  await save(page, 1280)

  await old.locator('.edit [name=title]').fill('Lost')
  await old.getByRole('button', { name: 'Save' }).click()
  await old.locator('.edit output').first().filter({ hasText: '412' }).waitFor()
  t.equal(await old.locator('.edit [name=title]').inputValue(), 'Lost', 'an edit that is refused stays')

  await card.getByRole('button', { name: 'Delete' }).click()
  await card.waitFor({ state: 'detached' })
  t.strictSame(faults, [])
})
