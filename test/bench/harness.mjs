/** The harness: alternating runs, medians and ratios, the table. */

import { execFile, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const CHILD = fileURLToPath(new URL('child.mjs', import.meta.url))

/** Calls a benchmark's `measure(...args)` in a separate process, and returns its result. */
export async function measureInChild (benchmark, ...args) {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', CHILD, benchmark, ...args])
  return JSON.parse(stdout)
}

/** Starts a benchmark's `measure(...args)` in a separate process that stays and takes messages. */
export function startChild (benchmark, ...args) {
  return fork(CHILD, [benchmark, ...args])
}

/** Runs both sides in turn (A B A B …), so that a slow phase of the machine slows both. */
export async function alternate (rounds, ours, byHand) {
  const pairs = []
  for (let round = 0; round < rounds; round++) pairs.push({ ours: await ours(), byHand: await byHand() })
  return pairs
}

/**
 * One line of the table; `speed` turns costs into a ratio of speeds. What counts is the median of the
 * ratios pair by pair, which the machine's slow and fast hours disturb less than the ratio of medians.
 */
export function compare (name, pairs, { unit, atMost = Infinity, atLeast = 0, speed = false }) {
  const ratioOf = ({ ours, byHand }) => (speed ? byHand / ours : ours / byHand)
  const medians = {
    ours: median(pairs.map(({ ours }) => ours)),
    byHand: median(pairs.map(({ byHand }) => byHand))
  }
  const ratios = pairs.map(ratioOf)
  const ratio = median(ratios)
  return {
    name,
    ours: `${format(medians.ours)} ${unit}`,
    'by hand': `${format(medians.byHand)} ${unit}`,
    ratio: ratio.toFixed(2),
    'lowest to highest': `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
    'of medians': ratioOf(medians).toFixed(2),
    target: atMost === Infinity ? `>= ${atLeast}` : `<= ${atMost}`,
    ok: ratio >= atLeast && ratio <= atMost ? 'yes' : 'NO'
  }
}

/** Milliseconds of CPU of this process: others may use the machine. */
export function cpuTime () {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

export function median (values) {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

function format (value) {
  return value.toFixed(value < 100 ? 1 : 0)
}

/** The rows as text, columns left-aligned. */
export function formatTable (rows) {
  const names = Object.keys(rows[0])
  const lines = [names, ...rows.map((row) => names.map((name) => row[name]))]
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column].length)))
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column]))
        .join('  ')
        .trimEnd()
    )
    .join('\n')
}
