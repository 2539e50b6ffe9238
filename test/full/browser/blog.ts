/**
 * The whole life of a post in a real browser: `npm run test:browser`. Needs Chromium: CHROMIUM_PATH, or
 * `chromium` on the PATH.
 */

import t from 'tap'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { ADMIN, startForTest } from '../../support/blog.js'
import { startBrowser } from '../support/browser.js'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** README's picture of a post. */
const PICTURE = fileURLToPath(new URL('../../../docs/blog.png', import.meta.url))
const SCREENSHOTS = fileURLToPath(new URL('screenshots/', import.meta.url))

mkdirSync(SCREENSHOTS, { recursive: true })

/** The violations that axe finds on the page. */
async function barriers (page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  const { violations } = (await page.evaluate('axe.run()')) as {
    violations: Array<{ id: string; nodes: Array<{ html: string }> }>
  }
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)
}

async function logIn (page: Page): Promise<void> {
  await page.goto('/session/new')
  await page.getByLabel('E-mail').fill(ADMIN.email)
  await page.getByLabel('Password').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

t.test('the life of a post', { timeout: 120_000 }, async (t) => {
  const blog = await startForTest(t)
  const browser = await startBrowser(t)
  const context = await browser.newContext({ baseURL: blog.address, viewport: { width: 900, height: 640 } })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => {
    faults.push(error.message)
  })
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('the server responded with a status of')) {
      faults.push(message.text())
    }
  })

  let shots = 0
  async function shoot (name: string): Promise<void> {
    t.strictSame(await barriers(page), [], `${name}: no barriers`)
    const path = `${SCREENSHOTS}${String(++shots).padStart(2, '0')}-${name}.png`
    await page.screenshot({ path, fullPage: true })
  }
  /** The heading of the page, its message, and its address. */
  async function shown (): Promise<[heading: string, flash: string | null, path: string]> {
    const flash = page.getByRole('status')
    return [
      await page.locator('h1').innerText(),
      (await flash.count()) === 0 ? null : await flash.innerText(),
      new URL(page.url()).pathname
    ]
  }

  await page.goto('/')
  t.strictSame(await shown(), ['Posts', null, '/'])
  t.strictSame(await page.locator('h2').allInnerTexts(), ['Forms that PUT and DELETE', 'Hello'])
  await shoot('list')

  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('E-mail').fill(ADMIN.email)
  await page.getByLabel('Password').fill('wrong')
  await page.getByRole('button', { name: 'Log in' }).click()
  t.equal(await page.getByRole('alert').innerText(), 'E-mail or password is wrong.')
  await shoot('wrong-password')
  await page.getByLabel('Password').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  t.strictSame(await shown(), ['Posts', 'You are logged in.', '/'])

  await page.getByRole('link', { name: 'Write' }).click()
  await page.getByLabel('Title').fill('Written in a <browser> & "quoted"')
  // As a client that does not check required fields.
  await page
    .locator('form')
    .last()
    .evaluate((form) => {
      form.setAttribute('novalidate', '')
    })
  await page.getByRole('button', { name: 'Save' }).click()
  t.strictSame(await shown(), ['New post', null, '/posts'])
  t.equal(await page.title(), 'Error: New post – Blog')
  t.equal(await page.locator('#post-text--errors').innerText(), 'Text must not be empty.')
  t.equal(await page.evaluate('document.activeElement.id'), 'post-text', 'what is wrong has the focus')
  t.equal(
    await page.getByLabel('Title').inputValue(),
    'Written in a <browser> & "quoted"',
    'what was typed is there'
  )
  await shoot('invalid')

  await page.getByLabel('Text').fill('First line.\nSecond line.\n\nSecond *paragraph*: ünïcödé 😀 & +%25.')
  await page.getByRole('button', { name: 'Preview' }).click()
  t.strictSame(await shown(), ['New post', null, '/posts'])
  t.equal(await page.getByLabel('Preview').locator('em').innerText(), 'paragraph')
  await shoot('preview')
  await page.getByRole('button', { name: 'Save' }).click()
  const path = '/posts/4'
  t.strictSame(await shown(), [
    'Written in a <browser> & "quoted" Draft',
    'The draft is saved. Publish it when it is ready.',
    path
  ])
  await shoot('created')

  await page.getByRole('link', { name: 'Edit' }).click()
  t.equal(
    await page.getByLabel('Text').inputValue(),
    'First line.\nSecond line.\n\nSecond *paragraph*: ünïcödé 😀 & +%25.'
  )
  await page.getByLabel('Title').fill('One tree')
  await page.getByRole('button', { name: 'Save' }).click()
  t.strictSame(await shown(), ['One tree Draft', 'The post is saved.', path])
  await shoot('edited')

  const second = await context.newPage()
  await page.getByRole('link', { name: 'Edit' }).click()
  await second.goto(`${path}/edit`)
  await second.getByLabel('Text').fill('The other one was faster.')
  await second.getByRole('button', { name: 'Save' }).click()
  // A page that closes too early would take its request along.
  await second.getByText('The post is saved.').waitFor()
  await second.close()
  await page
    .getByLabel('Text')
    .fill(
      'What one tree of resources gives:\n\n- routes and *links*,\n- forms that PUT and DELETE,\n- pages for people, and JSON for programs.'
    )
  await page.getByRole('button', { name: 'Save' }).click()
  t.match(await page.getByRole('alert').innerText(), /Somebody has changed this post since you opened it/)
  await shoot('conflict')
  await page.getByRole('button', { name: 'Save' }).click()
  t.strictSame(await shown(), ['One tree Draft', 'The post is saved.', path])

  await page.getByRole('button', { name: 'Publish' }).click()
  t.strictSame(await shown(), ['One tree', 'The post is published.', path])
  await page.getByRole('button', { name: 'admin' }).click()
  await t.resolves(
    page.getByRole('link', { name: 'Users' }).click({ trial: true, timeout: 5000 }),
    'the message does not cover the menu'
  )
  await page.keyboard.press('Escape')
  t.notOk(await page.getByRole('link', { name: 'Users' }).isVisible(), 'a key closes the menu')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Users' }).waitFor()
  await page.locator('h1').click()
  t.notOk(await page.getByRole('link', { name: 'Users' }).isVisible(), 'so does a click anywhere else')
  await page.reload()
  t.strictSame(await shown(), ['One tree', null, path], 'a message is shown once')

  await page.getByLabel('Your comment').fill('Well written.')
  await page.getByRole('button', { name: 'Comment' }).click()
  await page.locator('.comment:target').waitFor()
  t.strictSame(await shown(), ['One tree', null, path], 'the comment itself says that it is there')
  t.match(await page.locator('.comment').innerText(), /admin.*Well written\./s)
  await shoot('commented')
  await page.goto(path)
  await page.screenshot({ path: PICTURE })

  for (const text of ['Cheap watches.', 'Cheaper watches.']) {
    await page.getByLabel('Your comment').fill(text)
    await page.getByRole('button', { name: 'Comment' }).click()
    await page.locator('.comment:target', { hasText: text }).waitFor()
  }
  const deletion = page.getByRole('button', { name: 'Delete the selected for good' })
  t.notOk(await deletion.isVisible(), 'nothing is selected')
  for (const text of ['Cheap watches.', 'Cheaper watches.']) {
    await page.locator('.comment', { hasText: text }).getByRole('checkbox').check()
  }
  await shoot('selected')
  await deletion.click()
  t.strictSame(await shown(), ['One tree', '2 comments are deleted.', path])
  t.strictSame(await page.locator('.comment .plain-text').allInnerTexts(), ['Well written.'])

  await page.getByRole('button', { name: 'admin' }).click()
  await shoot('menu')
  await page.getByRole('link', { name: 'Users' }).click()
  t.strictSame(await page.locator('.rows strong').allInnerTexts(), ['admin'])
  t.equal(
    await page.locator('main').getByRole('link', { name: 'Delete' }).count(),
    0,
    'nobody is offered to delete the own account'
  )
  await shoot('users')
  await page.goto('/account')
  await shoot('account')
  await page.goto(path)
  await page.getByRole('button', { name: 'Unpublish' }).click()
  t.strictSame(await shown(), ['One tree Draft', 'The post is a draft again.', path])
  await page.getByRole('button', { name: 'admin' }).click()
  await page.getByRole('link', { name: 'Drafts' }).click()
  t.strictSame(await page.locator('h2').allInnerTexts(), ['One tree', 'A draft'])
  await shoot('drafts')

  await page.goto(path)
  await page.getByRole('link', { name: 'Delete' }).click()
  t.strictSame(await shown(), ['Delete this post?', null, `${path}/delete`])
  await shoot('delete')
  await page.getByRole('button', { name: 'Delete' }).click()
  t.strictSame(await shown(), ['Posts', '“One tree” is deleted.', '/posts'])
  await shoot('deleted')

  t.equal((await page.goto(path))?.status(), 404)
  t.strictSame(await shown(), ['Not Found', null, path])
  await shoot('not-found')

  // As a form that has lost its _method.
  await page.goto('/posts/1/edit')
  await page.locator('main input[name=_method]').evaluate((input) => {
    input.remove()
  })
  await page.getByRole('button', { name: 'Save' }).click()
  t.strictSame(await shown(), ['Method Not Allowed', null, '/posts/1'])
  await shoot('wrong-method')

  t.strictSame(faults, [], 'no page has a fault of its own')
})

