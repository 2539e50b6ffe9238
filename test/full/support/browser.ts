/** Chromium: that of CHROMIUM_PATH, or `chromium` on the PATH. */

import { execFileSync } from 'node:child_process'
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'

const executablePath =
  process.env.CHROMIUM_PATH ?? execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim()

/** `keepsPages`: as browsers of people do, for their Back button. */
export async function startBrowser (
  t: { teardown: (close: () => Promise<void>) => void },
  { keepsPages = false } = {}
): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath,
    ...(keepsPages && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      // A host that a browser trusts no more than one in the local network.
      '--host-resolver-rules=MAP blog.example 127.0.0.1'
    ]
  })
  t.teardown(async () => {
    await browser.close()
  })
  return browser
}
