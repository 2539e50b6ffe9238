/** The answers of the real Rails 2.2.1 for 230 declarations, and our deliberate deviations. */

import t from 'tap'
import { createUrlFor } from '../lib/index.js'
import type { Routes } from '../lib/index.js'
import { echoApp } from './support/app.js'
import type { Echo } from './support/app.js'
import { drawCase, readFixture, readRailsCases, rowText, rowTexts } from './support/rails.js'
import type { RailsCase } from './support/rails.js'

/** A deviating answer: the reason, and our answer. */
interface Deviation {
  why: string[]
  /** The declaration is refused. */
  error?: string
  /** The registration is refused. */
  registration?: string
  rows?: string[]
  urls?: Record<string, string>
  recognize?: Record<string, string | number>
}

const cases = readRailsCases()
const deviations = readFixture<Record<string, Deviation>>('deviations.json')

t.test('the deviations are exactly those for which the cases give a reason', async (t) => {
  const reasons = Object.fromEntries(
    cases.filter(({ differs }) => differs !== undefined).map(({ id, differs }) => [id, differs])
  )
  t.strictSame(Object.fromEntries(Object.entries(deviations).map(([id, { why }]) => [id, why])), reasons)
})

for (const railsCase of cases) {
  const deviation = deviations[railsCase.id]
  const title =
    deviation === undefined ? railsCase.id : `${railsCase.id}, deviating: ${deviation.why.join('; ')}`
  t.test(title, async (t) => {
    if (deviation?.error !== undefined) {
      t.throws(() => drawCase(railsCase), { code: 'FST_RESOURCES_DECLARATION', message: deviation.error })
      return
    }
    const routes = drawCase(railsCase)
    t.strictSame(rowTexts(routes), deviation?.rows ?? railsCase.routes?.map(rowText), 'rows')
    t.strictSame(answerUrls(railsCase, routes), expectUrls(railsCase, deviation), 'urls')
    if (deviation?.registration === undefined) {
      t.strictSame(
        await answerRequests(railsCase, routes),
        expectRequests(railsCase, deviation),
        'recognitions'
      )
    } else {
      await t.rejects(echoApp(routes), { code: 'FST_RESOURCES_ROUTE', message: deviation.registration })
    }
  })
}

function answerUrls ({ urls = [] }: RailsCase, routes: Routes): Record<string, string> {
  const urlFor = createUrlFor(routes, { baseUrl: 'http://test.host' })
  return Object.fromEntries(
    urls.map(({ helper, args }) => {
      const call = urlFor[helper as 'postPath']
      return [
        callText(helper, args),
        call === undefined ? 'no helper' : answerOf(() => call(...args) as string)
      ]
    })
  )
}

function answerOf (build: () => string): string {
  try {
    // Rails does not encode some reserved characters.
    return decodeURIComponent(build())
  } catch (error) {
    return (error as Error).message
  }
}

function expectUrls ({ urls = [] }: RailsCase, deviation: Deviation | undefined): Record<string, string> {
  return Object.fromEntries(
    urls.map(({ helper, args, result }) => {
      const call = callText(helper, args)
      return [call, deviation?.urls?.[call] ?? decodeURIComponent(result)]
    })
  )
}

function callText (helper: string, args: readonly unknown[]): string {
  return helper + JSON.stringify(args)
}

async function answerRequests (
  { recognize = [] }: RailsCase,
  routes: Routes
): Promise<Record<string, string | number>> {
  const app = await echoApp(routes)
  const answers: Record<string, string | number> = {}
  for (const { method, path } of recognize) {
    const response = await app.inject({ method: method as 'GET', url: encodeURI(decodeURI(path)) })
    const { statusCode, headers } = response
    const refusal = statusCode === 405 ? `405 ${allowText(String(headers.allow))}` : statusCode
    answers[`${method} ${path}`] = statusCode === 200 ? targetText(response.json<Echo>()) : refusal
  }
  await app.close()
  return answers
}

function expectRequests (
  { recognize = [] }: RailsCase,
  deviation: Deviation | undefined
): Record<string, string | number> {
  return Object.fromEntries(
    recognize.map(({ method, path, params, allow }) => {
      const line = `${method} ${path}`
      if (deviation?.recognize?.[line] !== undefined) return [line, deviation.recognize[line]]
      if (params !== undefined) return [line, targetText(toEcho(params))]
      return [line, allow === undefined ? 404 : `405 ${allowText(allow)}`]
    })
  )
}

function toEcho ({ controller = '', action = '', ...params }: Record<string, string>): Echo {
  return { controller, action, params }
}

/** The methods in one order, with HEAD wherever GET is, which Fastify adds. */
function allowText (allow: string): string {
  const methods = new Set(allow.split(', '))
  if (methods.has('GET')) methods.add('HEAD')
  return [...methods].sort().join(', ')
}

/** `posts#show id=1`. */
function targetText ({ controller, action, params }: Echo): string {
  return [
    `${controller}#${action}`,
    ...Object.entries(params)
      .map(([name, value]) => `${name}=${value}`)
      .sort()
  ].join(' ')
}
