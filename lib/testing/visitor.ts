/** Someone who uses an app: follows links and redirects, sends forms, then the other rows that write. */

import { createRecognize, encodeIds, joinPieces, literalPieces, remember } from '../tools.js'
import type { Route, RouteParam } from '../../types/route.js'
import type { WalkFinding, WalkOptions } from '../../types/walk-options.js'
import { fillForm, readPage } from './page.js'
import type { Page, PageForm } from './page.js'
import type { Answer, WatchedApp } from './watched-app.js'

/** What all visitors share. */
export interface Walk {
  readonly options: WalkOptions
  /** By label: `PUT /posts/:id`. */
  readonly rows: ReadonlyMap<string, Route>
  /** The first of each cause. */
  readonly findings: Map<string, WalkFinding>
  /** By label and visitor, the last one, or the one that got past the guards. */
  readonly steps: Map<string, Map<string, Step>>
  /** By label, one that somebody was shown. */
  readonly forms: Map<string, PageForm>
  /** The variables of each URL that somebody has seen, by what they identify. */
  readonly ids: Array<Readonly<Record<string, string | undefined>>>
  /** By label, that no page shows a form any more. */
  readonly gone: Map<string, string>
  readonly unproved: Set<string>
}

interface Question {
  readonly method: string
  readonly url: string
  /** A form, which a browser sends by POST; or JSON. */
  readonly body?: URLSearchParams | FormData | string
  /** How a page shows it; undefined for a page that no link has led to. */
  readonly text?: string
  /** Default: `link`. */
  readonly law?: WalkFinding['law']
}

interface Step extends Question {
  /** That of the row; else its method and path. */
  readonly label: string
  readonly answer: Answer
  /** `led`: the action leads to the log-in page. `past`: the visitor is past all guards. */
  readonly outcome: 'refused' | 'led' | 'past' | 'unclear'
  /** Where its `Location` leads; undefined for another site. */
  readonly target: string | undefined
  readonly shown: Page | undefined
}

export const STRANGER = 'stranger'

/** How many URLs of one row or path to ask for. */
const MOST_URLS = 8
const MOST_REDIRECTS = 10
const LEAVING = /(?:log|sign)[-_]?(?:out|off)/i
const DEAD = [403, 404, 405, 406, 410, 413, 415]

