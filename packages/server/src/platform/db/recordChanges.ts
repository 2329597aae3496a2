import type { CreateOptions, UpdateOptions } from '#kit/call/context.ts'
import type { Fact, Subject } from '#kit/nouns/fact.ts'
import { converted } from '#kit/values/fieldType.ts'
import type { Field, Fields } from '#kit/values/fields.ts'
import { encodeId, uuidv7 } from '#kit/values/ids.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import type { Resource, StoredOf } from '#kit/nouns/resource.ts'
import type { Call } from '#platform/call/call.ts'
import type { Plain } from './columns.ts'

/** A record of any resource. */
export type Stored = StoredOf<Fields>

/** The parameters of a create. */
export type Creating = { of: Resource; draft: Plain; options: CreateOptions }

/** The parameters of an update. */
export type Change = UpdateOptions & { patch?: Plain; known?: Stored }

/** The new record of a draft, before its check. */
export function newRecord(call: Pick<Call, 'account' | 'now'>, { of, draft, options }: Creating): Stored {
  const at = call.now()
  const given = options.set === undefined ? draft : { ...draft, ...options.set }
  const record: Plain = {}
  for (const [name, each] of Object.entries(of.fields))
    record[name] = converted(each.schema, 'normalise', given[name] ?? each.fallback ?? null)
  return Object.assign(record, {
    id: encodeId(of.prefix, call.account.id, uuidv7(at.getTime())),
    status: options.status ?? of.initial,
    version: 1,
    createdAt: at.toISOString(),
    updatedAt: at.toISOString(),
    clientReference: options.clientReference ?? null,
    metadata: options.metadata ?? {},
  })
}

/** The record with a patch applied. Throws invalid_transition for a move that its state does not allow. */
export function changed(call: Call, before: Stored, { of, change }: { of: Resource; change: Change }): Stored {
  const { patch = {}, action: actionName, status } = change
  const after: Stored = { ...before, version: before.version + 1, updatedAt: call.now().toISOString() }
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined) continue
    const declared = of.fields[name]
    if (declared !== undefined) {
      after[name] = converted(declared.schema, 'normalise', value ?? declared.fallback ?? null)
    }
  }
  if (patch['metadata'] !== undefined && patch['metadata'] !== null) after.metadata = Object(patch['metadata'])
  const action = actionName === undefined ? undefined : of.actions[actionName]
  if (action !== undefined && !action.from.includes(before.status)) throw wrongAction(of, before)
  after.status = action?.to ?? status ?? before.status
  const isMove = after.status !== before.status
  if (isMove && !of.states[before.status]?.includes(after.status)) throw wrongAction(of, before)
  return after
}

/** Refusal of a move, with what its caller may send: actions, or states of a noun without actions. */
function wrongAction(of: Resource, before: Stored) {
  const allowed = Object.keys(of.actions).filter((name) => of.actions[name]?.from.includes(before.status))
  const isByStatus = Object.keys(of.actions).length === 0
  const allowedStates = of.states[before.status] ?? []
  const names = isByStatus ? allowedStates : allowed
  const may = names.length === 0 ? 'none' : names.join(', ')
  return problem(reasons.invalidTransition, {
    message: `From ${before.status} the allowed ${isByStatus ? 'states' : 'actions'} are: ${may}.`,
    details: { status: before.status, allowedActions: allowed, ...(isByStatus ? { allowedStates } : {}) },
  })
}

/** The facts of a change: updated, and the fact of the new state, if the state moved. */
export function factsOf(
  { of, change }: { of: Resource; change: Change },
  before: Stored,
  after: Stored,
): Fact<Subject>[] {
  if (change.isSilent) return []
  const moves = of.facts.moved ?? {}
  const isMove = before.status !== after.status
  const moved = isMove ? (moves[`${before.status} ${after.status}`] ?? moves[after.status]) : undefined
  return moved === undefined ? [of.facts.updated] : [of.facts.updated, moved]
}

/** Changed fields with their values before and after, secrets masked; without version and time of change. */
export function differences(of: Resource, before: Stored, after: Stored): Record<string, unknown> {
  const changes: Record<string, unknown> = {}
  for (const name of ['status', 'metadata', ...Object.keys(of.fields)]) {
    const values = [wireOf(of, name, before[name]), wireOf(of, name, after[name])]
    if (!isSame(values[0], values[1])) changes[name] = isMasked(of.fields[name]) ? 'changed' : values
  }
  return changes
}

/** Whether two values of a record are equal; lists and groups are compared by content. */
export function isSame(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))
}

/** The changes in the audit row of a new record: its fields without null, secrets masked. */
export function masked(of: Resource, record: Plain): Plain {
  const values: Plain = {}
  for (const [name, each] of Object.entries(of.fields)) {
    if (record[name] !== null) values[name] = isMasked(each) ? 'set' : wireOf(of, name, record[name])
  }
  return values
}

/** Whether the audit log lacks the values of a field: a secret, or data of a person. */
function isMasked(of: Field<unknown> | undefined): boolean {
  return of?.access.isHidden === true || of?.access.isPersonal === true
}

/** JSON form of a field's value. */
function wireOf(of: Resource, name: string, value: unknown): unknown {
  const declared = of.fields[name]
  return declared === undefined ? value : converted(declared.schema, 'toWire', value)
}
