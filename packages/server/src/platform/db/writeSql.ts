import type { Statement } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import type { ChildTable, Column, Mapping } from './columns.ts'
import { shapeOf } from './shapes.ts'

/**
 * The shape of a statement that writes one record: state, child rows, audit row and outbox rows in one round trip and
 * one commit. Statements of equal shape are one prepared statement, named after the shape.
 *
 * A place with a new name and new opening hours, and one fact, become:
 *
 *     with made as (
 *       update places_place set updated_at = $4, status = $5, metadata = $6, deleted_at = $7, name = $8,
 *         version = version + 1
 *       where account_id = $1 and id = $2 and version = $3 and deleted_at is null returning account_id, id),
 *     opening_hours_regular_in as (
 *       insert into places_regular_hours (account_id, place_id, position, day, …)
 *       select m.account_id, m.id, p.position, p.day, … from made m, json_to_recordset($9) as p (…)
 *       on conflict (account_id, place_id, position) do update set day = excluded.day, …),
 *     opening_hours_regular_cut as (
 *       delete from places_regular_hours c using made m
 *       where c.account_id = m.account_id and c.place_id = m.id and c.position >= json_array_length($9)),
 *     audited as (insert into account_audit (…) select m.account_id, $10, … from made m),
 *     emitted as (insert into account_outbox (…) select m.account_id, $17, … from made m)
 *     select id from made
 *
 * A create has another first step, and no `…_cut`:
 *
 *     with made as (
 *       insert into places_place (account_id, id, status, …, name, updated_at, version)
 *       values ($1, $2, $3, …, $8, $4, 1)
 *       on conflict (account_id, client_reference) where client_reference is not null and deleted_at is null
 *       do nothing returning account_id, id), …
 *
 * Every step selects from `made`: without a row of it (another version, a known clientReference) the statement writes
 * and returns no row. Each function below builds one step, or its part. Parameters come in the order of the builder's
 * calls; `storeWrites` fills the values in the same order.
 */
export type WriteShape = {
  mapping: Mapping
  /** Columns to write: all columns of a new record, changed columns of an update. */
  columns: readonly Column[]
  /** Child tables to write; in an update those whose field was sent. */
  children: readonly ChildTable[]
  /** Outbox rows of the same commit: one row goes as plain values, several as JSON. */
  outbox: readonly OutboxRow[]
}

/** Numbers the parameters of a statement. */
type Numbers = { next(sqlType?: string): string }

function numbers(): Numbers {
  let count = 0
  return {
    next(sqlType) {
      count += 1
      return sqlType === undefined ? `$${count}` : `$${count}::${sqlType}`
    },
  }
}

/** Parameters: account, id, status, now, reference, its hash, metadata, columns…, children…, audit…, outbox. */
export function insertStatement(shape: WriteShape): Statement {
  return once(shape, 'insert', insertText)
}

function insertText(shape: WriteShape): string {
  const { mapping } = shape
  const n = numbers()
  const names = ['account_id', 'id', 'status', 'created_at', 'client_reference', 'client_reference_hash', 'metadata']
  const types = ['bigint', 'uuid', 'text', 'timestamptz', 'text', 'bytea', 'jsonb']
  const base = types.map((type) => n.next(type))
  const own = shape.columns.map((column) => n.next(column.sqlType))
  const columns = [...names, ...shape.columns.map((column) => column.name), 'updated_at', 'version']
  const steps = [
    `made as (insert into ${mapping.table} (${columns.join(', ')}) ` +
      `values (${[...base, ...own].join(', ')}, ${base[3]}, 1) ` +
      `on conflict (account_id, client_reference) where client_reference is not null and deleted_at is null ` +
      `do nothing returning account_id, id)`,
    ...shape.children.map((child) => insertChild(child, n)),
    auditStep(n),
    ...outboxSteps(shape, n),
  ]
  return `with ${steps.join(', ')} select id from made`
}

/** Parameters: account, id, version, now, status, metadata, deleted at, columns…, children…, audit…, outbox. */
export function updateStatement(shape: WriteShape): Statement {
  return once(shape, 'update', updateText)
}

