import { statement } from '#kit/call/statement.ts'

// Statements of several messages look up each one by its primary key, in a lateral query that `offset 0` keeps whole.
// Right after a start, and with many small accounts beside a large one, the planner expects few messages of an account:
// a join, or an array of ids, makes it read all of them.

/** A test without a winner: only its sample leaves. */
const isOpenTest = 'c.ab_test_decide_after is not null and c.winner is null'

/**
 * Due messages, in turn those of each campaign that sends and those of automations, so that a large campaign delays no
 * other mail; those of a campaign with a pace for a second at most. $4: campaigns that wait for their pace. Nothing is
 * reserved: an account has one sender, and a message that two would send leaves with the one that begins its attempt.
 */
export const readDue = statement(
  'marketing_message.due',
  'account',
  `select m.id, m.campaign_id, m.contact_id, m.channel, m.template_id, m.template_version, m.content_id, m.topic,
     m.attempts, m.state, m.variant, m.integration_id, m.data, m.subject, m.from_name, m.from_email, m.reply_to
   from (
     (select d.id, d.place, d.due_at from marketing_campaign c
      cross join lateral (
        select id, due_at, row_number() over (order by due_at, id) as place from marketing_message
        where account_id = $1 and campaign_id = c.id and state in ('queued', 'deferred')
          and due_at <= $2::timestamptz
        order by due_at, id limit least($3::integer, c.throttle_per_second)) d
      where c.account_id = $1 and c.status = 'sending' and c.id <> all($4::uuid[]) and not (${isOpenTest}))
     union all
     (select d.id, d.place, d.due_at from marketing_campaign c
      cross join lateral (
        select id, due_at, row_number() over (order by due_at, id) as place from marketing_message
        where account_id = $1 and campaign_id = c.id and state in ('queued', 'deferred') and variant is not null
          and due_at <= $2::timestamptz
        order by due_at, id limit least($3::integer, c.throttle_per_second)) d
      where c.account_id = $1 and c.status = 'sending' and c.id <> all($4::uuid[]) and ${isOpenTest})
     union all
     (select id, row_number() over (order by due_at, id) as place, due_at from marketing_message
      where account_id = $1 and campaign_id is null and state in ('queued', 'deferred')
        and due_at <= $2::timestamptz
      order by due_at, id limit $3)
     order by place, due_at limit $3) due
   cross join lateral (
     select * from marketing_message where account_id = $1 and id = due.id offset 0) m`,
)

/** Condition that a message `m` is one of those in a JSON parameter. */
function amongIds(json: string): string {
  return `m.id = any(array(select x.id from json_to_recordset(${json}::json) as x (id uuid)))`
}

/**
 * Records fates of attempts ($4), and the intent to send other messages ($5) before their first byte. Returns the
 * messages that may leave: none that is paused, cancelled, or was attempted since it was read, nor one that another
 * transaction changes at this moment, nor one whose contact was changed, erased or merged since, or whose address was
 * suppressed. A message that waited for the winner of a test (`variant`) takes its texts.
 *
 * A fate belongs to its attempt: one that counted as lost takes its known fate, and a later attempt keeps its own. The
 * reply to a mail may name its address, so none is kept for an erased contact.
 *
 * Messages come as JSON with their account. PostgreSQL sees the lengths of arrays, and would plan the statement for
 * each small group, in twice the time of its execution. Of an account that is newer than its statistics it expects one
 * message, and would read all of them and all of its contacts: the ids stand beside the join as well, and the deletion
 * of a contact is no condition, which partial indexes that end with the id would serve.
 */
export const advanceAttempts = statement(
  'marketing_message.advance',
  'account',
  `with ended as (
     update marketing_message m set state = e.state,
       reply = case when m.address is not null or m.channel = 'webhook' then e.reply end,
       due_at = coalesce(e.due_at, m.due_at),
       leased_until = case when e.state = 'deferred' and m.campaign_id is not null then $3::timestamptz end,
       sent_at = case when e.state = 'sent' then $2::timestamptz end,
       provider_ref = coalesce(e.provider_ref, m.provider_ref),
       attempts = case when e.is_free then m.attempts - 1 else m.attempts end
     from json_to_recordset($4::json) as e (account_id bigint, id uuid, attempts integer, state text, reply text,
       due_at timestamptz, provider_ref text, is_free boolean)
     where e.account_id = $1 and m.account_id = $1 and m.id = e.id and ${amongIds('$4')}
       and m.attempts = e.attempts + 1
       and (m.state = 'attempting' or (m.state = 'uncertain' and e.state <> 'deferred')))
   update marketing_message m set state = 'attempting', attempts = m.attempts + 1, attempted_at = $2::timestamptz,
     leased_until = $3::timestamptz, message_ref = k.ref, address = k.address, address_key = k.address_key,
     left_by = k.left_by,
     variant = coalesce(k.variant, m.variant),
     template_id = case when k.variant is null then m.template_id else k.template_id end,
     template_version = case when k.variant is null then m.template_version else k.template_version end,
     content_id = case when k.variant is null then m.content_id else k.content_id end
   from (
     select b.id, b.ref, b.address, b.address_key, b.left_by,
       w.name as variant, w.template_id, w.template_version, w.content_id
     from json_to_recordset($5::json) as b (account_id bigint, id uuid, attempts integer, ref text, address text,
       address_key text, address_hash text, variant text, left_by uuid, person_id uuid, person_version integer)
     cross join lateral (
       select campaign_id, contact_id, state, attempts from marketing_message
       where account_id = $1 and id = b.id offset 0 for update skip locked) d
     left join marketing_campaign_arm w on w.account_id = $1 and w.campaign_id = d.campaign_id and w.name = b.variant
     where b.account_id = $1 and d.state in ('queued', 'deferred') and d.attempts = b.attempts
       and d.contact_id = b.person_id
       and (select case when p.deleted_at is null then p.version end from marketing_contact p
         where p.account_id = $1 and p.id = b.person_id) = b.person_version
       and (select s.at from marketing_suppression s
         where s.account_id = $1 and s.address_hash = decode(b.address_hash, 'hex')) is null
       and (d.campaign_id is null or exists (
       select from marketing_campaign c where c.account_id = $1 and c.id = d.campaign_id and c.status = 'sending'))) k
   where m.account_id = $1 and m.id = k.id and ${amongIds('$5')} returning m.id`,
)