export function createVisitor (walk: Walk, name: string, { app, site, cookies, send, resolve }: WatchedApp) {
  const { options: { visitors = {}, start = [], ignore, bodies = {} }, rows, unproved } = walk
  const { headers, page: logInPage, fields = {} } = visitors[name] ?? {}
  const logInPaths = Object.values(visitors).map(({ page = '' }) => pathOf(page))
  const recognize = createRecognize(app)
  const methods = [...new Set(Array.from(rows.values(), ({ method }) => method))]
  const links: Question[] = []
  const seen = new Set<string>()
  const counts = new Map<string, number>()
  const tasks = new Map<string, readonly [rank: number, run: () => Promise<unknown>]>()
  /** The pages with a form, by its kind. */
  const places = new Map<string, string[]>()
  let session: ReadonlyArray<readonly [key: string, pair: string]> | undefined
  let password: string | undefined

  const isIgnored = (url: string): boolean => ignore !== undefined && url.search(ignore) >= 0

  function labelOf ({ method, url }: Pick<Question, 'method' | 'url'>): string {
    const found = recognize(url, method)
    return found === null ? `${method} ${pathOf(url)}` : rowLabel(found.route)
  }

  function tell (law: WalkFinding['law'], { label, answer: { status } }: Step, message: string): void {
    remember(walk.findings, `${law} ${label} ${status}`, () => ({ law, row: label, visitor: name, message }))
  }

  /** Logs in, unless the session is still there. Gives why the app refuses that. */
  async function arrive (): Promise<string | undefined> {
    if (session?.every(([key, pair]) => cookies.get(key)?.pair === pair) === true) return undefined
    session = undefined
    cookies.clear()
    const fault = logInPage === undefined ? undefined : await logIn(logInPage)
    if (fault === undefined) session = Array.from(cookies, ([key, { pair }]) => [key, pair])
    return fault && `visitors.${name} cannot log in: ${fault}`
  }

  async function logIn (page: string): Promise<string | undefined> {
    const { shown, answer } = await ask({ method: 'GET', url: page })
    const names = Object.keys(fields)
    const form = shown?.forms.find((one) =>
      one.written === 'POST' && names.every((name) => one.fields.some((field) => field.name === name)))
    if (form === undefined) {
      const lack = `without a form with ${names.join(', ')} for this site`
      return `the page ${page} answers ${answer.status}, ${lack}`
    }
    password = form.fields.filter(({ type }) => type === 'password').map(({ name }) => fields[name])[0]
    const sent = await ask({ ...form, body: fillForm(form, false, fields) })
    const { answer: { status, body }, target = page } = sent
    // Shows the page after it, which may remove the cookie of a message.
    if (!isIgnored(target)) await ask({ method: 'GET', url: target })
    if (status < 400 && cookies.size > 0) return undefined
    return `${page} answers ${status}${cookies.size === 0 ? ' without a cookie' : ''}: ${body.slice(0, 100)}`
  }

  async function ask ({ method, url, body }: Question): Promise<Step> {
    const isForm = body !== undefined && typeof body !== 'string'
    const answer = await send(url, {
      method: isForm ? 'POST' : method,
      body: body ?? null,
      headers: {
        accept: isForm || method === 'GET' ? 'text/html,*/*;q=0.8' : 'application/json,*/*;q=0.1',
        ...(isForm && { origin: site, 'sec-fetch-site': 'same-origin' }),
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...headers
      }
    })
    const shown = answer.type === 'text/html' ? await readPage(answer.body, url, resolve) : undefined
    const target = answer.location === null ? undefined : resolve(answer.location, url)
    const outcome = outcomeOf(answer, target !== undefined && logInPaths.includes(pathOf(target)))
    const asked = { method, url, ...(body !== undefined && { body }) }
    const step = { ...asked, label: labelOf(asked), answer, outcome, target, shown }
    // A stranger who has signed up is one to the next row too. An app may end a session and leave its cookie.
    const isSentAway = outcome === 'refused' && answer.status !== 403
    if (logInPage === undefined ? method !== 'GET' : isSentAway || LEAVING.test(url)) session = undefined
    note(step)
    return step
  }

  function note (step: Step): void {
    const { method, url, label, answer, target, shown } = step
    const { status } = answer
    const known = remember(walk.steps, label, () => new Map<string, Step>())
    if (known.get(name)?.outcome !== 'past') known.set(name, step)
    const isFailed = status === 0 || status >= 500
    const isWhole = method === 'GET' || method === 'DELETE' || step.body !== undefined
    const fault = `${method} ${url} gives ${name} ${status}${reasonOf(answer)}`
    if (isFailed && isWhole) tell('crash', step, fault)
    if (status === 429 || (isFailed && !isWhole)) unproved.add(fault)
    for (const form of shown?.forms ?? []) walk.forms.set(labelOf(form), form)
    const urls = [url, target ?? url, ...shown?.links ?? [], ...shown?.forms.map(({ url }) => url) ?? []]
    if (status < 400) [...urls, ...dataUrls()].forEach(learn)

    /** Where the records of JSON would be. */
    function dataUrls (): string[] {
      if (!answer.type.endsWith('json') || answer.body === '') return []
      const value = JSON.parse(answer.body) as unknown
      const items = [value, ...Object.values(Object(value) as object)].flat().slice(0, MOST_URLS)
      const ids = items.map((item) => Object(item).id as unknown).filter((id) => id !== undefined)
      return ids.map((id) => `${pathOf(url)}/${encodeURIComponent(String(id))}`)
    }
  }

  function learn (url: string): void {
    const page = recognize(url)
    // `/posts/new` is no id of a row that has no page.
    for (const found of page === null ? methods.map((method) => recognize(url, method)) : [page]) {
      const params = found?.route.params.map((param) => [keyOf(param), found.params[param.name]]) ?? []
      if (params.length > 0) walk.ids.push(Object.fromEntries(params))
    }
  }

  /** The URLs of a row, with the variables of the newest first. */
  function urlsOf ({ path, params, needsFormat, formats }: Route): string[] {
    const keys = params.map(keyOf)
    const known = walk.ids.filter((ids) => keys.every((key) => ids[key] !== undefined)).reverse()
    const urls = (keys.length === 0 ? [{}] : known).map((ids: Walk['ids'][number]) => {
      const texts = encodeIds(path, keys.map((key) => ids[key] as string))
      return joinPieces(literalPieces(path), texts) + (needsFormat ? `.${formats[0] as string}` : '')
    })
    return [...new Set(urls)].filter((url) => !isIgnored(url)).slice(0, MOST_URLS)
  }

  /** Asks, follows redirects, and takes in what the last page shows. */
  async function follow (question: Question): Promise<Step> {
    const { law = 'link', text } = question
    const first = await ask(question)
    const trail: string[] = []
    let last = first
    while (isRedirect(last.answer) && last.target !== undefined && !isIgnored(last.target)) {
      if (trail.push(last.url) > MOST_REDIRECTS) break
      last = await ask({ ...(last.answer.status < 307 ? { method: 'GET' } : last), url: last.target })
    }
    for (const url of [...trail, last.url]) seen.add(url)
    const { method, url, answer } = last
    const { status } = answer
    const isEndless = trail.length > MOST_REDIRECTS
    const path = isEndless ? trail.slice(0, 3) : [...trail, url]
    const place = `${text ?? `${name} asks for`} ${path.join(' → ')}, which`
    // What an app says of values is its own affair; so is what it says to a stranger.
    const isLinkFault = status === 400 && (law === 'link' || last !== first)
    const isDead = status === 401 ? name !== STRANGER : DEAD.includes(status) || isLinkFault
    if (isEndless) tell(law, first, `${place} redirects for ever`)
    if (isRedirect(answer) && answer.location === null) {
      tell(law, last, `${method} ${url} answers ${status} without Location`)
    }
    if (isDead && (text !== undefined || last !== first)) {
      tell(law, last, `${place} answers ${status}${reasonOf(answer)}`)
    }
    takeIn(last)
    return first
  }

  function takeIn (step: Step): void {
    const { url: page, shown, method } = step
    for (const link of shown?.invalid ?? []) tell('link', step, `${page} shows ${name} the invalid link ${link}`)
    const text = `${page} shows ${name} a link to`
    // A place in a page that is an error is there, though its address answers so.
    const others = shown?.links.filter((url) => url !== page) ?? []
    links.push(...others.map((url) => ({ method: 'GET', url, text })))
    for (const form of shown?.forms ?? []) {
      const { url, written, isMultipart, fields } = form
      const shows = `a form that ${page} shows ${name}`
      if (!/^(?:GET|POST)$/.test(written)) {
        const fault = `has the method ${written}, which a browser sends as GET; name it in a field _method`
        tell('form', step, `${shows} ${fault}`)
      }
      if (!isMultipart && fields.some(({ type }) => type === 'file')) {
        tell('form', step, `${shows} has a file, but no enctype="multipart/form-data", in its form to ${url}`)
      }
      const source = { law: 'form', method: form.method, url, text: `${shows} sends ${form.method}` } as const
      if (form.method === 'GET') {
        const query = String(fillForm({ ...form, isMultipart: false }, false))
        links.push({ ...source, url: `${pathOf(url)}?${query}` })
      } else if (method === 'GET' && !isIgnored(url)) {
        const rank = rankOf(form.method, url, rows.get(labelOf(form)))
        const pages = remember(places, kindOf(form), () => [])
        if (pages.push(page) === 1) tasks.set(kindOf(form), [rank, async () => await submit(form, source)])
      }
    }
  }

  /** Equal for a form on each page. */
  function kindOf (form: PageForm): string {
    return [labelOf(form), ...form.fields.map(({ name }) => name)].join(' ')
  }

  async function crawl (): Promise<void> {
    while (links.length > 0) {
      // A link that ends the session comes last.
      const place = links.findIndex(({ url }) => !LEAVING.test(url))
      const [link] = links.splice(Math.max(0, place), 1) as [Question]
      const names = [...new URLSearchParams(link.url.split('?')[1]).keys()]
      const kind = [labelOf(link).replace(/\d+/g, '0'), ...names].join(' ')
      const count = counts.get(kind) ?? 0
      if (seen.has(link.url) || isIgnored(link.url) || count === MOST_URLS) continue
      counts.set(kind, count + 1)
      await arrive()
      await follow(link)
    }
  }

  async function submit (shown: PageForm, source: Question): Promise<void> {
    let form: PageForm | undefined
    for (const url of new Set(places.get(kindOf(shown))?.slice(0, MOST_URLS))) {
      if (form !== undefined) break
      const again = await ask({ method: 'GET', url })
      form = again.shown?.forms.find((one) => kindOf(one) === kindOf(shown))
    }
    if (form === undefined) {
      walk.gone.set(labelOf(shown), `${labelOf(shown)}: its form is gone when ${shown.page} is asked again`)
      return
    }
    const sendForm = async (needsAll: boolean): Promise<Step> =>
      await follow({ ...source, url: form.url, body: fillForm(form, needsAll, ownPassword(form)) })
    const step = await sendForm(false)
    const { url, answer } = isInvalid(step.answer) ? await sendForm(true) : step
    const { validation = [] } = Object(answer.error) as { readonly validation?: readonly Fault[] }
    const lacks = validation.map(({ params }) => params?.missingProperty)
      .filter((missing) => missing !== undefined && form.fields.every(({ name }) => !name.includes(missing)))
    const fault = `${String(source.text)} ${url}, which answers ${answer.status}${reasonOf(answer)}`
    if (lacks.length > 0) tell('form', step, fault)
  }

  /** So that a form for a new one keeps it. */
  function ownPassword ({ fields }: PageForm): Record<string, string> {
    const names = fields.filter(({ type }) => type === 'password').map(({ name }) => name)
    return password === undefined ? {} : Object.fromEntries(names.map((name) => [name, password as string]))
  }

  /** What no form has led to. */
  async function write (label: string, route: Route): Promise<void> {
    const form = walk.forms.get(label)
    const known = form === undefined ? undefined : fillForm(form, true, ownPassword(form))
    const body = Object.hasOwn(bodies, label) ? JSON.stringify(bodies[label]) : known
    for (const url of urlsOf(route)) {
      if (walk.steps.get(label)?.get(name)?.outcome === 'past' || await arrive() !== undefined) return
      await ask({ method: route.method, url, ...(body !== undefined && { body }) })
    }
  }

  function addPages (urls: readonly string[], text?: string): void {
    links.push(...urls.map((url) => ({ method: 'GET', url, ...(text !== undefined && { text }) })))
  }

  return {
    /** Gives why the visitor cannot log in. */
    async look (): Promise<string | undefined> {
      const fault = await arrive()
      if (fault !== undefined) return fault
      for (const url of start) learn(url)
      // One of a row that writes may have no page.
      const isKnown = (url: string): boolean => methods.some((method) => recognize(url, method) !== null)
      addPages(['/', ...start.filter(isKnown)])
      addPages(start.filter((url) => !isKnown(url)), 'start names')
      await crawl()
      addPages([...rows.values()].flatMap((row) => row.method === 'GET' ? urlsOf(row) : []))
      await crawl()
      return undefined
    },

    /** What destroys records comes late, and what ends a session or an account last. */
    async act (): Promise<unknown> {
      for (const [label, route] of rows) {
        const first = rankOf(route.method, route.path, route)
        // After the forms, but before those that remove what is above it.
        const rank = first + (first < 1 ? 1 : 0.05)
        // Some ids are known by now.
        const look = async (): Promise<void> => addPages(urlsOf(route))
        tasks.set(`row ${label}`, [rank, route.method === 'GET' ? look : async () => await write(label, route)])
      }
      const nextTask = () => [...tasks].sort(([, [one]], [, [other]]) => one - other)[0]
      for (let next = nextTask(); next !== undefined; next = nextTask()) {
        const [key, [, run]] = next
        tasks.delete(key)
        const fault = await arrive()
        if (fault !== undefined) return unproved.add(`${fault}; so not all was asked`)
        await run()
        await crawl()
      }
    }
  }
}

