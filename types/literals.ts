/** Checks options: known words, and literals wherever a helper's name depends on them. */

type Advice<K extends string> =
  `'${K}' must be a literal, since helpers are named after it: write the options in place, or add 'as const'`

/** Only the constraint has this key: the options are the constraint itself if nothing could be inferred. */
declare const inferred: unique symbol

/** The constraint from which a call infers options. */
export type Inferred<Known> = Known & { readonly [inferred]?: never }

/** The given options, or a type by which the compiler explains their fault. */
export type Checked<O, Known> =
  typeof inferred extends keyof O ? Known
  : [Exclude<keyof O, keyof Known>] extends [never]
    // Behind `infer`, the compiler neither reads advice about each known option nor infers `O` from it.
    ? [Loose<O>] extends [never] ? O : Advised<O> extends infer A ? A : never
    : Known

type Advised<O> = { readonly [K in keyof O]: K extends Loose<O> ? Advice<K> : O[K] }

/** The options whose values are too wide to name anything. */
type Loose<O, K extends keyof O = keyof O> =
  K extends
    | 'requirements' | 'conditions' | 'formats' | 'slashes' | 'pathNames' | 'patch' | 'method'
    ? never
  : K extends 'member' | 'collection' | 'new' | 'defaults'
    ? O[K] extends null ? never : HasActions<O[K]> extends true ? never : K & string
  : IsLiteral<O[K]> extends true ? never
  : K extends 'namePrefix' | 'pathPrefix' | 'as' | 'controller' | 'singular' | 'namespace'
    ? IsChoice<O[K]> extends true ? never : K & string
  : K & string

/** Literals that a loop takes one by one: all of their names exist. */
type IsChoice<V> =
  [V] extends [string] ? true extends (V extends string ? IsPattern<V> : never) ? false : true : false

type HasActions<M> = M extends readonly unknown[] ? IsLiteral<M> : HasLiteralKeys<M>

/** Whether a type is a single value, at every level. */
export type IsLiteral<V> =
  IsOne<V> extends true
    ? V extends string ? IsPattern<V> extends true ? false : true
    : V extends readonly [infer Head, ...infer Rest] ? IsLiteral<Head> extends true ? IsLiteral<Rest> : false
    : V extends readonly unknown[] ? number extends V['length'] ? false : true
    : V extends object ? HasLiteralKeys<V> extends true ? HasLiteralValues<V> : false
    : true
    : false

/** Whether a type is not a union, `boolean` included: each member of a union is narrower than the whole. */
export type IsOne<V, Whole = V> = V extends unknown ? [Whole] extends [V] ? true : false : never

/** `string`, and templates with a placeholder. */
type IsPattern<S extends string> = {} extends { [K in S]: 1 } ? true : false

/** Keys that are not optional. */
type HasLiteralKeys<V> = string extends keyof V ? false : undefined extends V[keyof V] ? false : true

type HasLiteralValues<V> = false extends { [K in keyof V]: IsLiteral<V[K]> }[keyof V] ? false : true
