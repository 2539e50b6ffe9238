/** The rows and answers of the real Rails for eight applications, and our deliberate deviations. */

import t from 'tap'
import type { Test } from 'tap'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { formatRoutes } from '../lib/index.js'
import type { Routes } from '../lib/index.js'
import { listLines } from '../lib/routes/listing.js'
import type { Line } from '../lib/routes/listing.js'
import { echoApp } from './support/app.js'
import { paramsBy } from './support/params.js'
import type { Echo } from './support/app.js'
import { PAGES } from './support/pages.js'
import type { Page } from './support/pages.js'
import { readFixture } from './support/rails.js'
import { drawRealApp, isRowOf, nodeText, readRealApps, walkNodes } from './support/real-apps.js'
import type { RealApp, RealRow } from './support/real-apps.js'

/** By reason. */
interface Deviations {
  /** Declarations that are left out, with all their rows. */
  leftOut: Record<string, string[]>
  /** Options in place of the original ones. */
  changed?: Record<string, Record<string, Record<string, unknown>>>
  /** Rows that only Rails has, after `-`, and rows that only we have, after `+`. */
  rows: Record<string, string[]>
  /** Our answers by request. */
  answers: Record<string, Record<string, string>>
}

const deviations = readFixture<Record<string, Deviations>>('real-apps-deviations.json')

/** The number of equal ones, and the number of those that are not left out. */
const rowFigures: Figure[] = []
const answerFigures: Figure[] = []

const railsPage = PAGES.find(({ file }) => file === 'docs/from-rails.md') as Page
let comparedLines = 0

interface Figure {
  readonly equal: number
  readonly all: number
}

for (const app of readRealApps()) {
  const { leftOut, changed = {}, rows, answers } = deviations[app.app] as Deviations
  const changes: Record<string, Record<string, unknown>> = Object.assign({}, ...Object.values(changed))
  const isLeftOut = (text: string): boolean => isDynamic(text) || Object.values(leftOut).flat().includes(text)

  t.test(app.app, async (t) => {
    const nodes = walkNodes(app.declare)
    t.strictSame(
      [...Object.values(leftOut).flat(), ...Object.keys(changes)].filter(
        (text) => !nodes.some((node) => nodeText(node) === text)
      ),
      [],
      'what is left out is there'
    )
    const routes = drawRealApp(app, { isLeftOut, changesOf: (text) => changes[text] ?? {} })
    const omitted = nodes.filter((node) => isLeftOut(nodeText(node)))
    const omittedRows = app.rows.filter((row) => omitted.some((node) => isRowOf(row, node)))
    const expected = leaveOutRepeated(
      app.rows.filter((row) => !omittedRows.includes(row)).flatMap(railsTexts)
    )
    const differingRows = differences(expected, listLines(routes.table).map(rowText))
    t.strictSame(differingRows, Object.values(rows).flat().sort(), 'rows')
    const compared = compareByScript(
      t,
      app.rows.filter((row) => !omittedRows.includes(row)),
      routes
    )
    t.strictSame(compared, withoutRequirements(differingRows), 'rows by examples/compare-with-rails.sh')
    comparedLines += compared.length

    const requests = await answerRequests(app, routes)
    const answered = requests.filter(
      ({ isEqual, path }) => isEqual || !omittedRows.some((row) => mayReach(path, row))
    )
    const differingAnswers = Object.fromEntries(
      answered.filter(({ isEqual }) => !isEqual).map(({ request, actual }) => [request, actual])
    )
    t.strictSame(differingAnswers, Object.assign({}, ...Object.values(answers)), 'answers')

    const rowFigure = {
      equal: expected.length - differingRows.filter((text) => text.startsWith('-')).length,
      all: expected.length
    }
    const answerFigure = { equal: answered.filter(({ isEqual }) => isEqual).length, all: answered.length }
    rowFigures.push(rowFigure)
    answerFigures.push(answerFigure)
    t.comment(
      `${rowFigure.equal} of ${rowFigure.all} rows, ${app.rows.length} in all; ${answerFigure.equal} of ${answerFigure.all} answers, ${app.answers.length} in all`
    )
  })
}

t.test('docs/from-rails.md says how many lines its script prints', async (t) => {
  t.ok(
    railsPage.text.includes(`it prints ${comparedLines} lines, each a real difference`),
    String(comparedLines)
  )
})

t.test('98 % of the rows and answers, without documented exclusions, are those of Rails', async (t) => {
  for (const figures of [rowFigures, answerFigures]) {
    const sum = (key: keyof Figure): number => figures.reduce((total, figure) => total + figure[key], 0)
    t.ok(sum('equal') >= 0.98 * sum('all'), `${sum('equal')} of ${sum('all')}`)
  }
})

/** Such a route would publish every method of a controller. */
function isDynamic (text: string): boolean {
  return /:(?:controller|action)\b/.test(text)
}

/** Whether a row that is left out may be the one that answers. */
function mayReach (path: string, { path: declared, optional = [] }: RealRow): boolean {
  const segments = declared
    .split('/')
    .map((segment) => segment.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace(/\*\w+/, '.*'))
  return [0, ...optional].some((_, index) =>
    new RegExp(`^${segments.slice(0, segments.length - index).join('/')}(\\.\\w+)?$`).test(path)
  )
}

function differences (expected: readonly string[], actual: readonly string[]): string[] {
  return [
    ...new Set(expected.filter((text) => !actual.includes(text)).map((text) => `-${text}`)),
    ...new Set(actual.filter((text) => !expected.includes(text)).map((text) => `+${text}`))
  ].sort()
}

