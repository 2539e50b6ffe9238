/** Blocks: chains, statements and others. */

import { controller, draw } from '../../lib/index.js'
import { same, type Same } from './same.js'
import type { AllControllers } from '../../types/controllers.js'
import type { Routes } from '../../types/mapper.js'
import type { UrlFor } from '../../types/url-for.js'

// Statements in a block: its children are untyped, under the parent's prefix only.
const routes = draw((map) => map
  .resources('posts', (posts) => { posts.resources('comments') })
  .resources('users')
  .namespace('admin', (admin) => { admin.resources('things') }))
const urlFor = {} as UrlFor<typeof routes>
urlFor.postCommentPath(1, 2, { query: {} })
urlFor.editPostCommentUrl('anything')
urlFor.hashForPostCommentsPath(1)
urlFor.editAdminThingPath(1)
urlFor('post_comment', { post_id: 1, id: 2 })
urlFor({ controller: 'comments', action: 'show', post_id: 1, id: 2 })
same<Same<typeof urlFor.editPostPath, typeof urlFor.editUserPath>>(true)
// @ts-expect-error exact helpers stay exact
urlFor.postPath(1, 2)
// @ts-expect-error exact helpers stay exact
urlFor.hashForEditPostPath()
// @ts-expect-error outside the prefix
urlFor.userCommentPath(1, 2)
// @ts-expect-error outside the prefix: not that word
urlFor.postalCodesPath()
// @ts-expect-error outside the prefix
urlFor.editPathsUrl(1)
// @ts-expect-error no such route
urlFor('user_comment', { user_id: 1, id: 2 })

// The names of a block without a prefix must be known: it returns its chain.
// @ts-expect-error a whole tree
draw((map) => { map.resources('posts') })
// @ts-expect-error a whole tree with options
draw({ api: true }, (map) => { map.resources('posts') })
// @ts-expect-error a group without a namePrefix
draw((map) => map.group({ pathPrefix: 'shop' }, (shop) => { shop.resources('posts') }))
draw((map) => map
  // @ts-expect-error shallow children, whose names lack the parent's
  .resources('posts', { shallow: true }, (posts) => { posts.resources('comments') }))
draw((map) => map
  // @ts-expect-error a namespace without a prefix
  .namespace('admin', { namePrefix: null }, (admin) => { admin.resources('posts') }))

const shops = draw((map) => map.group({ namePrefix: 'shop_' }, (shop) => {
  for (const name of ['carts', 'orders']) shop.resources(name)
}))
const shopsUrlFor = {} as UrlFor<typeof shops>
shopsUrlFor.shopCartsPath()
// @ts-expect-error outside the prefix
shopsUrlFor.cartsPath()

// A prefix without an underscore at its end runs into the name.
const versions = draw((map) => map
  .group({ namePrefix: 'v2' }, (group) => { group.resources('posts') })
  .namespace('api', { namePrefix: 'my_v3' }, (api) => { api.resources('tags') }))
const versionsUrlFor = {} as UrlFor<typeof versions>
versionsUrlFor.v2postsPath()
versionsUrlFor.editV2postUrl(1)
versionsUrlFor.hashForV2postPath(1)
versionsUrlFor.myV3tagPath(1)
versionsUrlFor('edit_v2post', { id: 1 })
// @ts-expect-error outside the prefix
versionsUrlFor.postsPath()
// @ts-expect-error a helper is in camel case
versionsUrlFor.editv2postPath(1)

// Controllers of statements are unknown, and so are their actions; those that are known stay required.
const controllerOf = controller.for<typeof routes>()
const all = { index () {}, create () {}, new () {}, edit () {}, show () {}, update () {}, destroy () {} }
const posts = controllerOf('posts', all)
const users = controllerOf('users', all)
const comments = controllerOf('comments', {
  show: (request) => { same<Same<typeof request.params, Readonly<Record<string, string>>>>(true) }
})
export const controllers = { posts, users, comments, 'admin/things': { show () {} } } satisfies AllControllers<typeof routes>
// @ts-expect-error users is missing
export const missing = { posts, comments } satisfies AllControllers<typeof routes>
// @ts-expect-error an action is missing
controllerOf('users', { index () {} })

// Types see the calls of the chain that a block returns, and no others. The type Routes allows any helper.
const partly = draw((map) => {
  map.resources('tags')
  return map.resources('posts')
})
const partlyUrlFor = {} as UrlFor<typeof partly>
partlyUrlFor.postsPath()
// @ts-expect-error not in the chain
partlyUrlFor.tagsPath()
const loose: Routes = draw((map) => {
  for (const name of ['posts', 'tags']) map.resources(name)
  return map
})
const looseUrlFor = {} as UrlFor<typeof loose>
looseUrlFor.anythingPath(1, 2, 3)
looseUrlFor.anythingUrl()
looseUrlFor('anything', {})
// @ts-expect-error no helper is called that
looseUrlFor.nope()

// A name that is no literal gives an open type under what surrounds it.
declare const name: string
const open = draw((map) => map.resources('posts', { only: 'show' }, (posts) => posts.resources(name)).resources('tags', { only: 'show' }))
const openUrlFor = {} as UrlFor<typeof open>
openUrlFor.postAnythingPath(1)
openUrlFor.tagPath(1)
// @ts-expect-error outside the prefix
openUrlFor.tagAnythingPath(1)
declare const names: string[]
const openAll = {} as UrlFor<ReturnType<typeof drawAll>>
const drawAll = () => draw((map) => map.resources(...names))
openAll.anythingPath()

// Nor is a name that may be one of two, or one that is half known.
declare const either: 'posts' | 'tags'
declare const half: `${string}s`
const eithers = draw((map) => map.namespace('admin', (admin) => admin.resources(either, { only: 'show' }).resources(either).resource('cart', either)).resources(half, 'users'))
const eithersUrlFor = {} as UrlFor<typeof eithers>
eithersUrlFor.adminPostPath(1)
eithersUrlFor.editAdminCartPath()
// @ts-expect-error a cart has no id
eithersUrlFor.editAdminCartPath(1)

// A block that is async is refused.
// @ts-expect-error
draw(async (map) => map.resources('posts'))
// @ts-expect-error
draw(async (map) => { map.resources('posts') })
// @ts-expect-error
draw({ api: true }, async (map) => { map.resources('posts') })
draw((map) => map
  // @ts-expect-error
  .resources('posts', async (posts) => posts.resources('comments')))
draw((map) => map
  // @ts-expect-error
  .resources('posts', async () => {}))
draw((map) => map
  // @ts-expect-error
  .resources('posts', { only: 'show' }, async (posts) => { posts.resources('comments') }))
draw((map) => map
  // @ts-expect-error
  .resources('posts', 'tags', async () => {}))
draw((map) => map
  // @ts-expect-error
  .resource('account', async () => {}))
draw((map) => map
  // @ts-expect-error
  .namespace('admin', async (admin) => { admin.resources('comments') }))

// include stands at the top level only.
draw((map) => map.namespace('admin', (admin) => admin
  // @ts-expect-error
  .include(routes)))
draw((map) => map
  // @ts-expect-error a table of one's own is no Routes
  .include({}))
