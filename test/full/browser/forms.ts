/**
 * Forms in a real browser: fields that are left blank, lists, files, and forms that come back. `npm run
 * test:browser`
 */

import t, { type Test } from 'tap'
import multipartPlugin from '@fastify/multipart'
import Fastify from 'fastify'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Page } from 'playwright-core'
import resourcesPlugin, { createFormHelpers, draw, fieldError } from '../../../lib/index.js'
import type { FormErrors, InvalidForm } from '../../../lib/index.js'
import { startBrowser } from '../support/browser.js'

type Anything = any

const Line = {
  type: 'object',
  required: ['sku', 'amount'],
  properties: { sku: { type: 'string', minLength: 2 }, amount: { type: 'integer' } }
}
const Order = {
  type: 'object',
  required: ['title'],
  properties: {
    id: { type: 'integer', readOnly: true },
    title: { type: 'string', minLength: 1 },
    tags: { type: 'array', items: { type: 'string' } },
    sizes: { type: 'array', items: { type: 'integer' } },
    lines: { type: 'array', items: Line },
    password: { type: ['string', 'null'], minLength: 8, writeOnly: true },
    photo: { type: 'string', format: 'binary' }
  }
}
const routes = draw((map) => map.resources('orders', { except: 'destroy' }))

/** A page with an empty row behind those of the order, and a hidden field before each list of boxes. */
function form (
  request: FastifyRequest,
  reply: FastifyReply,
  order: Anything,
  errors: FormErrors = {}
): FastifyReply {
  const { formFor, fieldName } = createFormHelpers(request.urlFor)
  const { enctype = request.headers['content-type'] } = request.query as { enctype?: string }
  const isMultipart = enctype?.startsWith('multipart/') === true
  const input = (name: string, value: unknown = '', rest = ''): string =>
    `<label>${name} <input name="${name}" value="${String(value)}" ${rest}></label> <em>${errors[name]?.join() ?? ''}</em>`
  const boxes = (key: string, values: readonly unknown[]): string => {
    const name = fieldName('order', key, '')
    const box = (value: unknown): string => {
      const checked = order[key]?.includes(value) === true ? 'checked' : ''
      return `<label>${key} ${String(value)} <input type="checkbox" name="${name}" value="${String(value)}" ${checked}></label>`
    }
    return `<input type="hidden" name="${name}">${values.map(box).join('')}`
  }
  const lines = [...(order.lines ?? []), {}].map(
    ({ sku, amount }: Anything, index: number) =>
      input(fieldName('order', 'lines', index, 'sku'), sku) +
      input(fieldName('order', 'lines', index, 'amount'), amount)
  )
  const attributes = isMultipart ? { enctype: 'multipart/form-data' } : {}
  return reply.type('text/html')
    .send(`<!doctype html><meta charset="utf-8">${formFor('order', order, { attributes })}
    ${input('order[title]', order.title)}
    ${boxes('tags', ['new', 'old'])}
    ${boxes('sizes', [1, 2])}
    ${lines.join('')}
    ${input('order[password]', '', 'type="password"')}
    ${isMultipart ? input('order[photo]', '', 'type="file"') : ''}
    <button>Save</button></form>`)
}

async function startOrders (
  t: Test,
  attachFieldsToBody: true | 'keyValues',
  required: readonly string[] = []
): Promise<{ address: string; stored: Anything[] }> {
  const stored: Anything[] = []
  const show = (request: FastifyRequest, order: Anything, reply: FastifyReply): FastifyReply =>
    reply.redirect(request.urlFor.orderPath(order), 303)
  const orders = {
    record: { ...Order, required: [...Order.required, ...required] },
    load: (id: number) => stored[id - 1],
    invalid: (request: FastifyRequest, reply: FastifyReply, { values, errors }: InvalidForm) =>
      form(request, reply, values, errors),
    index: async () => 'none',
    show: async ({ record: { photo, ...order } }: Anything) =>
      photo === undefined ? order : { ...order, photo: [photo.filename, photo.mimetype, String(photo)] },
    new: async (request: FastifyRequest, reply: FastifyReply) => form(request, reply, {}),
    edit: async (request: FastifyRequest, reply: FastifyReply) => form(request, reply, request.record),
    create: async (request: Anything, reply: FastifyReply) => {
      const { order } = request.body
      if (order.password === null) throw fieldError('order[password]', 'must not be empty')
      stored.push({ ...order, id: stored.length + 1 })
      return show(request, stored.at(-1), reply)
    },
    update: async (request: Anything, reply: FastifyReply) => {
      const { password, ...order } = request.body.order
      Object.assign(request.record, order, password !== null && { password })
      return show(request, request.record, reply)
    }
  }
  const app = Fastify({ ajv: { customOptions: { allErrors: true } } })
  await app.register(multipartPlugin, { attachFieldsToBody })
  await app.register(resourcesPlugin, { routes, controllers: { orders } })
  t.teardown(async () => {
    await app.close()
  })
  return { address: await app.listen({ port: 0 }), stored }
}

/** What is shown after the form is sent. */
async function save (page: Page): Promise<Anything> {
  await page.getByRole('button', { name: 'Save' }).click()
  const text = await page.locator('body').innerText()
  return text.startsWith('{') ? JSON.parse(text) : text
}

