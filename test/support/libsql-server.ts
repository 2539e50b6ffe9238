/**
 * A libSQL server: what the protocol Hrana 2 over HTTP (github.com/tursodatabase/libsql, docs/HRANA_2_SPEC.md) has
 * of statements and batches, in front of a database in memory.
 */

import { createServer } from 'node:http'
import type { Server } from 'node:http'
import Database from 'libsql'

interface Statement { readonly sql?: string, readonly sql_id?: number, readonly args?: readonly Typed[] }

interface Step { readonly stmt: Statement, readonly condition?: Condition }

type Condition =
  | { readonly type: 'ok' | 'error', readonly step: number }
  | { readonly type: 'not', readonly cond: Condition }
  | { readonly type: 'and' | 'or', readonly conds: readonly Condition[] }
  | { readonly type: 'is_autocommit' }

interface Typed { readonly type: string, readonly value?: string | number }

interface StreamRequest { readonly type: string, readonly stmt: Statement, readonly batch: { readonly steps: readonly Step[] }, readonly sql: string, readonly sql_id: number }

/** Neither, where a batch has left it out. */
interface Outcome { readonly result?: object, readonly error?: { readonly message: string, readonly code: string } }

type Run = (statement: Statement) => Outcome

export function createLibsqlServer (): Server {
  const db = new Database(':memory:')
  return createServer((request, response) => {
    // It says which versions of the protocol it speaks.
    if (request.method === 'GET') response.writeHead(request.url === '/v2' ? 200 : 404).end()
    else request.toArray().then((chunks) => response.end(JSON.stringify({ baton: null, base_url: null, results: answerStream(db, JSON.parse(chunks.join(''))) })), (error: Error) => response.destroy(error))
  }).on('close', () => { db.close() })
}

function answerStream (db: Database.Database, { requests }: { readonly requests: readonly StreamRequest[] }): object[] {
  const texts = new Map<number, string>()
  const run: Run = ({ sql, sql_id: id = -1, args = [] }) => execute(db, sql ?? texts.get(id) as string, args.map(decode))
  return requests.map(({ type, stmt, batch, sql, sql_id: id }) => {
    if (type === 'store_sql') texts.set(id, sql)
    const outcome = type === 'execute' ? run(stmt) : type === 'batch' ? { result: runBatch(db, batch.steps, run) } : { result: {} }
    return outcome.error === undefined ? { type: 'ok', response: { type, ...outcome } } : { type: 'error', ...outcome }
  })
}

function runBatch (db: Database.Database, steps: readonly Step[], run: Run): object {
  const outcomes: Outcome[] = []
  const holds = (condition: Condition): boolean => {
    switch (condition.type) {
      case 'ok': return outcomes[condition.step]?.result !== undefined
      case 'error': return outcomes[condition.step]?.error !== undefined
      case 'not': return !holds(condition.cond)
      case 'and': return condition.conds.every(holds)
      case 'or': return condition.conds.some(holds)
      case 'is_autocommit': return !db.inTransaction
    }
  }
  for (const { stmt, condition } of steps) outcomes.push(condition === undefined || holds(condition) ? run(stmt) : {})
  return { step_results: outcomes.map(({ result }) => result ?? null), step_errors: outcomes.map(({ error }) => error ?? null) }
}

function execute (db: Database.Database, sql: string, args: unknown[]): Outcome {
  try {
    const statement = db.prepare(sql)
    if (!statement.reader) {
      const { changes, lastInsertRowid } = statement.run(args)
      return { result: { cols: [], rows: [], affected_row_count: changes, last_insert_rowid: String(lastInsertRowid) } }
    }
    const rows = statement.raw(true).all(args) as unknown[][]
    return { result: { cols: statement.columns().map(({ name }) => ({ name })), rows: rows.map((row) => row.map(encode)), affected_row_count: 0, last_insert_rowid: null } }
  } catch (error) {
    const { message, code } = error as { message: string, code: string }
    return { error: { message, code } }
  }
}

function encode (value: unknown): Typed {
  if (value === null) return { type: 'null' }
  if (typeof value === 'number') return Number.isInteger(value) ? { type: 'integer', value: String(value) } : { type: 'float', value }
  return { type: 'text', value: String(value) }
}

function decode ({ type, value }: Typed): unknown {
  return type === 'null' ? null : type === 'integer' ? Number(value) : value
}
