/** How often laws are tried. */

/** As often as they say in `npm run test:all`, which sets ALL_RUNS; else a tenth of that. */
export function runs (all: number): number {
  return process.env.ALL_RUNS === '1' ? all : all / 10
}
