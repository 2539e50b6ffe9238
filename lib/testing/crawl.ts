/** Follows all that a visitor is shown, as a browser does. */

import { redirectTarget } from './outcome.js'
import type { PageForm, Page } from './page.js'
import { guessValue, withQuery } from './visitor.js'
import type { Visitor } from './visitor.js'
import type { WalkRow } from './rows.js'
import type { Step, World } from './world.js'

/** A form on a page. */
export interface ShownForm {
  readonly page: string
  readonly form: PageForm
  /** Where it goes. */
  readonly url: string
}

export interface Crawl {
  readonly steps: readonly Step[]
  readonly forms: readonly ShownForm[]
}

export interface Depth {
  /** How many URLs of one row or path to ask for. */
  readonly most: number
  /** Whether to ask for the head of a page too, and for its data. */
  readonly isThorough: boolean
}

export const FIRST: Depth = { most: 1, isThorough: false }
export const SECOND: Depth = { most: 2, isThorough: false }
export const THOROUGH: Depth = { most: 8, isThorough: true }

interface CrawlOptions {
  readonly start: readonly string[]
  readonly ignore: RegExp | undefined
  /** Pictures, scripts and the like that are there: only a thorough crawl asks for them again. */
  readonly assets: Set<string>
}

interface Link {
  readonly url: string
  /** The row that it is taken from; undefined for what is found. */
  readonly row?: WalkRow
  /** Undefined where no page led to it. */
  readonly page?: string
  /** The form with the method GET that it comes from. */
  readonly form?: PageForm
}

const MOST_REDIRECTS = 10

/** The URLs that the walk begins with, then all that they show. */
export async function crawl (
  world: World, visitor: Visitor, { start, ignore, assets }: CrawlOptions, { most, isThorough }: Depth
): Promise<Crawl> {
  const { address } = world
  const steps: Step[] = []
  const forms: ShownForm[] = []
  const seen = new Map<string, Step>()
  const counts = new Map<string, number>()
  const queue: Link[] = [...start.map((url) => ({ url })), ...pagesOf(world)]

  function isFirst (text: string, limit: number): boolean {
    const count = counts.get(text) ?? 0
    counts.set(text, count + 1)
    return count < limit
  }

  async function follow (link: Link): Promise<void> {
    const trail: string[] = []
    let { url, page } = link
    for (;;) {
      trail.push(url)
      if (!isThorough && assets.has(url)) return
      const before = seen.get(url)
      if (before !== undefined && page !== undefined) steps.push({ ...before, kind: 'link', page })
      if (before !== undefined || ignore?.test(url) === true || !isFirst(kindOf(world, url), most)) return
      const step = await get(url, { ...(trail.length === 1 && link), ...(page !== undefined && { page }) })
      const next = redirectTarget(step.answer, url, address)
      if (next === undefined) return
      if (trail.includes(next) || trail.length > MOST_REDIRECTS) {
        steps.push({
          ...step,
          kind: 'link',
          fault: `redirects ${visitor.name} for ever: ${[...trail, next].slice(0, 4).join(' → ')}`
        })
        return
      }
      page ??= url
      url = next
    }
  }

  async function get (url: string, { page, form, row: given }: Omit<Link, 'url'>): Promise<Step> {
    await visitor.signIn()
    world.learn(url, 'GET')
    const kind = page === undefined ? 'page' : form === undefined ? 'link' : 'form'
    const question = { method: 'GET', url, ...(given !== undefined && { row: given }) }
    const step = await world.ask(visitor, question, {
      kind,
      ...(page !== undefined && { page }),
      ...(form !== undefined && { form })
    })
    steps.push(step)
    seen.set(url, step)
    const { status, type, page: shown } = step.answer
    // The pages of errors lead nowhere new.
    if (shown !== undefined && status < 400) show(url, shown)
    if (shown === undefined && status === 200 && step.row === undefined) assets.add(url)
    const row = kindOf(world, url)
    if (status !== 200 || !isThorough) return step
    if (isFirst(`HEAD ${row}`, 1)) {
      steps.push(
        await world.ask(visitor, { ...question, method: 'HEAD' }, { kind: 'head', got: step.answer })
      )
    }
    const isNegotiated =
      step.row?.schema.response !== undefined &&
      step.row.route.format === null &&
      type !== 'application/json'
    if (isNegotiated && isFirst(`JSON ${row}`, 1)) {
      steps.push(
        await world.ask(visitor, { ...question, headers: { accept: 'application/json' } }, { kind: 'page' })
      )
    }
    return step
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
      } else if (!address.isValid(link, place)) {
        steps.push({
          ...(seen.get(page) as Step),
          kind: 'link',
          fault: `shows ${visitor.name} the invalid link ${link}`
        })
      }
    }
    for (const form of shown.forms) {
      // Without an action it goes to its own page, whatever the base is.
      const url = form.action === '' ? page : address.resolve(form.action, place)
      if (url === undefined) continue
      if (form.method === 'GET') {
        queue.push({
          url: withQuery(
            url,
            form.fields.map((field) => (field.isRequired ? { ...field, value: guessValue(field) } : field))
          ),
          page,
          form
        })
      } else {
        world.learn(url, form.override)
        forms.push({ page, form, url })
      }
    }
  }

  for (const link of queue) await follow(link)
  return { steps, forms }
}

function pagesOf (world: World): Link[] {
  const rows = world.rows.filter(({ method, headers }) => method === 'GET' && headers !== null)
  return rows.flatMap((row) => world.urlsOf(row).map((url) => ({ url, row })))
}

/** Equal for URLs that one row answers, with the same names in their queries. */
export function kindOf (world: World, url: string): string {
  const [path = '', query = ''] = url.split('?')
  const names = query.split('&').map((pair) => pair.replace(/=.*/s, '')).sort()
  return `${world.rowAt('GET', url)?.label ?? path} ${names.join()}`
}
