/** Typed controllers: `controller` returns its definition; all else is types. */

import type { Define } from '../../types/controllers.js'

const give = (_name: string, definition: object): object => definition

export const controller = Object.assign(give, { instance: give, for: () => controller }) as unknown as Define
