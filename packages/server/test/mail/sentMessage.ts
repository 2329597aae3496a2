import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { parseId } from '#kit/values/ids.ts'
import type { World } from '#test/world/world.ts'

/** A message as it lies after it was sent, and its contact. */
export type SentMessage = { messageId: string; contactId: string; email: string }

type More = { contactId?: string; state?: string; campaignId?: string | null; ref?: string | null; account?: number }

let count = 0

/** Makes a subscribed contact and a message that was sent to it. */
export async function sentMessage(w: World, email: string, more: More = {}): Promise<SentMessage> {
  const contactId = more.contactId ?? (await w.call('marketing.contact.create', { email })).id
  const messageId = randomUUID()
  const now = w.clock.now().toISOString()
  count += 1
  const { rowCount } = await w.app.pools.work.query(
    `insert into marketing_message (account_id, id, campaign_id, contact_id, channel, address, address_key, key, state,
       attempts, due_at, created_at, attempted_at, sent_at, message_ref)
     values ($1, $2, $3, $4, 'email', $5, lower($5), $6, $7, 1, $8, $8, $8, $8, $9)`,
    [
      more.account ?? w.account.account.id,
      messageId,
      more.campaignId ?? null,
      parseId('con', contactId)?.uuid,
      email,
      `test ${count}`,
      more.state ?? 'sent',
      now,
      more.ref ?? null,
    ],
  )
  assert.equal(rowCount, 1)
  return { messageId, contactId, email }
}

/** A row of the table of messages. */
export async function messageRow(w: World, messageId: string): Promise<Record<string, unknown>> {
  const { rows } = await w.app.pools.work.query('select * from marketing_message where id = $1', [messageId])
  return rows[0]
}
