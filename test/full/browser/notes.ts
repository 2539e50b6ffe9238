/** The notes of examples/notes.ts in a real browser: `npm run test:browser`. */

import t from 'tap'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { startBrowser } from '../support/browser.js'
import { startExample } from '../../support/examples.js'

type Anything = any

t.test('the life of a note', { timeout: 60_000 }, async (t) => {
  const { address } = await startExample(t, 'notes')
  const browser = await startBrowser(t)
  const page = await browser.newPage({ baseURL: address })
  const faults: string[] = []
  page.on('pageerror', (error) => {
    faults.push(error.message)
  })
  const heading = async (): Promise<string> => await page.locator('h1').innerText()
  const title = page.getByLabel('Title')
  const text = page.getByLabel('Text')
  const save = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Save' }).click()
  }

  await page.goto('/')
  await page.getByRole('link', { name: 'New note' }).click()
  await text.fill('Milk\n<eggs>')
  await save()
  t.ok(await title.evaluate((input) => input === input.ownerDocument.activeElement), 'the browser asks for a title')
  await title.evaluate((input: Anything) => { input.form.noValidate = true })
  await save()
  t.equal(await heading(), 'New note', 'the form comes back')
  t.equal(await page.locator('[id="note-title--errors"]').innerText(), 'must not be empty')
  t.equal(await title.getAttribute('aria-describedby'), 'note-title--errors')
  t.equal(await text.inputValue(), 'Milk\n<eggs>', 'with what was written')
  await page.screenshot({ path: fileURLToPath(new URL('screenshots/notes.png', import.meta.url)) })
  await title.fill('Shopping & more')
  await save()
  t.equal(await heading(), 'Shopping & more')
  t.equal(await page.locator('p').first().innerText(), 'Milk\n<eggs>')

  await page.getByRole('link', { name: 'Edit' }).click()
  t.equal(await title.inputValue(), 'Shopping & more')
  await title.fill('')
  await text.fill('Bread')
  await title.evaluate((input: Anything) => { input.form.noValidate = true })
  await save()
  t.strictSame(
    [await heading(), await title.inputValue(), await text.inputValue()],
    ['Edit note', '', 'Bread']
  )
  await title.fill('Bakery')
  await save()
  t.equal(await heading(), 'Bakery')

  await page.goto('/notes/new')
  await title.fill('Bakery')
  await save()
  t.match(await page.locator('.errors').innerText(), 'is taken by another note')

  await page.goto('/')
  for (const [words, found] of [
    ['BREAD', ['Bakery']],
    ['milk', []]
  ] as const) {
    await page.getByLabel('Search').fill(words)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/notes?q=${words}`)
    t.strictSame(await page.locator('li').allInnerTexts(), found)
  }

  await page.goto('/notes/1')
  await page.getByRole('button', { name: 'Delete' }).click()
  t.strictSame([await heading(), await page.locator('li').count()], ['Notes', 0])
  t.equal((await page.goto('/notes/1'))?.status(), 404)
  t.strictSame(faults, [])
})

t.test(
  'a page of another site cannot change it: not by a form, not by fetch',
  { timeout: 60_000 },
  async (t) => {
    const { address } = await startExample(t, 'notes')
    await fetch(`${address}/notes`, {
      method: 'POST',
      body: new URLSearchParams({ 'note[title]': 'Mine', 'note[text]': '' })
    })
    const browser = await startBrowser(t)
    const page = await browser.newPage()
    const statuses: number[] = []
    page.on('response', (response) => {
      if (response.request().method() === 'POST') statuses.push(response.status())
    })
    const form = (path: string, fields: string, type = ''): string =>
      `<form method="post" action="${address}${path}" ${type}>${fields}<button>Go</button></form>`
    const attacks = [
      form('/notes/1', '<input name="_method" value="delete">'),
      form('/notes', '<input name="note[title]" value="Evil"><input name="note[text]">'),
      form(
        '/notes',
        '<input name="note[title]" value="Evil"><input name="note[text]">',
        'enctype="multipart/form-data"'
      ),
      form('/notes', '<input name="note[title]" value="Evil">', 'enctype="text/plain"')
    ]
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'text/html').end(attacks[Number(request.url?.slice(1))] ?? 'Hello')
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    t.teardown(() => {
      server.closeAllConnections()
      server.close()
    })
    // For the browser it is another site.
    const evil = `http://blog.example:${(server.address() as AddressInfo).port}`
    for (const number of attacks.keys()) {
      await page.goto(`${evil}/${number}`)
      await page.getByRole('button').click()
      await page.waitForURL(`${address}/**`)
    }
    await page.goto(`${evil}/none`)
    await page.evaluate(async (url) => {
      await fetch(url, { method: 'POST', mode: 'no-cors' })
    }, `${address}/notes`)
    t.strictSame(statuses, [403, 403, 403, 403, 403])
    const notes = await (await fetch(address)).text()
    t.strictSame([notes.includes('Mine'), notes.includes('Evil')], [true, false])
  }
)
