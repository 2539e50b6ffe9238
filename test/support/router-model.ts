/**
 * A naive model of what a tree answers, from the rules of docs/routes.md, docs/formats.md, docs/forms.md and
 * docs/security.md alone. It shares no code with the product: it writes each row of a tree down and
 * compares a request with all of them. It knows no redirects, no `include`, no options of blocks, and one
 * variable a segment.
 */

/** What a row may require of a variable, so that no text meets two of them. */
const REQUIREMENTS = { digits: /^\d+$/, letters: /^[a-z]+$/ } as const

export type Requirement = keyof typeof REQUIREMENTS

/** A segment of a path: a word, a variable, or a glob. */
export interface Segment {
  readonly word?: string
  readonly variable?: string
  readonly requirement?: Requirement | undefined
  readonly isGlob?: boolean
}

export interface PlainRoute {
  readonly kind: 'route'
  readonly segments: readonly Segment[]
  readonly controller: string
  readonly methods: readonly string[]
  readonly formats: readonly string[]
  readonly isFormatRequired: boolean
  /** For the last variables: which a request may leave out, with what it then gets. */
  readonly defaults: ReadonlyArray<string | null>
  readonly constant: string | undefined
  readonly host: string | undefined
}

export interface Resource {
  readonly kind: 'resource'
  readonly isSingleton: boolean
  readonly noun: Noun
  /** Its word in paths. */
  readonly as: string | undefined
  readonly actions: readonly string[] | undefined
  readonly member: Readonly<Record<string, string>>
  readonly collection: Readonly<Record<string, string>>
  readonly param: string | undefined
  readonly requirement: Requirement | undefined
  /** Undefined inherits. */
  readonly isShallow: boolean | undefined
  readonly formats: readonly string[] | undefined
  readonly children: readonly TreeNode[]
}

export interface Block {
  readonly kind: 'block'
  /** Whether it is a namespace, which is a module too; else a group. */
  readonly isNamespace: boolean
  readonly segment: Segment
  readonly children: readonly TreeNode[]
}

export type TreeNode = PlainRoute | Resource | Block

export interface Noun {
  readonly plural: string
  readonly singular: string
}

export interface Tree {
  readonly nodes: readonly TreeNode[]
  readonly formats: readonly string[]
  readonly hasPatch: boolean
  readonly isApi: boolean
}

/** A row with one of its paths: without its optional variables a row has another one. */
export interface Row {
  readonly method: string
  readonly segments: readonly Segment[]
  readonly answeredBy: string
  readonly formats: readonly string[]
  /** The formats that this path takes as its extension, and null for none. */
  readonly endings: ReadonlyArray<string | null>
  /** What its requests get beside the ids. */
  readonly constants: Readonly<Record<string, string>>
  readonly host: string | undefined
  readonly isAny: boolean
  /** Whether it has a glob with only variables before it, so that it declares no path. */
  readonly isWide: boolean
}

interface Place {
  readonly path: readonly Segment[]
  /** Of namespaces and groups alone. */
  readonly shallowPath: readonly Segment[]
  readonly isShallow: boolean
  readonly module: string
}

/**
 * Those of a tree, in the order of declaration. An `any` leaves a method to an earlier row of its path, with
 * or without an extension. The root has no extension.
 */
export function rowsOf (tree: Tree): readonly Row[] {
  const rows: Row[] = []
  for (const row of expand(tree.nodes, { path: [], shallowPath: [], isShallow: false, module: '' }, tree)) {
    const earlier = rows.filter((other) => isSamePath(row, other) && other.method === row.method)
    const taken = row.isAny ? earlier.flatMap(({ endings }) => endings) : []
    const endings = row.endings.filter((ending) => !taken.includes(ending))
    const isRoot = row.segments.length === 0
    rows.push({ ...row, endings: isRoot ? endings.filter((ending) => ending === null) : endings })
  }
  return rows.filter(({ endings }) => endings.length > 0)
}

function expand (nodes: readonly TreeNode[], place: Place, tree: Tree): Row[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'route') return expandRoute(node, place)
    if (node.kind === 'block') return expandBlock(node, place, tree)
    return expandResource(node, place, tree)
  })
}

function expandBlock ({ isNamespace, segment, children }: Block, place: Place, tree: Tree): Row[] {
  const inner = {
    ...place,
    path: [...place.path, segment],
    shallowPath: [...place.shallowPath, segment],
    ...(isNamespace && { module: `${place.module}${segment.word as string}/` })
  }
  return expand(children, inner, tree)
}

const ANY = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

