/** The Markdown of README.md, docs/ and the pages beside them. */

import t from 'tap'
import { lint } from 'markdownlint/promise'
import { join } from 'node:path'
import { OTHER_PAGES, PAGES, ROOT } from '../support/pages.js'

t.test('pages are clean by markdownlint', async (t) => {
  const pages = [...OTHER_PAGES, ...PAGES].map(({ file }) => file)
  // Lines as long as a paragraph; a list or a table right below its heading.
  const config = {
    default: true,
    MD013: false,
    MD022: false,
    MD031: false,
    MD032: false,
    MD058: false,
    MD060: false,
    MD024: { siblings_only: true }
  }
  const found = await lint({ files: pages.map((file) => join(ROOT, file)), config })
  t.strictSame(
    Object.entries(found).flatMap(([file, errors]) =>
      errors.map(
        ({ lineNumber, ruleNames, errorContext }) =>
          `${file}:${lineNumber} ${ruleNames.join('/')} ${errorContext ?? ''}`
      )
    ),
    []
  )
})
