// What a test file imports as `tap`: in a group the subtest of the file. Each file has a copy of this module.
import tap from 'tap'

const KEY = Symbol.for('fastify-resources.test')

// Ajv tells of what its strict mode would not write: hundreds of lines, as tests write all that is valid.
const { warn } = console
if (globalThis[KEY] === undefined) {
  console.warn = (...parts) => { if (!String(parts[0]).startsWith('strict mode: ')) warn(...parts) }
}

/** One for all copies of this module. */
export const current = globalThis[KEY] ??= { test: tap }

export default current.test
