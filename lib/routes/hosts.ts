/** Which hosts the rows of a path answer for, as Fastify's router compares them. */

import type { End } from './router.js'

/** Whether a condition takes a host. The router reads a pattern without the flags `g` and `y`. */
function takesHost (condition: unknown, host: string): boolean {
  return condition instanceof RegExp
    ? new RegExp(condition.source, condition.flags.replace(/[gy]/g, '')).test(host)
    : condition === host
}

/** What the router may choose at the end of a path. */
interface Choice<E extends End> {
  /** Several where they depend on conditions that are unknown. */
  readonly possible: readonly E[]
  /** The one of them that it chooses where no such condition is met. */
  readonly certain: E | undefined
}

export function chooseEnds<E extends End> (ends: readonly E[], host: string | undefined): Choice<E> {
  const fitting = endsOfHost(ends, host)
  const isCertain = ({ route: { conditions } }: End): boolean =>
    Object.keys(conditions).every((name) => name === 'host' && host !== undefined)
  const certain = fitting.findLast(isCertain)
  return {
    possible: ends.filter((end) => end === certain || (fitting.includes(end) && !isCertain(end))),
    certain
  }
}

/**
 * Those ends of a path that the router may choose for a host, the one that it prefers last. It prefers more
 * conditions, and of as many the later row. For a host it knows one text or one pattern: the text, else the
 * first pattern. Only a pattern that comes before the text counts beside it.
 */
function endsOfHost<E extends End> (ends: readonly E[], host: string | undefined): readonly E[] {
  const ordered = [...ends].sort((one, other) => conditionCount(one) - conditionCount(other))
  if (host === undefined) return ordered
  const placeOf = (isWanted: (condition: unknown) => boolean): number =>
    ordered.findIndex(({ route: { conditions } }) => isWanted(conditions.host))
  const text = placeOf((condition) => condition === host)
  const pattern = placeOf((condition) => condition !== host && takesHost(condition, host))
  return ordered.filter(({ route: { conditions } }, place) =>
    conditions.host === undefined || conditions.host === host ||
    (place === pattern && (text === -1 || pattern < text)))
}

function conditionCount ({ route: { conditions } }: End): number {
  return Object.keys(conditions).length
}
