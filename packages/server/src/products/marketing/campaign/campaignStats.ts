import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { whole } from '#kit/values/fields.ts'
import { closed } from '#kit/nouns/standard.ts'
import { rowId } from '#products/marketing/rowId.ts'

const number = (description: string) => whole(0, 2_147_483_647, { description })

/** Numbers of a campaign: `audience` is the sum of the end states at every read. */
export const statsShape = closed(
  {
    audience: number('Contacts in the audience.'),
    queued: number('Messages that wait.'),
    sending: number('Messages on their way.'),
    sent: number('Messages that the mail server took.'),
    deferred: number('Messages that are tried again.'),
    bounced: number('Messages refused for good.'),
    failed: number('Messages that could not be made or sent.'),
    uncertain: number('Messages whose sending was interrupted.'),
    skipped: number('Contacts left out.'),
    cancelled: number('Messages of a cancelled campaign.'),
    skippedUnsubscribed: number('Left out: not subscribed.'),
    skippedSuppressed: number('Left out: suppressed, bounced or complained.'),
    skippedNoAddress: number('Left out: no address.'),
    skippedTopic: number('Left out: not subscribed to the topic.'),
    skippedCapped: number('Left out: had the most messages of `frequencyCap`.'),
    opened: number('Messages that a person opened.'),
    clicked: number('Messages in which a person clicked.'),
    machineOpened: number('Messages that only machines opened.'),
    machineClicked: number('Messages in which only machines clicked.'),
    returned: number('Messages that came back after they were sent.'),
    complained: number('Messages that were complained about.'),
    unsubscribed: number('Messages by which a contact left.'),
    replied: number('Messages that were answered.'),
  },
  { description: 'Numbers of one moment.' },
)

/** Numbers of campaigns by public id, all of one moment. */
export async function statsOf(ctx: Ctx, campaignId: string) {
  const [row] = await ctx.db.rows(countStats, [ctx.account.id, rowId('cmp', campaignId)])
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, count]) => [camel(name), Number(count)]))
}

/** Ends the waiting messages of a campaign. Call inside `ctx.atomic`. */
export async function cancelMessages(ctx: Ctx, campaignId: string): Promise<void> {
  await ctx.db.rows(cancelWaiting, [ctx.account.id, rowId('cmp', campaignId)])
}

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

const countStats = statement(
  'marketing_message.stats',
  'account',
  `select count(*) as audience,
     count(*) filter (where state = 'queued') as queued,
     count(*) filter (where state = 'attempting') as sending,
     count(*) filter (where state = 'sent') as sent,
     count(*) filter (where state = 'deferred') as deferred,
     count(*) filter (where state = 'bounced') as bounced,
     count(*) filter (where state = 'failed') as failed,
     count(*) filter (where state = 'uncertain') as uncertain,
     count(*) filter (where state = 'skipped') as skipped,
     count(*) filter (where state = 'cancelled') as cancelled,
     count(*) filter (where skip_reason in ('unsubscribed', 'pending')) as skipped_unsubscribed,
     count(*) filter (where skip_reason in ('suppressed', 'bounced', 'complained')) as skipped_suppressed,
     count(*) filter (where skip_reason = 'noAddress') as skipped_no_address,
     count(*) filter (where skip_reason = 'topic') as skipped_topic,
     count(*) filter (where skip_reason = 'capped') as skipped_capped,
     count(opened_at) as opened,
     count(clicked_at) as clicked,
     count(*) filter (where machine_opened_at is not null and opened_at is null) as machine_opened,
     count(*) filter (where machine_clicked_at is not null and clicked_at is null) as machine_clicked,
     count(*) filter (where state = 'sent' and bounced_at is not null) as returned,
     count(complained_at) as complained,
     count(unsubscribed_at) as unsubscribed,
     count(replied_at) as replied
   from marketing_message where account_id = $1 and campaign_id = $2`,
)

const cancelWaiting = statement(
  'marketing_message.cancel',
  'account',
  `update marketing_message set state = 'cancelled', leased_until = null
   where account_id = $1 and campaign_id = $2 and state in ('queued', 'deferred')`,
)
