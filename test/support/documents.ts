/**
 * What is wrong with an OpenAPI document. The validator compiles the schemas of a version once for a test
 * file.
 */

import { Validator } from '@seriousme/openapi-schema-validator'

/** Lists the problems of a document, without those of the rules that the app breaks. */
export type Linter = (
  document: Record<string, unknown>, broken?: readonly string[]
) => Promise<readonly string[]>

const validator = new Validator()

let linter: Linter = async () => []

/** `test/full` has a linter, and runs the tests of documents with it. */
export function useLinter (installed: Linter): void {
  linter = installed
}

/** By the schema of OpenAPI itself: `{ valid: true }`, or its errors. */
export async function validateDocument (document: Record<string, unknown>): Promise<object> {
  return await validator.validate(structuredClone(document))
}

export const lintDocument: Linter = async (document, broken = []) => await linter(document, broken)
