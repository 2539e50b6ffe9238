/** The mapper: records the calls of a draw block as a declaration tree. */

import { createError } from '../errors.js'
import { show } from '../text.js'
import type { Mistakes } from '../routes/mistakes.js'
import { isPlainObject } from '../routes/objects.js'
import { isRoutes } from '../routes/read.js'
import { checkName } from './checks.js'
import type { Declaration, ResourceNode } from './declaration.js'
import { actionsIn, reportIdleDefaults, reportIdlePathNames } from './idle-options.js'
import { checkOptions } from './draw-options.js'
import { readPlainRoute, readRedirect } from './plain-route.js'
import { unknownCall } from './rails-calls.js'

export type Block = (mapper: TreeMapper) => unknown

/** The method of the mapper that an app calls. */
export class TreeMapper {
  readonly #mistakes: Mistakes
  readonly #nodes: Declaration[] = []
  /** How many groups each call text has. */
  readonly #groups = new Map<string, number>()
  #open = true
  /** The call whose block runs now: until it ends, another map takes the declarations. */
  #inner: string | null = null

  static {
    // A call that it lacks is a mistake like all others. With `then` it would count as a promise.
    Object.setPrototypeOf(this.prototype, new Proxy(Object.prototype, {
      get: (above, name, mapper: TreeMapper) =>
        typeof name === 'symbol' || name === 'then' || name in above
          ? Reflect.get(above, name, mapper)
          : () => mapper.#refuse(name)
    }))
  }

  constructor (mistakes: Mistakes) {
    this.#mistakes = mistakes
  }

  /** Records the declarations of a block, then closes: a later call would be lost. */
  static record (block: Block, mistakes: Mistakes): readonly Declaration[] {
    const mapper = new TreeMapper(mistakes)
    const result = block(mapper)
    mapper.#open = false
    const place = mistakes.where === '' ? mistakes.at('draw()') : mistakes
    if (result instanceof TreeMapper && result !== mapper) {
      place.add('the block returns another map; return the one that the block gets')
    }
    if (typeof Object(result).then === 'function') {
      // Its rejection would only repeat this fault.
      Promise.resolve(result).catch(() => undefined)
      place.add(
        'the block returns a promise, but draw() is synchronous; expected a block that is not async'
      )
    }
    return mapper.#nodes
  }

  resources (...args: readonly unknown[]): this {
    return this.#declare('resources', args)
  }

  resource (...args: readonly unknown[]): this {
    return this.#declare('resource', args)
  }

  namespace (...args: readonly unknown[]): this {
    return this.#declare('namespace', args)
  }

  /** The route `root` at the top of what surrounds it. */
  root (...args: readonly unknown[]): this {
    return this.#route('root()', readPlainRoute, ['root', '/', ...args])
  }

  /** A plain route, with a name or without. */
  route (...args: readonly unknown[]): this {
    return this.#route(`route(${show(args[0])})`, readPlainRoute, args)
  }

  /** A path that redirects to another. */
  redirect (...args: readonly unknown[]): this {
    return this.#route(`redirect(${show(args[0])})`, readRedirect, args)
  }

  /** The paths, names and options that its children share; no module. */
  group (...args: readonly unknown[]): this {
    const [options, block] = args
    const mistakes = this.#mistakes.inside(this.#groupCall(options))
    if (!isPlainObject(options)) mistakes.add(`expected the options as an object, got ${show(options)}`)
    if (typeof block !== 'function') mistakes.add(`expected a block, got ${show(block)}`)
    this.#add({
      kind: 'group',
      mistakes,
      options: checkOptions(isPlainObject(options) ? options : {}, { kind: 'group', mistakes }),
      children: typeof block === 'function' ? this.#inside(block as Block, mistakes) : []
    })
    return this
  }

  /** Includes the rows of another tree. */
  include (routes: unknown): this {
    const mistakes = this.#mistakes.inside('include()')
    if (this.#mistakes.where !== '') {
      mistakes.add('allowed only at the top level, since its rows are final')
    } else if (!isRoutes(routes)) {
      mistakes.add(`expected the result of draw(), got ${show(routes)}`)
    } else this.#add({ kind: 'include', mistakes, routes })
    return this
  }

  #inside (block: Block, mistakes: Mistakes): readonly Declaration[] {
    const outer = this.#inner
    this.#inner = mistakes.where
    const nodes = TreeMapper.record(block, mistakes)
    this.#inner = outer
    return nodes
  }

  #refuse (name: string): this {
    const mistakes = this.#mistakes.inside(`${name}()`)
    this.#mustBeOpen(mistakes)
    mistakes.add(unknownCall(name, Object.getOwnPropertyNames(TreeMapper.prototype).slice(1)))
    return this
  }

  #declare (kind: ResourceNode['kind'], args: readonly unknown[]): this {
    const rest = args.slice(0, args.findLastIndex((value) => value !== undefined) + 1)
    const block = typeof rest.at(-1) === 'function' ? (rest.pop() as Block) : undefined
    const last = rest.at(-1)
    const options = isPlainObject(last) ? last : {}
    if (options === last) rest.pop()
    const mistakes = this.#mistakes.inside(`${kind}(${rest.map(show).join(', ')})`)

    if (rest.length === 0) mistakes.add('expected a name')
    if (kind === 'namespace' && rest.length > 1) mistakes.add('expected one name')
    if (kind === 'namespace' && block === undefined) mistakes.add('expected a block')
    const names = rest.flatMap((name) => checkName(name, mistakes) ?? [])
    const checked = checkOptions(options, { kind, mistakes })
    const children = block === undefined ? [] : this.#inside(block, mistakes)
    const inside = kind === 'namespace' ? actionsIn(children, false) : []
    reportIdlePathNames(checked, inside, mistakes.at('pathNames'))
    if (kind === 'namespace') reportIdleDefaults(checked, children, mistakes)
    this.#add({ kind, mistakes, names, options: checked, children })
    return this
  }

  #route (
    call: string, read: typeof readPlainRoute | typeof readRedirect, args: readonly unknown[]
  ): this {
    const node = read(args, this.#mistakes.inside(call))
    if (node !== undefined) this.#add(node)
    return this
  }

  /**
   * `group({ pathPrefix: ':locale' })`: what tells it from other groups, with a number for a second such one.
   */
  #groupCall (options: unknown): string {
    const { pathPrefix, namePrefix, controller } = isPlainObject(options) ? options : {}
    const [named] = Object.entries({ pathPrefix, namePrefix, controller }).filter(
      ([, value]) => typeof value === 'string'
    )
    const call = named === undefined ? 'group()' : `group({ ${named[0]}: ${show(named[1])} })`
    const count = (this.#groups.get(call) ?? 0) + 1
    this.#groups.set(call, count)
    return count === 1 ? call : `${call} number ${count}`
  }

  #add (node: Declaration): void {
    this.#mustBeOpen(node.mistakes)
    this.#nodes.push(node)
  }

  #mustBeOpen (mistakes: Mistakes): void {
    const { where } = mistakes
    if (this.#inner !== null) {
      mistakes.add(`called on the map outside ${this.#inner}; in its block call the map that the block gets`)
    }
    if (this.#open) return
    throw createError('FST_RESOURCES_DECLARATION', [[`${where}: called after its block ended`]])
  }
}