function updateText(shape: WriteShape): string {
  const { mapping } = shape
  const n = numbers()
  const [account, id, version] = [n.next('bigint'), n.next('uuid'), n.next('integer')]
  const sets = [
    `updated_at = ${n.next('timestamptz')}`,
    `status = ${n.next('text')}`,
    `metadata = ${n.next('jsonb')}`,
    `deleted_at = ${n.next('timestamptz')}`,
    ...shape.columns.map((column) => `${column.name} = ${n.next(column.sqlType)}`),
    'version = version + 1',
  ]
  const steps = [
    `made as (update ${mapping.table} set ${sets.join(', ')} where account_id = ${account} and id = ${id} ` +
      `and version = ${version} and deleted_at is null returning account_id, id)`,
    ...shape.children.map((child) => replaceChild(child, n)),
    auditStep(n),
    ...outboxSteps(shape, n),
  ]
  return `with ${steps.join(', ')} select id from made`
}

/** The statement of a shape, built at first use. */
function once(shape: WriteShape, verb: string, text: (shape: WriteShape) => string): Statement {
  let name = `${shape.mapping.table}.${verb}`
  for (const child of shape.children) name += shape.mapping.children.indexOf(child)
  if (verb === 'update') name += `.${columnsKey(shape)}`
  if (shape.outbox.length > 0) name += shape.outbox.length === 1 ? 'o' : 'os'
  return shapeOf(name, () => ({ name, text: text(shape), scope: 'account' }))
}

/** Columns of an update, as hexadecimal digits of four columns each. */
function columnsKey({ mapping, columns }: WriteShape): string {
  const written = new Set(columns)
  let key = ''
  for (let at = 0; at < mapping.columns.length; at += 4) {
    const four = mapping.columns.slice(at, at + 4)
    key += four.reduce((bits, column, bit) => (written.has(column) ? bits | (1 << bit) : bits), 0).toString(16)
  }
  return key
}

/** Step `…_in` of a create. */
function insertChild(child: ChildTable, n: Numbers): string {
  return `${child.key}_in as (${childInsert(child, n.next('json'))})`
}

/**
 * Steps `…_in` and `…_cut` of an update: overwrites the positions that stay and deletes those beyond, so that no row is
 * written twice in one statement.
 */
function replaceChild(child: ChildTable, n: Numbers): string {
  const items = n.next('json')
  const name = child.key
  const sets = childColumns(child).map((column) => `${column.name} = excluded.${column.name}`)
  const conflict = `on conflict (account_id, ${child.ownerColumn}, position) do update set ${sets.join(', ')}`
  return (
    `${name}_in as (${childInsert(child, items)} ${conflict}), ` +
    `${name}_cut as (delete from ${child.table} c using made m where c.account_id = m.account_id ` +
    `and c.${child.ownerColumn} = m.id and c.position >= json_array_length(${items}))`
  )
}

function childInsert(child: ChildTable, items: string): string {
  const columns = childColumns(child)
  const names = columns.map((column) => column.name)
  const typed = ['position integer', ...columns.map((column) => `${column.name} ${column.sqlType}`)]
  return (
    `insert into ${child.table} (account_id, ${child.ownerColumn}, position, ${names.join(', ')}) ` +
    `select m.account_id, m.id, p.position, ${names.map((name) => `p.${name}`).join(', ')} ` +
    `from made m, json_to_recordset(${items}) as p (${typed.join(', ')})`
  )
}

/** The declared columns of a child table, and those derived per item. */
export function childColumns(child: ChildTable): { name: string; sqlType: string }[] {
  return [...child.columns, ...child.derivedColumns]
}

/** Columns of an audit row beside its account, in the order of its values. */
export const auditColumns = {
  id: 'uuid',
  at: 'timestamptz',
  request_id: 'text',
  actor: 'text',
  action: 'text',
  target: 'text',
  changes: 'text',
} as const

/**
 * Steps `audited` and `emitted` of a statement that writes many effects at once: they insert the rows of
 * `ctx.journal`, which the step `from` holds as the JSON columns `audit` and `outbox` beside its `account_id`.
 */
