/** The seven conventional actions and the methods, as tables that values and types derive from. */

export const ACTIONS = [
  { action: 'index', method: 'GET', on: 'collection', suffix: '' },
  { action: 'create', method: 'POST', on: 'collection', suffix: '' },
  { action: 'new', method: 'GET', on: 'new', suffix: 'new' },
  { action: 'edit', method: 'GET', on: 'member', suffix: 'edit' },
  { action: 'show', method: 'GET', on: 'member', suffix: '' },
  { action: 'update', method: 'PUT', on: 'member', suffix: '' },
  { action: 'destroy', method: 'DELETE', on: 'member', suffix: '' }
] as const

/** What `any` stands for, in the order of registration; HEAD comes with GET, by Fastify. */
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Those that a row answers only where it names them. */
export const NAMED_METHODS = ['QUERY', 'OPTIONS'] as const

export const ALL_METHODS = [...METHODS, ...NAMED_METHODS] as const

/** Those that send on; 303 is the one after which every browser GETs, and 307 and 308 differ from 302 and 301 for other methods than GET. */
export const REDIRECT_STATUSES = [301, 302, 303, 307, 308] as const

/** Whether `any` stands for it. */
export function isOfAny (method: string): boolean {
  return (METHODS as readonly string[]).includes(method)
}
