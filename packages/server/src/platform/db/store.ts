import type {
  Change,
  Condition,
  CreateOptions,
  ListPage,
  ListQuery,
  Made,
  Statement,
  Store,
  UpdateOptions,
} from '#kit/call/context.ts'
import { parseId } from '#kit/values/ids.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import type { Resource, Stored } from '#kit/nouns/resource.ts'
import { builtStatement } from '#kit/call/statement.ts'
import type { Call } from '#platform/call/call.ts'
import { mappingOf, snake, type Mapping, type Plain, type Row } from './columns.ts'
import type { Cursors } from './cursor.ts'
import { countRecords, readRecordPage } from './recordList.ts'
import type { ReadLane } from './readLane.ts'
import { createRecord, removeRecord, updateRecord, type Reads, findRepeat } from './storeWrites.ts'

export type StoreParts = {
  call: Call
  lane: ReadLane
  cursors: Cursors
  /** Runs work in a transaction of the same call. */
  atomic<T>(work: (inner: Call) => Promise<T>): Promise<T>
}

/** The records of a call's account. A class: each request has one and uses few of its methods. */
export class AccountStore implements Store {
  readonly #parts: StoreParts

  constructor(parts: StoreParts) {
    this.#parts = parts
  }

  async get<R extends Resource>(of: R, id: string) {
    return typed<R>(await readsOf(this.#parts).get(of, id))
  }

  find<R extends Resource>(of: R, id: string) {
    return found<R>(findRecord(this.#parts, of, id))
  }

  findBy<R extends Resource>(of: R, column: string, value: unknown) {
    return found<R>(findByColumn(this.#parts.call, mappingOf(of), { column, value }))
  }

  async list<R extends Resource>(of: R, query: ListQuery) {
    const { call, cursors } = this.#parts
    const page = await readRecordPage({ db: call.db, cursors }, { of, accountId: call.account.id }, query)
    // cast: items are read through the mapping of this very resource, as in `typed`.
    return page as unknown as ListPage<Stored<R>>
  }

  count(of: Resource, conditions: Condition[], max: number) {
    return countOf(this.#parts.call, of, { conditions, max })
  }

  findRepeat<R extends Resource>(of: R, options: { clientReference?: string | null | undefined }) {
    return found<R>(findRepeat(readsOf(this.#parts), of, options.clientReference))
  }

  async create<R extends Resource>(of: R, draft: Plain, options: CreateOptions = {}) {
    const made = await createRecord(this.#parts.call, readsOf(this.#parts), { of, draft, options })
    const result: Made<Stored<R>> = { record: typed<R>(made.record), created: made.created }
    return result
  }

  async update<R extends Resource>(of: R, id: string, change: Change<R> | ((before: Stored<R>) => Change<R>)) {
    const changeOf = typeof change === 'function' ? (before: Plain) => change(typed<R>(before)) : () => change
    const known = typeof change === 'function' ? undefined : change.known
    return typed<R>(await updateRecord(this.#parts.call, readsOf(this.#parts), { of, id, known, changeOf }))
  }

  async remove<R extends Resource>(of: R, id: string, options: UpdateOptions = {}) {
    return typed<R>(await removeRecord(this.#parts.call, readsOf(this.#parts), { of, id, options }))
  }
}

function typed<R extends Resource>(record: Plain): Stored<R> {
  // cast: rows are read through the mapping of this very resource, whose fields give the type.
  return record as Stored<R>
}

function found<R extends Resource>(record: Promise<Plain | undefined>): Promise<Stored<R> | undefined> {
  // cast: the row is read through the mapping of this very resource, as in `typed`.
  return record as Promise<Stored<R> | undefined>
}

function readsOf(parts: StoreParts): Reads {
  const { call } = parts
  return {
    async get(of, id) {
      const record = await findRecord(parts, of, id)
      if (record === undefined) throw problem(reasons.notFound)
      return record
    },
    findBy: (of, column, value) => findByColumn(call, mappingOf(of), { column, value }),
    count: (of, max) => countOf(call, of, { conditions: [], max }),
    atomic: (work) => parts.atomic((inner) => work(inner, readsOf({ ...parts, call: inner }))),
  }
}

/** Reads by the read lane; within a transaction by its own connection, which sees its own writes. */
async function findRecord({ call, lane }: StoreParts, of: Resource, id: string) {
  const parsed = parseId(of.prefix, id)
  if (parsed === undefined || parsed.accountId !== call.account.id) return undefined
  const mapping = mappingOf(of)
  if (call.isInTransaction) return findByColumn(call, mapping, { column: 'id', value: parsed.uuid })
  const row = await lane.find(of, parsed.accountId, parsed.uuid)
  return row === undefined ? undefined : mapping.decode(row)
}

/** Reads by a column, named as the column or as its field. */
async function findByColumn(call: Call, mapping: Mapping, by: { column: string; value: unknown }) {
  const name = snake(by.column)
  const isKnown = name === 'id' || name === 'client_reference' || mapping.columns.some((column) => column.name === name)
  if (!isKnown) throw new Error(`${mapping.table} has no column ${name}`)
  const rows = await call.db.rows(findStatement(mapping, name), [call.account.id, by.value])
  return rows[0] === undefined ? undefined : mapping.decode(rows[0])
}

function findStatement(mapping: Mapping, column: string): Statement<Row> {
  return builtStatement<Row>(
    `${mapping.table}.by.${column}`,
    'account',
    `select ${mapping.selectList} from ${mapping.table} t ` +
      `where t.account_id = $1 and t.${column} = $2 and t.deleted_at is null order by t.id limit 1`,
  )
}

function countOf({ db, account }: Call, of: Resource, counting: { conditions: Condition[]; max: number }) {
  return countRecords(db, { of, accountId: account.id }, counting)
}
