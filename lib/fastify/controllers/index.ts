/** The entry of this folder: loads controllers, and reads their actions as route options. */

export type { ControllerAction, ActionRouteOptions, AnswerInvalid } from './controller-actions.js'
export {
  actionNames, hasOwnBody, isGuarded, mergeOptions, methodNames, readActions, withoutBodySchema
} from './controller-actions.js'
export { controller } from './controller.js'
export type { Controller } from './load-controllers.js'
export { hasController, loadControllers, warnOfUnused } from './load-controllers.js'
export { misspeltOptions } from './option-names.js'
export { BEFORE_HANDLER, misplacedRouteOptions } from './action-options.js'
