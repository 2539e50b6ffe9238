/** Follows all that a visitor is shown, as a browser does. */

import { searchUrl } from './page.js'
import type { WalkRow } from './rows.js'
import { isRedirect } from './steps.js'
import type { Question, Step } from './steps.js'
import type { Visitor } from './visitor.js'
import type { Walk } from './walk.js'
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

/** The URLs that the walk begins with, then all that they show; up to `most` of one row or path. */
export async function crawl (world: World, visitor: Visitor, most: number): Promise<readonly Step[]> {
  const { walk } = world
  const { asked } = walk
  const steps: Step[] = []
  const seen = new Map<string, Step>()
  const counts = new Map<string, number>()
  const pages = walk.rows.filter(({ method }) => method === 'GET')
  const queue: Link[] = [
    ...walk.start.map((url) => ({ url })),
    ...pages.flatMap((row) => world.urlsOf(row).map((url) => ({ url, row })))
  ]

  function isDue (url: string): boolean {
    const kind = kindOf(walk, url)
    const count = counts.get(kind) ?? 0
    if (walk.isIgnored(url) || asked.has(`GET ${visitor.name} ${url}`) || count === most) return false
    counts.set(kind, count + 1)
    return true
  }

  async function follow ({ trail = [], ...link }: Link): Promise<void> {
    const { url, page, form } = link
    const before = seen.get(url)
    if (before !== undefined && page !== undefined) steps.push({ ...before, kind: 'link', page })
    if (before !== undefined || !isDue(url)) return
    await visitor.signIn()
    // Also where the answer will be no.
    world.learn('GET', url)
    const linked = form === undefined ? 'link' : 'form'
    const step = await visitor.ask({ ...link, kind: page === undefined ? 'page' : linked, method: 'GET' })
    const { target, answer } = step
    steps.push(step)
    seen.set(url, step)
    await askOtherwise(step)
    // The pages of errors lead nowhere new.
    if (answer.status < 400) note(step)
    if (!isRedirect(answer) || target === undefined) return
    const urls = [...trail, url]
    const first = page ?? url
    if (urls.includes(target) || urls.length > MOST_REDIRECTS) {
      const path = [...urls, target].slice(0, 4).join(' → ')
      const fault = `${first} redirects ${visitor.name} for ever: ${path}`
      steps.push({ ...step, kind: 'link', fault })
    } else queue.unshift({ url: target, page: first, trail: urls })
  }

  /** The head of a page, and its data: once for each row. */
  async function askOtherwise ({ url, row, shown, answer }: Step): Promise<void> {
    if (answer.status !== 200 || answer.isEndless) return
    // A picture, a script or the like.
    if (shown === undefined && row === undefined) asked.add(`GET ${visitor.name} ${url}`)
    const place = `${visitor.name} ${kindOf(walk, url)}`
    const hasData =
      row?.schema.response !== undefined && row.route.format === null && answer.type !== 'application/json'
    if (isFirst(`HEAD ${place}`)) {
      steps.push(await visitor.ask({ kind: 'head', method: 'HEAD', url, row, got: answer }))
    }
    if (hasData && isFirst(`JSON ${place}`)) {
      const headers = { accept: 'application/json' }
      steps.push(await visitor.ask({ kind: 'page', method: 'GET', url, row, headers }))
    }
  }

  function isFirst (text: string): boolean {
    const isNew = !asked.has(text)
    asked.add(text)
    return isNew
  }

  /** Notes the links and forms of a page. */
  function note (step: Step): void {
    const { url: page, shown } = step
    if (shown === undefined) return
    for (const link of shown.invalid) {
      const fault = `${page} shows ${visitor.name} the invalid link ${link}`
      steps.push({ ...step, kind: 'link', fault })
    }
    queue.push(...shown.links.map((url) => ({ url, page })))
    for (const form of shown.forms) {
      if (form.method === 'GET') queue.push({ url: searchUrl(form), page, form })
      else world.learn(form.method, form.url)
    }
  }

  for (let link = queue.shift(); link !== undefined; link = queue.shift()) await follow(link)
  return steps
}

/** Makes known what some rows add, where their answers do not tell its ids. */
export async function reach (world: World, visitor: Visitor, lists: readonly WalkRow[]): Promise<void> {
  const { size } = world.filled
  await world.fill(lists)
  if (world.filled.size > size && await visitor.canSignIn()) await crawl(world, visitor, FEW_URLS)
}

/** Equal for URLs that one row answers, with the same names in their queries. */
export function kindOf ({ rowAt }: Walk, url: string): string {
  const [path = '', query = ''] = url.split('?')
  const names = query.split('&').map((pair) => pair.replace(/=.*/s, '')).sort()
  return `${rowAt('GET', url)?.label ?? path} ${names.join()}`
}
