/** Paths that have another property than the id: its variables, and what stands for them. */

import { Type } from '@fastify/type-provider-typebox'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { controller, createFormHelpers, draw } from '../../lib/index.js'
import type { UrlFor } from '../../types/url-for.js'
import { same, type Same } from './same.js'

const routes = draw((map) => map
  .resources('posts', { param: 'slug', member: { publish: 'put' } }, (posts) => posts
    .resources('comments', (comments) => comments.resource('author'))
    .namespace('admin', (admin) => admin.resources('notes', { param: 'number' }))
    .group({ pathPrefix: 'all' }, (all) => all.resources('likes')))
  .resources('tags'))
declare const urlFor: UrlFor<typeof routes>
const { formFor } = createFormHelpers(urlFor)
const post = { id: 1, slug: 'hello' }
const tag = { id: 1 }

// A text, the property, or toParam().
urlFor.postPath('hello')
urlFor.postPath(post)
urlFor.editPostUrl({ toParam: () => 'hello' }, { host: 'a.org' })
urlFor.postCommentPath(post, 2)
urlFor.postCommentPath({ post_slug: post, id: 2 })
urlFor.hashForPublishPostPath({ slug: 'hello' })
urlFor.postCommentAuthorPath('hello', tag)
urlFor.postNotePath(post, { number: 7 })
urlFor('post_comment', { post_slug: post, id: 2 })
urlFor({ controller: 'posts', action: 'show', slug: post })
urlFor.tagPath(tag)
urlFor.postLikePath(post, tag)
formFor('post', post)
formFor('post_comment', [post, tag])

// @ts-expect-error an id is not in the path
urlFor.postPath(tag)
// @ts-expect-error nor in that of a child
urlFor.postCommentPath(tag, 2)
// @ts-expect-error also in a group
urlFor.postLikePath(tag, tag)
// @ts-expect-error the variable is slug
urlFor('post', { id: 1 })
// @ts-expect-error the variable of children is post_slug
urlFor.postCommentPath({ post_id: 1, id: 2 })
// @ts-expect-error the comment's is its id
urlFor.postCommentPath(post, { slug: 'x' })
// @ts-expect-error a number it has, no id
urlFor.postNotePath(post, tag)
// @ts-expect-error a form for a child of what has no slug
formFor('post_comment', [tag, tag])
// @ts-expect-error a singleton has no variable
draw((map) => map.resource('account', { param: 'slug' }))
// @ts-expect-error a namespace has none either
draw((map) => map.namespace('admin', { param: 'slug' }, (admin) => admin.resources('posts')))
declare const someName: string
// @ts-expect-error a name that is no literal
draw((map) => map.resources('posts', { param: someName }))

const Post = Type.Object({ id: Type.Integer(), slug: Type.String(), rank: Type.Number() })
const Note = Type.Object({ number: Type.Integer() })
const controllerOf = controller.for<typeof routes, TypeBoxTypeProvider>()
const handler = async (): Promise<void> => {}

// What requests have follows from the property of that name.
const posts = controllerOf('posts', {
  record: Post,
  load: (slug) => ({ found: slug.toUpperCase() }),
  index: handler,
  create: handler,
  new: handler,
  edit: handler,
  show: async (request) => {
    same<Same<typeof request.params, { readonly slug: string }>>(true)
    same<Same<typeof request.record, { found: string }>>(true)
  },
  update: handler,
  destroy: handler,
  publish: handler
})
const childOf = controller.for<typeof routes, TypeBoxTypeProvider, { posts: typeof posts }>()
childOf('admin/notes', {
  record: Note,
  load: (number, parents) => ({ next: number + 1, of: parents.post.found }),
  index: handler,
  create: handler,
  new: handler,
  edit: handler,
  show: async (request) => { same<Same<typeof request.params, { readonly post_slug: string, readonly number: number }>>(true) },
  update: handler,
  destroy: handler
})
childOf('comments', {
  index: async (request) => {
    same<Same<typeof request.params, { readonly post_slug: string }>>(true)
    same<Same<typeof request.parents, { readonly post: { found: string } }>>(true)
  },
  create: handler,
  new: handler,
  edit: handler,
  show: handler,
  update: handler,
  destroy: handler
})
