/** Random trees and requests: an app and a naive model agree on the row, its params, 404, 405 and Allow. */

import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { draw, formatRoutes } from '../lib/index.js'
import type { Routes } from '../lib/index.js'
import { echoApp } from './support/app.js'
import type { Echo } from './support/app.js'
import { answerOf, rowsOf } from './support/router-model.js'
import type {
  Block, ModelAnswer, Noun, PlainRoute, Request, Requirement, Resource, Row, Segment, Tree, TreeNode
} from './support/router-model.js'
import { runs } from './support/runs.js'

const RUNS = { numRuns: runs(1000) }
const REQUESTS = 105

const NOUNS = [
  ['post', 'tag', 'user', 'photo', 'song', 'room', 'cat', 'page', 'note', 'team', 'book', 'shop'],
  ['cup', 'dog', 'car', 'job', 'plan', 'task', 'tree', 'word', 'bird', 'door', 'boat', 'shoe']
].flat().map((singular): Noun => ({ singular, plural: `${singular}s` }))
const ACTIONS = ['index', 'create', 'new', 'edit', 'show', 'update', 'destroy']
const WORDS = ['a', 'b', 'new', '7', 'x.json', 'ä b']
const HOSTS = ['one.test', 'two.test']
const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const REQUIRED: Readonly<Record<Requirement, RegExp>> = { digits: /\d+/, letters: /[a-z]+/ }

/** The variables and nouns get their names later, so that no tree has one twice. */
const word = fc.constantFrom(...WORDS).map((word): Segment => ({ word }))
const requirement = fc.constantFrom<Array<Requirement | undefined>>(undefined, undefined, 'digits', 'letters')
const variable = requirement.map((requirement): Segment => ({ variable: '', requirement }))
const glob = fc.constant<Segment>({ variable: '', isGlob: true })
const formats = fc.constantFrom<string[]>([], [], ['json'], ['xml', 'json'])
const maybe = <T>(value: fc.Arbitrary<T>, freq = 4): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined, freq })
const actionMap = fc.dictionary(fc.constantFrom('a', 'search'), fc.constantFrom(...METHODS), { maxKeys: 1 })

const plainRoute: fc.Arbitrary<PlainRoute> = fc.record({
  kind: fc.constant('route' as const),
  segments: fc.tuple(
    fc.array(fc.oneof(word, { weight: 2, arbitrary: variable }), { minLength: 1, maxLength: 3 }),
    fc.option(glob, { freq: 5 })
  ).map(([segments, glob]) => glob === null ? segments : [...segments.slice(0, 2), glob]),
  controller: fc.constant(''),
  methods: fc.oneof(
    { weight: 3, arbitrary: fc.constant(['get']) },
    fc.uniqueArray(fc.constantFrom(...METHODS), { minLength: 1, maxLength: 2 }),
    fc.constant(['any'])
  ),
  formats,
  isFormatRequired: fc.boolean(),
  defaults: fc.array(fc.constantFrom('x', null), { maxLength: 2 }),
  constant: maybe(fc.constant('news')),
  host: maybe(fc.constantFrom(...HOSTS))
}).map((route) => {
  const { segments, defaults } = route
  const isGlob = segments.at(-1)?.isGlob === true
  const lastWord = segments.findLastIndex(({ word }) => word !== undefined)
  const isFormatted = !isGlob && route.formats.length > 0
  return {
    ...route,
    formats: isFormatted ? route.formats : [],
    isFormatRequired: isFormatted && route.isFormatRequired,
    defaults: defaults.slice(0, segments.length - 1 - lastWord)
  }
})

const { nodes } = fc.letrec<{ node: TreeNode; nodes: TreeNode[] }>((tie) => {
  const block = fc.record<Block>({
    kind: fc.constant('block'),
    isNamespace: fc.boolean(),
    segment: fc.oneof(word, variable.map((): Segment => ({ variable: '' }))),
    children: tie('nodes').filter((nodes) => nodes.length > 0)
  }).map((block): Block => ({ ...block, isNamespace: block.isNamespace && /^[a-z]+$/.test(block.segment.word ?? '') }))
  const resource = fc.record<Resource>({
    kind: fc.constant('resource'),
    isSingleton: fc.boolean(),
    noun: fc.constant(NOUNS[0] as Noun),
    as: maybe(fc.constantFrom('a', 'b', 'posts'), 1),
    actions: maybe(fc.subarray(ACTIONS, { minLength: 1 }), 2),
    member: actionMap,
    collection: actionMap,
    param: maybe(fc.constant('slug')),
    requirement,
    isShallow: maybe(fc.boolean(), 1),
    formats: maybe(formats, 2),
    children: tie('nodes')
  })
  return {
    // A namespace in the block of a resource adds no path, so blocks are only outside.
    nodes: fc.array(tie('node'), { maxLength: 4 }),
    node: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      { weight: 4, arbitrary: plainRoute },
      { weight: 2, arbitrary: resource },
      block
    )
  }
})

