/** The more specific row answers, whatever the order of declaration. */

import assert from 'node:assert/strict'
import t from 'tap'
import fc from 'fast-check'
import { draw } from '../lib/index.js'
import type { Route, Routes } from '../lib/index.js'
import { requirementOf } from '../lib/routes/params.js'
import { echoApp } from './support/app.js'
import type { Echo } from './support/app.js'
import { runs } from './support/runs.js'

const RUNS = { numRuns: runs(1000) }

interface PlainRoute {
  path: string
  requirements: Record<string, RegExp>
  formats: string[]
}

const REQUIREMENTS: Readonly<Record<string, RegExp>> = { n: /\d+/, w: /[a-z]+/, d: /[a-z.]+/ }

/** Variables end in the letter of their requirement; others require nothing. */
const segment = fc.constantFrom('a', 'new', 'x.json', ':i', ':j', ':n', ':w', ':d')

const plainRoute: fc.Arbitrary<PlainRoute> = fc
  .record({
    segments: fc.array(segment, { minLength: 1, maxLength: 3 }),
    formats: fc.constantFrom<string[]>([], [], ['json'], ['json', 'xml'])
  })
  .map(({ segments, formats }) => {
    const names = segments.map((text, place) => (text.startsWith(':') ? `${text}${place}` : text))
    const requirements = Object.fromEntries(
      names.flatMap((name) => {
        const requirement = name.startsWith(':') ? REQUIREMENTS[name.charAt(1)] : undefined
        return requirement === undefined ? [] : [[name.slice(1), requirement]]
      })
    )
    // Beside formats, no requirement may name a dot.
    const holdsDot = segments.includes(':d')
    return { path: `p/${names.join('/')}`, requirements, formats: holdsDot ? [] : formats }
  })

const url = fc.array(
  fc.constantFrom(
    'a',
    'new',
    'zz',
    '7',
    'x.json',
    'a.json',
    'zz.xml',
    '7.json',
    'b.c',
    '1.2.json',
    'new.JSON'
  ),
  { minLength: 1, maxLength: 3 }
)

function drawOrNull (given: readonly PlainRoute[]): Routes | null {
  try {
    return draw((map) => {
      given.forEach(({ path, ...options }, index) => {
        map.route(`r${index}` as 'r0', path, { controller: `c${index}` as 'c0', action: 'show', ...options })
      })
      return map
    })
  } catch (error) {
    assert.match((error as Error).message, /declared already|no request reaches|cannot tell its extension/)
    return null
  }
}

/** How a row may read one text: the rank of the reading, and whether the text is an id there. */
interface Reading {
  rank: number
  isId: boolean
}

/** Word, word with an extension, requirement (an extension is one), nothing: in this order. */
function readingsOf ({ params, formats }: Route, segment: string, text: string, isLast: boolean): Reading[] {
  const extended = isLast ? formats.map((format) => `.${format}`) : []
  if (!segment.startsWith(':')) {
    return [
      ...(text === segment ? [{ rank: 0, isId: true }] : []),
      ...(extended.some((ending) => text === segment + ending) ? [{ rank: 1, isId: true }] : [])
    ]
  }
  const source = requirementOf(params, segment.slice(1))
  const matches = (id: string): boolean => source === null || new RegExp(`^(?:${source})$`).test(id)
  const isId = (id: string): boolean => id !== '' && (formats.length === 0 || !id.includes('.'))
  const stem = extended
    .filter((ending) => text.endsWith(ending))
    .map((ending) => text.slice(0, -ending.length))[0]
  const wholeReads =
    matches(text) && (source === null || !isLast || formats.length === 0 || !text.includes('.'))
  return [
    ...(wholeReads ? [{ rank: source === null ? 3 : 2, isId: isId(text) }] : []),
    ...(stem !== undefined && matches(stem) ? [{ rank: 2, isId: isId(stem) }] : [])
  ]
}

interface Match {
  route: Route
  ranks: number[]
  isId: boolean
}

function matchesOf (route: Route, texts: readonly string[]): Match[] {
  const [, , ...segments] = route.path.split('/')
  if (segments.length !== texts.length) return []
  return segments.reduce<Match[]>(
    (matches, segment, place) =>
      matches.flatMap((match) =>
        readingsOf(route, segment, texts[place] as string, place === segments.length - 1).map(
          ({ rank, isId }) => ({ route, ranks: [...match.ranks, rank], isId: match.isId && isId })
        )
      ),
    [{ route, ranks: [], isId: true }]
  )
}

/**
 * Segment by segment from the left; undefined where both have a requirement in the first place in which they
 * differ.
 */
function moreSpecific (one: Match, other: Match): boolean | undefined {
  const [, , ...segments] = one.route.path.split('/')
  const [, , ...others] = other.route.path.split('/')
  for (const [place, rank] of one.ranks.entries()) {
    const difference = rank - (other.ranks[place] as number)
    if (difference !== 0) return difference < 0
    const sameRequirement =
      requirementOf(one.route.params, (segments[place] as string).slice(1)) ===
      requirementOf(other.route.params, (others[place] as string).slice(1))
    if (rank === 2 && !(sameRequirement && place < one.ranks.length - 1)) return undefined
  }
  return undefined
}

t.test('the more specific row answers, in whatever order the rows are declared', async (t) => {
  let decided = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(plainRoute, { minLength: 2, maxLength: 3 }),
      fc.array(url, { minLength: 12, maxLength: 12 }),
      async (given, urls) => {
        for (const order of [given, given.toReversed()]) {
          const routes = drawOrNull(order)
          if (routes === null) return
          const app = await echoApp(routes)
          for (const texts of urls) {
            const matches: Match[] = routes.table.flatMap((route) => matchesOf(route, texts))
            const best: Match | undefined = matches.find((match) =>
              matches.every((other) => other === match || moreSpecific(match, other) === true)
            )
            if (best === undefined && matches.length > 0) continue
            decided++
            const response = await app.inject(`/p/${texts.join('/')}`)
            const answer =
              response.statusCode === 200 ? response.json<Echo>().controller : response.statusCode
            assert.deepEqual([texts, answer], [texts, best?.isId === true ? best.route.controller : 404])
          }
          await app.close()
        }
      }
    ),
    RUNS
  )
  t.ok(decided > RUNS.numRuns, `${decided} requests`)
})

t.test('an unrelated row changes nothing', async (t) => {
  const wiki = { path: 'p/:id/wiki', formats: [], requirements: {} }
  const list = { path: 'p/:id/x/list', formats: ['json'], requirements: {} }
  const other = { path: 'p/:id/x/:other', formats: [], requirements: {} }
  for (const given of [
    [wiki, list, other],
    [list, other],
    [other, wiki, list]
  ]) {
    const app = await echoApp(drawOrNull(given) as Routes)
    t.equal((await app.inject('/p/7/x/list')).json<Echo>().controller, `c${given.indexOf(list)}`)
  }
})
