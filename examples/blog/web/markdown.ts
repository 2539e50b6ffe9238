/** The texts of posts are Markdown. HTML in them is shown as text, and `javascript:` links become text. */

import MarkdownIt from 'markdown-it'

const markdown = new MarkdownIt({ html: false, linkify: true })

// The page has the first heading, so headings of a text begin at the second level.
markdown.core.ruler.push('lower_headings', ({ tokens }) => {
  const headings = tokens.filter(({ type }) => type.startsWith('heading'))
  const highest = Math.min(...headings.map(({ tag }) => Number(tag.slice(1))))
  for (const heading of headings) heading.tag = `h${Math.min(6, Number(heading.tag.slice(1)) - highest + 2)}`
})

export function renderMarkdown (text: string): string {
  return markdown.render(text)
}

const graphemes = new Intl.Segmenter()

/** The beginning of a text, without Markdown. It is cut between words, else between characters. */
export function excerpt (text: string, length = 240): string {
  const tokens = markdown.parse(text.slice(0, 8 * length), {})
  const paragraphs = tokens.filter((_token, index) => tokens[index - 1]?.type === 'paragraph_open' && tokens[index - 1]?.level === 0)
  const plain = paragraphs.map(({ children }) => children?.map(({ content, type }) => type.endsWith('break') ? ' ' : content).join('')).join(' ')
  if (plain.length <= length) return plain
  const space = plain.lastIndexOf(' ', length)
  return `${plain.slice(0, space > length - 40 ? space : graphemes.segment(plain).containing(length)?.index)} …`
}
