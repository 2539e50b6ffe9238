/** The types that `draw` and the mapper's calls record: a tree is a union of declarations. */

// The package's entry exports all of these, so that declaration files of an app can name the type of its
// routes.

/**
 * The options `O` as a tree holds them. The compiler takes an object literal for possibly generic, and would
 * read the whole tree again with each controller. Not so a mapped type of names, literals and tuples. What is
 * no literal stays as it is.
 */
export type Kept<O> =
  undefined extends O[keyof O] ? O : OptionPairs<{ [K in keyof O]-?: [K, KeptValue<O[K]>] }[keyof O]>

export type OptionPairs<P extends [PropertyKey, unknown]> = { readonly [Q in P as Q[0]]: Q[1] }

type KeptValue<V> =
  V extends readonly unknown[] ? { readonly [K in keyof V]: KeptValue<V[K]> }
  : V extends RegExp ? RegExp
  : V extends object ? Kept<V>
  : V

/** The arguments of `draw`; `O` are its options. */
export interface DrawnTree<E, O> {
  readonly declarations: E
  readonly options: O
}

/** A missing block is `never`, which adds nothing to a union. */
export interface ResourcesDeclaration<N extends string, O = {}, B = never> {
  readonly kind: 'resources'
  readonly name: N
  readonly options: O
  readonly block: B
}

export interface ResourceDeclaration<N extends string, O = {}, B = never> {
  readonly kind: 'resource'
  readonly name: N
  readonly options: O
  readonly block: B
}

export interface NamespaceDeclaration<N extends string, O, B> {
  readonly kind: 'namespace'
  readonly name: N
  readonly options: O
  readonly block: B
}

export interface GroupDeclaration<O, B> {
  readonly kind: 'group'
  readonly options: O
  readonly block: B
}

/**
 * `N` is `''` for a route without a name; `C` is `''` where its group gives the controller. `O` holds its
 * `formats` and `defaults`, if any.
 */
export interface RouteDeclaration<
  N extends string,
  P extends string,
  C extends string,
  A extends string,
  O = {}
> {
  readonly kind: 'route'
  readonly name: N
  readonly path: P
  readonly controller: C
  readonly action: A
  readonly options: O
}

/** Another tree, included. */
export interface IncludeDeclaration<D> {
  readonly kind: 'include'
  readonly tree: D
}

/** Declarations that types cannot see: a block of statements, a name that is not a literal. */
export interface UnseenDeclaration<O = {}> {
  readonly kind: 'unseen'
  readonly options: O
}
