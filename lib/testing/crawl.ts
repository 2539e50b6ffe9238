/** Follows all that visitors are shown, as a browser does. */

import { createError } from '../errors.js'
import { searchUrl } from './page.js'
import type { WalkRow } from './walk-rows.js'
import { isRedirect } from './steps.js'
import type { Question, Step } from './steps.js'
import type { Visitor } from './visitor.js'
import type { Walk } from './create-walk.js'
import type { World } from './world.js'

/** No page led to it where it has none; its form has the method GET. */
interface Link extends Pick<Question, 'url' | 'row' | 'page' | 'form'> {
  /** The URLs that redirected to it. */
  readonly trail?: readonly string[]
}

/** How many URLs of one row or path to ask for. */
export const MOST_URLS = 8

/** How many to ask for before a journey. */
export const FEW_URLS = 2

export const MOST_REDIRECTS = 10

/** What visitors see: all of them, or some. */
export async function crawl (
  world: World, most: number, visitors: Iterable<Visitor> = world.visitors.values()
): Promise<readonly Step[]> {
  const steps: Step[] = []
  for (const visitor of visitors) {
    // A record that somebody has added may have ended the account.
    if (world.filled.size > 0 && !await visitor.canSignIn()) continue
    steps.push(...await crawlAs(visitor, world, most))
  }
  return steps
}

/** The URLs that the walk begins with, then all that they show; up to `most` of one row or path. */
async function crawlAs (visitor: Visitor, { walk, urlsOf }: World, most: number): Promise<readonly Step[]> {
  const { name } = visitor
  const steps: Step[] = []
  const seen = new Map<string, Step>()
  const counts = new Map<string, number>()
  const pages = walk.rows.filter(({ method }) => method === 'GET')
  const queue: Link[] = [
    ...walk.start.map((url) => ({ url, row: walk.startRow('GET', url) })),
    ...pages.flatMap((row) => urlsOf(row).map((url) => ({ url, row })))
  ]

  function isDue (url: string, row: WalkRow | undefined): boolean {
    const kind = kindOf(walk, url, row)
    const count = counts.get(kind) ?? 0
    if (walk.isIgnored(url) || walk.asked.has(`GET ${name} ${url}`) || count === most) return false
    counts.set(kind, count + 1)
    return true
  }

  async function follow ({ trail = [], ...link }: Link): Promise<void> {
    const { url, page, form, row = walk.rowAt('GET', url) } = link
    // A URL has a row for each version.
    const place = `${url} ${row?.label ?? ''}`
    // A page may set a cookie and redirect to itself.
    const before = trail.includes(url) ? undefined : seen.get(place)
    if (before !== undefined && page !== undefined) steps.push({ ...before, kind: 'link', page })
    if (before !== undefined || !isDue(url, row)) return
    const refusal = await visitor.signIn()
    if (refusal !== undefined) {
      throw createError('FST_RESOURCES_WALK', [`visitors.${name} cannot log in: ${refusal}`])
    }
    const linked = form === undefined ? 'link' : 'form'
    const kind = page === undefined ? 'page' : linked
    const step = await visitor.ask({ ...link, row, kind, method: 'GET' })
    const { target, answer, shown } = step
    steps.push(step)
    seen.set(place, step)
    await askOtherwise(step)
    if (shown !== undefined) {
      for (const link of shown.invalid) tell(step, `${url} shows ${name} the invalid link ${link}`)
      const searches = shown.forms.filter(({ method }) => method === 'GET')
      // A place in a page that is an error is there, though its address answers so.
      const links = answer.status < 400 ? shown.links : shown.links.filter((link) => link !== url)
      queue.push(
        ...links.map((link) => ({ url: link, page: url })),
        ...searches.map((form) => ({ url: searchUrl(form), page: url, form }))
      )
    }
    if (!isRedirect(answer) || target === undefined) return
    const urls = [...trail, url]
    const first = page ?? url
    if (urls.filter((one) => one === target).length > 1 || urls.length > MOST_REDIRECTS) {
      tell(step, `${first} redirects ${name} for ever: ${[...urls, target].slice(0, 4).join(' → ')}`)
    } else {
      // Who follows a redirect sends the same headers again.
      const next = walk.rowAt('GET', target, row?.headers)
      queue.unshift({ url: target, page: first, trail: urls, row: next })
    }
  }

  function tell (step: Step, fault: string): void {
    steps.push({ ...step, kind: 'link', fault })
  }

  /** The head of a page, its data and its formats: once for each row. */
  async function askOtherwise ({ url, row, shown, answer }: Step): Promise<void> {
    if (answer.status !== 200 || answer.isEndless) return
    // A picture, a script or the like.
    if (shown === undefined && row === undefined) walk.asked.add(`GET ${name} ${url}`)
    const place = `${name} ${kindOf(walk, url, row)}`
    const hasData =
      row?.schema.response !== undefined && row.route.format === null && answer.type !== 'application/json'
    if (isFirst(`HEAD ${place}`)) {
      steps.push(await visitor.ask({ kind: 'head', method: 'HEAD', url, row, got: answer }))
    }
    if (hasData && isFirst(`JSON ${place}`)) {
      const headers = { accept: 'application/json' }
      steps.push(await visitor.ask({ kind: 'page', method: 'GET', url, row, headers }))
    }
    for (const format of walk.address.formatsOf('GET', url, row?.headers)) {
      const [path = '', query = ''] = url.split(/(?=\?)/)
      const formatted = `${path}.${format}${query}`
      if (walk.isIgnored(formatted) || !isFirst(`${format} ${place}`)) continue
      const same = walk.rowAt('GET', formatted, row?.headers)
      steps.push(await visitor.ask({ kind: 'page', method: 'GET', url: formatted, row: same }))
    }
  }

  function isFirst (text: string): boolean {
    const isNew = !walk.asked.has(text)
    walk.asked.add(text)
    return isNew
  }

  for (let link = queue.shift(); link !== undefined; link = queue.shift()) await follow(link)
  return steps
}

/** Makes known what some rows add, where their answers do not tell its ids. */
export async function reach (world: World, visitor: Visitor, lists: readonly WalkRow[]): Promise<void> {
  if (await world.fill(lists)) await crawl(world, FEW_URLS, [visitor])
}

/** Equal for URLs that one row answers, with the same names in their queries. */
export function kindOf ({ rowAt }: Walk, url: string, row = rowAt('GET', url)): string {
  const [path = '', query = ''] = url.split('?')
  const names = query.split('&').map((pair) => pair.replace(/=.*/s, '')).sort()
  return `${row?.label ?? path} ${names.join()}`
}
