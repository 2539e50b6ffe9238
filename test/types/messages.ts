/** Mistakes whose messages are in the golden files in this folder. */

import { createFormHelpers, draw } from '../../lib/index.js'
import type { UrlFor } from '../../types/url-for.js'

declare const flag: boolean
const routes = draw((map) => map.resources('posts', (posts) => posts.resources('comments', { only: ['index', 'show'] })))
declare const urlFor: UrlFor<typeof routes>

// An unknown option, an unknown action, an unknown method.
draw((map) => map.resources('posts', { only: 'show', exept: 'index' }))
draw((map) => map.resources('posts', { only: ['index', 'shwo'] }, (posts) => posts.resources('comments')))
draw((map) => map.resources('posts', { member: { publish: 'putt' } }))
draw((map) => map.resource('account', { exept: 'index' }))
draw((map) => map.namespace('admin', { shalow: true }, (admin) => admin.resources('users')))

// An option that is no literal.
draw((map) => map.resources('posts', { shallow: flag }))

// A block that is async, include in a block.
draw((map) => map.resources('posts', async (posts) => { posts.resources('comments') }))
draw(async (map) => { map.resources('posts') })
draw((map) => map.namespace('admin', (admin) => admin.include(routes)))

// A misspelt helper, an id too few, an id too many, a wrong name, an unknown option of a URL.
urlFor.editPostPth(1)
urlFor.postCommentPath(1)
urlFor.postPath(1, 2)
urlFor.postCommentPath({ postId: 1, id: 2 })
urlFor.postPath(1, { qery: {} })
urlFor('edit_pst', { id: 1 })

// A form for no record, one with a parent too many, one that is no update.
const { formFor } = createFormHelpers(urlFor)
formFor('pst', {})
formFor('post', [1, {}])
formFor('post', {}, { method: 'delete' })

// A field that the record lacks, and one of a record within.
declare const order: { title: string, lines: Array<{ sku: string }> }
formFor('post', order).at('titel')
formFor('post', order).at('lines[0].sk')