t.test(
  'over plain http on another host than this machine, as in a local network',
  { timeout: 60_000 },
  async (t) => {
    const blog = await startForTest(t)
    const browser = await startBrowser(t)
    const page = await browser.newPage({ baseURL: blog.address.replace('127.0.0.1', 'blog.example') })
    await logIn(page)
    await page.goto('/posts/1/edit')
    const [request] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'POST'),
      page
        .getByLabel('Title')
        .fill('Mended')
        .then(async () => {
          await page.getByRole('button', { name: 'Save' }).click()
        })
    ])
    t.equal(
      (await request.allHeaders())['sec-fetch-site'],
      undefined,
      'the browser says nothing of the site there'
    )
    t.equal(await page.getByRole('status').innerText(), 'The post is saved.')
    t.equal(await page.locator('h1').innerText(), 'Mended')
    t.equal(
      await page.evaluate("getComputedStyle(document.querySelector('.home')).fontWeight"),
      '700',
      'with its stylesheet'
    )
    await page.goto('/docs')
    await page.getByText('/posts/search').first().waitFor()
    t.equal(await page.evaluate("getComputedStyle(document.querySelector('.opblock')).borderStyle"), 'solid', 'and so have the documents')
  }
)

t.test(
  'a second click sends nothing, and a form that outlives its session is sent again once',
  { timeout: 60_000 },
  async (t) => {
    const blog = await startForTest(t)
    const browser = await startBrowser(t)
    const context = await browser.newContext({ baseURL: blog.address })
    const page = await context.newPage()
    await logIn(page)
    await page.getByText('You are logged in.').waitFor()
    const network = await context.newCDPSession(page)
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 600,
      downloadThroughput: 50_000,
      uploadThroughput: 50_000
    })
    const clickTwice = async (path: string, button: string): Promise<string> => {
      await page.goto(path)
      await page.getByRole('button', { name: button, exact: true }).dblclick({ delay: 20 })
      await page.locator('.flash, h1:text("Not Found")').first().waitFor()
      await page.waitForLoadState('networkidle')
      return await page.locator('main p').first().innerText()
    }
    t.equal(await clickTwice('/posts/1/edit', 'Save'), 'The post is saved.')
    t.equal(await clickTwice('/posts/1/delete', 'Delete'), '“Hello” is deleted.')

    await page.goto('/posts/new')
    await page.getByLabel('Title').fill('Kept')
    await page.getByLabel('Text').fill('Text')
    const second = await context.newPage()
    await second.goto('/')
    await second.getByRole('button', { name: 'admin' }).click()
    await second.getByRole('button', { name: 'Log out' }).click()
    await second.getByText('You are logged out.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('What you wrote is still here.').waitFor()
    t.strictSame(
      [await page.getByLabel('What you wrote as title').inputValue(), await barriers(page)],
      ['Kept', []]
    )
    await page.screenshot({ path: `${SCREENSHOTS}sent-again.png`, fullPage: true })
    await logIn(second)
    await second.getByText('You are logged in.').waitFor()
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByRole('status').waitFor()
    t.equal(await page.locator('h1').innerText(), 'Kept Draft')
  }
)

