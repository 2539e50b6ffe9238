/** The entry of this folder: what checks a request, a validator or a library, and errors of what was sent. */

export type { Library } from './library.js'
export { newRecordHook, fileOf, libraryOf, structureGuard, updatedRecordHook } from './library.js'
export { readOwnSchema } from './own.js'
export type { Fault, InvalidPart } from './part-errors.js'
export { attachOrReturn, invalidInput, invalidPart, sentFaults } from './part-errors.js'
export type { CompileRecord, RecordValidator } from './validators.js'
export { createCompiler } from './validators.js'
export type { ZodRecord } from './zod.js'
export { changedZodHook, createZodRecord, newZodHook } from './zod.js'
