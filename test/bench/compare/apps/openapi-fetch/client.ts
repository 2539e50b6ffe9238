import createClient from 'openapi-fetch'
import type { paths } from './schema.ts'

export const client = createClient<paths>({ baseUrl: 'http://localhost:3000' })

export function dataOf<T> ({ data, response }: { data?: T, response: Response }): T {
  if (data === undefined) throw new Error(`${response.url}: ${response.status}`)
  return data
}
