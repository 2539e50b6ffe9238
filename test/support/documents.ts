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

/** By Redocly's recommended rules. */
export async function lintDocument (document: object): Promise<readonly string[]> {
  const problems = await lintFromString({ source: JSON.stringify(document), config: await config })
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`)
}
