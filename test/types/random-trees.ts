/** Random declarations of literals, with every option that a name may hang on; the same ones at each run. */

import type { TreeNode } from '../support/rails.js'

export interface RandomTree {
  readonly nodes: readonly TreeNode[]
  readonly options: { api?: boolean, patch?: boolean }
}

const NAMES = ['posts', 'comments', 'users', 'news', 'blogPosts', 'photo-albums', 'people', 'companies', 'product_reviews', 'sheep', 'matrices', 'aPIKeys', 'v2Items']
const SINGLE = ['account', 'profile', 'loginSession', 'search-index', 'person', 'settings']
const SPACES = ['admin', 'apiV1', 'back-office', 'internal']
const ACTIONS = ['index', 'create', 'new', 'edit', 'show', 'update', 'destroy']

/** Endless; the names of many trees clash, so that they cannot be drawn. */
export function * randomTrees (): Generator<RandomTree> {
  state = SEED
  for (;;) {
    const nodes = someNodes(3)
    if (chance(0.12)) yield { nodes, options: { api: true } }
    else yield { nodes, options: chance(0.05) ? { patch: true } : {} }
  }
}

// mulberry32, so that a failure can be found again.
const SEED = 20081121
let state = SEED
function random (): number {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

function chance (odds: number): boolean {
  return random() < odds
}

function pick<T> (list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T
}

function someNodes (depth: number): TreeNode[] {
  return Array.from({ length: 1 + Math.floor(random() * 2.2) }, () => someNode(depth))
}

function someNode (depth: number): TreeNode {
  if (chance(0.1)) {
    return { kind: 'route', names: [pick(['login', 'signUp', 'log-out', 'root'])], path: pick(['/login', '/sign/:token', 'a/:b/c/:d', '/start']), target: { controller: pick(['sessions', 'homePage']), action: pick(['new', 'signIn']) } }
  }
  const children = depth > 0 && chance(0.6) ? someNodes(depth - 1) : []
  if (chance(0.25)) return { kind: 'namespace', names: [pick(SPACES)], options: someOptions('namespace'), children: children.length > 0 ? children : someNodes(0) }
  const kind = chance(0.2) ? 'resource' : 'resources'
  const name = pick(kind === 'resource' ? SINGLE : NAMES)
  return { kind, names: chance(0.15) ? [kind === 'resource' ? 'cart' : 'tags', name] : [name], options: someOptions(kind), children }
}

function someOptions (kind: 'resources' | 'resource' | 'namespace'): Record<string, unknown> {
  const odds = kind === 'namespace' ? 0.08 : 0.13
  const all = kind === 'resource' ? ACTIONS.slice(1) : ACTIONS
  const filter = (): unknown => pick(['all', 'none', null, pick(all), [pick(all)], [pick(all), pick(all)], all.slice(0, 3), []])
  const makers: Record<string, () => unknown> = {
    member: () => chance(0.2) ? null : someActions(['publish', 'preview', 'markAll', 'edit', 'show']),
    collection: () => chance(0.2) ? null : someActions(['search', 'recent', 'topTen', 'index']),
    new: () => someActions(['draft', 'new', 'check']),
    controller: () => pick(['others', 'admin/others', 'blogTexts']),
    hasOne: () => pick(['logo', ['logo', 'nest']]),
    hasMany: () => someAssociations(2),
    pathPrefix: () => pick(['/x', '/authors/:author_id', null, ':tenant/y/:year', '']),
    namePrefix: () => pick(['my_', null, 'ourBlog_', '']),
    namespace: () => pick(['mod', 'mod/', 'mod/sub']),
    shallow: () => chance(0.75),
    ...kind === 'namespace' ? {} : { as: () => pick(['things', ':locale/things', 'a/b']) },
    ...kind === 'resources' ? { singular: () => pick(['item', 'oneThing']), param: () => pick(['slug', 'fullName']) } : {}
  }
  const options: Record<string, unknown> = {}
  for (const [name, make] of Object.entries(makers)) {
    if (chance(odds)) options[name] = make()
  }
  if (chance(0.3)) options[pick(['only', 'except'])] = filter()
  return options
}

function someActions (words: readonly string[]): Record<string, unknown> {
  const method = (): unknown => pick(['get', 'post', 'put', 'delete', 'any', ['get', 'post']])
  return Object.fromEntries([pick(words), pick(words)].map((word) => [word, method()]))
}

function someAssociations (depth: number): unknown {
  return pick(['votes', ['votes', 'tags'], depth > 0 ? { votes: someAssociations(depth - 1) } : 'tags', [{ votes: 'tags', likes: ['tags'] }, 'stars']])
}