const tree: fc.Arbitrary<Tree> = fc.record({
  nodes: nodes.filter((nodes) => nodes.length > 0),
  formats,
  hasPatch: fc.boolean(),
  isApi: fc.boolean()
}).map(name)

/** Names all that the generator leaves open; a block within a resource becomes its contents. */
function name (tree: Tree): Tree {
  let [count, nouns] = [0, 0]
  const nameSegment = (segment: Segment): Segment =>
    segment.variable === undefined ? segment : { ...segment, variable: `v${++count}` }
  const nameAll = (nodes: readonly TreeNode[], isInResource: boolean): TreeNode[] => nodes.flatMap((node) => {
    if (node.kind === 'route') {
      return [{ ...node, controller: `plain${++count}`, segments: node.segments.map(nameSegment) }]
    }
    if (node.kind === 'block') {
      const segment = nameSegment(node.segment)
      const children = nameAll(node.children, isInResource)
      return isInResource ? children : [{ ...node, segment, children }]
    }
    const noun = NOUNS[nouns++] as Noun
    const { actions, isSingleton } = node
    const own = isSingleton ? actions?.filter((action) => action !== 'index') : actions
    return [{
      ...node,
      noun,
      actions: own?.length === 0 ? undefined : own,
      // A singleton has no ids, and one place for its actions.
      ...(isSingleton && { param: undefined, requirement: undefined, collection: {} }),
      children: nameAll(node.children, true)
    }]
  })
  return { ...tree, nodes: nameAll(tree.nodes, false) }
}

/** Null where two rows contradict each other, which `draw` refuses. */
function drawOrNull ({ nodes, formats, hasPatch, isApi }: Tree): Routes | null {
  try {
    return draw({ formats, patch: hasPatch, api: isApi } as {}, (map) => {
      declare(map, nodes)
      return map
    })
  } catch (error) {
    const [first = '', ...others] = (error as Error).message.split('\n')
    const mistakes = others.length === 0 ? [first] : others
    const unknown = mistakes.filter((one) => !CONTRADICTIONS.test(one))
    assert.deepEqual(unknown, [])
    return null
  }
}

const CONTRADICTIONS =
  /declared already|declared twice|cannot tell its extension|no request reaches|'any' would not answer|all methods of 'any'/

function declare (map: any, nodes: readonly TreeNode[]): void {
  const inside = (children: readonly TreeNode[]) => (inner: unknown): unknown => {
    declare(inner, children)
    return inner
  }
  for (const node of nodes) {
    if (node.kind === 'route') {
      map.route(`/${node.segments.map(textOf).join('/')}`, `${node.controller}#show`, routeOptions(node))
    } else if (node.kind === 'block') {
      const path = textOf(node.segment)
      if (node.isNamespace) map.namespace(path, inside(node.children))
      else map.group({ pathPrefix: path }, inside(node.children))
    } else {
      const { noun, children } = node
      if (node.isSingleton) map.resource(noun.singular, resourceOptions(node), inside(children))
      else map.resources(noun.plural, resourceOptions(node), inside(children))
    }
  }
}

function textOf ({ word, variable = '', isGlob = false }: Segment): string {
  return word ?? `${isGlob ? '*' : ':'}${variable}`
}

function routeOptions (route: PlainRoute): object {
  const { segments, methods, formats, isFormatRequired, constant, host } = route
  const required = segments.flatMap(({ variable, requirement }) =>
    requirement === undefined ? [] : [[variable, REQUIRED[requirement]]]
  )
  const last = segments.slice(segments.length - route.defaults.length)
  const defaults = last.map(({ variable }, place) => [variable, route.defaults[place]])
  return {
    method: methods.length === 1 ? methods[0] : methods,
    requirements: Object.fromEntries(required),
    formats: isFormatRequired ? { required: formats } : formats,
    defaults: { ...constant !== undefined && { section: constant }, ...Object.fromEntries(defaults) },
    ...host !== undefined && { conditions: { host } }
  }
}

function resourceOptions (resource: Resource): object {
  const { as, actions, member, collection, param, requirement, isShallow, formats, isSingleton } = resource
  const options = {
    as,
    only: actions,
    member,
    formats,
    shallow: isShallow,
    ...!isSingleton && { collection, param },
    ...requirement !== undefined && { requirements: { [param ?? 'id']: REQUIRED[requirement] } }
  }
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}

/** Encoded, as a client sends them. */
const TEXTS = [
  ...WORDS.map(encodeURIComponent), 'edit', 'posts', 'tags', 'search', '42', 'zz', 'a.json', '7.json', 'new.json',
  'b.xml', 'x.JSON', '1.2', 'a-b', 'A', '%C3%A9', 'a%2Fb', '', '...', '..%5Cb', 'a%3Fb', '%25', '__proto__'
]