/** Rails lists what is declared a second time once more, without a name. */
function leaveOutRepeated (texts: readonly string[]): string[] {
  const known = new Set<string>()
  return texts.filter((text) => {
    const unnamed = text.slice(text.indexOf(' '))
    return !known.has(unnamed) && known.add(unnamed)
  })
}

/** Of a row with several methods the first has the name. */
function railsTexts ({ name, method, path, controller, action, requirements = {} }: RealRow): string[] {
  return [method ?? 'any']
    .flat()
    .map(
      (method, index) =>
        `${index === 0 && name !== '' ? name : '-'} ${method.toUpperCase()} ${path} ${controller}#${action}${requirementsText(requirements)}`
    )
}

function rowText ({ name, method, route }: Line): string {
  const { path, needsFormat, controller, action } = route
  return `${name === '' ? '-' : name} ${method} ${path}${needsFormat ? '.:format' : ''} ${controller}#${action}${requirementsText(paramsBy(route, 'requirement'))}`
}

/** Rails shows its own sources, we those that the router can take, and an extension by its list. */
function requirementsText (requirements: Readonly<Record<string, string | null>>): string {
  return Object.entries(requirements)
    .filter(([variable]) => variable !== 'format')
    .map(
      ([variable, source]) =>
        ` ${variable}=${(source as string)
          .replace(/^\/|\/$/g, '')
          .replaceAll('(?:', '(')
          .replaceAll('\\x2f', '/')
          .replaceAll('\\/', '/')
          .replaceAll('\\x28', '(')
          .replaceAll('\\x29', ')')}`
    )
    .join('')
}

/** Rows that differ by more than a requirement, which the script leaves out. */
function withoutRequirements (texts: readonly string[]): string[] {
  const rows = texts.map((text) => text.replace(/ \w+=.*/, ''))
  const opposite = (row: string): string => (row.startsWith('-') ? '+' : '-') + row.slice(1)
  return rows.filter((row) => !rows.includes(opposite(row)))
}

/**
 * What `rake routes` of Rails 2 prints: its folder, and for each row of a resource a twin with an extension.
 */
function rakeRoutes (rows: readonly RealRow[]): string {
  const lines = rows.flatMap(({ name, method, path, controller, action }) => {
    const verb = [method ?? []].flat().join('').toUpperCase()
    const target = `{:action=>"${action}", :controller=>"${controller}"}`
    const twins = method === null ? [path] : [path, `${path}.:format`]
    return twins.map((path) => `${name.padStart(30)} ${verb.padEnd(6)} ${path.padEnd(40)} ${target}`)
  })
  return ['(in /srv/app)', '', ...lines, ''].join('\n')
}

/** The lines that differ by the script of docs/from-rails.md, as `differences` gives them. */
function compareByScript (t: Test, rows: readonly RealRow[], routes: Routes): string[] {
  const listing = 'npx fastify-resources routes routes.js'
  const commands = readFileSync(new URL('../examples/compare-with-rails.sh', import.meta.url), 'utf8')
  t.ok(commands.includes(listing))
  const cwd = t.testdir({ 'before.txt': rakeRoutes(rows), 'listing.txt': formatRoutes(routes) })
  const { stdout, stderr } = spawnSync('bash', ['-c', commands.replace(listing, 'cat listing.txt')], {
    cwd,
    encoding: 'utf8'
  })
  t.equal(stderr, '')
  const lines = stdout.split('\n').filter((line) => /^[<>]/.test(line))
  return lines.map((line) => line.replace('< ', '-').replace('> ', '+')).sort()
}

interface Answer {
  readonly request: string
  readonly path: string
  readonly isEqual: boolean
  /** Ours, and Rails'. */
  readonly actual: string
}

async function answerRequests ({ answers }: RealApp, routes: Routes): Promise<Answer[]> {
  const app = await echoApp(routes)
  const compared: Answer[] = []
  for (const [method, path, answer, details = {}] of answers) {
    const response = await app.inject({ method: method as 'GET', url: encodeURI(decodeURI(path)) })
    const { statusCode, headers } = response
    const allowed = statusCode === 405 ? ` ${allowText(String(headers.allow).split(', '))}` : ''
    const actual = statusCode === 200 ? targetText(response.json<Echo>()) : `${statusCode}${allowed}`
    const expected = Array.isArray(details)
      ? `${answer} ${allowText(details)}`
      : [answer, ...(typeof answer === 'number' ? [] : paramTexts(details))].join(' ')
    compared.push({
      request: `${method} ${path}`,
      path,
      isEqual: actual === expected,
      actual: `${actual}, Rails: ${expected}`
    })
  }
  await app.close()
  return compared
}

/** A glob is a list of its parts in Rails. */
function paramText (value: unknown): string {
  return Array.isArray(value) ? value.join('/') : String(value)
}

/** In one order, with HEAD wherever GET is, which Fastify adds. */
function allowText (methods: readonly string[]): string {
  const upper = methods.map((method) => method.toUpperCase())
  return [...new Set(upper.includes('GET') ? [...upper, 'HEAD'] : upper)].sort().join(', ')
}

function targetText ({ controller, action, params, format }: Echo): string {
  return [
    `${controller}#${action}`,
    ...paramTexts({ ...params, ...(format !== undefined && { format }) })
  ].join(' ')
}

function paramTexts (params: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(params)
    .map(([name, value]) => `${name}=${paramText(value)}`)
    .sort()
}
