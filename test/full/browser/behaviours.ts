/**
 * What people do with a form, in a browser with scripts and without, on examples/notes.ts: the table in
 * docs/forms-and-security.md. What was written is there afterwards, and no page is dead.
 */

import t from 'tap'
import { createRequire } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { startBrowser } from '../support/browser.js'
import { startExample } from '../../support/examples.js'

const TURBO = createRequire(import.meta.url).resolve('@hotwired/turbo/dist/turbo.es2017-umd.js')

interface Visit {
  readonly context: BrowserContext
  readonly page: Page
  /** The path of the form. */
  readonly path: string
}

async function submit ({ page }: Visit, title: string): Promise<void> {
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Text').fill('Written')
  await page.getByRole('button', { name: 'Save' }).click()
}

async function saveMine (visit: Visit): Promise<void> {
  await submit(visit, 'Mine')
  await visit.page.getByRole('heading', { name: 'Mine' }).waitFor()
}

/** A form comes back: another note has the title. */
async function comeBack (visit: Visit): Promise<void> {
  await visit.page.goto(visit.path)
  await submit(visit, 'Taken')
  await visit.page.locator('.errors').waitFor()
}

/** What the form has, or the heading of another page. */
async function shownBy (page: Page): Promise<string> {
  await page.waitForLoadState()
  const heading = await page.locator('h1').innerText()
  if (await page.getByLabel('Title').count() === 0) return heading
  return `${heading}: ${await page.getByLabel('Title').inputValue()}, ${await page.getByLabel('Text').inputValue()}`
}

const NEW = 'New note: Taken, Written'
const EDIT = 'Edit note: Taken, Written'

type Behaviour = (visit: Visit) => Promise<void>

const FORMS: ReadonlyArray<readonly [name: string, behave: Behaviour, created: string, updated: string]> = [
  ['a submit that is refused', comeBack, NEW, EDIT],
  ['a corrected submit', async (visit) => {
    await comeBack(visit)
    await saveMine(visit)
  }, 'Mine', 'Mine'],
  ['a reload', async (visit) => {
    await comeBack(visit)
    await visit.page.reload()
  }, NEW, EDIT],
  ['back, when it is saved', async (visit) => {
    await visit.page.goto(visit.path)
    await saveMine(visit)
    await visit.page.goBack()
  }, 'New note: Mine, Written', 'Edit note: Mine, Written'],
  ['Enter in the address', async (visit) => {
    await comeBack(visit)
    await visit.page.goto(visit.page.url())
  }, 'Notes', 'Old'],
  ['a bookmark, or a tab restored', async (visit) => {
    await comeBack(visit)
    await (await visit.context.newPage()).goto(visit.page.url())
  }, 'Notes', 'Old'],
  ['a form of yesterday', async (visit) => {
    await visit.page.goto(visit.path)
    await visit.context.clearCookies()
    await saveMine(visit)
  }, 'Mine', 'Mine'],
  ['Turbo', async (visit) => {
    await visit.page.goto(visit.path)
    await visit.page.addScriptTag({ path: TURBO })
    await submit(visit, 'Taken')
    await visit.page.locator('.errors').waitFor()
  }, NEW, EDIT]
]

const DELETE: ReadonlyArray<readonly [name: string, behave: Behaviour, shown: string]> = [
  ['a submit', async () => {}, 'Notes'],
  ['a reload', async ({ page }) => { await page.reload() }, 'Notes'],
  ['Enter in the address', async ({ page }) => { await page.goto(page.url()) }, 'Notes'],
  ['a bookmark, or a tab restored', async ({ page, context }) => {
    await (await context.newPage()).goto(page.url())
  }, 'Notes']
]

/** The second click may be faster than the answer of the first. */
const TWO_CLICKS: ReadonlyArray<readonly [path: string, button: string, titles: readonly string[]]> = [
  ['/notes/new', 'Save', ['Mine', 'Taken', 'Old']],
  ['/notes/1/edit', 'Save', ['Taken', 'Mine']],
  ['/notes/1', 'Delete', ['Taken']]
]

/** A visitor of the app, which has two notes. */
async function startVisit (browser: Browser, address: string, { path = '', scripts = true }): Promise<Visit> {
  for (const id of [1, 2, 3]) await fetch(`${address}/notes/${id}`, { method: 'DELETE' })
  for (const title of ['Old', 'Taken']) {
    const body = new URLSearchParams({ 'note[title]': title, 'note[text]': '' })
    await fetch(`${address}/notes`, { method: 'POST', body })
  }
  const context = await browser.newContext({ baseURL: address, javaScriptEnabled: scripts })
  return { context, page: await context.newPage(), path }
}

const lastPage = ({ context }: Visit): Page => context.pages().at(-1) as Page

async function titlesAt (address: string): Promise<string[]> {
  const list = await (await fetch(`${address}/notes`)).text()
  return [...list.matchAll(/<li><a [^>]*>(.*?)<\/a>/g)].map(([, title]) => title as string)
}

for (const scripts of [true, false]) {
  t.test(`scripts ${scripts ? 'on' : 'off'}`, { timeout: 300_000 }, async (t) => {
    const browser = await startBrowser(t)
    const { address } = await startExample(t, 'notes')
    for (const [name, behave, ...expected] of FORMS) {
      if (!scripts && name === 'Turbo') continue
      for (const [index, path] of ['/notes/new', '/notes/1/edit'].entries()) {
        const visit = await startVisit(browser, address, { path, scripts })
        await behave(visit)
        t.equal(await shownBy(lastPage(visit)), expected[index], `${name}: ${path}`)
        await visit.context.close()
      }
    }
    for (const [name, behave, expected] of DELETE) {
      const visit = await startVisit(browser, address, { scripts })
      await visit.page.goto('/notes/1')
      await visit.page.getByRole('button', { name: 'Delete' }).click()
      await visit.page.getByRole('heading', { name: 'Notes' }).waitFor()
      await behave(visit)
      t.equal(await shownBy(lastPage(visit)), expected, `${name}: delete`)
      t.strictSame(await titlesAt(address), ['Taken'])
      await visit.context.close()
    }
    for (const [path, button, titles] of TWO_CLICKS) {
      const visit = await startVisit(browser, address, { scripts })
      await visit.page.goto(path)
      if (button === 'Save') {
        await visit.page.getByLabel('Title').fill('Mine')
        await visit.page.getByLabel('Text').fill('Written')
      }
      const before = String(await titlesAt(address))
      await visit.page.getByRole('button', { name: button }).dblclick()
      while (String(await titlesAt(address)) === before) await setTimeout(200)
      await visit.page.waitForLoadState('networkidle')
      t.strictSame(await titlesAt(address), titles, `two clicks: ${path}`)
      await visit.context.close()
    }
  })
}
