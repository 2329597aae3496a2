import type { Ctx, RowOf } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { task } from '#kit/nouns/task.ts'
import { Type } from '#kit/values/schema.ts'
import { readReturnedMail, type ReturnedMail } from '#platform/mail/returned/returnedMail.ts'
import { applyOutcome, type OutcomeKind } from './messageOutcome.ts'
import { unsubscribeByMail } from './mailUnsubscribe.ts'
import { ownAddress } from './returnAddress.ts'

/** Reads a kept mail and applies it. */
export const applyReturned = task(
  'marketing.returned.apply',
  'Reads a mail that came back and applies it to its message.',
  Type.Object({ returnedId: Type.String({ format: 'uuid' }) }),
  async (ctx, { returnedId }) => {
    const [row] = await ctx.db.rows(lockReturned, [ctx.account.id, returnedId])
    if (row === undefined || row.raw === null) return
    const mail = readReturnedMail(row.raw)
    const { messageId, purpose } = await addressedBy(ctx, row, mail)
    const { occurred_at: at } = row
    const isApplied = messageId !== undefined && (await apply(ctx, { mail, messageId, purpose, at }))
    await ctx.db.rows(settleReturned, [
      ctx.account.id,
      returnedId,
      isApplied ? 'applied' : 'ignored',
      ctx.now().toISOString(),
      messageId ?? null,
      mail.kind,
      mail.status,
      mail.diagnostic,
    ])
  },
)

type Row = RowOf<typeof lockReturned>
type Applying = { mail: ReturnedMail; messageId: string; purpose: string; at: string }

async function apply(ctx: Ctx, { mail, messageId, purpose, at }: Applying): Promise<boolean> {
  if (purpose === 'unsubscribe' && !reports.has(mail.kind)) return unsubscribeByMail(ctx, messageId, at)
  const kind = outcomeOf(purpose, mail)
  if (kind === undefined) return false
  const { status, diagnostic } = mail
  return applyOutcome(ctx, { messageId, kind, status, diagnostic, at: new Date(at) })
}

const reports = new Set<string>(['hard', 'soft', 'delayed', 'delivered', 'complaint'])
const outcomes: Record<string, OutcomeKind> = {
  hard: 'hard',
  soft: 'soft',
  complaint: 'complaint',
  delivered: 'delivered',
  reply: 'reply',
}

/** A mail to the address for answers is an answer, unless a program wrote it. */
function outcomeOf(purpose: string, { kind }: ReturnedMail): OutcomeKind | undefined {
  return purpose === 'reply' && kind === 'unknown' ? 'reply' : outcomes[kind]
}

type Addressed = { messageId: string | undefined; purpose: string }

/** The message of a mail, by the address that took it, a return address in its headers, or a Message-ID. */
async function addressedBy(ctx: Ctx, row: Row, { returnPaths, messageIds }: ReturnedMail): Promise<Addressed> {
  if (row.message_id !== null) return { messageId: row.message_id, purpose: row.purpose }
  const named = returnPaths.map((path) => ownAddress(ctx, path)).find((each) => each !== undefined)
  if (named !== undefined) return named
  if (messageIds.length === 0) return { messageId: undefined, purpose: row.purpose }
  const [found] = await ctx.db.rows(findByRef, [ctx.account.id, messageIds.flatMap((id) => [id, `<${id}>`])])
  return { messageId: found?.id, purpose: row.purpose }
}

const lockReturned = statement(
  'marketing_returned.lock',
  'account',
  `select message_id, purpose, raw, occurred_at from marketing_returned
   where account_id = $1 and id = $2 and state = 'pending' for update`,
)

const findByRef = statement(
  'marketing_message.findByRef',
  'account',
  'select id from marketing_message where account_id = $1 and message_ref = any($2::text[]) limit 1',
)

/**
 * A mail about no message of ours may name people who are strangers here, and one about the message of an erased
 * contact names that contact: of both no text stays.
 */
const settleReturned = statement(
  'marketing_returned.settle',
  'account',
  `update marketing_returned r set state = $3, applied_at = $4, message_id = $5, kind = $6, status_code = $7,
     diagnostic = case when m.address is not null then $8::text end,
     raw = case when m.address is not null then r.raw end, contact_id = m.contact_id
   from (select $5::uuid as message_id) named
   left join marketing_message m on m.account_id = $1 and m.id = named.message_id
   where r.account_id = $1 and r.id = $2`,
)
