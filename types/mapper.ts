/** The types of the mapper and of the result of `draw`. */

import type {
  DrawnTree, GroupDeclaration, IncludeDeclaration, Kept, NamespaceDeclaration, ResourceDeclaration,
  ResourcesDeclaration, RouteDeclaration, UnseenDeclaration
} from './declarations.js'
import type { Checked, Inferred, IsLiteral } from './literals.js'
import type {
  DrawOptions, GroupOptions, NamespaceOptions, RedirectOptions, ResourceOptions, ResourcesOptions,
  RouteOptions, RouteTarget, TargetText
} from './options.js'
import type { Route } from './route.js'

/** Carries the declarations in types; no value has it. */
declare const declared: unique symbol

export interface Routes<D = unknown> {
  readonly table: readonly Route[]
  readonly [declared]: D
}

/** The data of drawn routes. */
export type DeclarationOf<R extends Routes> = R[typeof declared]

interface Chain {
  readonly [declared]: unknown
}

/** The result of a block whose names have a prefix: its chain, or nothing for a block of statements. */
type ChainOrNothing = Chain | void

/**
 * The result of any other block: types know no prefix for the names of statements. The compiler's message
 * shows its name.
 */
interface ReturnTheChain extends Chain {}

/** A given `namePrefix` that is empty takes the prefix away, and shallow routes have none. */
type ResultIn<O> =
  O extends { readonly shallow: true } | { readonly namePrefix: '' | null } ? ReturnTheChain : ChainOrNothing

/** A group has no name of its own. */
type ResultInGroup<O> = O extends { readonly namePrefix: string } ? ResultIn<O> : ReturnTheChain

type Block<B extends ChainOrNothing> = (map: Mapper<never>) => B

type BlockOf<B extends ChainOrNothing> =
  unknown extends B ? UnseenDeclaration : [B] extends [Chain] ? B[typeof declared] : UnseenDeclaration

type Level = 'top' | 'block'

export interface Draw {
  <B extends ReturnTheChain>(block: (map: Mapper<never, 'top'>) => B): Routes<DrawnTree<BlockOf<B>, {}>>

  <const O extends Inferred<DrawOptions>, B extends ReturnTheChain>(
    options: Checked<O, DrawOptions>, block: (map: Mapper<never, 'top'>) => B
  ): Routes<DrawnTree<BlockOf<B>, Kept<O>>>
}

/** `E` is the union of the declarations so far. */
export interface Mapper<E, L extends Level = 'block'> {
  readonly [declared]: E

  /** The seven actions of each name. */
  readonly resources: Declare<'resources', ResourcesOptions, E, L>

  /** The six actions of a singleton. */
  readonly resource: Declare<'resource', ResourceOptions, E, L>

  namespace<N extends string, B extends ChainOrNothing>(
    name: N, block: Block<B>
  ): Mapper<E | NamespaceOf<N, {}, BlockOf<B>>, L>
  namespace<N extends string, const O extends Inferred<NamespaceOptions>, B extends ResultIn<O>>(
    name: N, options: Checked<O, NamespaceOptions>, block: Block<B>
  ): Mapper<E | NamespaceOf<N, Kept<O>, BlockOf<B>>, L>

  /** The route `root` at the path of the surrounding block. */
  readonly root: DeclareRoot<E, L>

  /** A plain route, with a name or without one. Without a name, its path begins with a slash. */
  readonly route: DeclareRoute<E, L>

  /**
   * A path that has moved: redirects GET and HEAD to a route's name or to a path, with the same variables and
   * query.
   */
  redirect(path: `/${string}`, to: string, options?: RedirectOptions): Mapper<E, L>

  /** The paths, names and options that its children share; no module. */
  group<const O extends Inferred<GroupOptions>, B extends ResultInGroup<O>>(
    options: Checked<O, GroupOptions>, block: Block<B>
  ): Mapper<E | GroupDeclaration<Kept<O>, BlockOf<B>>, L>

  /** Includes another tree. */
  readonly include: L extends 'top' ? Include<E> : IncludeStandsAtTheTopLevelOnly
}

/**
 * The overloads with options and a single name come last, since the compiler's messages are about the last
 * one.
 */
interface Declare<K extends 'resources' | 'resource', Options, E, L extends Level> {
  <N extends string>(name: N): Mapper<E | One<K, N, {}, never>, L>

