import { createTuyau } from '@tuyau/core/client'
import { registry } from './registry.ts'

export const client = createTuyau({ baseUrl: 'http://localhost:3000', registry }).api
