/** The types of `hasMany` and `hasOne`: the declarations that a block would make. */

import type { ResourceDeclaration, ResourcesDeclaration } from './declarations.js'

export type Associated<O> =
  | (O extends { readonly hasMany: infer A } ? Many<A> : never)
  | (O extends { readonly hasOne: infer A } ? One<A> : never)

/**
 * `'comments'`, `['comments', 'tags']`, `{ comments: 'votes' }` and mixtures: a map nests, a list makes
 * siblings.
 */
type Many<A> =
  A extends string ? ResourcesDeclaration<A>
  : A extends readonly unknown[] ? Many<A[number]>
  : { [K in keyof A & string]: ResourcesDeclaration<K, { readonly hasMany: A[K] }> }[keyof A & string]

type One<A> =
  A extends string ? ResourceDeclaration<A> : A extends readonly unknown[] ? One<A[number]> : never
