import type { Ctx, RowOf } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import { contact } from '#products/marketing/contact/contact.ts'
import { changeContact } from '#products/marketing/contact/contactWrites.ts'
import { remainingContact } from '#products/marketing/contact/remainingContact.ts'
import { emailKeyOf } from '#products/marketing/contact/emailAddress.ts'
import { suppress, type SuppressionReason } from '#products/marketing/contact/suppression.ts'
import { holdReceiver } from '#products/marketing/message/heldReceiver.ts'
import { recordEvents } from '#products/marketing/event/recordEvents.ts'

/** Fate of a message that became known after it left. */
export type OutcomeKind = 'hard' | 'soft' | 'complaint' | 'reply' | 'delivered'

/** A fate, with the words of the server that reports it. `messageId`: row id of the message. */
export type Outcome = {
  messageId: string
  kind: OutcomeKind
  /** Enhanced status code of a bounce. */
  status?: string | null
  diagnostic?: string
  at: Date
}

/** Soft bounces of an address within the days that suppress it. */
export const softBounceRule = { bounces: 3, days: 14 }

/** States of a message that left this server, or may have. */
const left = new Set(['attempting', 'sent', 'deferred', 'uncertain', 'bounced'])

/**
 * Applies the fate of a message: its state and times, the suppression of its address, the state of its contact, and the
 * event in the contact's time line. A repeat changes nothing. Call inside `ctx.atomic`. False for a message that is
 * unknown or never left.
 */
export async function applyOutcome(ctx: Ctx, outcome: Outcome): Promise<boolean> {
  await holdReceiver(ctx, outcome.messageId)
  const [message] = await ctx.db.rows(lockMessage, [ctx.account.id, outcome.messageId])
  if (message === undefined || !left.has(message.state)) return false
  const column = columnOf[outcome.kind]
  const isRepeat = message[column] !== null && (outcome.kind !== 'hard' || message.bounce_kind === 'hard')
  if (isRepeat) return true
  const at = outcome.at.toISOString()
  const times = (['bounced_at', 'complained_at', 'replied_at', 'delivered_at'] as const).map((name) =>
    name === column ? at : null,
  )
  const bounceKind = outcome.kind === 'hard' || outcome.kind === 'soft' ? outcome.kind : null
  const words = [outcome.status, outcome.diagnostic].filter((word) => word !== null && word !== undefined).join(' ')
  await ctx.db.rows(markMessage, [ctx.account.id, outcome.messageId, bounceKind, words.slice(0, 500), ...times])
  await retire(ctx, outcome, message)
  await recordEvents(ctx, [
    {
      contactId: encodeId(contact.prefix, ctx.account.id, message.contact_id),
      name: eventOf[outcome.kind],
      at,
      subject: encodeId('msg', ctx.account.id, outcome.messageId),
      properties: bounceKind === null ? {} : { kind: bounceKind, status: outcome.status ?? null },
    },
  ])
  return true
}

const columnOf = {
  hard: 'bounced_at',
  soft: 'bounced_at',
  complaint: 'complained_at',
  reply: 'replied_at',
  delivered: 'delivered_at',
} as const

const eventOf = {
  hard: 'marketing.message.bounced',
  soft: 'marketing.message.bounced',
  complaint: 'marketing.message.complained',
  reply: 'marketing.message.replied',
  delivered: 'marketing.message.delivered',
} as const

type Message = RowOf<typeof lockMessage>

/** Suppresses the address of a message where its fate is a reason to write to it no more. */
async function retire(ctx: Ctx, outcome: Outcome, message: Message): Promise<void> {
  const reason = await reasonOf(ctx, outcome, message)
  if (reason === undefined || message.address === null) return
  const kind = message.channel === 'sms' ? 'phone' : 'email'
  await suppress(ctx, { kind, address: message.address, reason, messageId: outcome.messageId })
  const record = await remainingContact(ctx, message.contact_id)
  // A contact that changed its address since is judged by the new one.
  if (record === undefined || record.email === null || emailKeyOf(record.email) !== message.address_key) return
  const status = reason === 'complaint' ? 'complained' : 'bounced'
  if (!movable[status].has(record.status)) return
  await changeContact(ctx, record.id, { patch: {}, options: { status } })
}

const movable: Record<'complained' | 'bounced', ReadonlySet<string>> = {
  // A new address subscribes a contact that bounced: one that never agreed, or left, is none.
  bounced: new Set(['subscribed']),
  complained: new Set(['pending', 'subscribed', 'unsubscribed', 'bounced', 'suppressed']),
}

async function reasonOf(ctx: Ctx, { kind, at }: Outcome, message: Message): Promise<SuppressionReason | undefined> {
  if (kind === 'complaint') return 'complaint'
  if (kind === 'hard') return 'hardBounce'
  if (kind !== 'soft' || message.address_key === null) return undefined
  const since = new Date(at.getTime() - softBounceRule.days * 86_400_000).toISOString()
  const values = [ctx.account.id, message.address_key, since, softBounceRule.bounces]
  const bounced = await ctx.db.rows(countSoft, values)
  return bounced.length >= softBounceRule.bounces ? 'softBounces' : undefined
}

const lockMessage = statement(
  'marketing_message.lockOutcome',
  'account',
  `select contact_id, channel, address, address_key, state, bounce_kind, bounced_at, complained_at, replied_at,
     delivered_at
   from marketing_message where account_id = $1 and id = $2 for update`,
)

/** The words of a server may name the address, so none are kept for an erased contact. */
const markMessage = statement(
  'marketing_message.markOutcome',
  'account',
  `update marketing_message set
     state = case when $3::text is null then state else 'bounced' end,
     leased_until = case when $3::text is null then leased_until end,
     bounce_kind = coalesce($3, bounce_kind),
     reply = case when $3::text is null then reply when address is not null then $4::text end,
     bounced_at = coalesce(bounced_at, $5), complained_at = coalesce(complained_at, $6),
     replied_at = coalesce(replied_at, $7), delivered_at = coalesce(delivered_at, $8)
   where account_id = $1 and id = $2`,
)

/** A message may be read back weeks after it was made: the index has the moment of creation. */
const countSoft = statement(
  'marketing_message.countSoft',
  'account',
  `select id from marketing_message where account_id = $1 and address_key = $2
     and created_at > $3::timestamptz - interval '14 days' and bounced_at > $3::timestamptz and bounce_kind = 'soft'
   limit $4`,
)
