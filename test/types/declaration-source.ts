/** Writes declarations as an app would, with what the run time and Rails say of each, for a compiler to compare. */

import { formTargetOf } from '../../lib/forms/targets.js'
import { pathVariables } from '../../lib/routes/path.js'
import type { Route } from '../../lib/index.js'
import { camelize, namesOf } from '../../lib/routes/route-names.js'
import { drawCase, drawNodes, readRailsCases, reviveRegExps } from '../support/rails.js'
import type { RailsCase, TreeNode } from '../support/rails.js'
import { randomTrees } from './random-trees.js'

/** What types, run time and Rails must agree on. */
interface Known {
  /** The routing variables, by the stem of the helpers. */
  readonly names: Record<string, string[]>
  /** The actions, by controller. */
  readonly actions: Record<string, string[]>
}

interface Declared {
  readonly title: string
  /** How many parents the forms of a name take. */
  readonly forms: Record<string, readonly number[]> | null
  readonly nodes: readonly TreeNode[]
  readonly options: Readonly<Record<string, unknown>>
  readonly known: Known
}

// Of those with names.
const WRONG = 1

export interface Source {
  readonly text: string
  readonly declarations: number
  readonly names: number
}

/** Each `every`th of all legal cases and 300 random trees; with `oneWrong`, one name is not what the run time says. */
export function declarationSource ({ every, oneWrong = false }: { every: number, oneWrong?: boolean }): Source {
  const declared = [...legalCases(), ...legalTrees(300)].filter((_, index) => index % every === 0)
  const blocks = declared.map((one, index) => declarationBlock(one, index, oneWrong && index === WRONG))
  return {
    text: [
      "import { draw } from '../../../lib/urls.js'",
      "import type { FormHelpers, RecordsByForm } from '../../../types/forms.js'",
      "import type { RowsOfHelpers, UrlFor } from '../../../types/url-for.js'",
      "import { same, type ActionsOf, type HelperKeys, type HelpersOf, type Same } from '../same.js'",
      ...blocks
    ].join('\n\n'),
    declarations: declared.length,
    names: declared.reduce((sum, { known }) => sum + Object.keys(known.names).length, 0)
  }
}

function legalCases (): Declared[] {
  return readRailsCases().flatMap((railsCase) => {
    const { id, declare, config } = railsCase
    const table = tableOrNull(() => drawCase(railsCase).table)
    if (table === null) return []
    const options = config?.resourcesPathNames === undefined ? {} : { pathNames: config.resourcesPathNames }
    return [{ title: id, forms: formsOf(table), nodes: declare, options, known: railsKnown(railsCase) ?? knownOf(table) }]
  })
}

/** Where we do not deviate, the rows of Rails are what types are held against, so that both levels cannot be wrong together. */
function railsKnown ({ routes, differs }: RailsCase): Known | undefined {
  return routes === undefined || differs !== undefined ? undefined : knownOf(routes)
}

function legalTrees (count: number): Declared[] {
  const declared: Declared[] = []
  for (const { nodes, options } of randomTrees()) {
    const table = tableOrNull(() => drawNodes(nodes, options).table)
    if (table === null || table.length > 160) continue
    declared.push({ title: `random tree ${declared.length}`, forms: isReopened(nodes) ? null : formsOf(table), nodes, options, known: knownOf(table) })
    if (declared.length === count) break
  }
  return declared
}

/** Whether a resource is declared twice: types see each declaration by itself, and so know a form too many. */
function isReopened (nodes: readonly TreeNode[], associated: readonly string[] = []): boolean {
  const names = [...associated, ...nodes.flatMap((node) => node.kind === 'resources' ? node.names : [])]
  return new Set(names).size < names.length ||
    nodes.some((node) => node.kind !== 'route' && isReopened(node.children, [node.options.hasMany ?? []].flat().filter((name) => typeof name === 'string')))
}

function tableOrNull (drawTable: () => readonly Route[]): readonly Route[] | null {
  try {
    return drawTable()
  } catch {
    return null
  }
}

function knownOf (rows: ReadonlyArray<{ name: string, aliases?: readonly string[], path: string, controller: string, action: string }>): Known {
  const actions: Record<string, string[]> = {}
  for (const { controller, action } of rows) actions[controller] = [...new Set([...actions[controller] ?? [], action])].sort()
  return {
    names: Object.fromEntries(rows.flatMap(({ name, aliases = [], path }) => namesOf({ name, aliases }).map((name) => [camelize(name), pathVariables(path)]))),
    actions
  }
}

