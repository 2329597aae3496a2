import { createHash } from 'node:crypto'
import type { UpdateOptions } from '#kit/call/context.ts'
import type { Fact, Subject } from '#kit/nouns/fact.ts'
import { parseId } from '#kit/values/ids.ts'
import { limits } from '#kit/call/limits.ts'
import { field, problem, reasons } from '#kit/call/problem.ts'
import { view, type Resource } from '#kit/nouns/resource.ts'
import { builtStatement, statement } from '#kit/call/statement.ts'
import { auditValues, factRow, pendingOf, written, type Call } from '#platform/call/call.ts'
import { insertStatement, outboxValues, updateStatement, type OutboxRow, type WriteShape } from './writeSql.ts'
import { mappingOf, type ChildTable, type Column, type Mapping, type Plain } from './columns.ts'
import { acquireLock } from './advisoryLock.ts'
import { explain } from './problems.ts'
import { changed, differences, factsOf, isSame, masked, newRecord } from './recordChanges.ts'
import type { Change, Creating, Stored } from './recordChanges.ts'

/**
 * Reads that writes need.
 *
 * A write of a record is one statement in one commit (`writeSql` shows it), by optimistic concurrency:
 *
 * - An update reads the record, checks and compares here, and writes with `where version = <the version read>`. No row
 *   means that another write came between: the update starts again with the current record, five more times, then once
 *   behind a row lock. So no write is lost, and no lock is held while this process computes. A caller that has just
 *   read the record passes it as `known`: the first attempt then reads nothing.
 * - A create with a clientReference inserts with `on conflict do nothing`. No row means that the reference is known: a
 *   repeat of the same create returns the record that it names, another create is refused.
 * - Facts and tasks wait in `call.pending` and become outbox rows of the statement: the commit of the write is theirs.
 */
export type Reads = {
  get(of: Resource, id: string): Promise<Stored>
  findBy(of: Resource, column: string, value: unknown): Promise<Stored | undefined>
  count(of: Resource, max: number): Promise<number>
  /** Runs work in a transaction of the same call. */
  atomic<T>(work: (call: Call, reads: Reads) => Promise<T>): Promise<T>
}

type Changing = { of: Resource; id: string; known?: Stored | undefined; changeOf(before: Stored): Change }
type Removing = { of: Resource; id: string; options: UpdateOptions }

/** Writes a new record. A repeat with a known clientReference returns the record that it names. */
export async function createRecord(
  call: Call,
  reads: Reads,
  what: Creating,
): Promise<{ record: Stored; created: boolean }> {
  const { of, options } = what
  if (Number.isFinite(of.countMax) && !call.isInTransaction) {
    return reads.atomic((inner, innerReads) => createRecord(inner, innerReads, what))
  }
  const known = Number.isFinite(of.countMax) ? await underCount(call, reads, what) : undefined
  if (known !== undefined) return { record: known, created: false }
  const record = newRecord(call, what)
  of.check(record)
  const mapping = mappingOf(of)
  const pending = pendingOf(call)
  const outbox = [...pending.map(({ row }) => row), ...createdRow(call, what, record)]
  const children = mapping.children.filter((child) => child.itemsOf(record).length > 0)
  const shape: WriteShape = { mapping, columns: mapping.columns, children, outbox }
  const reference = options.clientReference ?? null
  const hash = reference === null ? null : contentHash(what)
  const values = [
    call.account.id,
    parseId(of.prefix, record.id)?.uuid,
    record.status,
    record['createdAt'],
    reference,
    hash,
    JSON.stringify(record['metadata']),
    ...mapping.columns.map((column) => column.encode(record)),
    ...children.map((child) => childJson(record, child)),
    ...auditValues(call, { action: `${of.id}.created`, target: record.id, changes: masked(of, record) }),
    ...outboxValues(outbox),
  ]
  const rows = await explained(of, () => call.db.rows(insertStatement(shape), values))
  if (rows.length > 0) {
    written(call, pending)
    return { record, created: true }
  }
  return { record: await existing(call, reads, { of, reference, hash }), created: false }
}

