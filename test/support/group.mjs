// Runs test files in this process, one after the other: each is a subtest, with the name of its file.
import { pathToFileURL } from 'node:url'
import tap from 'tap'
import { current } from './current-test.mjs'

export function runGroup (files) {
  tap.plan(files.length)
  for (const file of files) {
    tap.test(file, async (t) => {
      current.test = t
      await import(pathToFileURL(file).href)
    })
  }
}
