import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'

/**
 * Keeps the contact of a message from being merged or erased until the transaction ends. Lock order: contact, then
 * message, as in a merge and an erasure, which move and blank messages. `uuid`: row id of the message. Call inside
 * `ctx.atomic`.
 */
export async function holdReceiver(ctx: Ctx, uuid: string): Promise<void> {
  await ctx.db.rows(hold, [ctx.account.id, uuid])
}

const hold = statement(
  'marketing_contact.holdReceiver',
  'account',
  `select id from marketing_contact where account_id = $1 and id = (
     select contact_id from marketing_message where account_id = $1 and id = $2) for key share`,
)
