/** The types that `draw` and the mapper's calls record: a tree is a union of declarations. */

// The package's entry exports all of these, so that declaration files of an app can name the type of its
// routes.

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
