/** Waits for a result, but not for ever. */

/** Undefined where it takes more milliseconds. */
export async function inTime<T> (result: PromiseLike<T>, milliseconds: number): Promise<T | undefined> {
  if (milliseconds === Infinity) return await result
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined)
  })
  try {
    return await Promise.race([result, late])
  } finally {
    clearTimeout(timer)
  }
}
