/** Follows all that a visitor is shown, as a browser does. */

import { searchUrl } from './page.js'
import type { Page, PageForm } from './page.js'
import type { WalkRow } from './rows.js'
import type { Visitor } from './visitor.js'
import { redirectTarget } from './world.js'
import type { Question, Step, World } from './world.js'

/** A form on a page. */
export interface ShownForm {
  readonly page: string
  readonly form: PageForm
  /** Where it goes. */
  readonly url: string
}

export interface Crawl {
  readonly visitor: Visitor
  readonly steps: readonly Step[]
  readonly forms: readonly ShownForm[]
}

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
export async function crawl (world: World, visitor: Visitor, most: number): Promise<Crawl> {
  const { walk: { address, asked, start, rows, isIgnored } } = world
  const steps: Step[] = []
  const forms: ShownForm[] = []
  const seen = new Map<string, Step>()
  const counts = new Map<string, number>()
  const pages = rows.filter(({ method }) => method === 'GET')
  const queue: Link[] = [
    ...start.map((url) => ({ url })),
    ...pages.flatMap((row) => world.urlsOf(row).map((url) => ({ url, row })))
  ]

  function isDue (url: string): boolean {
    const kind = kindOf(world, url)
    const count = counts.get(kind) ?? 0
    if (isIgnored(url) || asked.has(`GET ${visitor.name} ${url}`) || count === most) return false
    counts.set(kind, count + 1)
    return true
  }

  async function follow ({ url, row, page, form, trail = [] }: Link): Promise<void> {
    const before = seen.get(url)
    if (before !== undefined && page !== undefined) steps.push({ ...before, kind: 'link', page })
    if (before !== undefined || !isDue(url)) return
    await visitor.signIn()
    world.learn(url, 'GET')
    const kind = page === undefined ? 'page' : form === undefined ? 'link' : 'form'
    const step = await world.ask(visitor, { kind, method: 'GET', url, row, page, form })
    steps.push(step)
    seen.set(url, step)
    await askOtherwise(step)
    const { status, page: shown } = step.answer
    // The pages of errors lead nowhere new.
    if (shown !== undefined && status < 400) show(url, shown)
    const next = redirectTarget(world.walk, step)
    if (next === undefined) return
    const urls = [...trail, url]
    const first = page ?? url
    if (urls.includes(next) || urls.length > MOST_REDIRECTS) {
      const path = [...urls, next].slice(0, 4).join(' → ')
      const fault = `${first} redirects ${visitor.name} for ever: ${path}`
      steps.push({ ...step, kind: 'link', fault })
    } else queue.unshift({ url: next, page: first, trail: urls })
  }

  /** The head of a page, and its data: once for each row. */
  async function askOtherwise ({ url, row, answer }: Step): Promise<void> {
    if (answer.status !== 200 || answer.isEndless === true) return
    // A picture, a script or the like.
    if (answer.page === undefined && row === undefined) asked.add(`GET ${visitor.name} ${url}`)
    const place = `${visitor.name} ${kindOf(world, url)}`
    const hasData =
      row?.schema.response !== undefined && row.route.format === null && answer.type !== 'application/json'
    if (isFirst(`HEAD ${place}`)) {
      steps.push(await world.ask(visitor, { kind: 'head', method: 'HEAD', url, row, got: answer }))
    }
    if (hasData && isFirst(`JSON ${place}`)) {
      const headers = { accept: 'application/json' }
      steps.push(await world.ask(visitor, { kind: 'page', method: 'GET', url, row, headers }))
    }
  }

  function isFirst (text: string): boolean {
    const isNew = !asked.has(text)
    asked.add(text)
    return isNew
  }

  /** Notes the links and forms of a page. */
  function show (page: string, shown: Page): void {
    const place = address.resolve(shown.base, page)
    // Its base is another site, and so is where its links lead.
    if (place === undefined) return
    for (const link of shown.links) {
      const url = address.resolve(link, place)
      if (url !== undefined) {
        queue.push({ url, page })
      } else if (!URL.canParse(link, address.browserUrl(place).href)) {
        const fault = `${page} shows ${visitor.name} the invalid link ${link}`
        steps.push({ ...(seen.get(page) as Step), kind: 'link', fault })
      }
    }
    for (const one of formsOn(world, page, shown)) {
      if (one.form.method === 'GET') {
        queue.push({ ...one, url: searchUrl(one.form, one.url) })
      } else {
        world.learn(one.url, one.form.override)
        forms.push(one)
      }
    }
  }

  for (let link = queue.shift(); link !== undefined; link = queue.shift()) await follow(link)
  return { visitor, steps, forms }
}

/** Makes known what some rows add, where their answers do not tell its ids. */
export async function reach (world: World, visitor: Visitor, lists: readonly WalkRow[]): Promise<void> {
  const { size } = world.filled
  await world.fill(lists)
  if (world.filled.size > size && await visitor.canSignIn()) await crawl(world, visitor, FEW_URLS)
}

/** The forms of a page that go to this site. */
export function formsOn ({ walk: { address } }: World, page: string, { base, forms }: Page): ShownForm[] {
  const place = address.resolve(base, page)
  return forms.flatMap((form) => {
    // Without an action it goes to its own page, whatever the base is.
    const url = form.action === '' ? page : place && address.resolve(form.action, place)
    return url === undefined ? [] : [{ page, form, url }]
  })
}

/** Equal for URLs that one row answers, with the same names in their queries. */
export function kindOf (world: World, url: string): string {
  const [path = '', query = ''] = url.split('?')
  const names = query.split('&').map((pair) => pair.replace(/=.*/s, '')).sort()
  return `${world.rowAt('GET', url)?.label ?? path} ${names.join()}`
}
