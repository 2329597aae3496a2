import { statement } from '#kit/call/statement.ts'
import { pruneSchedule } from '#kit/nouns/pruneSchedule.ts'

/**
 * Days after the end of a promotion, and after the release of a hold: a provider may report a success late.
 *
 * Paid holds stay: a refund, which has no time limit, takes their uses back. Rows of days stay: the total of statistics
 * is their sum, and a refund lowers the row of the day of its purchase.
 */
const keptDays = { persons: 90, released: 400 }

// The sums stay, so that statistics are the same before and after.
const sumPersons = statement(
  'loyalty_promotion_person.sumUp',
  'offline',
  `with old as (
     select p.account_id, p.promotion_id, p.person
     from loyalty_promotion e
     join loyalty_promotion_person p on p.account_id = e.account_id and p.promotion_id = e.id
     where e.status in ('ended', 'archived') and e.updated_at < $1::timestamptz limit $2),
   gone as (
     delete from loyalty_promotion_person t using old o
     where t.account_id = o.account_id and t.promotion_id = o.promotion_id and t.person = o.person
     returning t.account_id, t.promotion_id, t.is_held_out, t.bought_at),
   sums as (
     select account_id, promotion_id, count(*) filter (where not is_held_out) as people,
       count(bought_at) filter (where not is_held_out) as buyers,
       count(*) filter (where is_held_out) as people_held_out,
       count(bought_at) filter (where is_held_out) as buyers_held_out
     from gone group by account_id, promotion_id),
   kept as (
     update loyalty_promotion_total t
     set people = t.people + s.people, buyers = t.buyers + s.buyers,
       people_held_out = t.people_held_out + s.people_held_out, buyers_held_out = t.buyers_held_out + s.buyers_held_out
     from sums s where t.account_id = s.account_id and t.promotion_id = s.promotion_id)
   select promotion_id from gone`,
)

// Uses go with their hold: a later hold under the same reference must not find them.
const removeReleased = statement(
  'loyalty_offer_hold.prune',
  'offline',
  `with gone as (
     delete from loyalty_offer_hold t using (
       select account_id, reference from loyalty_offer_hold
       where status = 'released' and updated_at < $1::timestamptz order by updated_at limit $2) old
     where t.account_id = old.account_id and t.reference = old.reference and t.status = 'released'
     returning t.account_id, t.reference),
   uses as (
     delete from loyalty_promotion_application a using gone g
     where a.account_id = g.account_id and a.reference = g.reference and a.status = 'released')
   select reference from gone`,
)

/** Schedule that sums up people of promotions that are over, and removes holds that were released. */
export const schedules = [
  pruneSchedule(
    'loyalty.promotion.prune',
    `Sums up the people of promotions ${keptDays.persons} days after their end, and removes released holds after ` +
      `${keptDays.released} days.`,
    [
      { days: keptDays.persons, remove: sumPersons },
      { days: keptDays.released, remove: removeReleased },
    ],
  ),
]
