import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { closed } from '#kit/nouns/standard.ts'
import { calendarDay, nullable, real, whole } from '#kit/values/fields.ts'
import { parseId } from '#kit/values/ids.ts'
import { currency, minorSum, sumMax } from '#kit/values/money.ts'
import { Type } from '#kit/values/schema.ts'
import { liftOf } from './lift.ts'
import { promotion, type Promotion } from './promotion.ts'

/** Days of the curve of uses. */
const daysMax = 90

const count = (description: string) => whole(0, Number.MAX_SAFE_INTEGER, { description })
const share = (description: string) => real(-1_000_000, 1_000_000, { description })

/** Statistics of a promotion, as an output. */
export const statsOutput = closed(
  {
    evaluated: count('People who saw a price with it, or were held out.'),
    applied: count('Uses that count now, reservations of open purchases included.'),
    redemptions: count('Uses of purchases that were paid.'),
    rolledBack: count('Uses taken back after a refund.'),
    discount: Type.Array(
      closed({
        currency: currency({ description: 'Currency.' }),
        amount: minorSum({ description: 'Sum of discounts in minor units.' }),
      }),
      {
        description: 'Discounts by currency, less what was returned.',
      },
    ),
    tokens: count('Tokens given.'),
    days: Type.Array(closed({ day: calendarDay({ description: 'Day of the account.' }), used: count('Uses.') }), {
      description: `Uses by day, the last ${daysMax} days that have any.`,
    }),
    liftVsHoldout: nullable(
      closed(
        {
          people: count('People who got it.'),
          buyers: count('Those of them who bought.'),
          peopleHeldOut: count('People who were held out.'),
          buyersHeldOut: count('Those of them who bought.'),
          rate: share('Share of buyers among people who got it.'),
          rateHeldOut: share('Share of buyers among people who were held out.'),
          difference: share('Difference of both shares.'),
          low: share('Lower end of the 95 % confidence interval of the difference.'),
          high: share('Upper end of it.'),
          lift: nullable(share('Difference as a part of the share of the holdout; null where none of it bought.')),
        },
        { description: 'Purchases compared with the holdout; null before both groups have people.' },
      ),
    ),
  },
  { description: 'Statistics.' },
)

/** Uses of a promotion, and the comparison with its holdout. */
export async function promotionStats(ctx: Ctx, record: Promotion) {
  const values = [ctx.account.id, parseId(promotion.prefix, record.id)?.uuid]
  const [states, sums, days, groups] = await Promise.all([
    ctx.db.rows(countStates, values),
    ctx.db.rows(sumDays, values),
    ctx.db.rows(lastDays, [...values, daysMax]),
    ctx.db.rows(countPersons, values),
  ])
  const inState = (status: string) => Number(states.find((each) => each.status === status)?.uses ?? 0)
  const group = (isHeldOut: boolean) => {
    const found = groups.find((each) => each.is_held_out === isHeldOut)
    return { people: Number(found?.people ?? 0), buyers: Number(found?.buyers ?? 0) }
  }
  const [treated, heldOut] = [group(false), group(true)]
  return {
    evaluated: treated.people + heldOut.people,
    applied: inState('reserved') + inState('applied'),
    redemptions: inState('applied'),
    rolledBack: inState('rolledBack'),
    discount: sums.map((each) => ({ currency: each.currency, amount: BigInt(each.discount ?? 0) })),
    tokens: Math.min(
      sums.reduce((sum, each) => sum + Number(each.tokens), 0),
      sumMax,
    ),
    days: days.map(({ day, used }) => ({ day, used: Number(used) })).toReversed(),
    liftVsHoldout: treated.people === 0 || heldOut.people === 0 ? null : liftOf(treated, heldOut),
  }
}

const countStates = statement(
  'loyalty_promotion_application.states',
  'account',
  `select status, count(*) as uses from loyalty_promotion_application
   where account_id = $1 and promotion_id = $2 group by status`,
)

const sumDays = statement(
  'loyalty_promotion_day.sums',
  'account',
  `select currency, sum(discount)::text as discount, sum(tokens)::text as tokens from loyalty_promotion_day
   where account_id = $1 and promotion_id = $2 group by currency order by currency`,
)

const lastDays = statement(
  'loyalty_promotion_day.last',
  'account',
  `select day::text as day, sum(used) as used from loyalty_promotion_day
   where account_id = $1 and promotion_id = $2 and used > 0 group by day order by day desc limit $3`,
)

const countPersons = statement(
  'loyalty_promotion_person.groups',
  'account',
  `select is_held_out, sum(people) as people, sum(buyers) as buyers from (
     select is_held_out, count(*) as people, count(bought_at) as buyers from loyalty_promotion_person
     where account_id = $1 and promotion_id = $2 group by is_held_out
     union all
     select false, people, buyers from loyalty_promotion_total where account_id = $1 and promotion_id = $2
     union all
     select true, people_held_out, buyers_held_out from loyalty_promotion_total
     where account_id = $1 and promotion_id = $2) g
   group by is_held_out`,
)
