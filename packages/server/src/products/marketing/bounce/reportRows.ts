import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { task } from '#kit/nouns/task.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import type { ProviderReport } from '#platform/mail/reports/providerReport.ts'
import { applyOutcome, type OutcomeKind } from './messageOutcome.ts'
import { readVerp } from './returnAddress.ts'

/** Reports that one task applies. */
const perTaskMax = 50

/** Applies reports of a provider to their messages. */
export const applyReports = task(
  'marketing.report.apply',
  'Applies reports of a mail provider to their messages.',
  Type.Object({ returnedIds: Type.Array(Type.String({ format: 'uuid' }), { maxItems: perTaskMax }) }),
  async (ctx, { returnedIds }) => {
    const rows = await ctx.db.rows(lockReports, [ctx.account.id, returnedIds])
    for (const { id, message_id: messageId, kind, status_code: status, diagnostic, occurred_at: at } of rows) {
      // cast: only keepReports writes rows of hooks, with the kind of a report.
      const outcome = { kind: kind as OutcomeKind, status, diagnostic: diagnostic ?? '', at: new Date(at) }
      const isApplied = messageId !== null && (await applyOutcome(ctx, { messageId, ...outcome }))
      const state = isApplied ? 'applied' : 'ignored'
      await ctx.db.rows(settleReport, [ctx.account.id, id, state, ctx.now().toISOString()])
    }
  },
)

/** Reports of one call. `source`: text under which an event of it counts once. */
export type KeptReports = { source: string; reports: readonly ProviderReport[] }

/**
 * Keeps reports of a provider, each event once. One about a mail that this account never sent is kept as ignored, and
 * moves nothing.
 */
export async function keepReports(ctx: Ctx, { source, reports }: KeptReports): Promise<void> {
  if (reports.length === 0) return
  const refs = reports.flatMap(({ messageIds }) => messageIds.flatMap((id) => [id, `<${id}>`]))
  const known = await ctx.db.rows(findByRefs, [ctx.account.id, refs])
  const bare = (ref: string | null) => ref?.replace(/^<|>$/g, '') ?? ''
  const byRef = new Map(
    known.flatMap((row) => [row.provider_ref, row.message_ref].map((ref) => [bare(ref), row.id] as const)),
  )
  const now = ctx.now().toISOString()
  const rows = reports.map(({ kind, eventId, status, diagnostic, at, returnPaths, messageIds }) => {
    const named = returnPaths.map((path) => readVerp(ctx, path)).find((id) => id !== undefined)
    const messageId = named ?? messageIds.map((id) => byRef.get(id)).find((id) => id !== undefined) ?? null
    return {
      id: uuidv7(ctx.now().getTime()),
      key: `hook ${source} ${eventId}`,
      message_id: messageId,
      kind,
      status_code: status,
      diagnostic: messageId === null ? null : diagnostic,
      occurred_at: at !== null && at < now ? at : now,
    }
  })
  const kept = await ctx.db.rows(insertReports, [ctx.account.id, JSON.stringify(rows), now])
  const ids = kept.flatMap(({ id, state }) => (state === 'pending' ? [id] : []))
  for (let from = 0; from < ids.length; from += perTaskMax) {
    ctx.later(applyReports, { returnedIds: ids.slice(from, from + perTaskMax) }, ctx.now())
  }
}

const findByRefs = statement(
  'marketing_message.findByRefs',
  'account',
  `select id, message_ref, provider_ref from marketing_message
   where account_id = $1 and message_ref = any($2::text[])
   union all
   select id, message_ref, provider_ref from marketing_message
   where account_id = $1 and provider_ref = any($2::text[])`,
)

/** Rows of one call may repeat an event. A message that is unknown makes its report an ignored one. */
const insertReports = statement(
  'marketing_returned.insertReports',
  'account',
  `insert into marketing_returned (account_id, id, key, channel, purpose, state, created_at, occurred_at, message_id,
     contact_id, kind, status_code, diagnostic)
   select $1, t.id, t.key, 'hook', 'any', case when m.id is null then 'ignored' else 'pending' end, $3, t.occurred_at,
     m.id, m.contact_id, t.kind, t.status_code, t.diagnostic
   from json_to_recordset($2::json) as t (
     id uuid, key text, message_id uuid, kind text, status_code text, diagnostic text, occurred_at timestamptz)
   left join marketing_message m on m.account_id = $1 and m.id = t.message_id
   on conflict (account_id, key) do nothing returning id, state`,
)

const lockReports = statement(
  'marketing_returned.lockReports',
  'account',
  `select id, message_id, kind, status_code, diagnostic, occurred_at from marketing_returned
   where account_id = $1 and id = any($2::uuid[]) and state = 'pending'
   order by message_id, occurred_at, id for update`,
)

/** The words of a server may name the address, so none are kept for an erased contact. */
const settleReport = statement(
  'marketing_returned.settleReport',
  'account',
  `update marketing_returned r set state = $3, applied_at = $4, diagnostic = (
     select r.diagnostic from marketing_message m
     where m.account_id = $1 and m.id = r.message_id and m.address is not null)
   where r.account_id = $1 and r.id = $2`,
)