/** Updates a record. A change that alters nothing writes nothing. */
export async function updateRecord(call: Call, reads: Reads, what: Changing): Promise<Stored> {
  const { known, ...unread } = what
  for (let attempt = 0; attempt <= limits.versionRetriesMax; attempt++) {
    const after = await tryUpdate(call, reads, attempt === 0 ? { ...unread, known } : unread)
    if (after !== undefined) return after
  }
  // Contention: the last attempt locks the row first, so it cannot lose.
  return reads.atomic(async (inner, innerReads) => {
    await inner.db.rows(lockStatement(mappingOf(what.of)), [call.account.id, parseId(what.of.prefix, what.id)?.uuid])
    const after = await tryUpdate(inner, innerReads, unread)
    if (after === undefined) throw problem(reasons.writeContended)
    return after
  })
}

/** One attempt; undefined when another write came between reading and writing. */
async function tryUpdate(call: Call, reads: Reads, what: Changing): Promise<Stored | undefined> {
  const { of, id, known, changeOf } = what
  const before = known ?? (await reads.get(of, id))
  const change = changeOf(before)
  if (change.ifVersion !== undefined && change.ifVersion !== before.version) throw staleVersion(before)
  const after = changed(call, before, { of, change })
  of.check(after)
  const changes = differences(of, before, after)
  const sent = Object.keys(changes)
  if (sent.length === 0) return before
  const facts = factsOf({ of, change }, before, after)
  if (await write(call, { of, before, after, changes, sent, facts })) return after
  if (change.ifVersion !== undefined) throw staleVersion(await reads.get(of, id))
  return undefined
}

function lockStatement(mapping: Mapping) {
  return statement(
    `${mapping.table}.holdToUpdate`,
    'account',
    `select id from ${mapping.table} where account_id = $1 and id = $2 for update`,
  )
}

/** Deletes a record softly: the row stays, marked, and no read returns it. */
export async function removeRecord(call: Call, reads: Reads, what: Removing): Promise<Stored> {
  const { of, options } = what
  for (let attempt = 0; attempt <= limits.versionRetriesMax; attempt++) {
    const before = await reads.get(of, what.id)
    if (options.ifVersion !== undefined && options.ifVersion !== before.version) throw staleVersion(before)
    if (of.deletedFrom?.includes(before.status) === false) throw notDeletable(of, before)
    const after = { ...before, status: 'deleted', version: before.version + 1, updatedAt: call.now().toISOString() }
    const facts = options.isSilent ? [] : [of.facts.deleted]
    const changes = { status: [before.status, 'deleted'] }
    if (await write(call, { of, before, after, changes, sent: [], facts })) return after
  }
  throw problem(reasons.writeContended)
}

function notDeletable({ deletedFrom = [] }: Resource, { status }: Stored) {
  return problem(reasons.invalidTransition, {
    message: `From ${status} it cannot be deleted, only from ${deletedFrom.join(', ')}.`,
    details: { status, deletedFrom },
  })
}

type Writing = { of: Resource; before: Stored; after: Stored; changes: Plain; sent: string[]; facts: Fact<Subject>[] }

/** Writes one version; false when another write came first: pending outbox rows then stay pending. */
async function write(call: Call, what: Writing): Promise<boolean> {
  const { of, before, after } = what
  const mapping = mappingOf(of)
  const children = mapping.children.filter((child) => what.sent.includes(child.field))
  const columns = mapping.columns.filter((column) => alters(what, column))
  const emitted = what.facts.map((fact) => factRow(call, { fact, payload: view(of, after, 'facts'), subject: after }))
  const pending = pendingOf(call)
  const outbox = [...pending.map(({ row }) => row), ...emitted]
  const isDeleted = after.status === 'deleted'
  const action = `${of.id}.${isDeleted ? 'deleted' : 'updated'}`
  const values = [
    call.account.id,
    parseId(of.prefix, before.id)?.uuid,
    before.version,
    after['updatedAt'],
    after.status,
    JSON.stringify(after['metadata']),
    isDeleted ? after['updatedAt'] : null,
    ...columns.map((column) => column.encode(after)),
    ...children.map((child) => childJson(after, child)),
    ...auditValues(call, { action, target: before.id, changes: what.changes }),
    ...outboxValues(outbox),
  ]
  const shape: WriteShape = { mapping, columns, children, outbox }
  const rows = await explained(of, () => call.db.rows(updateStatement(shape), values))
  if (rows.length === 0) return false
  written(call, pending)
  return true
}

