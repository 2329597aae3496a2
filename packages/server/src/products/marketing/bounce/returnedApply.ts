import type { Ctx, RowOf } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { task } from '#kit/nouns/task.ts'
import { Type } from '#kit/values/schema.ts'
import { readReturnedMail, type ReturnedMail } from '#platform/mail/returned/returnedMail.ts'
import { applyOutcome, type OutcomeKind } from './messageOutcome.ts'
import { unsubscribeByMail } from './mailUnsubscribe.ts'
import { readVerp } from './returnAddress.ts'

/** Reads a kept mail and applies it. */
export const applyReturned = task(
  'marketing.returned.apply',
  'Reads a mail that came back and applies it to its message.',
  Type.Object({ returnedId: Type.String({ format: 'uuid' }) }),
  async (ctx, { returnedId }) => {
    const [row] = await ctx.db.rows(lockReturned, [ctx.account.id, returnedId])
    if (row === undefined || row.raw === null) return
    const mail = readReturnedMail(row.raw)
    const messageId = row.message_id ?? (await findReferenced(ctx, mail))
    const isApplied = messageId !== undefined && (await apply(ctx, { row, mail, messageId }))
    const isKnown = messageId !== undefined
    await ctx.db.rows(settleReturned, [
      ctx.account.id,
      returnedId,
      isApplied ? 'applied' : 'ignored',
      ctx.now().toISOString(),
      messageId ?? null,
      mail.kind,
      mail.status,
      // A mail about no message of ours may name people who are strangers here.
      isKnown ? mail.diagnostic : null,
      isKnown,
    ])
  },
)

type Row = RowOf<typeof lockReturned>
type Applying = { row: Row; mail: ReturnedMail; messageId: string }

async function apply(ctx: Ctx, { row, mail, messageId }: Applying): Promise<boolean> {
  if (row.purpose === 'unsubscribe' && !reports.has(mail.kind))
    return unsubscribeByMail(ctx, messageId, row.occurred_at)
  const kind = outcomeOf(row, mail)
  if (kind === undefined) return false
  const { status, diagnostic } = mail
  return applyOutcome(ctx, { messageId, kind, status, diagnostic, at: new Date(row.occurred_at) })
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
function outcomeOf({ purpose }: Row, { kind }: ReturnedMail): OutcomeKind | undefined {
  return purpose === 'reply' && kind === 'unknown' ? 'reply' : outcomes[kind]
}

async function findReferenced(ctx: Ctx, { returnPaths, messageIds }: ReturnedMail): Promise<string | undefined> {
  const named = returnPaths.map((path) => readVerp(ctx, path)).find((id) => id !== undefined)
  if (named !== undefined || messageIds.length === 0) return named
  const [found] = await ctx.db.rows(findByRef, [ctx.account.id, messageIds.flatMap((id) => [id, `<${id}>`])])
  return found?.id
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

const settleReturned = statement(
  'marketing_returned.settle',
  'account',
  `update marketing_returned r set state = $3, applied_at = $4, message_id = $5, kind = $6, status_code = $7,
     diagnostic = $8, raw = case when $9::boolean then raw end, contact_id = (
       select m.contact_id from marketing_message m where m.account_id = $1 and m.id = $5)
   where r.account_id = $1 and r.id = $2`,
)