/** Numbers that choose a request near one of the rows of a tree. */
const choice = fc.record({
  row: fc.nat(),
  texts: fc.array(fc.nat(), { minLength: 4, maxLength: 4 }),
  method: fc.constantFrom('', '', '', 'HEAD', 'OPTIONS', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
  host: fc.constantFrom(...HOSTS, 'other.test'),
  change: fc.oneof(
    { weight: 2, arbitrary: fc.constant('') },
    fc.constantFrom('more', 'less', 'word', 'json', 'xml', 'far')
  )
})

type Choice = typeof choice extends fc.Arbitrary<infer T> ? T : never

function requestOf (rows: readonly Row[], { row: place, texts, method, host, change }: Choice): Request {
  const row = rows[place % rows.length] as Row
  const numberAt = (index: number): number => texts[index % texts.length] as number
  const words = rows.flatMap(({ segments }) => segments.flatMap(({ word = [] }) => word))
  const anything = (index: number): string => {
    const texts = numberAt(index) % 3 === 0 ? TEXTS : [...words.map(encodeURIComponent), '42', 'zz']
    return texts[Math.floor(numberAt(index) / 3) % texts.length] as string
  }
  const filled = row.segments.flatMap(({ word, requirement, isGlob }, index) => {
    if (word !== undefined) return [encodeURIComponent(word)]
    if (isGlob === true) return [anything(index), anything(index + 1)].slice(numberAt(0) % 2)
    const fitting = { digits: '42', letters: 'zz' }
    return [requirement === undefined || numberAt(3) % 4 === 0 ? anything(index) : fitting[requirement]]
  })
  const changed = changePath(filled.length === 0 ? [''] : filled, change, anything)
  // Two slashes begin a host.
  const isHost = changed.length === 0 || (changed.length > 1 && changed[0] === '')
  return { method: method || row.method, host, texts: isHost ? ['a', ...changed.slice(1)] : changed }
}

function changePath (texts: string[], change: string, anything: (index: number) => string): string[] {
  if (change === 'more') return [...texts, anything(0)]
  if (change === 'less') return texts.slice(0, -1)
  if (change === 'word') return texts.with(-1, anything(0))
  if (change === 'far') return [anything(0), anything(1), anything(2)].slice(texts.length % 3)
  return change === '' ? texts : texts.with(-1, `${texts.at(-1) as string}.${change}`)
}

function show (value: object): string {
  return JSON.stringify(value, null, 1)
}

interface Answer extends Omit<ModelAnswer, 'status'> {
  readonly status: number
}

/** What the app answers, and what it recognizes. */
async function ask (
  app: FastifyInstance, { method, host, texts }: Request
): Promise<{ answer: Answer; recognized: Answer | null }> {
  const url = `/${texts.join('/')}`
  const response = await app.inject({ method: method as 'GET', url, headers: { host } })
  const { statusCode: status, headers, payload } = response
  const found = app.recognize(`http://${host}${url}`, method)
  const recognized = found && {
    status: 200,
    row: `${found.route.controller}#${found.route.action}`,
    params: { ...found.params },
    format: found.format,
    allow: []
  }
  const echo = status === 200 && method !== 'HEAD' ? JSON.parse(payload) as Echo : undefined
  const allow = status === 405 ? String(headers.allow).split(', ').sort() : []
  // An answer to HEAD has no body.
  const shown = echo === undefined
    ? { row: recognized?.row ?? null, params: recognized?.params ?? null, format: recognized?.format ?? null }
    : { row: `${echo.controller}#${echo.action}`, params: echo.params, format: echo.format ?? null }
  return { answer: { status, ...shown, allow }, recognized }
}

t.test('an app, recognize and a naive model of the rules agree on each request', { timeout: 300_000 }, async (t) => {
  const counts = { trees: 0, refused: 0, undecided: 0, 200: 0, 404: 0, 405: 0 }
  await fc.assert(
    fc.asyncProperty(
      tree,
      fc.noShrink(fc.array(choice, { minLength: REQUESTS, maxLength: REQUESTS })),
      async (tree, choices) => {
        const routes = drawOrNull(tree)
        if (routes === null) counts.refused++
        const rows = rowsOf(tree)
        fc.pre(routes !== null && rows.length > 0)
        counts.trees++
        const app = await echoApp(routes)
        for (const choice of choices) {
          const request = requestOf(rows, choice)
          const expected = answerOf(rows, request)
          if (expected === undefined) {
            counts.undecided++
            continue
          }
          counts[expected.status]++
          const { answer, recognized } = await ask(app, request)
          const seen = { answer, recognized }
          const wanted = { answer: expected, recognized: expected.status === 200 ? expected : null }
          if (isDeepStrictEqual(seen, wanted)) continue
          assert.fail([
            formatRoutes(routes), show({ request }), show({ app: seen }), show({ model: wanted })
          ].join('\n'))
        }
        await app.close()
      }
    ),
    RUNS
  )
  t.comment(JSON.stringify(counts))
  const all = counts[200] + counts[404] + counts[405]
  t.ok(all >= RUNS.numRuns * 100, `${all} requests`)
  t.ok(Math.min(counts[200], counts[404], counts[405]) > all / 10, 'of each status')
  t.ok(counts.undecided < all / 50, `${counts.undecided} are undecided`)
})
