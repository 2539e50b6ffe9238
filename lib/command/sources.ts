/** The line of code that a stack trace begins with. */

import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const FRAME = /^ *at (?:.* \()?(.+):(\d+):\d+\)?$/m

/** `src/routes.ts:3`, from the folder `cwd`. */
export function sourceLine (stack: string, cwd: string): string | undefined {
  const [, file, line] = FRAME.exec(stack) ?? []
  return file === undefined ? undefined : `${relative(cwd, file.startsWith('file:') ? fileURLToPath(file) : file)}:${line as string}`
}
