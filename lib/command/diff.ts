/** The verb `diff`: shows what the change from one tree to another breaks. */

import { foundRow, recordSources } from '../tools.js'
import { findChanges } from './route-changes.js'
import { loadTable, sourceLine } from './load-modules.js'
import { FORMAT_OPTIONS, formatFound, readFormat } from './output.js'
import type { Change } from './row-changes.js'
import { UsageError, readCommandArguments } from './verb.js'
import type { VerbOutput, Verb } from './verb.js'

const usage = `fastify-resources diff OLD NEW [--json | --format github]

Shows what the change from OLD to NEW breaks: links and clients, then code, then
what is new. The exit code is 1 if something breaks. It compares no schemas: for
these, compare two OpenAPI documents. OLD and NEW are modules as for \`routes\`,
listings in .json files (\`routes FILE --style json\`), or - for a listing on
standard input:
git show main:routes.json | fastify-resources diff - routes.js
  --json            prints each change with its rows, with file and line where
                    NEW is a module
  --format github   prints annotations for GitHub Actions`

const HEADINGS = { links: 'Breaks links and clients:', code: 'Breaks code:', new: 'New:' } as const

export const diffVerb: Verb = { usage, run }

async function run (args: readonly string[], cwd: string): Promise<VerbOutput> {
  const { values, positionals: { OLD, NEW } } = readCommandArguments(args, ['OLD', 'NEW'], FORMAT_OPTIONS)
  if (OLD === '-' && NEW === '-') throw new UsageError('expected one listing on standard input, got two')
  const format = readFormat(values)
  if (format !== 'text') recordSources((stack) => sourceLine(stack, cwd))
  const [before, now] = [await loadTable(OLD, cwd), await loadTable(NEW, cwd)]
  const changes = findChanges(before, now)
  const found = changes.map(({ rows, ...change }) => ({
    ...change,
    rows: rows.map((row) => foundRow(row, now.includes(row) ? now : before))
  }))
  return {
    ...formatFound(format, found, {
      text: () => changesText(changes),
      nothing: NO_CHANGES,
      annotationOf: ({ kind, message, rows: [row] }) =>
        ({ level: kind === 'new' ? 'notice' : 'error', message, row })
    }),
    hasFindings: changes.some(({ kind }) => kind !== 'new')
  }
}

const NO_CHANGES =
  'No differences in the routes. It compares no schemas: for these, compare two OpenAPI documents.'

function changesText (changes: readonly Change[]): string {
  const sections = Object.entries(HEADINGS).flatMap(([kind, heading]) => {
    const messages = changes.filter((change) => change.kind === kind).map(({ message }) => `  ${message}`)
    return messages.length === 0 ? [] : [heading, ...messages]
  })
  return sections.length === 0 ? NO_CHANGES : sections.join('\n')
}
