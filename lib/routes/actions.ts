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

/** The methods of `any`, in the order of registration; HEAD comes with GET, by Fastify. */
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Methods that a row answers only where it names them. */
const NAMED_METHODS = ['QUERY', 'OPTIONS'] as const

export const ALL_METHODS = [...METHODS, ...NAMED_METHODS] as const

/**
 * Statuses of redirects. After a 303 every browser sends a GET. 307 and 308 keep the method; 301 and 302 may
 * not.
 */
export const REDIRECT_STATUSES = [301, 302, 303, 307, 308] as const

/** Whether an action is one of the seven. */
export function isConventional (action: string): boolean {
  return ACTIONS.some((conventional) => conventional.action === action)
}

/** A method of a word. The methods of one `any` share an object, which tells them from those of another. */
export interface MethodOfWord {
  readonly method: (typeof ALL_METHODS)[number]
  readonly any?: object
}

/** The methods of a word of an action map: `put`, or `any`. */
export function methodsOfWord (word: string): readonly MethodOfWord[] {
  if (word !== 'any') return [{ method: word.toUpperCase() as MethodOfWord['method'] }]
  const any = {}
  return METHODS.map((method) => ({ method, any }))
}
