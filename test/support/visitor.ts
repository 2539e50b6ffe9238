/** A visitor of the blog, with JSON or with forms, who keeps cookies. */

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export interface Visitor {
  /** Its cookies, as the header has them. */
  readonly cookie: () => string
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Answer>
  /** Sends JSON, or nothing. */
  readonly send: (
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>
  ) => Promise<Answer>
  /** Sends the fields as a form of the page would. */
  readonly submit: (
    path: string,
    fields: Record<string, string> | URLSearchParams,
    headers?: Record<string, string>
  ) => Promise<Answer>
}

export function createVisitor (address: string): Visitor {
  const cookies = new Map<string, string>()
  const cookie = (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  async function request (
    path: string,
    init: RequestInit & { headers?: Record<string, string> }
  ): Promise<Answer> {
    const response = await fetch(address + path, {
      redirect: 'manual',
      ...init,
      headers: { cookie: cookie(), accept: 'text/html', ...init.headers }
    })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] as string).split(/=(.*)/)
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const get: Visitor['get'] = async (path, headers = {}) => await request(path, { headers })
  return {
    cookie,
    get,
    send: async (method, path, body, headers = {}) =>
      await request(path, {
        method,
        headers: {
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers
        },
        ...(body !== undefined && { body: JSON.stringify(body) })
      }),
    submit: async (path, fields, headers = {}) =>
      await request(path, { method: 'POST', body: new URLSearchParams(fields), headers })
  }
}

export async function logIn (address: string, email: string, password: string): Promise<Visitor> {
  const visitor = createVisitor(address)
  const { status } = await visitor.submit('/session', {
    'session[email]': email,
    'session[password]': password
  })
  if (status !== 303) throw new Error(`logging in as ${email} gave ${status}`)
  return visitor
}
