/** The output of verbs that find something: text for people, JSON, or annotations for GitHub Actions. */

import { oneOf, show } from '../text.js'
import type { FoundRow } from '../../types/findings.js'
import { UsageError } from './verb.js'
import type { VerbOutput } from './verb.js'

export const FORMAT_OPTIONS = { json: { type: 'boolean' }, format: { type: 'string' } } as const

const FORMATS = ['text', 'json', 'github'] as const

type Format = typeof FORMATS[number]

/** `--json` is short for `--format json`. */
export function readFormat (
  { json = false, format = json ? 'json' : 'text' }: { readonly json?: boolean, readonly format?: string }
): Format {
  const found = FORMATS.find((name) => name === format)
  if (found === undefined) throw new UsageError(`unknown format ${show(format)}; expected ${oneOf(FORMATS)}`)
  if (json && found !== 'json') throw new UsageError(`expected --json or --format ${found}, got both`)
  return found
}

/** A workflow command of GitHub Actions, which shows a message at the line that it is about. */
interface Annotation {
  readonly level: 'error' | 'notice'
  readonly message: string
  readonly row: FoundRow | null | undefined
}

interface Texts<F> {
  readonly text: () => string
  /** In place of annotations, where nothing was found. */
  readonly nothing: string
  readonly annotationOf: (one: F) => Annotation
}

export function formatFound<F> (
  format: Format, found: readonly F[], { text, nothing, annotationOf }: Texts<F>
): Pick<VerbOutput, 'text' | 'isData'> {
  const texts = {
    text,
    json: () => JSON.stringify(found, null, 2),
    github: () => found.length === 0 ? nothing : found.map(annotationOf).map(annotationText).join('\n')
  }
  return { text: texts[format](), isData: format !== 'text' }
}

function annotationText ({ level, message, row }: Annotation): string {
  const place = row?.file == null ? '' : ` file=${row.file},line=${row.line as number}`
  return `::${level}${place}::${message.replaceAll('%', '%25')}`
}
