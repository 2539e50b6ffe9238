/** Singular and plural of names. */

import t from 'tap'
import pluralize from 'pluralize'
import { pluralizeName, singularizeName } from '../../lib/routes/inflector.js'
import { draw } from '../../lib/index.js'
import { readLines } from '../support/rails.js'

const nouns = readLines('nouns.txt')

/** Frequent nouns that pluralize inflects otherwise. */
const PAIRS = [
  ['aches', 'ache'], ['axes', 'axis'], ['biases', 'bias'], ['brownies', 'brownie'], ['caches', 'cache'],
  ['calories', 'calorie'], ['canvases', 'canvas'], ['cookies', 'cookie'], ['cpus', 'cpu'], ['excuses', 'excuse'],
  ['fuses', 'fuse'], ['headaches', 'headache'], ['hoodies', 'hoodie'], ['impasses', 'impasse'],
  ['lenses', 'lens'], ['newbies', 'newbie'], ['niches', 'niche'], ['oases', 'oasis'], ['omegas', 'omega'],
  ['rookies', 'rookie'], ['safaris', 'safari'], ['selfies', 'selfie'], ['skus', 'sku'], ['specimens', 'specimen'],
  ['talismans', 'talisman'], ['togas', 'toga'], ['uris', 'uri'], ['vetoes', 'veto'], ['waltzes', 'waltz']
] as const

t.test('irregular nouns go both ways, in every case and as the last word of a name', async (t) => {
  for (const [plural, singular] of PAIRS) {
    t.not(`${pluralize.singular(plural)} ${pluralize.plural(singular)} ${pluralize.plural(plural)}`, `${singular} ${plural} ${plural}`)
    const upper = plural.slice(0, 1).toUpperCase() + plural.slice(1)
    const upperSingular = singular.slice(0, 1).toUpperCase() + singular.slice(1)
    t.strictSame(
      [plural, singular, `blog_${plural}`, `blog${upper}`, `admin/${plural}`, plural.toUpperCase()].map(singularizeName),
      [singular, singular, `blog_${singular}`, `blog${upperSingular}`, `admin/${singular}`, singular.toUpperCase()]
    )
    t.strictSame([singular, plural, `blog${upperSingular}`].map(pluralizeName), [plural, plural, `blog${upper}`])
  }
})

t.test('pronouns do not inflect', async (t) => {
  const pronouns = ['me', 'i', 'it', 'this', 'that', 'us', 'these', 'himself', 'my', 'its', 'whose']
  t.strictSame([pronouns.map(pluralizeName), pronouns.map(singularizeName)], [pronouns, pronouns])
  t.strictSame(
    draw((map) => map.resource('me', 'I', { only: 'show' }).resources('these', { only: 'show' })).table
      .map(({ name, path, controller }) => `${name} ${path} ${controller}`),
    ['me /me me', 'i /I I', 'these /these/:id these']
  )
})

t.test('the last word of a compound is inflected', async (t) => {
  const compounds = nouns.map((noun, index) => [
    `${nouns[index - 1] ?? 'men'}_${noun}`,
    `${nouns[index - 1] ?? 'men'}_${singularizeName(noun)}`
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
