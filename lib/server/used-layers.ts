/** Which layers an app uses: only these are imported. */

import type { ControllerAction } from '../controllers/controller-actions.js'
import type { Controller } from '../controllers/load-controllers.js'
import type { Layer, Registering } from '../controllers/layers/index.js'

/** The actions of all controllers, which are loaded. */
type Actions = Iterable<ControllerAction>

interface LazyLayer {
  /** The options of controllers that ask for it. */
  readonly options: readonly string[]
  readonly isAskedFor?: (action: ControllerAction) => boolean
  readonly create: (registering: Registering) => Promise<Layer>
}

/** In the order of their parts: an update is judged with the loaded record. */
const LAYERS: readonly LazyLayer[] = [
  {
    options: ['load'],
    async create (registering) {
      const { createLoadLayer } = await import('../records/load/index.js')
      return createLoadLayer(registering)
    }
  },
  {
    options: ['version', 'requireVersion', 'etag'],
    async create (registering) {
      const { createVersionLayer } = await import('../records/versions/index.js')
      return createVersionLayer(registering)
    }
  },
  {
    options: ['record', 'input', 'responses'],
    isAskedFor: ({ shared, own }) => shared.schema !== undefined || own.schema !== undefined,
    async create (registering) {
      const { createRecordLayer } = await import('../records/record/index.js')
      return createRecordLayer(registering)
    }
  },
  {
    options: [],
    isAskedFor: ({ formats }) => formats !== undefined,
    async create (registering) {
      const { createActionFormatsLayer } = await import('./action-formats/index.js')
      return createActionFormatsLayer(registering)
    }
  }
]

/** Those that read controllers. */
export async function layersFor (registering: Registering, actions: Actions): Promise<Layer[]> {
  const controllers = [...registering.controllers.values()]
  const all = [...actions]
  const used = LAYERS.filter(({ options, isAskedFor = () => false }) =>
    all.some(isAskedFor) || controllers.some((controller) => hasAny(controller, options)))
  return await Promise.all(used.map(async ({ create }) => await create(registering)))
}

/** A name without a value counts too: its layer says whether that is a mistake. */
function hasAny (controller: Controller, options: readonly string[]): boolean {
  return options.some((option) => option in controller)
}

/** Before the scopes of namespaces, since they inherit its hooks; null without @fastify/swagger. */
export async function openapiFor (registering: Registering): Promise<Layer | null> {
  if (!registering.fastify.hasDecorator('swagger')) return null
  const { createOpenapiLayer } = await import('../openapi/index.js')
  return await createOpenapiLayer(registering)
}
