/** One resource as types: its names, paths and actions, by the rules of Rails 2.2.1. */

import type {
  Constants, Context, DeepOptions, FormatsOf, Module, NamePrefix, NeedsFormat, PathPrefix, RecordsBelow
} from './context.js'
import type { Plural, Singular } from './inflection.js'
import type { PathVariables, Snake } from './names.js'
import type { Action } from './options.js'

/** The parts of both kinds; `O` are the options with the namespace's defaults. */
export interface Scope<N extends string, O, C extends Context> {
  readonly options: O
  readonly plural: Snake<N>
  readonly name: NamePrefix<O, C['name']>
  readonly path: [...PathPrefix<O, C['path']>, ...WordVariables<O>]
  readonly module: Module<O, C['module']>
  readonly shallow: Shallow<O, C>
  /** The conventional actions that it leaves out. */
  readonly blocked: C['blocked'] | Blocked<O>
  readonly wraps: C['wraps']
  readonly formats: FormatsOf<O, C['formats']>
  readonly needsFormat: NeedsFormat<O>
  readonly constants: Constants<O>
  /** The properties that the variables of surrounding records hold. */
  readonly properties: C['properties']
  /** The variables of surrounding records, with their controllers and properties. */
  readonly records: RecordsBelow<O, C>
  readonly singletons: C['singletons']
}

export interface ResourcesScope<N extends string, O, C extends Context> extends Scope<N, O, C> {
  readonly singular: O extends { readonly singular: infer V extends string } ? Snake<V> : Singular<Snake<N>>
  /** The property of records in its paths. */
  readonly param: O extends { readonly param: infer V extends string } ? V : 'id'
  /** Shallow routes leave out the parent, but keep path and name of the namespaces. */
  readonly recordName: Shallow<O, C> extends true ? C['shallowName'] : NamePrefix<O, C['name']>
  readonly recordPath: Shallow<O, C> extends true
    ? [...C['shallowPath'], ...WordVariables<O>]
    : [...PathPrefix<O, C['path']>, ...WordVariables<O>]
  readonly recordsOfRecord: Shallow<O, C> extends true ? {} : RecordsBelow<O, C>
  readonly recordSingletons: Shallow<O, C> extends true ? {} : C['singletons']
  readonly controller: `${Module<O, C['module']>}${O extends { readonly controller: infer V extends string }
    ? V
    : N}`
}

export interface SingletonScope<N extends string, O, C extends Context> extends Scope<N, O, C> {
  readonly singular: Snake<N>
  readonly param: 'id'
  /** A singleton has no conventional `index` that could be left out. */
  readonly blocked: Exclude<C['blocked'] | Blocked<O>, 'index'>
  readonly controller: `${Module<O, C['module']>}${O extends { readonly controller: infer V extends string }
    ? V
    : Plural<N>}`
}

/** Inside the block of a resource. Of the options around it, only those for every row reach there. */
interface InBlock<S extends Scope<any, any, any>, C extends Context> extends Context {
  readonly isRoot: false
  readonly shallowPath: C['shallowPath']
  readonly shallowName: C['shallowName']
  readonly module: S['module']
  readonly shallow: S['shallow']
  readonly inResource: true
  readonly blocked: C['blocked']
  readonly wraps: C['wraps']
  readonly formats: C['formats']
  readonly defaults: DeepOptions<C['grouped']>
  readonly grouped: DeepOptions<C['grouped']>
}

/** Inside the block of `resources`. */
export interface InResources<S extends ResourcesScope<any, any, any>, C extends Context> extends InBlock<
  S,
  C
> {
  readonly path: [...S['recordPath'], `${S['singular']}_${S['param']}`]
  readonly properties: WithParam<C['properties'], `${S['singular']}_${S['param']}`, S['param']>
  readonly records: S['recordsOfRecord'] & {
    readonly [_ in `${S['singular']}_${S['param']}`]: readonly [S['controller'], S['param']]
  }
  readonly singletons: S['recordSingletons']
  readonly name: `${S['recordName']}${S['singular']}_`
}

/** Inside the block of `resource`. */
export interface InSingleton<S extends SingletonScope<any, any, any>, C extends Context> extends InBlock<
  S,
  C
> {
  readonly path: S['path']
  readonly properties: C['properties']
  readonly records: S['records']
  readonly singletons: C['singletons'] & { readonly [_ in S['singular']]: S['controller'] }
  readonly name: `${S['name']}${S['singular']}_`
}

/** Adds a variable that is not the `id`. */
export type WithParam<P extends object, V extends string, Param extends string> =
  'id' extends Param ? P : P & { readonly [_ in V]: Param }

export type Shallow<O, C extends Context> =
  O extends { readonly shallow: infer V extends boolean } ? V : C['shallow']

type WordVariables<O> = O extends { readonly as: infer V extends string } ? PathVariables<V> : []

type Blocked<O> =
  O extends { readonly only: infer V extends string | readonly string[] } ? Exclude<Action, Listed<V>>
  : O extends { readonly except: infer V extends string | readonly string[] } ? Listed<V>
  : never

type Listed<V extends string | readonly string[]> =
  V extends 'all' ? Action : V extends 'none' ? never : V extends readonly string[] ? V[number] : V

/** The actions of option maps. */
export type Own<O, K extends 'collection' | 'new' | 'member'> =
  K extends unknown ? O extends { readonly [P in K]: infer M extends object } ? ActionsOf<M> : never : never

type ActionsOf<M> = M extends readonly string[] ? M[number] : keyof M & string
