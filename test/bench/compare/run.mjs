/**
 * The entry, `npm run compare`: installs the contenders into a folder outside of the repository, measures
 * them, and prints the table of docs/figures.md. It needs the registry and some minutes. COMPARE_FOLDER keeps
 * the folder.
 */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv, env } from 'node:process'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { median } from '../harness.mjs'
import { BASELINE, COLUMNS, CONTENDERS, OURS } from './contenders.mjs'
import { countLines, findNode, installContender, run, sumPackages, versionOf } from './folders.mjs'
import { measureRequests } from './requests.mjs'
import { measureTypes } from './types.mjs'
import { measureUrls } from './urls.mjs'

async function bundleClient (app) {
  const {
    outputFiles: [{ text }]
  } = await build({
    entryPoints: [join(app, 'use-notes.ts')],
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    write: false
  })
  return gzipSync(text, { level: 9 }).length
}

/**
 * The median of the ratios round by round, which the slow hours of a machine disturb less than a ratio of
 * medians.
 */
function ratio (costs, baseline) {
  return median(costs.map((cost, round) => cost / baseline[round])).toFixed(2)
}

function formatTypes ({ seconds, instantiations, bytes }, baseline) {
  const thousands = Math.round(instantiations / 1000).toLocaleString('en-US')
  return `${ratio(seconds, baseline.seconds)}, ${thousands} k, ${(bytes / 1e6).toFixed(0)} MB`
}

function titleOf ({ name, title, packages }, app) {
  return `${title} ${versionOf(app, name === OURS ? [OURS] : packages)}`
}

async function measureAll (folder) {
  const node = await findNode(folder)
  const apps = {}
  for (const contender of CONTENDERS) {
    console.error(`installs ${contender.title} …`)
    apps[contender.name] = await installContender(folder, node, contender)
  }
  console.error('requests …')
  const requests = await measureRequests(CONTENDERS, apps, node)
  console.error('types …')
  const types = await measureTypes(CONTENDERS, apps, node)
  console.error('URLs …')
  const urls = await measureUrls(CONTENDERS, apps, node)
  const rows = []
  for (const contender of CONTENDERS) {
    const { name } = contender
    const lines = countLines(contender)
    const { count, bytes } = await sumPackages(apps[name])
    rows.push([
      titleOf(contender, apps[name]),
      String(lines.server),
      String(lines.client),
      String(lines.further),
      `${((await bundleClient(apps[name])) / 1000).toFixed(1)} kB`,
      `${count}, ${(bytes / 1e6).toFixed(1)} MB`,
      formatTypes(types[name], types[BASELINE]),
      urls[name] === undefined ? 'none' : ratio(urls[name], urls[BASELINE]),
      ratio(requests[name].show, requests[BASELINE].show),
      ratio(requests[name].create, requests[BASELINE].create),
      requests[name].refusals.join(', ')
    ])
  }
  const version = (await run(folder, node, '--version')).trim()
  const seconds = median(types[BASELINE].seconds).toFixed(1)
  const nanoseconds = median(urls[BASELINE]).toFixed(0)
  const [show, create] = ['show', 'create'].map((kind) => median(requests[BASELINE][kind]).toFixed(0))
  const hand = `${seconds} s, ${nanoseconds} ns, ${show} µs and ${create} µs`
  return {
    rows,
    note: `${new Date().toISOString().slice(0, 10)}, Node.js ${version.slice(1)}. A ratio of 1.00 is ${hand}.`
  }
}

/** The rows as a table of markdown. */
export function formatTable (rows) {
  const names = Object.keys(COLUMNS)
  return [names, names.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const folder = env.COMPARE_FOLDER ?? mkdtempSync(join(tmpdir(), 'compare-'))
  mkdirSync(folder, { recursive: true })
  const { rows, note } = await measureAll(folder)
  console.log(`${formatTable(rows)}\n\n${note}`)
  if (env.COMPARE_FOLDER === undefined) rmSync(folder, { recursive: true })
}
