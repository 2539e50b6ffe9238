import { resources, route } from '@remix-run/fetch-router/routes'

export const routes = route({
  notes: resources('notes', { only: ['index', 'create', 'show'] }),
})
