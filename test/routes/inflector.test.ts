/** Singular and plural of names. */

import t from 'tap'
import pluralize from 'pluralize'
import { pluralizeName, singularizeName } from '../../lib/routes/inflector.js'
import { draw } from '../../lib/index.js'
import { readLines } from '../support/rails.js'

const nouns = readLines('nouns.txt')

t.test('the singular of a plain noun is that of pluralize', async (t) => {
  t.equal(nouns.length, 3803)
  t.strictSame(
    nouns.filter((noun) => singularizeName(noun) !== pluralize.singular(noun)),
    []
  )
})

t.test('the last word of a compound is inflected', async (t) => {
  const compounds = nouns.map((noun, index) => [
    `${nouns[index - 1] ?? 'men'}_${noun}`,
    `${nouns[index - 1] ?? 'men'}_${pluralize.singular(noun)}`
  ])
  t.strictSame(
    compounds.filter(([plural, singular]) => singularizeName(plural as string) !== singular),
    []
  )
  t.strictSame(
    ['product_reviews', 'cover-images', 'blogPosts', 'news', 'the_news', 'x2Men'].map(singularizeName),
    ['product_review', 'cover-image', 'blogPost', 'news', 'the_news', 'x2Man']
  )
  t.strictSame(['blogPost', 'cover-image', 'person', 'sales_person'].map(pluralizeName), [
    'blogPosts',
    'cover-images',
    'people',
    'sales_people'
  ])
})

t.test('rules that an app adds to pluralize count', async (t) => {
  pluralize.addIrregularRule('skirmisz', 'skirmiszi')
  t.strictSame(draw((map) => map.resources('skirmiszi', { only: 'show' })).table[0]?.name, 'skirmisz')
})
