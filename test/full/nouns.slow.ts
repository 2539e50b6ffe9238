/** Singular and plural of thousands of nouns, by a dictionary. */

import t from 'tap'
import { spellCheckDocument } from 'cspell-lib'
import { pluralizeName, singularizeName } from '../../lib/routes/inflector.js'
import { readLines } from '../support/rails.js'

const nouns = readLines('nouns.txt')

/** What the dictionary lacks: other spellings, and singulars of words that have no other number. */
const UNKNOWN = [
  'aegi', 'amarylli', 'bann', 'bedclothe', 'butterfinger', 'chitterling', 'chrysali', 'cognoman', 'contretemp',
  'crossbone', 'dermi', 'epaulette', 'epiglotti', 'etho', 'fece', 'fetich', 'geopolitic', 'groveller',
  'haemorrhage', 'highjacker', 'lazybone', 'licence', 'megalopoli', 'mense', 'millepede', 'neuriti', 'nightclothe',
  'nowaday', 'phlebiti', 'ricket', 'schnapp', 'shtik', 'sise', 'sweatpant', 'tonsilliti', 'tormenter', 'tripo',
  'waterwork', 'wistaria'
]

/** Singular nouns among the plurals, and a plural of two. */
const OTHER_PLURALS = ['amen', 'dolmen', 'mantis', 'mosquitos', 'trellis']

t.test('the singular of each noun is an English word, and has the noun as its plural', async (t) => {
  t.equal(nouns.length, 3803)
  const singulars = nouns.map(singularizeName)
  const { issues } = await spellCheckDocument(
    { uri: 'nouns.txt', text: singulars.join('\n'), languageId: 'plaintext', locale: 'en' },
    { generateSuggestions: false, noConfigSearch: true },
    {}
  )
  t.strictSame(issues.map(({ text }) => text), UNKNOWN)
  t.strictSame(
    nouns.filter((noun, index) => pluralizeName(singulars[index] as string) !== noun),
    OTHER_PLURALS
  )
})
