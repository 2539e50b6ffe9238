/** What the type tests compare with. */

/** Whether two types are one, exactly. */
export type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false

export declare function same<T extends boolean> (holds: T & true): void

/** The helpers of named routes, by their stems. */
export type HelpersOf<Stem extends string> =
  `${Stem}Path` | `${Stem}Url` | `hashFor${Capitalize<Stem>}Path` | `hashFor${Capitalize<Stem>}Url`

/** The actions by controller, without what a controller has for itself. */
export type ActionsOf<C> = {
  -readonly [K in keyof C]: Exclude<keyof Exclude<C[K], (...args: never) => unknown>, 'routeOptions' | 'record' | 'responses'>
}