async function messagesOf (page: Page): Promise<string[]> {
  return (await page.locator('em').allInnerTexts()).filter((text) => text !== '')
}

for (const enctype of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
  t.test(`fields that are left blank, as ${enctype}`, { timeout: 60_000 }, async (t) => {
    const { address, stored } = await startOrders(t, 'keyValues')
    const page = await (await startBrowser(t)).newPage({ baseURL: address })
    const field = (name: string) => page.getByLabel(name, { exact: true })
    const query = `?enctype=${encodeURIComponent(enctype)}`

    await page.goto(`/orders/new${query}`)
    await field('order[title]').fill('First')
    await field('tags new').check()
    await field('tags old').check()
    await field('sizes 2').check()
    await field('order[lines][0][sku]').fill('ab')
    await field('order[lines][0][amount]').fill('3')
    await save(page)
    t.strictSame(await messagesOf(page), ['must not be empty'], 'a new order needs a password')
    await field('order[password]').fill('short')
    await page.getByRole('button', { name: 'Save' }).click()
    t.strictSame(await messagesOf(page), ['must have at least 8 characters'])
    t.equal(await field('order[lines][0][sku]').inputValue(), 'ab', 'the form comes back with its rows')
    t.ok(await field('tags new').isChecked())
    t.equal(await field('order[lines][1][sku]').inputValue(), '', 'and its blank row')
    await field('order[password]').fill('long enough')
    const first = {
      id: 1,
      title: 'First',
      tags: ['new', 'old'],
      sizes: [2],
      lines: [{ sku: 'ab', amount: 3 }]
    }
    t.strictSame(await save(page), first, 'the blank row is left out')
    t.equal(stored[0].password, 'long enough')

    await page.goto(`/orders/1/edit${query}`)
    await field('order[lines][1][amount]').fill('5')
    await page.getByRole('button', { name: 'Save' }).click()
    t.strictSame(
      await messagesOf(page),
      ['must have at least 2 characters'],
      'a row with one field is no blank row'
    )
    t.equal(await field('order[lines][1][amount]').inputValue(), '5')
    t.notMatch(await page.content(), 'long enough', 'what the record hides is not on the page')

    await page.goto(`/orders/1/edit${query}`)
    for (const box of ['tags new', 'tags old', 'sizes 2']) await field(box).uncheck()
    await field('order[lines][0][sku]').fill('')
    await field('order[lines][0][amount]').fill('')
    t.strictSame(
      await save(page),
      { ...first, tags: [], sizes: [], lines: [] },
      'nothing stays that is no longer there'
    )
    t.equal(stored[0].password, 'long enough', 'a blank password keeps the old one')

    await page.goto(`/orders/1/edit${query}`)
    await field('order[password]').fill('another one')
    await save(page)
    t.equal(stored[0].password, 'another one')
  })
}

for (const mode of [true, 'keyValues'] as const) {
  t.test(`files, with attachFieldsToBody: ${String(mode)}`, { timeout: 60_000 }, async (t) => {
    const { address, stored } = await startOrders(t, mode)
    const page = await (await startBrowser(t)).newPage({ baseURL: address })
    const file = page.getByLabel('order[photo]')
    const fill = async (path: string): Promise<void> => {
      await page.goto(`${path}?enctype=multipart/form-data`)
      await page.getByLabel('order[title]').fill('First')
      await page.getByLabel('order[password]').fill('long enough')
    }
    const order = { title: 'First', tags: [], sizes: [], lines: [] }
    const photo = ['größe.png', 'image/png', 'bytes\u0000']

    await fill('/orders/new')
    t.strictSame(await save(page), { id: 1, ...order }, 'a form with no file chosen has none')
    t.notOk('photo' in stored[0])
    await fill('/orders/new')
    await file.setInputFiles({ name: 'größe.png', mimeType: 'image/png', buffer: Buffer.from('bytes\u0000') })
    t.strictSame(
      await save(page),
      { id: 2, ...order, photo },
      'a file has its name, its media type and its bytes'
    )
    await fill('/orders/2/edit')
    t.strictSame(await save(page), { id: 2, ...order, photo }, 'an update without a file keeps the old one')
    await fill('/orders/2/edit')
    await file.setInputFiles({ name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.from('') })
    t.strictSame(
      await save(page),
      { id: 2, ...order, photo: ['empty.txt', 'text/plain', ''] },
      'an empty file is a file'
    )
  })

  t.test(`a required file, with attachFieldsToBody: ${String(mode)}`, { timeout: 60_000 }, async (t) => {
    const { address } = await startOrders(t, mode, ['photo'])
    const page = await (await startBrowser(t)).newPage({ baseURL: address })
    await page.goto('/orders/new?enctype=multipart/form-data')
    await page.getByLabel('order[title]').fill('First')
    await page.getByLabel('order[password]').fill('long enough')
    await save(page)
    t.strictSame(await messagesOf(page), ['must not be empty'], 'the form comes back with a message')
    t.equal(await page.getByLabel('order[title]').inputValue(), 'First')
    await page.getByLabel('order[password]').fill('long enough')
    await page
      .getByLabel('order[photo]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('A') })
    t.match(await save(page), { id: 1, photo: ['a.png', 'image/png', 'A'] })
  })
}
