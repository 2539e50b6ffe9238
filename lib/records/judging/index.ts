/** The entry of this folder: what checks a request, a validator or a library, and errors of what was sent. */

export { changedRecordHook, fileOf, newRecordHook } from './hooks.js'
export type { RecordJudge } from './judge.js'
export { createLibraryRecord, libraryOf } from './library.js'
export { readOwnSchema } from './own.js'
export type { Fault, InvalidPart } from './part-errors.js'
export { attachOrReturn, invalidInput, invalidPart, sentFaults } from './part-errors.js'
export type { CompileRecord, RecordValidator } from './validators.js'
export { createCompiler } from './validators.js'
export { createZodRecord } from './zod.js'
