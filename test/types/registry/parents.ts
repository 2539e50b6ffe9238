/** Actions read the parents whose types are in `controllers`, and answer from what they read. */

import { Type } from '@fastify/type-provider-typebox'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import resourcesPlugin, { controller, draw } from 'fastify-resources'
import type { AllControllers } from 'fastify-resources'
import { createClient } from 'fastify-resources/client'
import { same, type Same } from '../same.js'

const routes = draw({ api: true, patch: 'only' }, (map) => map
  .namespace('v1', (v1) => v1
    .resources('customers', { only: ['index', 'show'], shallow: true }, (customers) => customers
      .resources('devices', { only: ['index', 'create', 'show'], collection: { count: 'get' } }, (devices) => devices
        .resource('photo', { only: 'create' })
        .resources('jobs', { only: ['index', 'create', 'show'] }, (jobs) => jobs
          .resources('notes', { only: 'create' })))))
  .namespace('v2', (v2) => v2
    .resources('customers', { only: 'show' }, (customers) => customers
      .resources('devices', { only: 'create', member: { move: 'put' } }, (devices) => devices
        .resources('jobs', { only: ['index', 'create'] })))))

const Id = Type.Readonly(Type.Integer({ readOnly: true }))
const Customer = Type.Object({ id: Id, name: Type.String() })
const Device = Type.Object({ id: Id, customerId: Id, model: Type.String() })
const Job = Type.Object({ id: Id, deviceId: Id, fault: Type.String() })

interface Row { id: number, name: string, secret: string }
declare function customer (id: number): Row | undefined
const rows = new Map<number, { id: number, customerId: number, model: string }>()
const jobRows = new Map<number, { id: number, deviceId: number, fault: string }>()

/** A generic function, which the compiler reads together with the answer that is expected. */
function save<T extends { id: number }> (into: Map<number, T>, row: T): T {
  into.set(row.id, row)
  return row
}

// Children come before their parents, and read them with and without `responses`.
const notes = controller('v1/notes', { create: async ({ parents }) => ({ of: parents.job.fault }) })

const jobs = controller('v1/jobs', {
  record: Job,
  responses: true,
  load: (id) => jobRows.get(id),
  index: async ({ parents }) => [...jobRows.values()].filter(({ deviceId }) => deviceId === parents.device.id),
  create: async ({ body, parents }) => save(jobRows, { ...body.job, id: 1, deviceId: parents.device.id }),
  show: async ({ record, parents }) => {
    same<Same<typeof parents, {}>>(true)
    return record
  }
})

const photos = controller('v1/photos', {
  record: Device,
  responses: true,
  create: async ({ parents }) => save(rows, { ...parents.device, model: 'seen' })
})

const devices = controller('v1/devices', {
  record: Device,
  responses: { index: 'list', create: 'record' },
  load: (id) => rows.get(id),
  index: async ({ parents }) => [...rows.values()].filter(({ customerId }) => customerId === parents.customer.id),
  create: async ({ body, parents }) => {
    same<Same<typeof parents, { readonly customer: Row }>>(true)
    return save(rows, { ...body.device, id: 1, customerId: parents.customer.id })
  },
  show: async ({ record }) => record,
  count: async ({ parents }) => parents.customer.name.length
})

const customers = controller('v1/customers', {
  record: Customer,
  responses: true,
  load: (id) => customer(id),
  index: async () => [],
  show: async ({ record }) => record
})

// Three deep in one path, where `load` reads its parents too.
const deepJobs = controller('v2/jobs', {
  record: Job,
  index: async ({ parents }) => [parents.customer.secret, parents.device.model, parents.device.owner],
  create: async ({ body, parents }) => save(jobRows, { ...body.job, id: 1, deviceId: parents.device.id })
})

const deepDevices = controller('v2/devices', {
  record: Device,
  load: (id, { customer }) => ({ ...rows.get(id), id, model: 'lamp', owner: customer.name }),
  create: async ({ body, parents }) => save(rows, { ...body.device, id: 1, customerId: parents.customer.id }),
  move: async ({ record, parents }) => ({ ...record, to: parents.customer.id })
})

const deepCustomers = controller('v2/customers', {
  record: Customer,
  load: (id) => customer(id),
  show: async ({ record }) => record.name
})

export const controllers = {
  'v1/notes': () => notes,
  'v1/jobs': () => jobs,
  'v1/photos': () => photos,
  'v1/devices': (app) => {
    app.log.info('a function may take the instance')
    return devices
  },
  'v1/customers': () => customers,
  'v2/jobs': async () => await Promise.resolve(deepJobs),
  'v2/devices': () => deepDevices,
  'v2/customers': () => deepCustomers
} satisfies AllControllers

// After the controllers, as in a file that imports them: the compiler meets a child before `controllers`.
declare module 'fastify-resources' {
  interface FastifyResources {
    app: typeof routes
    provider: TypeBoxTypeProvider
    controllers: typeof controllers
  }
}

await Fastify().register(resourcesPlugin, { routes, controllers })

const client = createClient<typeof routes, typeof controllers>(routes)
const device = await client.v1.devices.create(1, { model: 'lamp' })
same<Same<[typeof device.id, typeof device.model], [number, string]>>(true)