/**
 * Whether a change alters a column: one of a sent field, or a derived one with another value. An unchanged column needs
 * no index entry; a recomputed derived value may differ in its last digit and would cost an entry in each index.
 */
function alters({ sent, before, after }: Writing, column: Column): boolean {
  if (column.field !== undefined) return sent.includes(column.field)
  return !isSame(column.encode(before), column.encode(after))
}

async function explained<T>(of: Resource, statementRun: () => Promise<T>): Promise<T> {
  try {
    return await statementRun()
  } catch (error) {
    throw explain(error, of)
  }
}

/** The outbox row of the record's own fact; none for a silent create. */
function createdRow(call: Call, { of, options }: Creating, record: Stored): OutboxRow[] {
  if (options.isSilent) return []
  return [factRow(call, { fact: of.facts.created, payload: view(of, record, 'facts'), subject: record })]
}

async function existing(call: Call, reads: Reads, by: { of: Resource; reference: string | null; hash: Buffer | null }) {
  const record = await reads.findBy(by.of, 'clientReference', by.reference)
  if (record === undefined) throw problem(reasons.writeContended)
  const rows = await call.db.rows(hashStatement(mappingOf(by.of)), [call.account.id, by.reference])
  const isSame = by.hash !== null && rows[0]?.hash !== null && rows[0]?.hash.equals(by.hash)
  if (isSame) return record
  throw problem(reasons.clientReferenceExists, {
    fields: [field('clientReference', 'unique', 'was used for another one')],
    details: { existingId: record.id },
  })
}

function hashStatement(mapping: Mapping) {
  return builtStatement<{ hash: Buffer | null }>(
    `${mapping.table}.referenceHash`,
    'account',
    `select client_reference_hash as hash from ${mapping.table} ` +
      'where account_id = $1 and client_reference = $2 and deleted_at is null',
  )
}

/**
 * Counts under one lock per account and noun until the create is committed, so that two creates never share the last
 * place. A repeat of an earlier create returns its record, also when the count is reached.
 */
async function underCount(call: Call, reads: Reads, what: Creating): Promise<Stored | undefined> {
  const { of, options } = what
  await acquireLock(call.db, call.account.id, of.table)
  const found = await reads.count(of, of.countMax)
  if (found < of.countMax) return undefined
  const { clientReference: reference = null } = options
  const isRepeat = (await findRepeat(reads, of, reference)) !== undefined
  if (isRepeat) return existing(call, reads, { of, reference, hash: contentHash(what) })
  throw problem(reasons.limitReached, {
    message: `An account may have ${of.countMax} of these.`,
    details: { countMax: of.countMax },
  })
}

/** Record of an earlier create with the reference; undefined without a reference. */
export async function findRepeat(
  reads: Reads,
  of: Resource,
  reference: string | null | undefined,
): Promise<Stored | undefined> {
  return reference === undefined || reference === null ? undefined : reads.findBy(of, 'clientReference', reference)
}

function staleVersion(before: Stored) {
  return problem(reasons.versionMismatch, { details: { version: before.version } })
}

function childJson(record: Plain, child: ChildTable): string {
  const items = child.itemsOf(record).map((item, position) => {
    const row: Plain = { position }
    for (const column of child.columns) row[column.name] = column.toJson(item)
    for (const column of child.derivedColumns) row[column.name] = column.of(item) ?? null
    return row
  })
  return JSON.stringify(items)
}

/** The digest by which a repeat of a create is recognized. */
export function contentHash({ draft, options }: Pick<Creating, 'draft' | 'options'>): Buffer {
  return hashOf({ ...draft, metadata: options.metadata })
}

/** A digest of a body that does not depend on the order of its keys. */
export function hashOf(body: unknown): Buffer {
  return createHash('sha256').update(canonical(body)).digest()
}

/** JSON with sorted keys, absent values dropped, bigints as integers. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(',')}}`
}
