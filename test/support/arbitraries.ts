/** Random declaration trees with unique words, so that each can be drawn. */

import fc from 'fast-check'
import { draw } from '../../lib/index.js'
import type { DrawOptions, Routes } from '../../lib/index.js'

interface TreeNode {
  kind: 'resources' | 'resource' | 'namespace' | 'route'
  noun: string
  options: Record<string, unknown>
  children: TreeNode[]
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'any']
const NOUNS = ['posts', 'news', 'people', 'Cafés', 'blogPosts', 'line-items', 'ox']

/** A word that becomes another one at each place: `#` is where its number goes. */
const word = fc.constantFrom('w#', 'my w#', 'ä#%&+;=@$', 'a#/b', '[#]', '"#"\\', '-#.x')

const actions = (...names: string[]): fc.Arbitrary<Record<string, unknown>> =>
  fc.dictionary(
    fc.constantFrom(...names),
    fc.oneof(
      fc.constantFrom(...METHODS),
      fc.uniqueArray(fc.constantFrom(...METHODS.slice(0, 5)), { minLength: 1 })
    )
  )

const options = fc.record(
  {
    collection: actions('search', 'recentOnes'),
    member: actions('publish', 'mark_read'),
    new: actions('preview'),
    as: fc.oneof(word, fc.constant(':var#/w#')),
    pathPrefix: fc.oneof(word, fc.constant('p#/:pre#'), fc.constant(null)),
    namePrefix: fc.constant('n#_'),
    controller: fc.constant('c#'),
    requirements: fc.constant({ id: /[a-z0-9]([\w~-]*)/ }),
    only: fc.subarray(['create', 'new', 'edit', 'show', 'update', 'destroy']),
    shallow: fc.boolean(),
    param: fc.constantFrom('id', 'slug'),
    formats: fc.constantFrom(['json'], ['html', 'json', 'xml'], []),
    pathNames: fc.record({ new: fc.constant('neu #'), edit: fc.constant('ändern') }, { requiredKeys: [] })
  },
  { requiredKeys: [] }
)

/** A resource whose paths have another property requires something of that. */
function withOwnRequirement ({ requirements, ...options }: Record<string, unknown>): Record<string, unknown> {
  const { param = 'id' } = options
  return requirements === undefined
    ? options
    : { ...options, requirements: { [param as string]: (requirements as { id: RegExp }).id } }
}

/** A word for an action that the resource does not have is an error. */
function withUsedPathNames (
  { pathNames, ...options }: Record<string, unknown>, { api = false }: DrawOptions
): Record<string, unknown> {
  const only = options.only as readonly string[] | undefined
  const words = Object.entries(pathNames ?? {}).filter(([action]) => !api && only?.includes(action) !== false)
  return pathNames === undefined ? options : { ...options, pathNames: Object.fromEntries(words) }
}

/** Paths that contend for the same requests: words, and variables with requirements and without. */
const contending = fc.record({
  path: fc.constantFrom(
    'r#/:at#',
    ':x#/new',
    ':x#/:y#',
    ':x#/:y#/edit',
    'new/:y#',
    'ab/:y#/:z#',
    'new/x.json',
    ':x#/new.json',
    ':x#/*y#',
    'ab/*y#',
    ':x#/:y#.json',
    ':x#/@:y#',
    ':x#/:y#~:z#',
    ':x#-:y#/edit'
  ),
  requirements: fc.constantFrom(
    {},
    { 'x#': /[a-z]{2,}/ },
    { 'x#': /\d+/, 'y#': /[a-z]+/ },
    { 'y#': /[a-z.]+/ },
    { 'x#': /[a-z~-]+/, 'y#': /[^~]+/ }
  ),
  formats: fc.constantFrom([], ['json'], ['xml', 'json']),
  defaults: fc.constantFrom({}, { 'at#': null, 'y#': null }, { 'at#': 'ab', 'x#': 'q', 'y#': null })
}).map(withoutFormatsBesideDots)

/** An id with a dot has no extension. */
function withoutFormatsBesideDots (row: Record<string, unknown>): Record<string, unknown> {
  const holdsDot = Object.values(row.requirements as object).some((pattern) => String(pattern).includes('.]'))
  return holdsDot ? { ...row, formats: [] } : row
}

const peaceful = fc.constant({ path: 'r#/:at#', requirements: {}, formats: ['json'], defaults: {} })

/** Routes that compete for requests. */
export const contendingRoutes = routesWith(contending)

/** Routes whose ids reach no other route. */
export const peacefulRoutes = routesWith(peaceful)

function routesWith (plainRoute: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<Routes> {
  const { node } = fc.letrec<{ node: TreeNode; nodes: TreeNode[] }>((tie) => ({
    nodes: fc.array(tie('node'), { maxLength: 3 }),
    node: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.record<TreeNode>({
        kind: fc.constant('route'),
        noun: fc.constantFrom(...NOUNS),
        options: plainRoute,
        children: fc.constant([])
      }),
      fc.record<TreeNode>({
        kind: fc.constant('resource'),
        noun: fc.constantFrom(...NOUNS),
        options: options.map(({ requirements, param, ...rest }) => rest),
        children: tie('nodes')
      }),
      fc.record<TreeNode>({
        kind: fc.constant('namespace'),
        noun: fc.constantFrom(...NOUNS),
        options: options.map(({ shallow }) => (shallow === undefined ? {} : { shallow })),
        children: tie('nodes')
      }),
      fc.record<TreeNode>({
        kind: fc.constant('resources'),
        noun: fc.constantFrom(...NOUNS),
        options: options.map(withOwnRequirement),
        children: tie('nodes')
      })
    )
  }))
  return fc
    .tuple(
      fc.array(node, { minLength: 1, maxLength: 4 }),
      fc.record(
        { patch: fc.boolean(), api: fc.boolean(), formats: fc.constantFrom(['json'], ['xml', 'html']) },
        { requiredKeys: [] }
      )
    )
    .map(([nodes, drawOptions]) => drawTree(nodes, drawOptions))
    .filter((routes) => routes !== null)
}

