/** The verb `why`: shows which row answers a request, or why no row does. */

import { show } from '../text.js'
import { answerText, jsonValue, pathText } from '../tools.js'
import { UsageError, readCommandArguments } from './verb.js'
import type { VerbOutput, Verb } from './verb.js'
import { loadRoutes } from './load-modules.js'
import { methodsAllowed, findAnswering, findNear, readSampleRequest } from './answering-rows.js'
import type { AnsweringRow, Near } from './answering-rows.js'

const usage = `fastify-resources why FILE METHOD URL [--json]

Shows which row answers a request such as GET /posts/1, or the nearest rows and
why they do not. The exit code is 1 if no row answers. A condition on the host
is compared with the host of a whole URL.`

export const whyVerb: Verb = { usage, run }

async function run (args: readonly string[], cwd: string): Promise<VerbOutput> {
  const {
    values: { json = false },
    positionals: { FILE, METHOD, URL }
  } = readCommandArguments(args, ['FILE', 'METHOD', 'URL'], { json: { type: 'boolean' } })
  const asked = readSampleRequest(METHOD, URL)
  if (asked === undefined) {
    throw new UsageError(`expected a URL such as /posts/1 or https://example.org/posts/1, got ${show(URL)}`)
  }
  const routes = await loadRoutes(FILE, cwd)
  const answers = findAnswering(routes, asked)
  const hasFindings = answers.length === 0
  const near = hasFindings ? findNear(routes.table, asked) : []
  if (json) return { text: JSON.stringify({ answers, near }, jsonValue, 2), hasFindings, isData: true }
  const request = `${asked.method} ${URL}`
  const text = hasFindings
    ? nearText(request, near, methodsAllowed(routes.table, asked))
    : answers.map((answer) => answeringText(request, answer)).join('\n')
  return { text, hasFindings, isData: false }
}

function answeringText (request: string, { row, ids, defaults, format, helper }: AnsweringRow): string {
  const fields = {
    row: `${row.method} ${pathText(row)}`,
    ids: pairs(ids),
    defaults: pairs(defaults),
    format: format ?? '',
    helper: helper ?? '',
    condition: pairs(row.conditions)
  }
  return [
    `${answerText(row)} answers ${request}`,
    ...Object.entries(fields)
      .filter(([, text]) => text !== '')
      .map(([name, text]) => `  ${name.padEnd(9)} ${text}`)
  ].join('\n')
}

function pairs (values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values).map(([name, value]) => `${name}: ${show(value)}`).join(', ')
}

function nearText (request: string, near: readonly Near[], allowed: readonly string[]): string {
  if (near.length === 0) return `no row answers ${request}, and no row is similar`
  return [
    `no row answers ${request}; the nearest:`,
    ...near.map(
      ({ row, reasons }) => `  ${row.method} ${pathText(row)} (${answerText(row)}): ${reasons.join('; ')}`
    ),
    ...allowed.length === 0
      ? []
      : [`an app answers 405 with Allow: ${allowed.join(', ')}; 404 where a guard comes first`]
  ].join('\n')
}
