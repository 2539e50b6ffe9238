/** The site: the pages of docs/ as they are, with a sidebar and a search. */

import { readFileSync, writeFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { createLlmsFull } from '../../test/support/llms.js'
import { SEARCH } from '../search.js'
import { SIDEBAR } from '../sidebar.js'

/** `owner/name`, where the workflow publishes. */
const { GITHUB_REPOSITORY: repository } = process.env
const files = repository === undefined ? '../' : `https://github.com/${repository}/blob/main/`

function titleOf (page: string): string {
  const text = readFileSync(new URL(`../../docs/${page}.md`, import.meta.url), 'utf8')
  return /^# (.*)$/m.exec(text)?.[1] ?? page
}

const [first = ''] = Object.values(SIDEBAR).flat()

/** The pages are outside of the folder whose node_modules has Vue. */
const vueOfTheSite = {
  name: 'vue-of-the-site',
  enforce: 'pre' as const,
  resolveId: (id: string, _importer: unknown, { ssr = false }: { ssr?: boolean }) =>
    ssr && /^vue(?:\/|$)/.test(id) ? { id, external: true } : null
}

export default defineConfig({
  title: 'fastify-resources',
  description: 'REST resources for Fastify: routes, URL helpers, forms and a typed client from one declaration',
  lang: 'en',
  base: repository === undefined ? '/' : `/${repository.split('/')[1] ?? ''}/`,
  srcDir: '../docs',
  rewrites: { [`${first}.md`]: 'index.md' },
  cleanUrls: true,
  buildEnd: ({ outDir }) => { writeFileSync(`${outDir}/llms-full.txt`, createLlmsFull()) },
  // A dead link ends the build. Those to other files of the repository lead out of the site.
  ignoreDeadLinks: [/^http:\/\/localhost/, /^(?:\.\/)?\.\.\//],
  vite: { plugins: [vueOfTheSite] },
  markdown: {
    languageAlias: { eta: 'html', ejs: 'html', nunjucks: 'html' },
    // The anchors of GitHub, which the pages link.
    anchor: {
      slugify: (heading) => heading.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-')
    },
    config: (markdown) => {
      const { normalizeLink } = markdown
      markdown.normalizeLink = (href) => normalizeLink(href.replace(/^\.\.\//, files))
      // Vue would fill in the braces of templates.
      const renderCode = markdown.renderer.rules.code_inline
      markdown.renderer.rules.code_inline = (tokens, index, ...rest) => {
        tokens[index]?.attrSet('v-pre', '')
        return renderCode?.(tokens, index, ...rest) ?? ''
      }
    }
  },
  themeConfig: {
    search: { provider: 'local', options: { miniSearch: SEARCH } },
    outline: [2, 3],
    sidebar: Object.entries(SIDEBAR).map(([text, pages]) => ({
      text,
      items: pages.map((page) => ({ text: titleOf(page), link: page === first ? '/' : `/${page}` }))
    })),
    ...(repository !== undefined && { socialLinks: [{ icon: 'github', link: `https://github.com/${repository}` }] })
  }
})