t.test(
  'a page that is back can send again at once, and a preview keeps the fields in their place',
  { timeout: 60_000 },
  async (t) => {
    const blog = await startForTest(t)
    const browser = await startBrowser(t, { keepsPages: true })
    const page = await browser.newPage({ baseURL: blog.address })
    await page.goto('/')
    const search = async (text: string): Promise<void> => {
      await page.getByRole('searchbox').fill(text)
      await page.getByRole('searchbox').press('Enter')
      await page.waitForURL(`**/posts/search?q=${text}`, { timeout: 3000 })
    }
    await page.evaluate('window.isKept = true')
    await search('hello')
    await page.goBack({ waitUntil: 'commit' })
    t.equal(await page.evaluate('window.isKept'), true, 'the browser has kept the page')
    await search('hello')
    await search('forms')
    await page.setViewportSize({ width: 320, height: 640 })
    await page.getByRole('searchbox').fill('hello')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.waitForURL('**/posts/search?q=hello', { timeout: 3000 })

    await logIn(page)
    await page.getByText('You are logged in.').waitFor()
    await page.goto('/posts/new')
    await page.getByLabel('Title').fill('Long')
    await page.getByLabel('Text').fill('a\n\n'.repeat(60))
    const fieldsTop = await page.evaluate('[...document.forms].at(-1).offsetTop')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByLabel('Preview').waitFor()
    const top = await page.evaluate('[...document.forms].at(-1).offsetTop')
    t.equal(top, fieldsTop, 'a preview stands below the fields, which stay in their place')
    const bottom = await page
      .getByRole('button', { name: 'Save' })
      .evaluate((button) => button.getBoundingClientRect().bottom)
    t.ok(bottom <= 640, 'a long preview keeps the buttons in view')
  }
)

