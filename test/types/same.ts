/** What the type tests compare with. */

import type { DeclarationOf, Routes } from '../../types/mapper.js'
import type { RowsOf } from '../../types/rows.js'

/** Whether two types are one, exactly. */
export type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false

export declare function same<T extends boolean> (holds: T & true): void

/** The helpers of named routes, by their stems. */
export type HelpersOf<Stem extends string> =
  `${Stem}Path` | `${Stem}Url` | `hashFor${Capitalize<Stem>}Path` | `hashFor${Capitalize<Stem>}Url`

/** The actions by controller. */
export type ActionsOf<R extends Routes> = {
  [T in RowsOf<DeclarationOf<R>> as [T['actions']] extends [never] ? never : T['controller']]: T['actions']
}

/** The names of helpers, but of what all families have. */
export type HelperKeys<U> = Exclude<keyof U & string, 'with'>
