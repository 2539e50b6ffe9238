/** The records that `formFor` takes, by name. */

import { createFormHelpers, createUrlFor, draw } from '../../lib/index.js'
import type { AnyUrlFor, FieldForm, Form, FormHelpers, Routes, UrlFor } from '../../lib/index.js'
import { same, type Same } from './same.js'

const routes = draw((map) => map
  .resources('posts', (posts) => posts.resources('comments', { only: ['create', 'destroy'] }).resource('author'))
  .resources('albums', { shallow: true }, (albums) => albums.resources('photos'))
  .resources('messages', { only: ['new', 'create'] })
  .resources('sheep', { only: 'create' })
  .resources('tags', { only: ['index', 'show'] })
  .resource('session', { only: 'create' }))
const urlFor = createUrlFor(routes)
const { formFor, formTag, buttonTo, fieldName } = createFormHelpers(urlFor)

class Post {
  constructor (readonly title: string, readonly id?: number) {}
}
interface Film { readonly title: string, readonly length: number }

// A record of any kind, with an id or without; an id alone.
const form: FieldForm<Film> = formFor('post', {} as Film)
export const plain: Form = form
formFor('post', {})
formFor('post', { title: 'x' })
formFor('post', { id: 1, title: 'x' }, { method: 'patch', attributes: { class: 'x' }, fields: { _csrf: 'x' } })
formFor('post', new Post('x'))
formFor('post', {} as Film, { isNew: true })
formFor('post', 1n)
formFor('messages', {})
formFor('session', {})

// The paths of a record's fields.
interface Order {
  readonly id: number
  readonly title?: string
  readonly author: { readonly name: string, readonly born?: Date | null } | null
  readonly tags: readonly string[]
  readonly lines?: Array<{ readonly sku: string, readonly parts: string[] }>
}
const order = formFor('post_comment', [1, {} as Partial<Order>])
order.at('title').attributes.trim()
order.at('author.name', { rows: 8, hidden: true }).messages.join()
order.at('author.born')
order.at('tags')
order.at('tags[0]')
order.at(`lines[${1 as number}].sku`)
order.at('lines[0].parts[2]')
formFor('post', {}).at('whatever')
formFor('post', 1).at('whatever')
formFor('post', {} as Record<string, any>).at('whatever')
formFor('post', {}, { values: {} as Order, errors: { 'post[title]': ['is taken'] } }).at('author.name')
formFor('post', new Post('x'), { values: undefined, errors: undefined }).at('title')
export const opening: string = order.open + order.errors
declare const people: Array<{ id: number, name: string }>
order.at('title', { options: people.map((one) => [one.id, one.name]), class: 'wide' })
order.at('title', { options: [['Staff', [[1, 'Ada']]], [2n, 'Grace'], [true, 3]] })
order.at('title', { options: [['Staff', people.map((one) => [one.id, one.name])]] })
order.at('title', { options: undefined })
// @ts-expect-error an option without a label
order.at('title', { options: [[1]] })
// @ts-expect-error options are lists
order.at('title', { options: people })
// @ts-expect-error no such field
order.at('titel')
// @ts-expect-error no such field of an object
order.at('author.nmae')
// @ts-expect-error a date has none
order.at('author.born.day')
// @ts-expect-error nor of a row
order.at('lines[0].sk')
// @ts-expect-error a list has no names
order.at('lines.sku')
// @ts-expect-error no field of the values
formFor('post', {}, { values: {} as Order }).at('nothing')
// @ts-expect-error no messages
formFor('post', {}, { errors: 'wrong' })

// Behind its parents, which have ids.
formFor('post_comment', [1, {}])
formFor('post_comment', [{ id: 1 }, new Post('x')])
formFor('post_author', ['a', {}])

// A shallow record needs no parent but to be created.
formFor('photo', [1, {}])
formFor('photo', { id: 1 })
// @ts-expect-error the message of the run time names 'photo'
formFor('album_photo', [1, {}])
// @ts-expect-error nor is it the name of the collection
formFor('album_photos', [1, {}])

// Without a record's path the collection's name is the form's.
formFor('sheep_index', {})
// @ts-expect-error the message of the run time names 'sheep_index'
formFor('sheep', {})

// A plain route that has a record's name changes no form: its variables are its own.
const named = draw((map) => map
  .route('posts', '/articles', 'posts#index')
  .route('post', '/blogs/:blog_id/articles/:slug', 'posts#show')
  .resources('posts')
  .resources('comments', { param: 'key', pathPrefix: 'users/:user_id' })
  .route('comment', '/comments/:id', 'comments#show')
  .route('tag', '/tags/:id', 'tags#show'))
const ofNamed = createFormHelpers(createUrlFor(named))
ofNamed.formFor('post', {})
ofNamed.formFor('post', { id: 1 })
ofNamed.formFor('comment', [1, { key: 'a' }])
// @ts-expect-error a variable of the plain route is no parent
ofNamed.formFor('post', [1, { id: 1 }])
// @ts-expect-error the parent is missing
ofNamed.formFor('comment', { id: 1 })
// @ts-expect-error a collection is no record
ofNamed.formFor('posts', {})
// @ts-expect-error a plain route creates and updates nothing
ofNamed.formFor('tag', {})

// The parts, and HTML wherever they become a string.
const { action, method, fields } = formTag('/posts', { method: 'delete' })
same<Same<[typeof action, typeof method, (typeof fields)[number]['name']], [string, 'get' | 'post', string]>>(true)
export const html: string = `${buttonTo('x', urlFor.postPath(1), { method: 'delete', formAttributes: { hidden: true } })}${fieldName('post', 'lines', 0)}`

// @ts-expect-error no such record
formFor('pst', {})
// @ts-expect-error a collection is no record
formFor('posts', {})
// @ts-expect-error nothing creates or updates it
formFor('tag', {})
// @ts-expect-error no such action
formFor('edit_post', {})
// @ts-expect-error a parent too few
formFor('post_comment', {})
// @ts-expect-error a parent too few
formFor('post_comment', [{}])
// @ts-expect-error a parent too many
formFor('post_comment', [1, 2, {}])
// @ts-expect-error a parent too many
formFor('post', [1, {}])
// @ts-expect-error a parent needs an id
formFor('post_comment', [{ title: 'x' }, {}])
// @ts-expect-error no record
formFor('post', undefined)
// @ts-expect-error only the two methods of update
formFor('post', {}, { method: 'delete' })
// @ts-expect-error a method is in lower case
formTag('/posts', { method: 'PUT' })
// @ts-expect-error an unknown option
formTag('/posts', { metod: 'put' })
// @ts-expect-error no attribute
formTag('/posts', { attributes: { style: {} } })
// @ts-expect-error a key is a text or a number
fieldName('post', true)

// What types know nothing of takes anything.
const any = createFormHelpers({} as AnyUrlFor)
any.formFor('whatever', [1, {}])
createFormHelpers({} as UrlFor<Routes>).formFor('whatever', {})
// @ts-expect-error a name is a text
any.formFor(1, {})

// What stands as statements may have any name under its parent's.
const statements = draw((map) => map.resources('posts', (posts) => { posts.resources('comments') }))
const half = createFormHelpers(createUrlFor(statements))
half.formFor('post', {})
half.formFor('post_comment', [1, {}])
// @ts-expect-error under no known name
half.formFor('comment', {})

// They can be named.
export const helpers: FormHelpers<UrlFor<typeof routes>> = createFormHelpers(urlFor)
export const untyped: FormHelpers = any
