/** Helpers with variables filled in. */

import { createFormHelpers, draw } from '../../lib/index.js'
import type { AnyUrlFor, UrlFor } from '../../types/url-for.js'

const routes = draw((map) => map
  .resources('posts', { pathPrefix: '/:locale', param: 'slug' }, (posts) => posts.resources('comments'))
  .resources('tags'))
declare const urlFor: UrlFor<typeof routes>
const german = urlFor.with({ locale: 'de' })
const post = { slug: 'hello' }

// They are gone from the arguments.
german.postsPath()
german.postPath(post)
german.postPath({ slug: 'hello' }, { anchor: 'x' })
german.postCommentUrl(post, 2)
german.postCommentPath({ post_slug: post, id: 2 })
german.tagPath(1)
german.hashForPostsPath({ query: {} })
german('post', { slug: post })
german({ controller: 'posts', action: 'index' })
german(urlFor.hashForPostPath('en', post))
german.with({ post_slug: post }).postCommentPath(2)
createFormHelpers(german).formFor('post', {})
createFormHelpers(german).formFor('post_comment', [post, {}])

// @ts-expect-error the locale is there already
german.postPath('de', 'hello')
// @ts-expect-error also by name
german.postsPath({ locale: 'de' })
// @ts-expect-error and in the long form
german('post', { locale: 'de', slug: 'hello' })
// @ts-expect-error the comment is left
german.with({ post_slug: post }).postCommentPath()
// @ts-expect-error and in forms
createFormHelpers(german).formFor('post', ['de', {}])
// @ts-expect-error the others still need it
urlFor.postsPath()
// @ts-expect-error no route has that variable
urlFor.with({ locle: 'de' })
// @ts-expect-error no value of an id
urlFor.with({ locale: null })

declare const any: AnyUrlFor
any.with({ locale: 'de' }).postPath(1)