/**
 * The names that `formFor` has for records: a collection's only where its records have none of their own.
 * Null where a table cannot tell what the declaration could: whose records a collection makes.
 */
function formsOf (table: readonly Route[]): Declared['forms'] {
  const forms = table.flatMap(namesOf).flatMap((name) => {
    const target = formTargetOf(table, name)
    const goals = [...target?.creates ?? [], ...target?.update === undefined ? [] : [target.update]]
    const creates = target?.creates.map(({ helper }) => helper) ?? []
    const ofRecord = target?.update !== undefined || creates[0] !== `${camelize(name)}Path`
    return goals.length === 0 ? [] : [{ name, ofRecord, creates, parents: goals.map(({ parents }) => parents.length) }]
  })
  if (forms.some(({ creates }) => creates.length > 1)) return null
  const collections = new Set(forms.filter(({ ofRecord }) => ofRecord).map(({ creates: [create] }) => create))
  return Object.fromEntries(forms.filter(({ ofRecord, creates: [create] }) => ofRecord || !collections.has(create)).map(({ name, parents }) => [name, parents]))
}

function declarationBlock ({ title, forms, nodes, options, known }: Declared, index: number, wrong: boolean): string {
  const stems = Object.keys(known.names).map((stem, place) => `'${wrong && place === 0 ? 'x' : ''}${stem}'`).join(' | ')
  const actions = Object.entries(known.actions).map(([name, own]) => `'${name}': ${own.map((action) => `'${action}'`).join(' | ')}`).join(', ')
  const calls = Object.entries(known.names).flatMap(([stem, params]) => [
    `  urlFor.${stem}Path(${params.map((_, place) => place + 1).join(', ')})`,
    ...params.length === 0 ? [] : [`  urlFor.${stem}Url({ ${params.map((name, place) => `${name}: ${place}`).join(', ')} })`]
  ])
  const formNames = Object.keys(forms ?? {}).map((name) => `'${name}'`).join(' | ')
  const formCalls = Object.entries(forms ?? {}).flatMap(([name, counts]) => counts.map((count) =>
    `  formFor('${name}', ${count === 0 ? '{}' : `[${'1, '.repeat(count)}{}]`})`))
  const given = Object.keys(options).length === 0 ? '' : `${literal(options)}, `
  return [
    `// ${title}`,
    `const routes${index} = draw(${given}(map) => map${chain(nodes, 1)})`,
    `same<Same<HelperKeys<UrlFor<typeof routes${index}>>, HelpersOf<${stems || 'never'}>>>(true)`,
    `same<Same<ActionsOf<typeof routes${index}>, { ${actions} }>>(true)`,
    ...forms === null ? [] : [`same<Same<keyof RecordsByForm<RowsOfHelpers<UrlFor<typeof routes${index}>>>, ${formNames || 'never'}>>(true)`],
    '{', `  const urlFor = {} as UrlFor<typeof routes${index}>`, ...calls, '}',
    '{', `  const { formFor } = {} as FormHelpers<UrlFor<typeof routes${index}>>`, ...formCalls, '}'
  ].join('\n')
}

function chain (nodes: readonly TreeNode[], depth: number): string {
  return nodes.map((node) => `\n${'  '.repeat(depth)}.${node.kind}(${callArguments(node, depth).join(', ')})`).join('')
}

function callArguments (node: TreeNode, depth: number): string[] {
  if (node.kind === 'route') return [...node.names, node.path, node.target].map(literal)
  const block = node.children.length > 0 || node.kind === 'namespace' ? [`(m${depth}) => m${depth}${chain(node.children, depth + 1)}`] : []
  return [...node.names.map(literal), ...Object.keys(node.options).length === 0 ? [] : [literal(node.options)], ...block]
}

function literal (given: unknown): string {
  const value = reviveRegExps(given)
  if (value instanceof RegExp) return String(value)
  if (typeof value === 'string') return `'${value}'`
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  return `{ ${Object.entries(value).map(([key, item]) => `'${key}': ${literal(item)}`).join(', ')} }`
}
