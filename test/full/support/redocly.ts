/** Redocly's recommended rules for an OpenAPI document, but for those that the app breaks. */

import { createConfig, lintFromString } from '@redocly/openapi-core'
import type { Linter } from '../../support/documents.js'

const config = createConfig({
  extends: ['recommended'],
  // The errors that only the app knows are `default`.
  rules: { 'operation-4xx-response': 'off' }
})

/** The app has a license and the like. */
export const lintByRedocly: Linter = async (document, broken = []) => {
  const decided = {
    ...document,
    info: { ...document.info as object, license: { name: 'MIT', url: 'https://example.org/license' } },
    servers: [{ url: 'https://example.org' }],
    security: []
  }
  const problems = await lintFromString({ source: JSON.stringify(decided), config: await config })
  return problems
    .filter(({ ruleId }) => !broken.includes(ruleId))
    .map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`)
}
