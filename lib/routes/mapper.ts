/** The mapper: what a draw block calls, recording a declaration tree. */

import { createError } from '../errors.js'
import { show, unknownOption } from '../text.js'
import { checkConditions, checkController, checkFormats, checkMethods, checkPath, checkRequirements } from './checks.js'
import type { Declaration, Report, ResourceNode } from './declaration.js'
import { checkDeprecated } from './deprecation.js'
import { isPlainObject } from './objects.js'
import { isName, nameFault } from './names.js'
import { checkOptions } from './options.js'
import { isRoutes } from './read.js'

export type Block = (mapper: Mapper) => unknown

const TARGET_OPTIONS = ['controller', 'action']
const ROUTE_OPTIONS = [...TARGET_OPTIONS, 'method', 'requirements', 'conditions', 'formats', 'deprecated']

export class Mapper {
  readonly #where: string
  readonly #report: Report
  readonly #nodes: Declaration[] = []
  #open = true

  constructor (where: string, report: Report) {
    this.#where = where
    this.#report = report
  }

  /** Records what the block declares, and closes: a later call would be lost. */
  static record (block: Block, where: string, report: Report): readonly Declaration[] {
    const mapper = new Mapper(where, report)
    const result = block(mapper)
    mapper.#open = false
    if (isThenable(result)) {
      // Its rejection is the same mistake once more.
      result.then(undefined, () => undefined)
      report(`${where || 'draw()'}: the block returns a promise, but a tree is drawn at once; expected a block that is not async`)
    }
    return mapper.#nodes
  }

  resources (...given: readonly unknown[]): this {
    return this.#declare('resources', given)
  }

  resource (...given: readonly unknown[]): this {
    return this.#declare('resource', given)
  }

  namespace (...given: readonly unknown[]): this {
    return this.#declare('namespace', given)
  }

  /** The route `root` at the top of what surrounds it. */
  root (target: unknown): this {
    return this.#name('root()', 'root', '/', target, TARGET_OPTIONS)
  }

  /** A plain named route. */
  route (name: unknown, path: unknown, target: unknown): this {
    return this.#name(`route(${show(name)})`, name, path, target, ROUTE_OPTIONS)
  }

  /** Takes in the rows of a tree drawn elsewhere. */
  include (routes: unknown): this {
    const where = this.#at('include()')
    if (this.#where !== '') this.#report(`${where}: stands at the top level only, since its rows are decided already`)
    else if (!isRoutes(routes)) this.#report(`${where}: expected what draw() gave, got ${show(routes)}`)
    else this.#add({ kind: 'include', where, table: routes.table })
    return this
  }

  #declare (kind: ResourceNode['kind'], given: readonly unknown[]): this {
    const rest = given.slice(0, given.findLastIndex((value) => value !== undefined) + 1)
    const block = typeof rest.at(-1) === 'function' ? rest.pop() as Block : undefined
    const last = rest.at(-1)
    const options = isPlainObject(last) ? last : {}
    if (options === last) rest.pop()
    const where = this.#at(`${kind}(${rest.map(show).join(', ')})`)
    const report = (mistake: string): void => { this.#report(`${where}: ${mistake}`) }

    const names = rest.filter(isName)
    if (rest.length === 0) report('expected a name')
    if (kind === 'namespace' && rest.length > 1) report('expected one name')
    if (kind === 'namespace' && block === undefined) report('expected a block')
    for (const name of rest) {
      if (!isName(name)) report(`${show(name)} cannot be a name: ${nameFault(name) as string}`)
    }
    this.#add({
      kind,
      where,
      names,
      options: checkOptions(options, { kind, where }, report),
      children: block === undefined ? [] : Mapper.record(block, where, this.#report)
    })
    return this
  }

  #name (call: string, name: unknown, path: unknown, target: unknown, known: readonly string[]): this {
    const where = this.#at(call)
    const report = (mistake: string): void => { this.#report(`${where}: ${mistake}`) }
    const given = isPlainObject(target) ? target : {}
    for (const key of Object.keys(given)) {
      if (!known.includes(key)) report(unknownOption(key, known))
    }
    if (!isName(name)) report(`${show(name)} cannot be a name: ${nameFault(name) as string}`)
    const checkedPath = checkPath(path, report)
    const controller = checkController(given.controller, (mistake) => { report(`controller: ${mistake}`) })
    if (!isName(given.action)) report(`action: expected the name of an action, such as 'index', got ${show(given.action)}`)
    const methods = checkMethods(given.method ?? 'get', (mistake) => { report(`method: ${mistake}`) })
    const requirements = checkRequirements(given.requirements ?? {}, (mistake) => { report(`requirements: ${mistake}`) })
    const conditions = checkConditions(given.conditions ?? {}, (mistake) => { report(`conditions: ${mistake}`) })
    const formats = given.formats === undefined ? undefined : checkFormats(given.formats, (mistake) => { report(`formats: ${mistake}`) })
    const deprecated = checkDeprecated(given.deprecated ?? null, (mistake) => { report(`deprecated: ${mistake}`) }) ?? null
    if (isName(name) && checkedPath !== undefined && controller !== undefined && isName(given.action) &&
      methods !== undefined && requirements !== undefined && conditions !== undefined) {
      this.#add({ kind: 'route', where, name, path: checkedPath, controller, action: given.action, methods, requirements, conditions, formats, deprecated })
    }
    return this
  }

  #add (node: Declaration): void {
    if (!this.#open) throw createError('FST_RESOURCES_DECLARATION', [[`${node.where}: called after its block had ended`]])
    this.#nodes.push(node)
  }

  #at (call: string): string {
    return this.#where === '' ? call : `${this.#where} > ${call}`
  }
}

function isThenable (value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}