/** Null where two plain routes have one shape, the one thing that can clash. */
function drawTree (nodes: readonly TreeNode[], drawOptions: DrawOptions): Routes | null {
  let count = 0
  const numbered = (value: unknown, number: number): unknown => {
    if (typeof value === 'string') return value.replaceAll('#', String(number))
    if (typeof value !== 'object' || value === null || value instanceof RegExp || Array.isArray(value)) {
      return value
    }
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key.replaceAll('#', String(number)),
        numbered(item, number)
      ])
    )
  }
  // Only those whose variable the path has, and no glob.
  const heldRequirements = ({ path, requirements }: Record<string, unknown>, number: number): unknown =>
    numbered(
      Object.fromEntries(
        Object.entries(requirements as object).filter(([variable]) =>
          (path as string).includes(`:${variable}`)
        )
      ),
      number
    )
  // Only those of the last segments.
  const lastDefaults = ({ path, defaults }: Record<string, unknown>, number: number): unknown => {
    const end = /(?:\/[:*][xyat]+#)*$/.exec(`/${path as string}`)?.[0] as string
    const given = Object.entries(defaults as object)
    const needed = end.split(/\/[:*]/).slice(1)
    const first = needed.findLastIndex((name) => !given.some(([variable]) => variable === name)) + 1
    return numbered(
      Object.fromEntries(given.filter(([variable]) => needed.indexOf(variable) >= first)),
      number
    )
  }
  const declare = (map: any, nodes: readonly TreeNode[]): void => {
    for (const { kind, noun, options, children } of nodes) {
      const number = ++count
      const name = `x${number}_${noun}`
      if (kind === 'route') {
        map.route(name, numbered(options.path, number), {
          controller: `pages${number}`,
          action: 'show',
          ...(!(options.path as string).includes('*') && { formats: options.formats }),
          requirements: heldRequirements(options, number),
          defaults: lastDefaults(options, number)
        })
      } else {
        map[kind](name, numbered(withUsedPathNames(options, drawOptions), number), (inner: unknown) => {
          declare(inner, children)
        })
      }
    }
  }
  try {
    return draw(drawOptions as {}, (map) => {
      declare(map, nodes)
      return map
    })
  } catch (error) {
    const [first = '', ...others] = (error as Error).message.split('\n')
    if (
      (others.length === 0 ? [first] : others).every((mistake) =>
        /declared already by|cannot tell its extension|no request reaches|shares its segment/.test(mistake)
      )
    ) { return null }
    throw error
  }
}

/** Ordinary and hostile ids. */
export const id: fc.Arbitrary<string | number | bigint> = fc.oneof(
  fc.nat(),
  fc.bigInt(),
  fc.uuid(),
  fc.string({ maxLength: 100 }),
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc.stringMatching(/^[a-z]{1,3}$/),
  fc.constantFrom(
    'new',
    'edit',
    'a/b/c',
    'a//b',
    'ab/../c',
    '@ab',
    'ab-c',
    'a~b',
    'ab.json.json',
    'search',
    '.',
    '..',
    '...',
    '..\\b',
    'a\\.',
    'a\\b',
    '%',
    '%2e%2e',
    'a/b',
    '?',
    '#',
    'a b',
    '+',
    ';',
    'x.json',
    'new.json',
    'ab.xml',
    '1.json',
    'x.jsonx',
    'ab.JSON',
    '\u0000',
    '\ud800',
    '😀',
    'x'.repeat(100),
    'x'.repeat(101)
  )
)

/** What no declaration takes, and pieces of what it takes, in any nesting. */
const { argument } = fc.letrec<{ argument: unknown }>((tie) => ({
  argument: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(null, undefined, true, 301, NaN, 10n, Symbol('x'), new Date(0), new Map(), /\d+/),
    fc.constantFrom('', 'posts', 'a-b', 'then', '__proto__', 'posts#index', '#show', '/x/:id', '/*path', 'any'),
    fc.array(tie('argument'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('id', 'json', 'format', 'host', 'required', '__proto__'), tie('argument'), {
      maxKeys: 3
    })
  )
}))

const OPTION_NAMES = [
  'member', 'collection', 'new', 'controller', 'singular', 'param', 'requirements', 'conditions', 'defaults',
  'formats', 'as', 'hasOne', 'hasMany', 'pathNames', 'pathPrefix', 'namePrefix', 'only', 'except',
  'shallow', 'namespace', 'method', 'action', 'status', 'unknown', '__proto__'
]

export interface GarbledCall {
  readonly method: string
  readonly given: readonly unknown[]
  readonly children: readonly GarbledCall[]
}

/** A call of the mapper with arguments of all kinds. */
export const { garbledCall } = fc.letrec<{ garbledCall: GarbledCall }>((tie) => ({
  garbledCall: fc.record({
    method: fc.constantFrom(
      'resources', 'resource', 'namespace', 'group', 'route', 'redirect', 'root', 'include'
    ),
    given: fc
      .tuple(
        fc.array(argument, { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...OPTION_NAMES), argument, { maxKeys: 3 })
      )
      .map(([first, options]) => [...first, options]),
    children: fc.oneof(
      { depthSize: 'small' }, fc.constant([]), fc.array(tie('garbledCall'), { minLength: 1, maxLength: 2 })
    )
  })
}))
