/** The types that a controller carries for other types. */

declare const known: unique symbol

/** The result of `controller`, for other types; no value has this property. */
export interface ControllerOf<C, Rec, In, Answers, Loaded, S, P> {
  readonly [known]: {
    readonly name: C
    readonly record: Rec
    readonly input: In
    readonly responses: Answers
    readonly loaded: Loaded
    readonly schemas: S
    readonly provider: P
  }
}

/** The known types of a controller, of a function that returns one, or of a module. */
export type KnownOf<X> =
  X extends { readonly [known]: infer K } ? K
  : X extends (...args: never) => infer R ? KnownOf<Awaited<R>>
  : X extends { readonly default: infer D } ? KnownOf<D> : unknown

/** A controller of that name. */
export interface Named<C> { readonly [known]: { readonly name: C } }
