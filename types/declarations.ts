/** What `draw` and the mapper's calls record, as types: a tree is a union of declarations. */

// The package's entry exports all of these, so that an app's declaration files can name the type of its routes.

/** What `draw` was given; `O` are its options. */
export interface DrawnTree<E, O> {
  readonly declarations: E
  readonly options: O
}

/** No block is `never`, which adds nothing to a union. */
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

/** Of a route without a name `N` is `''`, of one whose group gives the controller `C` is. `O` holds its `formats` and `defaults`, if any. */
export interface RouteDeclaration<N extends string, P extends string, C extends string, A extends string, O = {}> {
  readonly kind: 'route'
  readonly name: N
  readonly path: P
  readonly controller: C
  readonly action: A
  readonly options: O
}

/** A tree drawn elsewhere. */
export interface IncludeDeclaration<D> {
  readonly kind: 'include'
  readonly tree: D
}

/** What types cannot see into: a block of statements, a name that is no literal. */
export interface UnseenDeclaration<O = {}> {
  readonly kind: 'unseen'
  readonly options: O
}
