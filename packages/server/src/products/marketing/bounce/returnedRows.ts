import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { uuidv7 } from '#kit/values/ids.ts'

/** A mail that came back, to keep. */
export type NewReturned = {
  channel: 'smtp' | 'mailbox'
  purpose: 'bounce' | 'unsubscribe' | 'reply' | 'any'
  /** Row id of the message, where the address of the mail names it. */
  messageId: string | null
  raw: Buffer
  /** Text that is the same for every repeat of the mail. */
  repeatKey: string
}

/** Most mails that are kept about one message: its recipient knows the address and may write to it at will. */
const perMessageMax = 20

/**
 * Keeps a mail until it is applied, once for all its repeats. Returns its row id; undefined for a repeat, and for a
 * mail about a contact that was erased since the address was admitted.
 */
export async function keepReturned(ctx: Ctx, mail: NewReturned): Promise<string | undefined> {
  const now = ctx.now()
  const [row] = await ctx.db.rows(insertReturned, [
    ctx.account.id,
    uuidv7(now.getTime()),
    `${mail.channel} ${mail.repeatKey}`,
    mail.channel,
    mail.purpose,
    now.toISOString(),
    mail.messageId,
    mail.raw,
    perMessageMax,
  ])
  return row?.id
}

/** Whether a message of the account exists whose recipient is not erased. */
export async function hasMessage(ctx: Ctx, messageId: string): Promise<boolean> {
  const [row] = await ctx.db.rows(findMessage, [ctx.account.id, messageId])
  return row !== undefined
}

const findMessage = statement(
  'marketing_message.findReturned',
  'account',
  'select id from marketing_message where account_id = $1 and id = $2 and address is not null',
)

const insertReturned = statement(
  'marketing_returned.insert',
  'account',
  `insert into marketing_returned
     (account_id, id, key, channel, purpose, state, created_at, occurred_at, message_id, contact_id, raw)
   select $1, $2, $3, $4, $5, 'pending', $6, $6, $7::uuid, (
     select m.contact_id from marketing_message m where m.account_id = $1 and m.id = $7::uuid), $8
   where (select count(*) from marketing_returned r where r.account_id = $1 and r.message_id = $7::uuid) < $9
     and ($7::uuid is null or exists (
       select from marketing_message m where m.account_id = $1 and m.id = $7::uuid and m.address is not null))
   on conflict (account_id, key) do nothing returning id`,
)
