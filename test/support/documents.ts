/**
 * What is wrong with an OpenAPI document. Each validator compiles the schemas of a version once for a test
 * file.
 */

import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'

const validator = new Validator()
const config = createConfig({ extends: ['recommended'] })

/** By the schema of OpenAPI itself: `{ valid: true }`, or its errors. */
export async function validateDocument (document: Record<string, unknown>): Promise<object> {
  return await validator.validate(structuredClone(document))
}

/** By Redocly's recommended rules, but for those that the app breaks. It has a license and the like. */
export async function lintDocument (
  document: Record<string, unknown>, broken: readonly string[] = []
): Promise<readonly string[]> {
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
