/** One measurement in a separate process: `node --expose-gc child.mjs BENCHMARK ARGUMENT…`. */

const [benchmark, ...args] = process.argv.slice(2)
const { measure } = await import(`./${benchmark}.mjs`)
process.stdout.write(JSON.stringify(await measure(...args)) ?? '', () => { process.exit(0) })
