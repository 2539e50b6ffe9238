/** The texts of posts are Markdown. HTML in them is shown as text, and `javascript:` links become text. */

import MarkdownIt, { type MarkdownIt as Parser, type Token } from 'markdown-it'

// A few kilobytes of a table, or of links by reference, could make a gigabyte.
const markdown = new MarkdownIt({ html: false, linkify: true })
  .disable(['table', 'reference'])
  .use(lowerHeadings)

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

export function renderMarkdown (text: string): string {
  return markdown.render(text)
}

const LENGTH = 240

/** The beginning of what the page shows, without images, cut between words. */
export function excerpt (text: string): string {
  // The rest of a long text is parsed for its page alone.
  const blocks = markdown.parse(text.slice(0, 4 * LENGTH), {}).map(textOf).filter((block) => block !== '')
  const shown = blocks.join(' ').replace(/\s+/g, ' ')
  const { length } = shown
  return length <= LENGTH ? shown : `${shown.slice(0, LENGTH).replace(/ \S*$/, '')} …`
}

function textOf ({ children, content }: Token): string {
  const inline = children?.map(({ content, type }) => {
    if (type === 'image') return ''
    return type.endsWith('break') ? ' ' : content
  })
  return (inline?.join('') ?? content).trim()
}
