/** What tests ask an app; a server loads nothing of it. */

import type { FastifyInstance } from 'fastify'
import type { CheckOptions, Finding } from '../../types/findings.js'

/**
 * Finds gaps in an app's trees: GETs that reach `update` or `destroy`, and controllers and actions that no
 * row reaches. With `guard` also rows, and routes outside the trees, that write without a hook of that name,
 * or where it runs too late. Waits until the app is ready.
 *
 * Throws FST_RESOURCES_OPTIONS for unknown options, a guard that no row has, and an app without this plugin.
 *
 * @example t.strictSame(await checkApp(app, { guard: 'requireUser', accepted: ['POST /session'] }), [])
 */
export async function checkApp (app: FastifyInstance, options?: CheckOptions): Promise<readonly Finding[]> {
  const { findGaps } = await import('./index.js')
  return await findGaps(app, options)
}
