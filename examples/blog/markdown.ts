/** The texts of posts are Markdown: HTML in them is shown, never run, and links lead nowhere but to addresses. */

import MarkdownIt from 'markdown-it'

const markdown = new MarkdownIt({ html: false, linkify: true })

// The page has its own heading.
markdown.core.ruler.push('lower_headings', ({ tokens }) => {
  for (const token of tokens) if (token.type.startsWith('heading')) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`
})

export function renderMarkdown (text: string): string {
  return markdown.render(text)
}

const graphemes = new Intl.Segmenter()

/** The beginning of a text without its marks, cut between words, or else between characters. */
export function excerpt (text: string, length = 240): string {
  const plain = markdown.parse(text, {}).flatMap(({ children }) => children?.map(({ content, type }) => type.endsWith('break') ? ' ' : content).join('') ?? []).join(' ').trim()
  if (plain.length <= length) return plain
  let cut = ''
  for (const { segment } of graphemes.segment(plain.slice(0, 2 * length))) {
    if (cut.length + segment.length > length) break
    cut += segment
  }
  return `${cut.replace(/\s+\S{0,30}$/, '')} …`
}
