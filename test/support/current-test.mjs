// What a test file imports as `tap`: in a group the subtest of the file. Each file has a copy of this module.
import tap from 'tap'

/** One for all copies of this module. */
export const current = globalThis[Symbol.for('fastify-resources.test')] ??= { test: tap }

export default current.test
