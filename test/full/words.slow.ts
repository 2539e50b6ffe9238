/**
 * The words of pages, comments and messages: short active sentences, in terms of the field, spelled right.
 */

import t from 'tap'
import { spellCheckDocument } from 'cspell-lib'
import MarkdownIt from 'markdown-it'
import { retext } from 'retext'
import retextEnglish from 'retext-english'
import retextIndefiniteArticle from 'retext-indefinite-article'
import retextPassive from 'retext-passive'
import retextRepeatedWords from 'retext-repeated-words'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { OTHER_PAGES, PAGES, ROOT } from '../support/pages.js'

interface Text {
  readonly file: string
  readonly text: string
}

function readText (file: string): Text {
  return { file, text: readFileSync(join(ROOT, file), 'utf8') }
}

const TEXTS: readonly Text[] = [...OTHER_PAGES, ...PAGES]

const SOURCES = ['lib', 'types'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readText(`${folder}/${file}`))
)

/** What rule 2 of CONTRIBUTING allows. */
const MOST_WORDS = 24

/** The end of a sentence: a mark before a new beginning, or the end of a paragraph, an item or a cell. */
const END = /(?<=[.?!]["')\]]?) +(?=["'([]?(?:\p{Lu}|\d|CODE\b))/u

interface Sentence {
  readonly where: string
  readonly text: string
  readonly words: number
}

/** Code counts as one word. */
function sentencesOf (file: string, text: string): Sentence[] {
  return new MarkdownIt().parse(text, {}).flatMap(({ type, children, map }, index, tokens) => {
    if (type !== 'inline') return []
    const line = map?.[0] ?? tokens.slice(0, index).findLast((token) => token.map !== null)?.map?.[0] ?? 0
    const prose = (children ?? [])
      .map(({ type, content }) => {
        if (type === 'code_inline') return 'CODE'
        return type.endsWith('break') ? ' ' : content
      })
      .join('')
    return prose
      .split(END)
      .filter((sentence) => /\p{L}/u.test(sentence))
      .map((sentence) => ({
        where: `${file}:${line + 1}`,
        text: sentence,
        words: sentence.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length
      }))
  })
}

t.test('a sentence ends with its mark, its cell or its item, and counts code as one word', async (t) => {
  const text =
    'One `a b c` here. See (it). e.g. this one\n- two `x`. `y` is new\n\n| a cell | another |\n|---|---|\n| of one | of.two words |\n'
  t.strictSame(
    sentencesOf('a.md', text).map(({ text, words }) => [text, words]),
    [
      ['One CODE here.', 3],
      ['See (it). e.g. this one', 5],
      ['two CODE.', 2],
      ['CODE is new', 3],
      ['a cell', 2],
      ['another', 1],
      ['of one', 2],
      ['of.two words', 2]
    ]
  )
})

const SENTENCES = TEXTS.flatMap(({ file, text }) => sentencesOf(file, text))

t.test('every sentence of the pages has fewer than 25 words', async (t) => {
  t.ok(SENTENCES.length > 1000)
  t.strictSame(
    SENTENCES.filter(({ words }) => words > MOST_WORDS).map(
      ({ where, text, words }) => `${where}: ${words} words: ${text}`
    ),
    []
  )
})

/** Participles that name a state here: a route is gone, an input is hidden. */
const STATES = ['gone', 'hidden']

t.test('no sentence of the pages is passive, repeats a word or has the wrong article', async (t) => {
  const checker = retext()
    .use(retextEnglish)
    .use(retextPassive, { ignore: STATES })
    .use(retextRepeatedWords)
    .use(retextIndefiniteArticle)
  t.equal((await checker.process('This was made in a hour of of work.')).messages.length, 3)
  const found = await Promise.all(
    SENTENCES.map(async ({ where, text }) =>
      (await checker.process(text)).messages.map(({ reason }) => `${where}: ${reason}: ${text}`)
    )
  )
  t.strictSame(found.flat(), [])
})

/** Names, and words of the field, that the dictionaries lack. */
const WORDS = readText('test/fixtures/words.txt')
  .text.split('\n')
  .filter((word) => word !== '' && !word.startsWith('#'))

async function misspelledIn ({ file, text }: Text): Promise<string[]> {
  const languageId = file.endsWith('.md') ? 'markdown' : 'typescript'
  const { issues } = await spellCheckDocument(
    { uri: file, text, languageId, locale: 'en' },
    { generateSuggestions: false, noConfigSearch: true },
    { words: WORDS }
  )
  return issues.map(
    ({ text: word, offset }) => `${file}:${text.slice(0, offset).split('\n').length}: ${word}`
  )
}

t.test('every word of the pages, and of the names, comments and messages of the source, is spelled right', async (t) => {
  t.ok(SOURCES.length > 100)
  t.strictSame(await misspelledIn({ file: 'a.ts', text: '// A mispelled\n// coment.' }), [
    'a.ts:1: mispelled',
    'a.ts:2: coment'
  ])
  // Data of English nouns, some of them only their beginnings.
  const texts = [...TEXTS, ...SOURCES].filter(
    ({ file }) => !/irregular-(words|plurals).ts$/.test(file) && file !== 'types/inflection.ts'
  )
  const found: string[] = []
  for (const text of texts) found.push(...(await misspelledIn(text)))
  t.strictSame(found, [])
})

/** What CONTRIBUTING says of words: a paraphrase where the field has a term. */
const PARAPHRASES =
  /\b(?:is none|are none|that is none|has not come|whoever|stands there|no more than a question|by whose|by its own word|is told so|a hook of ours|a route of the app's own|takes? nothing over)\b/i

t.test('neither pages nor source use paraphrases', async (t) => {
  for (const { file, text } of [...TEXTS, ...SOURCES]) t.notMatch(text, PARAPHRASES, file)
})
