/** What answers the actions. */

import type { FastifyInstance, RouteHandlerMethod, RouteOptions } from 'fastify'

/** Fastify's route options, without those that the declaration decides. */
export type ActionOptions = Omit<Partial<RouteOptions>, 'method' | 'url' | 'path' | 'handler' | 'constraints'>

export type Action = RouteHandlerMethod | (ActionOptions & { handler: RouteHandlerMethod })

/** Actions by name; a class instance will do. */
export interface Controller {
  /** Hold for all its actions. */
  routeOptions?: ActionOptions
}

type Lazy<T> = T | Promise<T>

/** A controller, or a function of the Fastify instance that gives one or its module. */
export type ControllerSource = object | ((fastify: FastifyInstance) => Lazy<object>)
