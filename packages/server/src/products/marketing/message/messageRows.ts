import { statement } from '#kit/call/statement.ts'

/** Reserves due messages: those of a paused campaign wait. A lease that expired is that of a process that died. */
export const leaseDue = statement(
  'marketing_message.lease',
  'account',
  `update marketing_message m set leased_until = $3::timestamptz
   from (
     select d.id from marketing_message d
     left join marketing_campaign c on c.account_id = d.account_id and c.id = d.campaign_id
     where d.account_id = $1 and d.state in ('queued', 'deferred') and d.due_at <= $2::timestamptz
       and (d.leased_until is null or d.leased_until < $2::timestamptz)
       and (d.campaign_id is null or c.status = 'sending')
     order by d.due_at, d.id limit $4) due
   where m.account_id = $1 and m.id = due.id
   returning m.id, m.campaign_id, m.contact_id, m.channel, m.template_id, m.template_version, m.content_id, m.topic,
     m.attempts, m.state`,
)

/** Records the intent to send before the first byte. False for a message that is paused, cancelled or taken. */
export const beginAttempt = statement(
  'marketing_message.attempt',
  'account',
  `update marketing_message m set state = 'attempting', attempts = m.attempts + 1, attempted_at = $3::timestamptz,
     leased_until = $4::timestamptz, message_ref = $5, address = $6, address_key = $7
   where m.account_id = $1 and m.id = $2 and m.state in ('queued', 'deferred')
     and (m.campaign_id is null or exists (
       select from marketing_campaign c where c.account_id = $1 and c.id = m.campaign_id and c.status = 'sending'))
   returning m.id`,
)

/** Records the fate of an attempt. */
export const endAttempt = statement(
  'marketing_message.end',
  'account',
  `update marketing_message set state = $3, reply = $4, due_at = coalesce($5::timestamptz, due_at), leased_until = null,
     sent_at = case when $3 = 'sent' then $6::timestamptz end
   where account_id = $1 and id = $2 and state = 'attempting' returning id`,
)

/** Ends a message that is not attempted. */
export const endUnsent = statement(
  'marketing_message.skip',
  'account',
  `update marketing_message m set state = e.state, skip_reason = e.reason, reply = e.reply, leased_until = null
   from unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) as e (id, state, reason, reply)
   where m.account_id = $1 and m.id = e.id and m.state in ('queued', 'deferred')`,
)

/** Releases messages that were reserved and not attempted. */
export const releaseLeases = statement(
  'marketing_message.release',
  'account',
  `update marketing_message set leased_until = null
   where account_id = $1 and id = any($2::uuid[]) and state in ('queued', 'deferred')`,
)

/** Attempts whose process died: their mail may have left. A campaign decides whether they are sent again. */
export const settleLost = statement(
  'marketing_message.settleLost',
  'account',
  `update marketing_message m set leased_until = null,
     state = case when exists (
       select from marketing_campaign c where c.account_id = $1 and c.id = m.campaign_id and c.on_uncertain = 'resend')
       then 'queued' else 'uncertain' end
   where m.account_id = $1 and m.state = 'attempting' and m.leased_until < $2::timestamptz returning m.id`,
)

/** The next moment at which a message is due, of campaigns that send. */
export const nextDue = statement(
  'marketing_message.nextDue',
  'account',
  `select min(next_at) as next_at from (
     (select d.due_at as next_at from marketing_message d
      left join marketing_campaign c on c.account_id = d.account_id and c.id = d.campaign_id
      where d.account_id = $1 and d.state in ('queued', 'deferred') and (d.campaign_id is null or c.status = 'sending')
      order by d.due_at limit 1)
     union all
     (select leased_until from marketing_message where account_id = $1 and state = 'attempting'
      order by leased_until limit 1)) n`,
)

/** Sent messages whose contacts have no event of it yet. */
export const tellSent = statement(
  'marketing_message.tellSent',
  'account',
  `update marketing_message m set told_at = $2::timestamptz
   from (
     select id from marketing_message where account_id = $1 and state = 'sent' and told_at is null
     order by sent_at limit $3) t
   where m.account_id = $1 and m.id = t.id returning m.id, m.contact_id, m.campaign_id, m.sent_at`,
)

/** Messages of a campaign that left within a period. */
export const sentSince = statement(
  'marketing_message.sentSince',
  'account',
  `select count(*) as count from marketing_message
   where account_id = $1 and campaign_id = $2 and attempted_at >= $3::timestamptz`,
)
