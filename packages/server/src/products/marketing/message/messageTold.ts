import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import { statusIn } from '#platform/mail/returned/bounceReason.ts'
import { contact } from '#products/marketing/contact/contact.ts'
import { recordEvents } from '#products/marketing/event/recordEvents.ts'
import { campaignProperty, messageId } from './messageLinks.ts'

/** Messages of one transaction. */
const batchMax = 100

/** Puts sent messages, and the first deferral of each message, into the time lines of their contacts. */
export async function tellAll(ctx: Ctx): Promise<void> {
  for (let isMore = true; isMore;) {
    isMore = await ctx.atomic(async (inner) => {
      // In the order of a merge, which holds its contacts before it moves their messages.
      const held = await inner.db.rows(holdContacts, [inner.account.id, batchMax])
      const contactIds = held.map(({ id }) => id)
      const values = [inner.account.id, inner.now().toISOString(), batchMax, contactIds]
      const sent = await inner.db.rows(tellSent, values)
      const deferred = await inner.db.rows(tellDeferred, values)
      await recordEvents(inner, [
        ...sent.map((row) => eventOf(inner, row, { name: 'marketing.message.sent', at: row.sent_at })),
        ...deferred.map((row) =>
          eventOf(inner, row, { name: 'marketing.message.deferred', at: row.attempted_at, reply: row.reply ?? '' }),
        ),
      ])
      return sent.length === batchMax || deferred.length === batchMax
    })
  }
}

type Row = { id: string; contact_id: string; campaign_id: string | null; channel: string }

function eventOf(ctx: Ctx, row: Row, { name, at, reply }: { name: string; at: string | null; reply?: string }) {
  return {
    contactId: encodeId(contact.prefix, ctx.account.id, row.contact_id),
    name,
    at: at ?? undefined,
    subject: messageId(ctx, row.id),
    properties: { ...campaignProperty(ctx, row.campaign_id), ...channelOf(row), ...statusOf(reply) },
  }
}

/** The code of a reply: the words of a server may name the receiver. */
function statusOf(reply: string | undefined): Record<string, string | null> {
  return reply === undefined ? {} : { status: statusIn(reply) ?? null }
}

/** A mail is the usual channel, which its events do not name. */
function channelOf({ channel }: Row): { channel?: string } {
  return channel === 'email' ? {} : { channel }
}

/** Keeps the contacts of the next messages from being merged or erased. */
const holdContacts = statement(
  'marketing_contact.holdTold',
  'account',
  `select id from marketing_contact where account_id = $1 and id = any(array(
       select contact_id from marketing_message where account_id = $1 and state = 'sent' and told_at is null
       order by sent_at limit $2) || array(
       select contact_id from marketing_message where account_id = $1 and state = 'deferred'
         and deferral_told_at is null
       order by attempted_at limit $2))
   order by id for key share`,
)

/** A merge may have moved a message to a contact that is not held. A contact that is purged gets no event. */
const isHeld = `(m.contact_id = any($4::uuid[]) or not exists (
     select from marketing_contact c where c.account_id = $1 and c.id = m.contact_id))`

/** Sent messages whose held contacts have no event of it yet. Of two transactions that find one, one gets it. */
const tellSent = statement(
  'marketing_message.tellSent',
  'account',
  `update marketing_message m set told_at = $2::timestamptz
   where m.account_id = $1 and m.id = any(array(
     select id from marketing_message where account_id = $1 and state = 'sent' and told_at is null
     order by sent_at limit $3)) and m.told_at is null and ${isHeld}
   returning m.id, m.contact_id, m.campaign_id, m.channel, m.sent_at`,
)

/** Deferred messages whose contacts have no event of a deferral yet. */
const tellDeferred = statement(
  'marketing_message.tellDeferred',
  'account',
  `update marketing_message m set deferral_told_at = $2::timestamptz
   where m.account_id = $1 and m.id = any(array(
     select id from marketing_message where account_id = $1 and state = 'deferred' and deferral_told_at is null
     order by attempted_at limit $3)) and m.deferral_told_at is null and ${isHeld}
   returning m.id, m.contact_id, m.campaign_id, m.channel, m.attempted_at, m.reply`,
)
