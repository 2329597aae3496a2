import type { Ctx } from '#kit/call/context.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { statement } from '#kit/call/statement.ts'

/** A message to queue. */
export type NewMessage = {
  key: string
  contactId: string
  channel: 'email' | 'sms' | 'webhook'
  runId: string
  nodeId: string
  iteration: number
  templateId: string | null
  integrationId: string | null
  topic: string | null
  content: { subject?: string; preheader?: string; format?: string; body?: string; text?: string } | null
}

/** Queues messages in the transaction of the caller. */
export async function queueMessages(
  ctx: Ctx,
  messages: readonly NewMessage[],
): Promise<{ id: string; state: string; skipReason: string | null }[]> {
  const ids = messages.map(() => uuidv7(ctx.now().getTime()))
  await ctx.db.rows(insertMessages, [
    ctx.account.id,
    ids,
    messages.map(({ key }) => key),
    messages.map(({ contactId }) => contactId),
    messages.map(({ channel }) => channel),
    messages.map(({ runId }) => runId),
    messages.map(({ nodeId }) => nodeId),
    messages.map(({ iteration }) => iteration),
    ctx.now().toISOString(),
  ])
  return ids.map((id) => ({ id, state: 'queued', skipReason: null }))
}

const insertMessages = statement(
  'marketing_message.insertForRuns',
  'account',
  `insert into marketing_message (account_id, id, key, contact_id, channel, run_id, node_id, iteration, state, attempts,
     due_at, created_at)
   select $1, k.id, k.key, k.contact_id, k.channel, k.run_id, k.node_id, k.iteration, 'queued', 0, $9, $9
   from unnest($2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::uuid[], $7::text[], $8::integer[])
     as k (id, key, contact_id, channel, run_id, node_id, iteration)
   on conflict (account_id, key) do nothing`,
)
