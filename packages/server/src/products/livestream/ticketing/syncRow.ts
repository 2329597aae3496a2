import type { Ctx, RowOf } from '#kit/call/context.ts'
import { encodeId } from '#kit/values/ids.ts'
import { statement } from '#kit/call/statement.ts'
import { eventPrefix, eventUuid } from './ticketIds.ts'

/** Row with the state of an event's sync and mails. */
export type SyncRow = RowOf<typeof heldSync>

/** Columns of the row to change. */
export type SyncPatch = Partial<Omit<SyncRow, 'ticketing_event_id' | 'tickets_sold' | 'tickets_issued'>>

/** Inserts the row of a new event. Call inside `ctx.atomic`, with the event's row. */
export async function createSync(ctx: Ctx, eventId: string): Promise<void> {
  await ctx.db.rows(insertSync, [ctx.account.id, eventUuid(eventId)])
}

/** Rows of events by their public ids. */
export async function findSyncs(ctx: Ctx, eventIds: readonly string[]): Promise<Map<string, SyncRow>> {
  if (eventIds.length === 0) return new Map()
  const rows = await ctx.db.rows(syncsOf, [ctx.account.id, eventIds.map(eventUuid)])
  return new Map(rows.map((row) => [encodeId(eventPrefix, ctx.account.id, row.ticketing_event_id), row]))
}

/** Claims the row until the transaction ends, and returns it; undefined for a deleted event. */
export async function holdSync(ctx: Ctx, eventId: string): Promise<SyncRow | undefined> {
  const [row] = await ctx.db.rows(heldSync, [ctx.account.id, eventUuid(eventId)])
  return row
}

/** Writes the columns of a patch. Call with the row claimed. */
export async function writeSync(ctx: Ctx, held: SyncRow, patch: SyncPatch): Promise<void> {
  const row = { ...held, ...patch }
  await ctx.db.rows(updateSync, [
    ctx.account.id,
    held.ticketing_event_id,
    row.next_sync_at,
    row.next_mail_at,
    row.last_sync_at,
    row.last_error,
    row.failures,
    row.mail_failures,
    row.imported,
    row.revoked,
    row.failed,
    row.resynced_at,
    row.resent_at,
  ])
}

/** Clears the error and the failures of the previous credentials. Call inside `ctx.atomic`. */
export async function clearTrouble(ctx: Ctx, eventId: string): Promise<void> {
  const held = await holdSync(ctx, eventId)
  if (held !== undefined) await writeSync(ctx, held, { failures: 0, last_error: null })
}

/** Recounts the tickets after some were issued or revoked. Call inside `ctx.atomic`. */
export async function countTickets(ctx: Ctx, eventId: string): Promise<void> {
  await ctx.db.rows(recount, [ctx.account.id, eventUuid(eventId)])
}

const columns =
  'ticketing_event_id, next_sync_at, next_mail_at, last_sync_at, last_error, failures, mail_failures, imported, ' +
  'revoked, failed, tickets_sold, tickets_issued, resynced_at, resent_at'

const insertSync = statement(
  'livestream_ticketing_sync.insert',
  'account',
  `insert into livestream_ticketing_sync (account_id, ticketing_event_id, failures, mail_failures, imported, revoked,
     failed, tickets_sold, tickets_issued) values ($1, $2, 0, 0, 0, 0, 0, 0, 0)`,
)

const syncsOf = statement(
  'livestream_ticketing_sync.of',
  'account',
  `select ${columns} from livestream_ticketing_sync where account_id = $1 and ticketing_event_id = any($2::uuid[])`,
)

const heldSync = statement(
  'livestream_ticketing_sync.held',
  'account',
  `select ${columns} from livestream_ticketing_sync where account_id = $1 and ticketing_event_id = $2 for update`,
)

const updateSync = statement(
  'livestream_ticketing_sync.update',
  'account',
  `update livestream_ticketing_sync set next_sync_at = $3, next_mail_at = $4, last_sync_at = $5, last_error = $6,
     failures = $7, mail_failures = $8, imported = $9, revoked = $10, failed = $11, resynced_at = $12, resent_at = $13
   where account_id = $1 and ticketing_event_id = $2`,
)

const recount = statement(
  'livestream_ticketing_sync.count',
  'account',
  `update livestream_ticketing_sync s set tickets_sold = c.sold, tickets_issued = c.issued
   from (select count(*) filter (where status = 'active') as sold, count(*) as issued
     from livestream_ticket where account_id = $1 and ticketing_event_id = $2) c
   where s.account_id = $1 and s.ticketing_event_id = $2`,
)
