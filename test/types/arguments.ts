/** The arguments and results of helpers. */

import { createUrlFor, draw } from '../../lib/index.js'
import { same, type Same } from './same.js'
import type { RouteHash, UrlFor } from '../../types/url-for.js'

const routes = draw((map) => map
  .resources('posts', (posts) => posts.resources('comments', (comments) => comments.resources('votes', (votes) => votes.resources('flags'))))
  .resources('editions', { pathPrefix: '/articles/:article_id' }))
const urlFor = {} as UrlFor<typeof routes>
interface Post { id: number, title: string }
const post = {} as Post
const slugged = { toParam: () => 'a-slug', title: 'A slug' }

// Ids, by position: a string, a number, a bigint or a record each.
same<Same<ReturnType<typeof urlFor.postPath>, string>>(true)
urlFor.postsPath()
urlFor.postPath(1)
urlFor.postPath('1')
urlFor.postPath(1n)
urlFor.postPath(post)
urlFor.postPath(slugged)
urlFor.postCommentPath(post, 2)
urlFor.postCommentVotePath(1, '2', 3n)
urlFor.postCommentVoteFlagPath(1, 2, 3, 4)
urlFor.editionsPath(1)
urlFor.editionPath(1, 2)

// Ids by name.
urlFor.postPath({ id: 1 })
urlFor.postCommentPath({ post_id: post, id: 2 })
urlFor.postCommentVoteFlagPath({ post_id: 1, comment_id: 2, vote_id: 3, id: 4 })
urlFor.postCommentsPath({ post_id: 1 })
urlFor.editionsPath({ article_id: 1 })

// One options object, last.
urlFor.postsPath({ query: { page: 2, tags: ['a'] } })
urlFor.postUrl(1, { anchor: 'c3', host: 'example.org', protocol: 'https', port: 8080, trailingSlash: true })
urlFor.postCommentUrl({ post_id: 1, id: 2 }, { query: {} })
urlFor.postCommentVoteFlagPath(1, 2, 3, 4, { anchor: 'top' })

// hashFor gives a hash, which urlFor takes.
same<Same<ReturnType<typeof urlFor.hashForPostPath>, RouteHash>>(true)
urlFor(urlFor.hashForPostCommentUrl(1, 2, { anchor: 'x' }))
urlFor.hashForEditPostPath(1).useRoute

// The long forms.
urlFor('posts')
urlFor('posts', {}, { query: { page: 2 } })
urlFor('edit_post', { id: 1 })
urlFor('post_comment', { post_id: 1, id: 2 }, { anchor: 'x' })
urlFor('post', { id: post }, { onlyPath: false, host: 'example.org' })
urlFor({ controller: 'posts', action: 'index', onlyPath: false, port: 80 })
urlFor.hashForPostUrl(1, { host: 'example.org' })
urlFor({ controller: 'posts', action: 'index' })
urlFor({ controller: 'posts', action: 'edit', id: post, anchor: 'x' })
urlFor({ controller: 'comments', action: 'show', post_id: 1, id: 2 })

// @ts-expect-error one id too few
urlFor.postPath()
// @ts-expect-error one id too few
urlFor.postCommentPath(1)
// @ts-expect-error one id too many
urlFor.postPath(1, 2)
// @ts-expect-error one id too many
urlFor.postsPath(1)
// @ts-expect-error one id too many
urlFor.postCommentVoteFlagPath(1, 2, 3, 4, 5)
// @ts-expect-error a record needs an id
urlFor.postPath({ title: 'x' })
// @ts-expect-error neither null
urlFor.postPath(null)
// @ts-expect-error nor undefined is an id
urlFor.postPath(undefined)
// @ts-expect-error a name too few
urlFor.postCommentPath({ id: 1 })
// @ts-expect-error a name too many
urlFor.postCommentPath({ post_id: 1, id: 2, comment_id: 3 })
// @ts-expect-error a wrong name
urlFor.postCommentPath({ postId: 1, id: 2 })
// @ts-expect-error an unknown option
urlFor.postPath(1, { ancor: 'x' })
// @ts-expect-error a path has no host
urlFor.postPath(1, { host: 'example.org' })
// @ts-expect-error nor has its hash
urlFor.hashForPostPath(1, { host: 'example.org' })
// @ts-expect-error no such helper
urlFor.editPostComentPath
// @ts-expect-error no such helper
urlFor.postsPathUrl
// @ts-expect-error no such route
urlFor('edit_pst', { id: 1 })
// @ts-expect-error an id too few
urlFor('edit_post', {})
// @ts-expect-error an id too few
urlFor('edit_post')
// @ts-expect-error no such action
urlFor({ controller: 'posts', action: 'edti', id: 1 })
// @ts-expect-error no such controller
urlFor({ controller: 'psts', action: 'edit', id: 1 })
// @ts-expect-error an id too few
urlFor({ controller: 'comments', action: 'show', id: 2 })