interface Fault { readonly params?: { readonly missingProperty?: string } }

function pathOf (url: string): string {
  return url.replace(/\?.*/s, '')
}

function keyOf ({ name, of, property }: RouteParam): string {
  return `${of ?? name}.${property}`
}

/** `PUT /posts/:id`, with its conditions where it has some. */
export function rowLabel ({ method, path, conditions }: Route): string {
  const texts = Object.entries(conditions).map(([name, value]) => `${name}: ${String(value)}`)
  return `${method} ${path}${texts.length === 0 ? '' : ` (${texts.join(', ')})`}`
}

function isRedirect ({ status }: Answer): boolean {
  return status >= 300 && status < 400 && status !== 304
}

/** Whether the app refuses values before the action begins. */
function isInvalid ({ status, ran, error }: Answer): boolean {
  return ran !== true && (status === 400 || status === 422 || Object(error).validation !== undefined)
}

function outcomeOf (answer: Answer, isLogIn: boolean): Step['outcome'] {
  const { status, ran, error } = answer
  if (String(Object(error).code).startsWith('FST_CSRF')) return 'unclear'
  if (status === 401 || status === 403) return 'refused'
  if (isInvalid(answer)) return 'unclear'
  if (isRedirect(answer) && (ran !== true || isLogIn)) return ran === true ? 'led' : 'refused'
  // A row compares versions after all guards, so who learns of one is past them.
  return ran === true || status < 300 || status === 412 || status === 428 ? 'past' : 'unclear'
}

/** Low for what comes first. */
function rankOf (method: string, path: string, row: Route | undefined): number {
  const isRemoval = method === 'DELETE' && row !== undefined
  const depth = path.split('/').length / 100
  if (LEAVING.test(path) || (isRemoval && row.params.length === 0)) return 4
  return isRemoval ? 2 - row.params.length / 10 : depth
}

/** What the app says; for a crash also the line of its own code that threw. */
export function reasonOf ({ status, error, body }: Answer): string {
  if (status !== 0 && status < 500) return error === undefined ? '' : `: ${error.message}`
  const lines = error?.stack?.split('\n') ?? []
  const line = lines.find((one) => /^\s+at .*:\d+/.test(one) && !/node_modules|node:/.test(one))
  return `: ${error?.message ?? body.slice(0, 100)}${line === undefined ? '' : `, ${line.trim()}`}`
}
