/** Steps of a walk: what is asked and why, and what comes of it. */

import type { Answer } from './watched-app.js'
import type { Page, PageForm } from './page.js'
import type { WalkRow } from './walk-rows.js'

/** A request, and why it is sent. */
export interface Question {
  /**
   * `page`: a page that no link led to. `link`: a link or a redirect. `head`: HEAD after GET. `write`: a
   * valid request. `empty`, `queried` and `unguarded`: the same by a stranger with an empty body, an invalid
   * query, or an unknown id.
   * `form`: a form as rendered. `blank`: one whose fields are empty. `odd`: an odd id or value. `unknown`: an
   * id that no record has.
   */
  readonly kind:
    | 'page' | 'link' | 'head' | 'write' | 'empty' | 'queried' | 'unguarded' | 'form' | 'blank' | 'odd'
    | 'unknown'
  readonly method: string
  /** A path of the app, or a URL with another host of it. */
  readonly url: string
  /** That of the URL, unless its conditions choose another one. */
  readonly row?: WalkRow | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Becomes JSON, or a multipart form where it has files; undefined for none. */
  readonly body?: unknown
  /** A form in place of a body, which a browser sends by POST. */
  readonly payload?: URLSearchParams | FormData
  /** The page with the link or the form. */
  readonly page?: string | undefined
  readonly form?: PageForm | undefined
  /** The answer of GET before a HEAD. */
  readonly got?: Answer
}

/** A question with its answer. */
export interface Step extends Question {
  readonly visitor: string
  readonly answer: Answer
  /**
   * `refused`: a guard, or the action, sends the visitor away. `invalid`: the app refuses the body or an id
   * before the action begins. `past`: the visitor gets past all guards. `unclear`: anything else.
   */
  readonly outcome: 'refused' | 'invalid' | 'past' | 'unclear'
  /** Where its `Location` leads; undefined for another site. */
  readonly target: string | undefined
  /** What the answer shows, if it is one of HTML. */
  readonly shown: Page | undefined
  /** Where the answer led. */
  readonly next?: Step
  /** What is wrong with a link or a form whatever the answer is. */
  readonly fault?: string
}

export function pathOf (url: string): string {
  return url.replace(/\?.*/s, '')
}

/** `POST /posts`; for a request that reaches no row, its method and path. */
export function labelOf ({ row, method, url }: Pick<Question, 'row' | 'method' | 'url'>): string {
  return row?.label ?? `${method} ${pathOf(url)}`
}

export function isRedirect ({ status }: Answer): boolean {
  return status >= 300 && status < 400 && status !== 304
}

/** `logIn` are the paths of the pages that guards send strangers to. */
export function outcomeOf (
  answer: Answer, target: string | undefined, logIn: readonly string[]
): Step['outcome'] {
  const { status, ran } = answer
  const isSentAway = isRedirect(answer) && (!ran || isLogIn(target, logIn))
  if (status === 401 || status === 403 || isSentAway) return 'refused'
  // A row compares versions after all guards, so who learns of one is past them.
  if (ran || (status >= 200 && status < 300) || [412, 428].includes(status)) return 'past'
  return [400, 413, 415, 422].includes(status) ? 'invalid' : 'unclear'
}

function isLogIn (target: string | undefined, logIn: readonly string[]): boolean {
  return target !== undefined && logIn.includes(pathOf(target))
}

/**
 * An action that leads to the log-in page refuses a visitor only if it leads another one elsewhere, and
 * `open` has it not: who has signed up or logged out goes there too.
 */
export function withLogOuts (steps: readonly Step[], open: readonly string[]): readonly Step[] {
  const writes = steps.filter(({ kind }) => kind === 'write')
  const past = new Set(writes.filter(({ outcome }) => outcome === 'past').map(labelOf))
  return steps.map((step): Step => {
    const { kind, outcome, answer } = step
    const isLed = kind === 'write' && outcome === 'refused' && answer.ran && isRedirect(answer)
    const isDone = isLed && (open.includes(labelOf(step)) || !past.has(labelOf(step)))
    return isDone ? { ...step, outcome: 'past' } : step
  })
}

export function readJsonBody (body: string): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return undefined
  }
}