// A format, where a route has any: of its own, of the namespace, else of draw.
const formatted = draw({ formats: ['html', 'json'] }, (map) => map
  .root({ controller: 'posts', action: 'index' })
  .route('login', '/login', { controller: 'sessions', action: 'new' })
  .route('file', '/files/:name', { controller: 'files', action: 'show', formats: [] })
  .resources('posts', { formats: ['xml'] }, (posts) => posts.resources('comments').resource('author', { formats: [] }))
  .namespace('admin', { formats: ['csv'] }, (admin) => admin.resources('users').root({ controller: 'desks', action: 'show' }))
  .resource('account', { formats: [] as string[] })
  .group({ pathPrefix: 'help' }, (help) => help.route('help', '/', 'helps#show'))
  .group({ namePrefix: 'site_' }, (site) => site.route('start', '/', 'starts#show', { conditions: { host: 'a.org' } }))
  .namespace('shop', { pathPrefix: '' }, (shop) => shop.root('shops#show').route('offers', '/offers', 'offers#index')))
const formattedUrlFor = {} as UrlFor<typeof formatted>
formattedUrlFor.loginPath({ format: 'json' })
formattedUrlFor.postsPath({ format: 'xml', query: {} })
formattedUrlFor.editPostUrl(1, { format: 'xml', host: 'example.org' })
formattedUrlFor.hashForPostPath(1, { format: 'xml' })
formattedUrlFor.postCommentPath({ post_id: 1, id: 2 }, { format: 'html' })
formattedUrlFor.adminUserPath(1, { format: 'csv' })
formattedUrlFor.adminRootPath({ format: 'csv' })
// @ts-expect-error the namespace's take the place of the tree's
formattedUrlFor.adminRootPath({ format: 'html' })
formattedUrlFor.accountPath({ format: 'whatever is in the list' })
formattedUrlFor('post', { id: 1 }, { format: 'xml' })
formattedUrlFor({ controller: 'posts', action: 'show', id: 1, format: 'xml' })
// @ts-expect-error the tree's formats are not the resource's
formattedUrlFor.postsPath({ format: 'json' })
// @ts-expect-error the resource's are not its children's
formattedUrlFor.postCommentPath(1, 2, { format: 'xml' })
// @ts-expect-error none
formattedUrlFor.postAuthorPath(1, { format: 'html' })
// @ts-expect-error none
formattedUrlFor.filePath('a.txt', { format: 'html' })
// @ts-expect-error the root has no extension
formattedUrlFor.rootPath({ format: 'html' })
formattedUrlFor.helpPath({ format: 'html' })
// @ts-expect-error the root of a group without a path has none either
formattedUrlFor.siteStartPath({ format: 'html' })
// @ts-expect-error nor that of a namespace without one
formattedUrlFor.shopRootPath({ format: 'html' })
formattedUrlFor.shopOffersPath({ format: 'html' })
// @ts-expect-error a tree without formats
urlFor.postPath(1, { format: 'json' })

// An option may be undefined; this project is compiled with exactOptionalPropertyTypes.
urlFor.postPath(1, { query: undefined, anchor: undefined, trailingSlash: undefined })
urlFor.postUrl(1, { host: undefined, protocol: undefined, port: undefined })
formattedUrlFor.postPath(1, { format: undefined })
urlFor('post', { id: 1 }, { onlyPath: undefined, host: undefined })
urlFor({ controller: 'posts', action: 'index', onlyPath: undefined, query: undefined })
createUrlFor(routes, { baseUrl: undefined })
draw({ formats: undefined, api: undefined, patch: undefined, pathNames: undefined }, (map) => map.resources('posts'))
