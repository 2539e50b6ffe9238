/** The HTML of the blog. */

import t from 'tap'
import { HtmlValidate } from 'html-validate'
import { ADMIN, startInProcess } from '../support/blog.js'
import { createVisitor, logIn } from '../support/visitor.js'
import type { Answer } from '../support/visitor.js'

t.test('each page is valid HTML, also those of errors and of forms that come back', async (t) => {
  const blog = await startInProcess(t)
  const admin = await logIn(blog.address, ADMIN.email, ADMIN.password)
  await admin.send('POST', '/posts/1/comments', { comment: { text: 'Well' } })
  const visitor = createVisitor(blog.address)
  // A button without a type submits.
  const validator = new HtmlValidate({
    extends: ['html-validate:standard', 'html-validate:a11y'],
    rules: { 'no-implicit-button-type': 'off' }
  })
  const pages: Array<[title: string, status: number, answer: Promise<Answer>]> = [
    ...['/', '/posts/1', '/posts/search?q=a', '/session/new', '/account/new'].map(
      (path): (typeof pages)[number] => [path, 200, visitor.get(path)]
    ),
    ...[
      '/',
      '/posts/1',
      '/posts/drafts',
      '/posts/new',
      '/posts/1/edit',
      '/account',
      '/account/edit',
      '/admin/users',
      '/admin/users/1/edit'
    ].map((path): (typeof pages)[number] => [`${path} of an admin`, 200, admin.get(path)]),
    ['no page', 404, visitor.get('/nowhere')],
    ['not logged in', 401, visitor.get('/posts/new')],
    [
      'a wrong password',
      422,
      visitor.submit('/session', { 'session[email]': 'a@example.org', 'session[password]': 'wrong' })
    ],
    ['a post that is gone', 404, admin.submit('/posts/99', { _method: 'put', 'post[title]': '"', 'post[text]': '\n' })],
    ['an empty post', 422, admin.submit('/posts', { 'post[title]': '', 'post[text]': '"<&' })],
    ['an empty comment', 422, admin.submit('/posts/1/comments', { 'comment[text]': '' })]
  ]
  for (const [title, status, answer] of pages) {
    const { status: found, text } = await answer
    t.equal(found, status, title)
    const { results } = await validator.validateString(text)
    t.strictSame(
      results.flatMap(({ messages }) => messages.map(({ message, line }) => `${line}: ${message}`)),
      [],
      title
    )
  }
})
