/** What an editor shows of URL helpers, by the built package as an app sees it. */

import type { Test } from 'tap'
import type { Compiler } from './compilers.js'
import { hoversOf } from './language-server.js'

/** By the text where the hover is: the arguments, with the variables of the path. */
const ARGUMENTS = {
  'postsPath()': '(options?: PathOptions',
  'newPostUrl()': '(options?: UrlOptions',
  'postPath(1)': 'IdOrRecord<"id">',
  'postCommentPath(1, 2)': '(parentId: IdOrRecord<"post_id">, id: IdOrRecord<"id">, options?:',
  'postCommentVotePath(1, 2, 3)':
    '(grandparentId: IdOrRecord<"post_id">, parentId: IdOrRecord<"comment_id">, id: IdOrRecord<"id">, options?:',
  'archivePath,': '(parentId: IdOrRecord<"year">, id: IdOrRecord<"month">, options?:',
  "personPath('ada')": 'IdOrRecordBy<"login", "login">',
  'hashForPostCommentPath({': '(ids: ByName<["post_id", "id"]>, options?:'
}

export function testHovers (t: Test, compiler: Compiler): void {
  t.test(`${compiler}: an editor shows a helper's arguments, with the variables of its path`, async (t) => {
    const hovers = await hoversOf(compiler, 'test/types/hovers/helpers.ts', Object.keys(ARGUMENTS))
    for (const [index, expected] of Object.values(ARGUMENTS).entries()) {
      const hover = hovers[index] as string
      t.ok(hover.includes(expected) && !/Helper\d/.test(hover), hover)
    }
  })
}
