import type { Statement } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'

/**
 * A table whose rows belong to a contact. `move` gives rows of one contact ($3) to another one ($2); `erase` removes
 * personal data of a contact ($2). A test holds that every table with a column `contact_id` is in the list.
 */
export type ContactReference = { table: string; move: Statement; erase: Statement }

/** Every table with rows of contacts. A noun that keeps some adds its line here. */
export const contactReferences: readonly ContactReference[] = [
  {
    table: 'marketing_consent',
    move: statement(
      'marketing_consent.move',
      'account',
      'update marketing_consent set contact_id = $2 where account_id = $1 and contact_id = $3',
    ),
    erase: statement(
      'marketing_consent.erase',
      'account',
      'delete from marketing_consent where account_id = $1 and contact_id = $2',
    ),
  },
  {
    table: 'marketing_event',
    move: statement(
      'marketing_event.move',
      'account',
      'update marketing_event set contact_id = $2 where account_id = $1 and contact_id = $3',
    ),
    erase: statement(
      'marketing_event.erase',
      'account',
      'delete from marketing_event where account_id = $1 and contact_id = $2',
    ),
  },
  {
    table: 'marketing_segment_member',
    move: statement(
      'marketing_segment_member.move',
      'account',
      `with gone as (
         delete from marketing_segment_member where account_id = $1 and contact_id = $3
         returning segment_id, entered_at),
       come as (
         insert into marketing_segment_member (account_id, segment_id, contact_id, entered_at)
         select $1, g.segment_id, $2, g.entered_at from gone g
         on conflict (account_id, segment_id, contact_id) do nothing returning segment_id)
       insert into marketing_segment_count as c (account_id, segment_id, slot, members)
       select $1, g.segment_id, 0, -1 from gone g where not exists (
         select from come where come.segment_id = g.segment_id)
       on conflict (account_id, segment_id, slot) do update set members = c.members + excluded.members`,
    ),
    erase: statement(
      'marketing_segment_member.erase',
      'account',
      `with gone as (
         delete from marketing_segment_member where account_id = $1 and contact_id = $2 returning segment_id)
       insert into marketing_segment_count as c (account_id, segment_id, slot, members)
       select $1, g.segment_id, 0, -1 from gone g
       on conflict (account_id, segment_id, slot) do update set members = c.members + excluded.members`,
    ),
  },
  {
    // A campaign that wrote to both keeps both rows, so that its sums stay. One that left out the contact that stays,
    // and has a mail for the other one that waits, has it for the contact that stays: the rows change places.
    table: 'marketing_message',
    move: statement(
      'marketing_message.move',
      'account',
      `with pair as (
         select l.id as left_id, w.id as waiting_id from marketing_message l
         join marketing_message w on w.account_id = $1 and w.campaign_id = l.campaign_id and w.contact_id = $3
         where l.account_id = $1 and l.contact_id = $2 and l.state = 'skipped'
           and l.skip_reason in ('noAddress', 'topic') and w.state in ('queued', 'deferred')
         for update),
       changed as (
         update marketing_message m set state = o.state, skip_reason = o.skip_reason, address = o.address,
           address_key = o.address_key, due_at = o.due_at, attempts = o.attempts, variant = o.variant,
           template_id = o.template_id, template_version = o.template_version, content_id = o.content_id,
           leased_until = o.leased_until
         from pair p join marketing_message o on o.account_id = $1 and o.id in (p.left_id, p.waiting_id)
         where m.account_id = $1 and m.id in (p.left_id, p.waiting_id) and m.id <> o.id)
       update marketing_message m set contact_id = $2 where account_id = $1 and contact_id = $3
         and not exists (select from marketing_message o where o.account_id = m.account_id
           and o.campaign_id = m.campaign_id and o.contact_id = $2)`,
    ),
    erase: statement(
      'marketing_message.erase',
      'account',
      `update marketing_message set address = null, address_key = null, reply = null, data = null
       where account_id = $1 and contact_id = $2`,
    ),
  },
  {
    // Contacts of a campaign whose messages are yet to be made.
    table: 'marketing_campaign_frozen',
    move: statement(
      'marketing_campaign_frozen.move',
      'account',
      `update marketing_campaign_frozen set contact_ids = array_replace(contact_ids, $3::uuid, $2::uuid)
       where account_id = $1 and $3::uuid = any(contact_ids)`,
    ),
    erase: statement(
      'marketing_campaign_frozen.erase',
      'account',
      `update marketing_campaign_frozen set contact_ids = array_remove(contact_ids, $2::uuid),
         size = cardinality(array_remove(contact_ids, $2::uuid))
       where account_id = $1 and $2::uuid = any(contact_ids)`,
    ),
  },
  {
    // A rule of a filter gives its points once: where both contacts have entries of it, those of the kept one stay.
    table: 'marketing_score_entry',
    move: statement(
      'marketing_score_entry.move',
      'account',
      `with doubled as (
         delete from marketing_score_entry e where account_id = $1 and contact_id = $3 and rule_id is not null
           and key is null and exists (
             select from marketing_score_entry k where k.account_id = $1 and k.contact_id = $2
               and k.rule_id = e.rule_id and k.key is null and k.version >= coalesce((
                 select max(version) from marketing_score_model where account_id = $1 and is_full), 0))
         returning id)
       update marketing_score_entry set contact_id = $2
       where account_id = $1 and contact_id = $3 and id not in (select id from doubled)`,
    ),
    erase: statement(
      'marketing_score_entry.erase',
      'account',
      'delete from marketing_score_entry where account_id = $1 and contact_id = $2',
    ),
  },
  {
    // Version -2 marks sums that are to be added up again from the entries, once the caps of rules hold for both. Until
    // then the kept contact has its own sums, or those of the other one, and no crossing is due.
    table: 'marketing_score',
    move: statement(
      'marketing_score.move',
      'account',
      `with gone as (
         delete from marketing_score where account_id = $1 and contact_id = $3
         returning fit, engagement, engagement_plain, folded_at, status, updated_at)
       insert into marketing_score (account_id, contact_id, version, fit, engagement, engagement_plain, decay_mark,
         folded_at, status, updated_at)
       select $1, $2, -2, fit, engagement, engagement_plain, 0, folded_at, status, updated_at from gone
       on conflict (account_id, contact_id) do update set version = excluded.version, due_at = null`,
    ),
    erase: statement(
      'marketing_score.erase',
      'account',
      'delete from marketing_score where account_id = $1 and contact_id = $2',
    ),
  },
  {
    table: 'marketing_returned',
    move: statement(
      'marketing_returned.move',
      'account',
      'update marketing_returned set contact_id = $2 where account_id = $1 and contact_id = $3',
    ),
    erase: statement(
      'marketing_returned.erase',
      'account',
      `update marketing_returned set raw = null, diagnostic = null, state = case when state = 'pending' then 'ignored'
         else state end where account_id = $1 and contact_id = $2`,
    ),
  },
  {
    // A run that the other contact has as well stays behind, and ends with its contact.
    table: 'marketing_automation_run',
    move: statement(
      'marketing_automation_run.takeOver',
      'account',
      `update marketing_automation_run r set contact_id = $2 where account_id = $1 and contact_id = $3
         and not exists (select from marketing_automation_run o where o.account_id = r.account_id
           and o.contact_id = $2 and o.automation_id = r.automation_id
           and (o.entry_key = r.entry_key or (o.status = 'active' and r.status = 'active' and o.slot = r.slot)))`,
    ),
    erase: statement(
      'marketing_automation_run.blank',
      'account',
      'update marketing_automation_run set cause = null, met = null where account_id = $1 and contact_id = $2',
    ),
  },
  {
    // A timer follows its run, which the line above has moved. The reaction to the deletion needs timers of runs.
    table: 'marketing_timer',
    move: statement(
      'marketing_timer.takeOver',
      'account',
      `update marketing_timer t set contact_id = $2 where account_id = $1 and contact_id = $3
         and not exists (select from marketing_timer o where o.account_id = t.account_id
           and o.owner_id = t.owner_id and o.contact_id = $2)
         and (kind <> 'run' or exists (select from marketing_automation_run r where r.account_id = t.account_id
           and r.id = t.owner_id and r.contact_id = $2))`,
    ),
    erase: statement(
      'marketing_timer.endDates',
      'account',
      "delete from marketing_timer where account_id = $1 and contact_id = $2 and kind = 'date'",
    ),
  },
  {
    table: 'marketing_purchase',
    move: statement(
      'marketing_purchase.move',
      'account',
      `with gone as (
         delete from marketing_purchase where account_id = $1 and contact_id = $3
         returning currency, payment_count, paid_minor, refunded_minor)
       insert into marketing_purchase as p (
         account_id, contact_id, currency, payment_count, paid_minor, refunded_minor)
       select $1, $2, g.currency, g.payment_count, g.paid_minor, g.refunded_minor from gone g
       on conflict (account_id, contact_id, currency) do update set
         payment_count = p.payment_count + excluded.payment_count, paid_minor = p.paid_minor + excluded.paid_minor,
         refunded_minor = p.refunded_minor + excluded.refunded_minor`,
    ),
    erase: statement(
      'marketing_purchase.erase',
      'account',
      'delete from marketing_purchase where account_id = $1 and contact_id = $2',
    ),
  },
]
