import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { keepContent, type InlineContent } from './messageContent.ts'
import type { OwnData } from './messageOwn.ts'
import { requestSending } from './messageSender.ts'

/**
 * Lock of an account that holds while messages under a frequency cap are counted and made: two that are made at once
 * would each miss the other one. Taken behind the lock of audiences.
 */
export const capLock = 'marketing.frequencyCap'

/** A message to queue. Ids are row ids. `key`: its identity within the account; a repeat queues nothing. */
export type NewMessage = {
  key: string
  contactId: string
  channel: 'email' | 'sms' | 'webhook'
  runId: string | null
  nodeId: string | null
  iteration: number | null
  templateId: string | null
  integrationId: string | null
  topic: string | null
  content: InlineContent | null
  /** Subject in place of that of the texts. */
  subject: string | null
  from: { name?: string | undefined; email: string } | null
  replyTo: string | null
  data: OwnData
}

/**
 * Queues messages in the transaction of the caller; they leave after its commit. Whether a contact may get one is
 * decided again when it leaves. Call inside `ctx.atomic`.
 */
export async function queueMessages(
  ctx: Ctx,
  messages: readonly NewMessage[],
): Promise<{ id: string; state: string; skipReason: string | null }[]> {
  if (messages.length === 0) return []
  const ids = messages.map(() => uuidv7(ctx.now().getTime()))
  const contentIds = new Map<string, string>()
  for (const [text, content] of new Map(messages.map((each) => [JSON.stringify(each.content), each.content]))) {
    if (content !== null) contentIds.set(text, await keepContent(ctx, content))
  }
  const rows = await ctx.db.rows(insertMessages, [
    ctx.account.id,
    ctx.now().toISOString(),
    ids,
    messages.map(({ key }) => key),
    messages.map(({ contactId }) => contactId),
    messages.map(({ channel }) => channel),
    messages.map(({ runId }) => runId),
    messages.map(({ nodeId }) => nodeId),
    messages.map(({ iteration }) => iteration),
    messages.map(({ templateId }) => templateId),
    messages.map(({ integrationId }) => integrationId),
    messages.map(({ topic }) => topic),
    messages.map(({ content }) => contentIds.get(JSON.stringify(content)) ?? null),
    messages.map(({ data }) => JSON.stringify(data)),
    messages.map(({ subject }) => subject),
    messages.map(({ from }) => from?.name ?? null),
    messages.map(({ from }) => from?.email ?? null),
    messages.map(({ replyTo }) => replyTo),
  ])
  await requestSending(ctx)
  const made = new Map(rows.map((row) => [row.key, row]))
  return messages.map(({ key }, index) => {
    const row = made.get(key)
    return { id: row?.id ?? ids[index] ?? '', state: row?.state ?? 'queued', skipReason: row?.skip_reason ?? null }
  })
}

/** A mail goes to subscribed contacts with an address alone; a webhook concerns any contact. */
const insertMessages = statement(
  'marketing_message.queue',
  'account',
  `insert into marketing_message (account_id, id, key, contact_id, channel, address, address_key, run_id, node_id,
     iteration, template_id, integration_id, topic, content_id, state, skip_reason, attempts, due_at, created_at,
     data, subject, from_name, from_email, reply_to)
   select $1, t.id, t.key, t.contact_id, t.channel, t.address, lower(t.address), t.run_id, t.node_id, t.iteration,
     t.template_id, t.integration_id, t.topic, t.content_id,
     case when t.skip_reason is null then 'queued' else 'skipped' end, t.skip_reason, 0, $2, $2, t.data,
     t.subject, t.from_name, t.from_email, t.reply_to
   from (select k.id, k.key, k.contact_id, k.channel, k.run_id, k.node_id, k.iteration, k.template_id,
       k.integration_id, k.content_id, k.data::jsonb as data, k.subject,
       k.from_name, k.from_email, k.reply_to, coalesce(k.topic, p.topic) as topic,
       case k.channel when 'email' then c.email when 'sms' then c.phone end as address,
       case when k.channel = 'webhook' then null
         when c.status <> 'subscribed' then c.status
         when case k.channel when 'email' then c.email else c.phone end is null then 'noAddress' end as skip_reason
     from unnest($3::uuid[], $4::text[], $5::uuid[], $6::text[], $7::uuid[], $8::text[], $9::integer[], $10::uuid[],
       $11::uuid[], $12::text[], $13::uuid[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[])
       as k (id, key, contact_id, channel, run_id, node_id, iteration, template_id, integration_id, topic, content_id,
         data, subject, from_name, from_email, reply_to)
     join marketing_contact c on c.account_id = $1 and c.id = k.contact_id
     left join marketing_template p on p.account_id = $1 and p.id = k.template_id) t
   on conflict (account_id, key) where key is not null do nothing returning id, key, state, skip_reason`,
)