export function journalSteps(from: string): string {
  const audit = Object.keys(auditColumns)
  const outbox = Object.keys(outboxColumns)
  const typed = (columns: Readonly<Record<string, string>>) =>
    Object.entries(columns)
      .map(([name, type]) => `${name} ${type}`)
      .join(', ')
  const of = (names: readonly string[]) => names.map((name) => `p.${name}`).join(', ')
  return (
    `audited as (insert into account_audit (account_id, ${audit.join(', ')}) select g.account_id, ${of(audit)} ` +
    `from ${from} g cross join lateral json_to_record(g.audit) as p (${typed(auditColumns)})), ` +
    `emitted as (insert into account_outbox (account_id, ${outbox.join(', ')}) select g.account_id, ${of(outbox)} ` +
    `from ${from} g cross join lateral json_to_recordset(g.outbox) as p (${typed(outboxColumns)}))`
  )
}

/** Step `audited`. Parameters: id, at, request, actor, action, target, changes. */
function auditStep(n: Numbers): string {
  const types = Object.values(auditColumns)
  return (
    'audited as (insert into account_audit (account_id, id, at, request_id, actor, action, target, changes) ' +
    `select m.account_id, ${types.map((type) => n.next(type)).join(', ')} from made m)`
  )
}

/** Step `emitted`. Parameters: for one row its columns, for several the rows as JSON. */
function outboxSteps(shape: WriteShape, n: Numbers): string[] {
  if (shape.outbox.length === 0) return []
  if (shape.outbox.length > 1) return [`emitted as (${outboxInsert(n.next('json'), 'm.account_id', 'made m, ')})`]
  const names = Object.keys(outboxColumns)
  const values = Object.values(outboxColumns).map((type) => n.next(type))
  const from = `select m.account_id, ${values.join(', ')} from made m`
  return [`emitted as (insert into account_outbox (account_id, ${names.join(', ')}) ${from})`]
}

/** The parameters of a shape's outbox rows. */
export function outboxValues(outbox: readonly OutboxRow[]): unknown[] {
  const [first] = outbox
  if (first === undefined) return []
  return outbox.length === 1 ? outboxNames.map((name) => first[name]) : [JSON.stringify(outbox)]
}

/** Columns of the outbox that a fact or a task fills. */
export const outboxColumns = {
  id: 'uuid',
  kind: 'text',
  name: 'text',
  subject: 'text',
  subject_version: 'integer',
  payload: 'text',
  cause: 'text',
  depth: 'integer',
  is_public: 'boolean',
  is_silent: 'boolean',
  told_at: 'timestamptz',
  run_at: 'timestamptz',
} as const

// cast: the keys of an object literal are its own names.
const outboxNames = Object.keys(outboxColumns) as (keyof typeof outboxColumns)[]

/** One row of an account's outbox: a fact or a task. */
export type OutboxRow = Record<keyof typeof outboxColumns, string | number | boolean | null>

function outboxInsert(items: string, account: string, from: string): string {
  const names = Object.keys(outboxColumns)
  const typed = Object.entries(outboxColumns).map(([name, type]) => `${name} ${type}`)
  return (
    `insert into account_outbox (account_id, ${names.join(', ')}) ` +
    `select ${account}, ${names.map((name) => `p.${name}`).join(', ')} ` +
    `from ${from}json_to_recordset(${items}) as p (${typed.join(', ')})`
  )
}

/** Inserts outbox rows that no record's write has included. Parameters: account, rows as JSON. */
export const outboxStatement = statement('account_outbox.emit', 'account', outboxInsert('$2::json', '$1::bigint', ''))

/**
 * Inserts an audit row for a change that no record's write stands for.
 * Parameters: account, id, at, request, actor, action, target, changes.
 */
export const auditStatement = statement(
  'account_audit.write',
  'account',
  'insert into account_audit (account_id, id, at, request_id, actor, action, target, changes) ' +
    'values ($1, $2, $3, $4, $5, $6, $7, $8)',
)
