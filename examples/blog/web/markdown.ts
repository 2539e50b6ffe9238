/** The texts of posts are Markdown. HTML in them is shown as text, and `javascript:` links become text. */

import { LRUCache } from 'lru-cache'
import MarkdownIt, { type MarkdownIt as Parser, type Token } from 'markdown-it'

const markdown = createParser()
const plain = createParser().disable(['table', 'reference'])

// A link repeats the address of its reference, so some kilobytes could make a gigabyte.
const MOST_ADDRESSES = 1_000_000

function createParser (): Parser {
  return new MarkdownIt({ html: false, linkify: true }).use(lowerHeadings).use(alignByClass)
}

/** The page has the first heading, so headings of a text begin at the second level. */
function lowerHeadings ({ core }: Parser): void {
  core.ruler.push('lower_headings', ({ tokens }) => {
    const headings = tokens.filter(({ type }) => type.startsWith('heading'))
    const highest = Math.min(...headings.map(({ tag }) => Number(tag.slice(1))))
    for (const heading of headings) {
      heading.tag = `h${Math.min(6, Number(heading.tag.slice(1)) - highest + 2)}`
    }
  })
}

/** The pages allow no `style` attributes. */
function alignByClass ({ core }: Parser): void {
  core.ruler.push('align_by_class', ({ tokens }) => {
    for (const token of tokens) {
      const style = token.attrGet('style')
      if (style !== null) token.attrs = [['class', String(style).replace('text-align:', 'align-')]]
    }
  })
}

interface Rendered {
  readonly html: string
  readonly excerpt: string
}

// By the text and not by the id of its post, which a later post may get again.
const kept = new LRUCache<string, Rendered>({
  maxSize: 16_000_000,
  sizeCalculation: ({ html }, text) => html.length + text.length + 1000
})

export function renderMarkdown (text: string): string {
  return render(text).html
}

/** The beginning of what the page shows, without images. */
export function excerpt (text: string): string {
  return render(text).excerpt
}

function render (text: string): Rendered {
  const known = kept.get(text)
  if (known !== undefined) return known
  let parser = markdown
  let tokens = parser.parse(text, {})
  if (lengthOfAddresses(tokens) > MOST_ADDRESSES) {
    parser = plain
    tokens = parser.parse(text, {})
  }
  const rendered = { html: parser.renderer.render(tokens, parser.options, {}), excerpt: cut(textOf(tokens)) }
  kept.set(text, rendered)
  return rendered
}

/** Of all links and images. */
function lengthOfAddresses (tokens: readonly Token[]): number {
  const attributes = tokens.flatMap(({ children }) => children ?? []).flatMap(({ attrs }) => attrs ?? [])
  return attributes.reduce((sum, [, value]) => sum + String(value).length, 0)
}

const LENGTH = 240

/** The texts of the first blocks. After one that ends without a mark comes a dot. */
function textOf (tokens: readonly Token[]): string {
  let text = ''
  for (const { children, content } of tokens) {
    const raw = children?.map(textOfInline).join('') ?? content
    const block = raw.replace(/\s+/g, ' ').trim()
    if (block === '') continue
    const join = /[\p{L}\p{N}]$/u.test(text.slice(-2)) ? ' · ' : ' '
    text = text === '' ? block : text + join + block
    if (text.length > LENGTH) break
  }
  return text
}

function textOfInline ({ content, type }: Token): string {
  if (type === 'image') return ''
  return type.endsWith('break') ? ' ' : content
}

const graphemes = new Intl.Segmenter()

/** Cut between words, else between characters. */
function cut (text: string): string {
  if (text.length <= LENGTH) return text
  const space = text.lastIndexOf(' ', LENGTH)
  const end =
    space > LENGTH - 40 ? space : graphemes.segment(text.slice(0, 2 * LENGTH)).containing(LENGTH)?.index
  return `${text.slice(0, end)} …`
}
