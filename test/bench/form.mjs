/** A form of ten fields by `formFor().at()`, or by template literals that escape each value. */

import assert from 'node:assert/strict'
import Fastify from 'fastify'
import resourcesPlugin, { createFormHelpers, draw } from '../../dist/node/index.js'
import { alternate, compare, cpuTime, measureInChild, median } from './harness.mjs'

const FORMS = 500

const TEXTS = ['title', 'subtitle', 'author', 'place', 'street', 'town', 'country']
const RECORD = {
  type: 'object',
  required: ['title'],
  properties: {
    id: { type: 'integer', readOnly: true },
    ...Object.fromEntries(TEXTS.map((name) => [name, { type: 'string', maxLength: 80 }])),
    rank: { type: 'integer', minimum: 1 },
    day: { type: 'string', format: 'date' },
    isPublic: { type: 'boolean' }
  }
}
const FIELDS = [...TEXTS, 'rank', 'day', 'isPublic']
const POST = {
  id: 1, ...Object.fromEntries(TEXTS.map((name) => [name, `A <${name}>`])), rank: 7, day: '2026-11-27', isPublic: true
}

const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (value) => String(value).replace(/[&<>"']/g, (character) => ESCAPES[character])

const SIDES = {
  ours (urlFor) {
    const form = createFormHelpers(urlFor).formFor('post', POST)
    const fields = FIELDS.map((name) => {
      const { attributes } = form.at(name)
      return `<input ${attributes}>`
    })
    return `${form.open}${fields.join('')}</form>`
  },
  byHand (urlFor) {
    const texts = TEXTS.map((name) =>
      `<input name="post[${name}]" id="post-${name}" type="text"${name === 'title' ? ' required' : ''}` +
      ` maxlength="80" value="${escape(POST[name])}">`)
    return `<form action="${escape(urlFor.postPath(POST))}" method="post">` +
      `<input type="hidden" name="_method" value="put">${texts.join('')}` +
      `<input name="post[rank]" id="post-rank" type="number" min="1" step="1" value="${escape(POST.rank)}">` +
      `<input name="post[day]" id="post-day" type="date" value="${escape(POST.day)}">` +
      '<input type="hidden" name="post[isPublic]" value="">' +
      `<input name="post[isPublic]" id="post-isPublic" type="checkbox" value="1"${POST.isPublic ? ' checked' : ''}>` +
      '</form>'
  }
}

/** Microseconds of CPU a form. */
export async function measure (side) {
  const app = Fastify()
  const routes = draw((map) => map.resources('posts', { only: ['show', 'update'] }))
  const posts = { record: RECORD, show: async () => POST, update: async () => POST }
  await app.register(resourcesPlugin, { routes, controllers: { posts } })
  await app.ready()
  assert.equal(SIDES[side](app.urlFor).split('<input').length, 13)
  const rounds = Array.from({ length: 30 }, () => {
    const start = cpuTime()
    for (let form = 0; form < FORMS; form++) SIDES[side](app.urlFor)
    return (cpuTime() - start) * 1000 / FORMS
  })
  return median(rounds.slice(10))
}

export const LINES = ['form: ten fields by formFor().at(), or by template literals']

export async function compareSides () {
  const run = (side) => () => measureInChild('form', side)
  const pairs = await alternate(9, run('ours'), run('byHand'))
  return [compare(LINES[0], pairs, { unit: 'µs', atMost: 5 })]
}