function expandRoute (route: PlainRoute, { path, module }: Place): Row[] {
  const { segments, controller, methods, formats, isFormatRequired, defaults, constant, host } = route
  const isAny = methods.includes('any')
  const all = [...path, ...segments]
  const isWide = segments.at(-1)?.isGlob === true && all.every(({ word }) => word === undefined)
  const texts = segments.slice(segments.length - defaults.length)
    .map(({ variable = '' }, place) => [variable, defaults[place]] as const)
  return (isAny ? ANY : methods.map((method) => method.toUpperCase())).flatMap((method) =>
    [null, ...texts].map((_, omitted) => ({
      method,
      segments: all.slice(0, all.length - omitted),
      answeredBy: `${module}${controller}#show`,
      formats,
      endings: isFormatRequired ? formats : [null, ...formats],
      constants: Object.fromEntries([
        ...constant === undefined ? [] : [['section', constant]],
        ...texts.slice(texts.length - omitted).filter(([, text]) => text !== null)
      ]),
      host,
      isAny,
      isWide
    }))
  )
}

function expandResource (resource: Resource, place: Place, tree: Tree): Row[] {
  const { isSingleton, noun, as, param = 'id', requirement, formats = tree.formats } = resource
  const word = { word: as ?? (isSingleton ? noun.singular : noun.plural) }
  const isShallow = resource.isShallow ?? place.isShallow
  const collection = [...place.path, word]
  // A singleton has no ids, and is where its parent is.
  const above = isShallow && !isSingleton ? [...place.shallowPath, word] : collection
  const withId = (variable: string): Segment[] => isSingleton ? above : [...above, { variable, requirement }]
  const member = withId(param)
  const controller = `${place.module}${noun.plural}`
  const row = (method: string, segments: readonly Segment[], action: string): Row => ({
    method,
    segments,
    answeredBy: `${controller}#${action}`,
    formats,
    endings: [null, ...formats],
    constants: {},
    host: undefined,
    isAny: false,
    isWide: false
  })
  const conventional = [
    ...isSingleton ? [] : [row('GET', collection, 'index')],
    row('POST', collection, 'create'),
    row('GET', [...collection, { word: 'new' }], 'new'),
    row('GET', [...member, { word: 'edit' }], 'edit'),
    row('GET', member, 'show'),
    row('PUT', member, 'update'),
    ...tree.hasPatch ? [row('PATCH', member, 'update')] : [],
    row('DELETE', member, 'destroy')
  ].filter(({ answeredBy }) => {
    const action = answeredBy.replace(/.*#/, '')
    const isOfPages = action === 'new' || action === 'edit'
    return !(tree.isApi && isOfPages) && resource.actions?.includes(action) !== false
  })
  const own = (actions: Readonly<Record<string, string>>, segments: readonly Segment[]): Row[] =>
    Object.entries(actions).map(([action, method]) =>
      row(method.toUpperCase(), [...segments, { word: action }], action)
    )
  return [
    ...own(resource.collection, collection),
    ...own(resource.member, member),
    ...conventional,
    ...expand(resource.children, { ...place, path: withId(`${noun.singular}_${param}`), isShallow }, tree)
  ]
}

function isSamePath (one: Row, other: Row): boolean {
  const shape = ({ segments, host }: Row): string =>
    JSON.stringify([host, segments.map(({ word, requirement, isGlob }) => [word, requirement, isGlob])])
  return shape(one) === shape(other)
}

/** A way to read a text as a segment: the lower its rank, the more specific. */
interface Reading {
  readonly rank: number
  readonly params: Readonly<Record<string, string>>
  readonly format: string | null
  /** Whether each id is one that the row can have. */
  readonly isValid: boolean
}

/** A row that a path matches. */
interface Match {
  readonly row: Row
  readonly ranks: readonly number[]
  readonly params: Readonly<Record<string, string>>
  readonly format: string | null
  readonly isValid: boolean
}

export interface Request {
  readonly method: string
  readonly host: string
  /** The encoded texts between the slashes. */
  readonly texts: readonly string[]
}

export interface ModelAnswer {
  readonly status: 200 | 404 | 405
  readonly row: string | null
  readonly params: Readonly<Record<string, string>> | null
  readonly format: string | null
  readonly allow: readonly string[]
}

/** What an app answers; undefined where no rule says which of several rows does. */
export function answerOf (rows: readonly Row[], request: Request): ModelAnswer | undefined {
  const nothing = { row: null, params: null, format: null, allow: [] }
  const best = bestOf(rows, request)
  if (best === 'undecided') return undefined
  if (best !== undefined) {
    const { row: { answeredBy }, params, format, isValid } = best
    return isValid
      ? { status: 200, row: answeredBy, params, format, allow: [] }
      : { status: 404, ...nothing }
  }
  const others = [...ANY].map((method) => bestOf(rows, { ...request, method }))
  if (others.includes('undecided')) return undefined
  const valid = others.filter((match): match is Match => Object(match).isValid === true)
  if (valid.every(({ row }) => row.isWide)) return { status: 404, ...nothing }
  const methods = valid.flatMap(({ row: { method } }) => method === 'GET' ? ['GET', 'HEAD'] : [method])
  return { status: 405, ...nothing, allow: methods.sort() }
}

/** The most specific row that a request matches. */
function bestOf (rows: readonly Row[], { method, host, texts }: Request): Match | 'undecided' | undefined {
  const asked = method === 'HEAD' ? 'GET' : method
  const matches = rows
    .filter((row) => row.method === asked && (row.host === undefined || row.host === host))
    .flatMap((row) => matchesOf(row, texts))
  const [first, second] = matches.sort(compare)
  if (first === undefined || second === undefined) return first
  return compare(first, second) === 0 || isContended(first, second) ? 'undecided' : first
}

/** Of two rows of one path with different formats, the first to be registered may take what both match. */
function isContended (one: Match, other: Match): boolean {
  const isSamePlace = one.ranks.every((rank, place) => rank === other.ranks[place])
  return isSamePlace && one.row.formats.join() !== other.row.formats.join()
}

/** Segment by segment; at one path a row for the host before one for all hosts. */
function compare (one: Match, other: Match): number {
  const place = one.ranks.findIndex((rank, place) => rank !== other.ranks[place])
  if (place >= 0) return (one.ranks[place] as number) - (other.ranks[place] as number)
  return Number(one.row.host === undefined) - Number(other.row.host === undefined)
}

/** All ways in which a path matches a row. The root is the path of an empty word. */
function matchesOf (row: Row, texts: readonly string[]): Match[] {
  const start = { row, ranks: [], params: row.constants, format: null, isValid: true }
  return matchFrom(start, row.segments.length === 0 ? [{ word: '' }] : row.segments, texts)
}

function matchFrom (match: Match, segments: readonly Segment[], texts: readonly string[]): Match[] {
  const [segment, ...others] = segments
  if (segment === undefined) return texts.length === 0 ? [match] : []
  const [text, ...rest] = texts
  if (text === undefined) return []
  const readings = segment.isGlob === true
    ? [readGlob(segment, texts)]
    : readSegment(segment, decodeURIComponent(text), { row: match.row, isLast: others.length === 0 })
  return readings.flatMap(({ rank, params, format, isValid }) =>
    matchFrom({
      row: match.row,
      ranks: [...match.ranks, rank],
      params: { ...match.params, ...params },
      format: format ?? match.format,
      isValid: match.isValid && isValid
    }, others, segment.isGlob === true ? [] : rest)
  )
}

/** It takes the rest of a path, whose slashes are not encoded. */
function readGlob ({ variable = '' }: Segment, texts: readonly string[]): Reading {
  const parts = texts.map(decodeURIComponent)
  const isValid = parts.every((part) => isId(part, []))
  return { rank: 6, params: { [variable]: parts.join('/') }, format: null, isValid }
}

function readSegment (
  { word, variable = '', requirement }: Segment, text: string, { row, isLast }: { row: Row; isLast: boolean }
): Reading[] {
  const { formats, endings } = row
  return (isLast ? endings : [null]).flatMap((format): Reading[] => {
    const ending = format === null ? '' : `.${format}`
    if (!text.endsWith(ending)) return []
    const stem = text.slice(0, text.length - ending.length)
    const extended = format === null ? 1 : 0
    if (word !== undefined) return word === stem ? [{ rank: 0, params: {}, format, isValid: true }] : []
    const isMet = requirement === undefined || REQUIREMENTS[requirement].test(stem)
    // An extension is something that a row requires, too.
    const rank = requirement === undefined ? 4 + extended : 2 + extended
    return isMet ? [{ rank, params: { [variable]: stem }, format, isValid: isId(stem, formats) }] : []
  })
}

/** No id is empty or a dot segment, or holds a slash; where a row has formats, none holds a dot. */
function isId (text: string, formats: readonly string[]): boolean {
  const isDots = text.split('\\').some((part) => part === '.' || part === '..')
  return text !== '' && !text.includes('/') && !isDots && (formats.length === 0 || !/[.?]/.test(text))
}