/**
 * Frees a deferred message of a campaign, or ends it where the campaign was cancelled during its attempt. The lock
 * waits for a cancel that is under way. If the process ends first, `settleLost` does it.
 */
export const freeDeferred = statement(
  'marketing_message.freeDeferred',
  'account',
  `with c as materialized (
     select status from marketing_campaign where account_id = $1 and id = $3 for share)
   update marketing_message m set leased_until = null,
     state = case when c.status = 'cancelled' then 'cancelled' else 'deferred' end
   from c where m.account_id = $1 and m.id = $2 and m.state = 'deferred'`,
)

/**
 * Ends a message that does not leave. One whose mail cannot be made counts as an attempt that failed. A message that a
 * merge gave to another contact since it was read is left alone.
 */
export const endUnsent = statement(
  'marketing_message.skip',
  'account',
  `update marketing_message m set state = e.state, skip_reason = e.reason, reply = e.reply, leased_until = null,
     attempted_at = case when e.state = 'failed' then $6::timestamptz else m.attempted_at end
   from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $7::uuid[]) as e (id, state, reason, reply, contact_id)
   where m.account_id = $1 and m.id = any($2::uuid[]) and m.id = e.id and m.contact_id = e.contact_id
     and m.state in ('queued', 'deferred')`,
)

/** Gives a message a later moment without an attempt: the service that they leave by is down or disabled. */
export const postpone = statement(
  'marketing_message.postpone',
  'account',
  `update marketing_message set due_at = $3::timestamptz
   where account_id = $1 and id = $2 and state in ('queued', 'deferred')`,
)

/**
 * Settles attempts of a process that died. The mail of an attempt may have left: a campaign decides whether it is
 * sent again. A webhook is sent again: its receiver drops a repeat by its id. Nothing is sent again for a campaign that
 * was cancelled, nor after as many attempts as a message has ($3). A deferred message of a cancelled campaign ends.
 * Messages that an earlier release reserved before their attempt are free again. The lock of the campaigns waits for a
 * cancel that is under way, which sees no message in an attempt.
 */
export const settleLost = statement(
  'marketing_message.settleLost',
  'account',
  `with c as materialized (
     select id, status, on_uncertain from marketing_campaign where account_id = $1 and id in (
       select campaign_id from marketing_message where account_id = $1 and leased_until <= $2::timestamptz)
     for share)
   update marketing_message m set leased_until = null,
     state = case when m.state = 'deferred' and exists (
         select from c where c.id = m.campaign_id and c.status = 'cancelled') then 'cancelled'
       when m.state <> 'attempting' then m.state
       when m.attempts >= $3 then 'uncertain'
       when m.campaign_id is null then case when m.channel = 'webhook' then 'queued' else 'uncertain' end
       when exists (select from c where c.id = m.campaign_id and c.status <> 'cancelled'
         and (c.on_uncertain = 'resend' or m.channel = 'webhook'))
       then 'queued' else 'uncertain' end
   where m.account_id = $1 and m.leased_until <= $2::timestamptz returning m.id`,
)

/** The next moment at which a message is due or an attempt counts as lost, without campaigns that wait ($2). */
export const nextDue = statement(
  'marketing_message.nextDue',
  'account',
  `select min(next_at) as next_at from (
     (select d.due_at as next_at from marketing_campaign c
      cross join lateral (
        select due_at from marketing_message
        where account_id = $1 and campaign_id = c.id and state in ('queued', 'deferred')
        order by due_at limit 1) d
      where c.account_id = $1 and c.status = 'sending' and c.id <> all($2::uuid[]) and not (${isOpenTest}))
     union all
     (select d.due_at from marketing_campaign c
      cross join lateral (
        select due_at from marketing_message
        where account_id = $1 and campaign_id = c.id and state in ('queued', 'deferred')
          and variant is not null
        order by due_at limit 1) d
      where c.account_id = $1 and c.status = 'sending' and c.id <> all($2::uuid[]) and ${isOpenTest})
     union all
     (select due_at from marketing_message
      where account_id = $1 and campaign_id is null and state in ('queued', 'deferred')
      order by due_at limit 1)
     union all
     (select leased_until from marketing_message where account_id = $1 and leased_until is not null
      order by leased_until limit 1)) n`,
)

/** Messages of a campaign that left within a period. */
export const sentSince = statement(
  'marketing_message.sentSince',
  'account',
  `select count(*) as count from marketing_message
   where account_id = $1 and campaign_id = $2 and attempted_at >= $3::timestamptz`,
)
