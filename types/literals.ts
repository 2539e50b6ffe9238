/** What options may be: known words, and literals wherever a helper's name hangs on them. */

type Advice<K extends string> =
  `'${K}' must be a literal, since helpers are named after it: write the options in place, or add 'as const'`

/** Where nothing could be inferred, the options are the constraint itself, which alone has this. */
declare const inferred: unique symbol

/** What a call infers options from. */
export type Inferred<Known> = Known & { readonly [inferred]?: never }

/** The options given, or what makes the compiler say what is wrong with them. */
export type Checked<O, Known> =
  typeof inferred extends keyof O ? Known
  : [Exclude<keyof O, keyof Known>] extends [never]
    ? [Loose<O>] extends [never] ? O : Advised<O>
    : Known

/** `as K` keeps the compiler from inferring `O` from this as well. */
type Advised<O> = { readonly [K in keyof O as K]: K extends Loose<O> ? Advice<K> : O[K] }

/** The options whose values are too wide to name anything. */
type Loose<O, K extends keyof O = keyof O> =
  K extends 'requirements' | 'conditions' | 'formats' | 'deprecated' | 'pathNames' | 'patch' | 'method' ? never
  : K extends 'member' | 'collection' | 'new' | 'defaults' ? O[K] extends null ? never : HasActions<O[K]> extends true ? never : K & string
  : IsLiteral<O[K]> extends true ? never
  : K extends 'namePrefix' | 'pathPrefix' | 'as' | 'controller' | 'singular' | 'namespace' ? IsChoice<O[K]> extends true ? never : K & string
  : K & string

/** Literals of which a loop takes one at a time: their names are all there. */
type IsChoice<V> = [V] extends [string] ? true extends (V extends string ? IsPattern<V> : never) ? false : true : false

type HasActions<M> = M extends readonly unknown[] ? IsLiteral<M> : HasLiteralKeys<M>

/** Whether a type is one value, all the way down. */
export type IsLiteral<V> =
  IsOne<V> extends true
    ? V extends string ? IsPattern<V> extends true ? false : true
    : V extends readonly [infer Head, ...infer Rest] ? IsLiteral<Head> extends true ? IsLiteral<Rest> : false
    : V extends readonly unknown[] ? number extends V['length'] ? false : true
    : V extends object ? HasLiteralKeys<V> extends true ? HasLiteralValues<V> : false
    : true
    : false

/** No union, `boolean` included: each member of one is narrower than the whole. */
export type IsOne<V, Whole = V> = V extends unknown ? [Whole] extends [V] ? true : false : never

/** `string`, and templates with a hole in them. */
type IsPattern<S extends string> = {} extends { [K in S]: 1 } ? true : false

/** A key that may be absent is none. */
type HasLiteralKeys<V> = string extends keyof V ? false : undefined extends V[keyof V] ? false : true

type HasLiteralValues<V> = false extends { [K in keyof V]: IsLiteral<V[K]> }[keyof V] ? false : true
