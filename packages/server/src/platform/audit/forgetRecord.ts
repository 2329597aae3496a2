import type { Ctx } from '#kit/call/context.ts'
import type { Fact } from '#kit/nouns/fact.ts'
import { statement } from '#kit/call/statement.ts'
import { eraseChanges } from './sealAudit.ts'

/** Audit rows of one statement. */
const batchMax = 5_000
const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * Removes what the platform itself keeps of a record that holds personal data: the changes in audit rows, the payloads
 * of facts, and responses under an Idempotency-Key with the digests of their requests. Rows, times and the chain of
 * seals stay. Call inside `ctx.atomic`, after the last write of the record.
 */
export async function forgetRecord(ctx: Ctx, id: string, { remains, kept }: Remains): Promise<void> {
  for (let after: string | undefined = firstId; after !== undefined;) {
    const rows: { id: string }[] = await ctx.db.rows(findAudit, [ctx.account.id, id, after, batchMax])
    const ids = rows.map((row) => row.id)
    await eraseChanges(ctx.db, ctx.account.id, ids)
    after = ids.length === batchMax ? ids.at(-1) : undefined
  }
  await ctx.db.rows(erasePayloads, [ctx.account.id, id, JSON.stringify(remains), kept.map(({ name }) => name)])
  await ctx.db.rows(eraseResponses, [ctx.account.id, id])
}

/** Facts of a record from now on. `kept`: those without personal data, which keep what their reactions need. */
export type Remains = { remains: Record<string, unknown>; kept: readonly Fact[] }

/** Removes caught mails to an address. */
export async function forgetMails(ctx: Ctx, address: string): Promise<void> {
  await ctx.db.rows(eraseMails, [ctx.account.id, address])
}

const findAudit = statement(
  'account_audit.ofTarget',
  'account',
  'select id from account_audit where account_id = $1 and target = $2 and id > $3 order by id limit $4',
)

const erasePayloads = statement(
  'account_outbox.erase',
  'account',
  `update account_outbox set payload = $3 where account_id = $1 and subject = $2 and kind = 'fact'
     and name <> all($4::text[])`,
)

const eraseResponses = statement(
  'account_idempotency.erase',
  'account',
  `update account_idempotency set answer = null, request_hash = '', lease_until = null
   where account_id = $1 and record_id = $2`,
)

const eraseMails = statement(
  'account_mail.erase',
  'account',
  'delete from account_mail where account_id = $1 and lower(to_address) = lower($2)',
)
