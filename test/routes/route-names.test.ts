/** Which words can be names, and what names of routes and helpers they become. */

import t from 'tap'
import { camelize, nameFault, underscore } from '../../lib/routes/route-names.js'

const LETTER = "expected a letter, then letters and digits, in parts joined by a single '_' or '-'"
const OF_OBJECTS = 'every object has a property of that name'

t.test('which words can be names', async (t) => {
  for (const [word, fault] of [
    ['posts', undefined],
    ['blog-posts', undefined],
    ['blog_posts2', undefined],
    ['Älteste', undefined],
    ['', LETTER],
    ['2posts', LETTER],
    ['_posts', LETTER],
    ['blog--posts', LETTER],
    ['posts-', LETTER],
    ['a b', LETTER],
    [7, LETTER],
    ['constructor', OF_OBJECTS],
    ['toString', OF_OBJECTS],
    ['then', 'every promise has a property of that name']
  ] as const) t.equal(nameFault(word), fault, String(word))
})

t.test('how words become names of routes and helpers', async (t) => {
  for (const [word, name, stem] of [
    ['posts', 'posts', 'posts'],
    ['blogPosts', 'blog_posts', 'blogPosts'],
    ['blog-posts', 'blog_posts', 'blogPosts'],
    ['v2Posts', 'v2_posts', 'v2Posts'],
    ['äÖ', 'ä_ö', 'äÖ']
  ] as const) {
    t.equal(underscore(word), name)
    t.equal(camelize(name), stem)
  }
})
