/** The seam: what a layer reads of controllers, and what it adds to the rows that actions answer. */

import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { RowForm } from '../../../types/field-facts.js'
import type { Mistakes } from '../../routes/mistakes.js'
import type { Properties } from '../../routes/objects.js'
import type { Route } from '../../../types/route.js'
import type { ActionRouteOptions, ControllerAction } from '../controller-actions.js'
import type { Controller } from '../load-controllers.js'
import type { Settings } from '../plugin-options.js'
import type { RowFacts } from './row-facts.js'

/** What a layer knows of a registration. */
export interface Registering {
  readonly fastify: FastifyInstance
  readonly table: readonly Route[]
  readonly settings: Settings
  /** By name; filled before a layer reads the first. */
  readonly controllers: ReadonlyMap<string, Controller>
  /** Those of controllers. */
  readonly mistakes: Mistakes
}

/** A row that an action answers. */
export interface LayerRow {
  readonly route: Route
  readonly scope: FastifyInstance
  readonly action: ControllerAction
  /** The route options of the controller and the action together. */
  readonly options: ActionRouteOptions
}

/** Route options: hooks of several parts add up. */
export type PartOptions = Readonly<Record<string, unknown>>

export type ErrorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => unknown

/** What a form of a row shows. */
export interface FormRecord extends RowForm {
  /** The values of a body, without those that no client sends. */
  readonly sentValues?: (values: Properties) => unknown
  /** A loaded record, without what it hides. */
  readonly shownValues?: (record: unknown) => unknown
  /** Whether a name of the body may be a check box. */
  readonly takesBoolean?: (keys: readonly string[]) => boolean
}

/** What a layer adds to a row. `sourcesOf` says in which order. */
export interface RowPart {
  /** Before the hooks of the controller: what reads a request. */
  readonly first?: PartOptions
  /** After those of the controller, before those of the action: what an action relies on. */
  readonly guarded?: PartOptions
  /** After those of the action: what checks a request, and what shapes an answer. */
  readonly last?: PartOptions
  /** Parts of the schema for Fastify, in place of that of the action; undefined removes one. */
  readonly schema?: Properties
  readonly facts?: RowFacts
  readonly form?: FormRecord
  readonly wrapHandler?: (handler: RouteHandlerMethod) => RouteHandlerMethod
  /** An error handler around that of the row, which gives errors their fields. */
  readonly wrapErrors?: (next: ErrorHandler) => ErrorHandler
}

/** A native route of a row. */
export interface LayerRoute {
  readonly route: Route
  /** Whether another path of the row came before. */
  readonly isFurther: boolean
  readonly schema: Properties | undefined
}

export interface Layer {
  /** Once for each scope, outer scopes first. */
  readonly readControllers?: (scope: FastifyInstance, controllers: ReadonlyMap<string, Controller>) => void
  /** After all controllers are read. */
  readonly partOf: (row: LayerRow) => RowPart | readonly RowPart[]
  /** The last word on the schema of a native route. */
  readonly describe?: (row: LayerRoute) => Properties
}
