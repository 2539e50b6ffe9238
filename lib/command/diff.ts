/** The verb `diff`: shows what the change from one tree to another breaks. */

import { readCommandArguments } from './verb.js'
import type { VerbOutput, Verb } from './verb.js'
import { findChanges } from './changes.js'
import type { Change } from './row-changes.js'
import { loadTable } from './load.js'

const usage = `fastify-resources diff OLD NEW [--json]

Shows what the change from OLD to NEW breaks: links and clients, then code, then what is new.
The exit code is 1 if something breaks. OLD and NEW are modules as for \`routes\`, listings in .json files
(\`routes FILE --style json\`), or - for a listing on standard input: git show main:routes.json | fastify-resources diff - routes.js`

const HEADINGS = { links: 'Breaks links and clients:', code: 'Breaks code:', new: 'New:' } as const

export const diffVerb: Verb = { usage, run }

async function run (args: readonly string[], cwd: string): Promise<VerbOutput> {
  const {
    values: { json = false },
    given: { OLD, NEW }
  } = readCommandArguments(args, ['OLD', 'NEW'], { json: { type: 'boolean' } })
  const changes = findChanges(await loadTable(OLD, cwd), await loadTable(NEW, cwd))
  return {
    text: json ? JSON.stringify(changes, null, 2) : changesText(changes),
    hasFindings: changes.some(({ kind }) => kind !== 'new')
  }
}

function changesText (changes: readonly Change[]): string {
  const sections = Object.entries(HEADINGS).flatMap(([kind, heading]) => {
    const messages = changes.filter((change) => change.kind === kind).map(({ message }) => `  ${message}`)
    return messages.length === 0 ? [] : [heading, ...messages]
  })
  return sections.length === 0 ? 'No differences.' : sections.join('\n')
}