t.test('on a phone, in the dark, and the API documents', { timeout: 60_000 }, async (t) => {
  const blog = await startForTest(t)
  const browser = await startBrowser(t)
  const phone = await browser.newPage({
    baseURL: blog.address,
    viewport: { width: 360, height: 740 },
    colorScheme: 'dark'
  })
  for (const [name, path] of [
    ['list', '/'],
    ['post', '/posts/1'],
    ['sign-up', '/account/new']
  ] as const) {
    await phone.goto(path)
    t.equal(
      await phone.evaluate("document.querySelector('header').offsetHeight < 80"),
      true,
      'the navigation is one row'
    )
    t.strictSame(await barriers(phone), [], `${path}: no barriers`)
    t.ok(await isNarrow(phone), `${path} needs no scrolling sideways`)
    const mainTop = async (): Promise<number> => await phone.evaluate("document.querySelector('main').offsetTop")
    const before = await mainTop()
    await phone.getByRole('searchbox').focus()
    t.equal(await mainTop(), before, 'a search moves nothing')
    await phone.getByRole('searchbox').blur()
    await phone.screenshot({ path: `${SCREENSHOTS}phone-${name}.png`, fullPage: true })
  }
  await phone.setViewportSize({ width: 320, height: 740 })
  await logIn(phone)
  await phone.goto('/account/edit')
  await phone.getByLabel('Name').fill('Maximiliane von Konstantinopel')
  await phone.getByRole('button', { name: 'Save' }).click()
  for (const path of ['/', '/posts/1', '/posts/drafts', '/admin/users', '/account', '/posts/new']) {
    await phone.goto(path)
    t.strictSame(await barriers(phone), [], `${path} of an admin: no barriers`)
    t.equal(
      await phone.evaluate("document.querySelector('header').offsetHeight < 80"),
      true,
      'the navigation is one row'
    )
    t.ok(await isNarrow(phone), `${path} of an admin needs no scrolling sideways on a small phone`)
  }
  const docs = await browser.newPage({ baseURL: blog.address, viewport: { width: 1000, height: 800 } })
  const complaints: string[] = []
  docs.on('console', (message) => complaints.push(message.text()))
  await docs.goto('/docs')
  await docs.getByText('List posts', { exact: true }).waitFor()
  t.strictSame(complaints, [])
  await docs.screenshot({ path: `${SCREENSHOTS}docs.png` })
})

async function isNarrow (page: Page): Promise<boolean> {
  return await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')
}
