/** `npm start`: serves the blog until a signal stops it, and answers what has arrived by then. */

import closeWithGrace from 'close-with-grace'
import { createApp } from './app.js'
import { readConfig } from './config.js'
import { seed, type Admin } from './models/seeds.js'

try {
  const config = readConfig()
  const app = await createApp({
    databaseFile: config.DATABASE_FILE,
    baseUrl: config.BASE_URL,
    site: { name: config.SITE_NAME, signUps: config.SIGN_UPS === 'on' },
    fastify: { logger: { level: config.LOG_LEVEL }, trustProxy: config.TRUST_PROXY ?? false }
  })
  closeWithGrace({ delay: 10_000, logger: app.log }, async ({ err }) => {
    if (err) app.log.error(err)
    // Closes the connections that are still open then.
    setTimeout(() => { app.server.closeAllConnections() }, 5_000).unref()
    await app.close()
  })
  await app.ready()
  // Before it listens, so that the first log-in finds the admin.
  const admin = await seed(app.db, { email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD })
  // At once, since a password that nobody has seen would be lost.
  if (admin !== undefined) tell(...wordsFor(admin))
  const address = await app.listen({ port: config.PORT, host: config.HOST })
  const isBehind = config.BASE_URL === undefined ? '' : ` for ${config.BASE_URL}`
  tell(`The blog listens at ${address}${isBehind}`, `Its database is ${config.DATABASE_FILE}`, '')
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}

function wordsFor ({ email, password }: Admin): string[] {
  return [
    'The database had no admin. Log in as this one, and choose a password of your own:',
    `  E-mail:   ${email}`,
    `  Password: ${password ?? 'the one in ADMIN_PASSWORD'}`
  ]
}

function tell (...lines: readonly string[]): void {
  console.log(['', ...lines].map((line) => `  ${line}`.trimEnd()).join('\n'))
}
