/** Tasks by Turbo: what docs/page-recipes.md tells in parts. Without scripts the forms redirect. */

import Fastify from 'fastify'
import type { FastifyReply, FastifyRequest } from 'fastify'
import resourcesPlugin, { controller, createFormHelpers, draw } from 'fastify-resources'
import type { UrlFor } from 'fastify-resources'
import { z } from 'zod'

const Task = z.object({ id: z.int(), title: z.string().min(1) })
type Task = z.infer<typeof Task>
const tasks = new Map<number, Task>([[1, { id: 1, title: 'Milk' }]])

const routes = draw({ formats: ['html', 'turbo_stream'] }, (map) => map
  .resources('tasks', { only: ['index', 'create', 'destroy'] }))

const escape = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)

const itemOf = (task: Task, urlFor: UrlFor<typeof routes>) => `<li id="task_${task.id}">${escape(task.title)}
  ${createFormHelpers(urlFor).buttonTo('Done', urlFor.taskPath(task), { method: 'delete' })}</li>`

const streamOf = (action: string, target: string, content = '') =>
  `<turbo-stream action="${action}" target="${target}"><template>${content}</template></turbo-stream>`

function sendStream (request: FastifyRequest, reply: FastifyReply, stream: string) {
  return reply.respondTo({ html: () => reply.redirect(request.urlFor.tasksPath(), 303), turbo_stream: () => stream })
}

const controllerOf = controller.for<typeof routes>()
const controllers = {
  tasks: controllerOf('tasks', {
    record: Task,
    index: async ({ urlFor }, reply) => reply.type('text/html').send(`<!doctype html>
<script type="module" src="https://cdn.jsdelivr.net/npm/@hotwired/turbo@8/dist/turbo.es2017-esm.js"></script>
<ul id="tasks">${[...tasks.values()].map((task) => itemOf(task, urlFor)).join('')}</ul>
${createFormHelpers(urlFor).formFor('task', {})}
<input name="task[title]"><output id="fault"></output><button>Add</button></form>`),
    create: async (request, reply) => {
      const task = { id: Math.max(0, ...tasks.keys()) + 1, ...request.body.task }
      tasks.set(task.id, task)
      return await sendStream(request, reply, streamOf('append', 'tasks', itemOf(task, request.urlFor)))
    },
    destroy: async (request, reply) => {
      tasks.delete(request.params.id)
      return await sendStream(request, reply, streamOf('remove', `task_${request.params.id}`))
    },
    invalid: async (_request, reply, { errors }) => {
      const message = String(errors['task[title]'])
      return await reply.respondTo({ html: () => message, turbo_stream: () => streamOf('update', 'fault', message) })
    }
  })
}

export const app = Fastify()
await app.register(resourcesPlugin, {
  routes,
  controllers,
  mediaTypes: { turbo_stream: 'text/vnd.turbo-stream.html' }
})
console.log(`Listening at ${await app.listen({ port: Number(process.env.PORT ?? 3000) })}`)