  <N extends string, B extends ChainOrNothing>(
    name: N, block: Block<B>
  ): Mapper<E | One<K, N, {}, BlockOf<B>>, L>

  <const N extends readonly string[], const O extends Inferred<Options>, B extends ResultIn<O>>(
    ...args: [...names: N, options: Checked<O, Options>, block: Block<B>]
  ): Mapper<E | Each<K, N, Kept<O>, BlockOf<B>>, L>

  <const N extends readonly string[], const O extends Inferred<Options>>(
    ...args: [...names: N, options: Checked<O, Options>]
  ): Mapper<E | Each<K, N, Kept<O>, never>, L>

  <const N extends readonly string[], B extends ChainOrNothing>(
    ...args: [...names: N, block: Block<B>]
  ): Mapper<E | Each<K, N, {}, BlockOf<B>>, L>

  <const N extends readonly string[]>(...names: N): Mapper<E | Each<K, N, {}, never>, L>

  <N extends string, const O extends Inferred<Options>, B extends ResultIn<O>>(
    name: N, options: Checked<O, Options>, block: Block<B>
  ): Mapper<E | One<K, N, Kept<O>, BlockOf<B>>, L>

  <N extends string, const O extends Inferred<Options>>(
    name: N, options: Checked<O, Options>
  ): Mapper<E | One<K, N, Kept<O>, never>, L>
}

interface DeclareRoot<E, L extends Level> {
  <T extends TargetText, const O extends Inferred<RouteOptions> = {}>(
    target: T, options?: Checked<O, RouteOptions>
  ): Mapper<E | RouteOf<'root', '/', T, Kept<O>>, L>

  <const O extends Inferred<RouteTarget>>(
    target: Checked<O, RouteTarget>
  ): Mapper<E | RouteOf<'root', '/', Kept<O>, Kept<O>>, L>
}

interface DeclareRoute<E, L extends Level> {
  <P extends `/${string}`, T extends TargetText, const O extends Inferred<RouteOptions> = {}>(
    path: P, target: T, options?: Checked<O, RouteOptions>
  ): Mapper<E | RouteOf<'', P, T, Kept<O>>, L>

  <P extends `/${string}`, const O extends Inferred<RouteTarget>>(
    path: P, target: Checked<O, RouteTarget>
  ): Mapper<E | RouteOf<'', P, Kept<O>, Kept<O>>, L>

  <N extends string, P extends string, T extends TargetText, const O extends Inferred<RouteOptions> = {}>(
    name: N, path: P, target: T, options?: Checked<O, RouteOptions>
  ): Mapper<E | RouteOf<N, P, T, Kept<O>>, L>

  <N extends string, P extends string, const O extends Inferred<RouteTarget>>(
    name: N, path: P, target: Checked<O, RouteTarget>
  ): Mapper<E | RouteOf<N, P, Kept<O>, Kept<O>>, L>
}

type One<K, N, O, B> =
  IsLiteral<N> extends true
    ? K extends 'resources' ? ResourcesDeclaration<N & string, O, B> : ResourceDeclaration<N & string, O, B>
    : UnseenDeclaration<O>

type Each<K, N extends readonly unknown[], O, B> =
  N extends readonly [infer Head, ...infer Rest] ? One<K, Head, O, B> | Each<K, Rest, O, B>
  : N extends readonly [] ? never : UnseenDeclaration<O>

type NamespaceOf<N extends string, O, B> =
  IsLiteral<N> extends true ? NamespaceDeclaration<N, O, B> : UnseenDeclaration<O>

type RouteOf<N extends string, P extends string, T, O> =
  IsLiteral<[N, P]> extends true
    ? RouteDeclaration<N, P, ControllerOf<T>, ActionOf<T>, Pick<O, ('formats' | 'defaults') & keyof O>>
    : UnseenDeclaration

/** `''` where the group gives it. */
type ControllerOf<T> =
  T extends `${infer C}#${string}` ? C : T extends { readonly controller: infer C extends string } ? C : ''

type ActionOf<T> =
  T extends `${string}#${infer A}` ? A : T extends { readonly action: infer A extends string } ? A : never

interface Include<E> {
  <R extends Routes>(routes: R): Mapper<E | IncludeDeclaration<DeclarationOf<R>>, 'top'>
}

/** Takes no block: its routes are final. */
interface IncludeStandsAtTheTopLevelOnly {}
