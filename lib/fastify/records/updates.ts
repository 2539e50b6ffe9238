/** Updates of a record whose `input` a library judges: after `load`, since it needs the whole record. */

import type { Mistakes } from '../../routes/mistakes.js'
import type { Route } from '../../../types/route.js'
import { bothOf, isOnly } from '../schemas/index.js'
import type { Kinds } from '../schemas/index.js'
import { updateJudge } from './judge.js'
import type { ControllerRecord, Records } from './record.js'
import { createShapes } from './shapes.js'
import type { NamedShape, NamedShapes } from './shapes.js'

const shapeOf = { sent: createShapes('sent'), seen: createShapes('seen') }

const WAY_OUT = 'give the action a schema: { body } of its own'

/**
 * The hook of an update without a body schema of its own. An update whose record cannot be judged is a
 * mistake.
 */
export function updateHooks (
  route: Route, records: Records, isLoaded: boolean, mistakes: Mistakes
): { readonly preHandler?: unknown } {
  const {
    controller,
    action,
    method,
    resource: { singular }
  } = route
  const record = records.get(controller)
  if (record === undefined || record.judge === null || action !== 'update' || method === 'GET') return {}
  const ofUpdate = mistakes.at(`${controller}.update`)
  const reason = "its 'input' judges the loaded record with the sent values over it, and"
  if (!isLoaded) {
    ofUpdate.add(
      `${reason} nothing loads one for ${method} ${route.path}; add load: (id) => … to the ` +
        `controller, or ${WAY_OUT}`
    )
  }
  const { fields, unlike } = loadedFields(record)
  for (const name of unlike) {
    ofUpdate.add(
      `${reason} '${name}' of a record has another type than a client sends; make it optional, or ${WAY_OUT}`
    )
  }
  return {
    preHandler: updateJudge(singular, record.judge, fields, shapeOf.sent(record.sent))
  }
}

/**
 * The properties that a loaded record has as a client sends them, and the required ones that it has in
 * another form.
 */
function loadedFields ({ sent, seen }: ControllerRecord): {
  readonly fields: NamedShapes,
  readonly unlike: readonly string[]
} {
  const shown = shapeOf.seen(seen).names
  const fields = new Map<string, NamedShape>()
  const unlike: string[] = []
  for (const [name, field] of shapeOf.sent(sent).names) {
    const other = shown.get(name)?.shape.kinds
    if (other === undefined || areAlike(field.shape.kinds, other)) {
      fields.set(name, field)
    } else if (field.isRequired) {
      unlike.push(name)
    }
  }
  return { fields, unlike }
}

/** Whether one value may be of both; a file is no text. */
function areAlike (sent: Kinds, seen: Kinds): boolean {
  const isFile = (kinds: Kinds): boolean => kinds.has('file') && !kinds.has('any')
  return isFile(sent) === isFile(seen) && !isOnly(bothOf([sent, seen]), ['null'])
}
