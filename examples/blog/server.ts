/** `npm start`: serves the blog until a signal stops it, and answers what has arrived by then. */

import { setTimeout as wait } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import { createApp } from './app.js'
import { readConfig } from './config.js'
import { isUnavailable } from './models/errors.js'
import { seed, type Admin } from './models/seeds.js'

try {
  const {
    PORT,
    HOST,
    DATABASE_FILE,
    DATABASE_URL,
    BASE_URL,
    TRUST_PROXY,
    COOKIE_SECRET,
    ADMIN_EMAIL,
    ADMIN_PASSWORD,
    LOG_LEVEL,
    ...site
  } = readConfig()
  const app = await createApp({
    databaseFile: DATABASE_FILE,
    databaseUrl: DATABASE_URL,
    secret: COOKIE_SECRET,
    baseUrl: BASE_URL,
    site: {
      name: site.SITE_NAME,
      description: site.SITE_DESCRIPTION,
      language: site.SITE_LANGUAGE,
      comments: site.COMMENTS === 'on',
      signUps: site.SIGN_UPS === 'on'
    },
    fastify: { logger: { level: LOG_LEVEL }, trustProxy: trustedProxies(TRUST_PROXY) }
  })
  closeWithGrace({ delay: 10_000, logger: app.log }, async ({ err }) => {
    if (err) app.log.error(err)
    // Closes the connections that are still open then.
    setTimeout(() => { app.server.closeAllConnections() }, 5_000).unref()
    await app.close()
  })
  await app.ready()
  const makeAdmin = async (): Promise<void> => {
    const admin = await seed(app.db, { email: ADMIN_EMAIL, password: ADMIN_PASSWORD })
    // At once, since a password that nobody has seen would be lost.
    if (admin !== undefined) console.log(adminText(admin))
  }
  // Before it listens, so that the first log-in finds the admin.
  let isSeeded = await isDone(app, makeAdmin)
  const address = await app.listen({ port: PORT, host: HOST })
  while (!isSeeded) {
    await wait(1000)
    if (!app.server.listening) break
    isSeeded = await isDone(app, makeAdmin)
  }
  console.log(welcome(address, placeOf(DATABASE_URL) ?? DATABASE_FILE, BASE_URL))
} catch (error) {
  console.error((error as Error).message.replace(/^invalid (?=IP|range)/, 'TRUST_PROXY has an invalid '))
  process.exit(1)
}

/** False while the database is away. Requests get a 503 then. */
async function isDone ({ log }: FastifyInstance, work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!isUnavailable(error)) throw error
    log.warn(error, 'The database cannot be reached. The next try is in a second')
    return false
  }
}

/** The address of the database, without its password. */
function placeOf (url: string | undefined): string | undefined {
  return url?.replace(/\/\/[^/]*@/, '//')
}

function welcome (address: string, database: string, baseUrl: string | undefined): string {
  return indented([
    `The blog listens at ${address}${baseUrl === undefined ? '' : ` for ${baseUrl}`}`,
    `Its database is ${database}`,
    ''
  ])
}

function adminText ({ email, password }: Admin): string {
  return indented([
    'The database had no admin. Log in as this one, and choose a password of your own:',
    `  E-mail:   ${email}`,
    `  Password: ${password ?? 'the one in ADMIN_PASSWORD'}`
  ])
}

function indented (lines: readonly string[]): string {
  return ['', ...lines].map((line) => `  ${line}`.trimEnd()).join('\n')
}

/** The addresses of proxies, or their number. */
function trustedProxies (proxies = ''): string | false | ((address: string, hop: number) => boolean) {
  const hops = Number(proxies)
  return Number.isNaN(hops) ? proxies : hops > 0 && ((_address, hop) => hop < hops)
}
