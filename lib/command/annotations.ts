/** Workflow commands of GitHub Actions, which show a message at the line that it is about. */

import type { FoundRow } from '../../types/check.js'

export interface Annotation {
  readonly level: 'error' | 'notice'
  readonly message: string
  readonly row: FoundRow | null | undefined
}

export function annotationText ({ level, message, row }: Annotation): string {
  const place = row?.file == null ? '' : ` file=${row.file},line=${row.line as number}`
  return `::${level}${place}::${message.replaceAll('%', '%25')}`
}
