import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { post } from '#platform/ledger/posting.ts'
import { applyLots, settled, timedPostings } from './tokenLots.ts'

/** Accounts of one run, lots of one transaction, and time of one run: the next run continues. */
const accountsMax = 200
const lotsMax = 200
const runMsMax = 10_000

/** Schedule that makes pending tokens available and lets tokens expire. */
export const schedules: Schedule[] = [
  {
    name: 'loyalty.token.settle',
    description: 'Makes pending tokens available and lets tokens expire, within seconds of their moments.',
    everySeconds: 5,
    async run(ctx) {
      const endsAt = performance.now() + runMsMax
      const due = await ctx.db.rows(dueAccounts, [ctx.now().toISOString(), accountsMax])
      let waiting = due.flatMap(({ account_id: id }) => id ?? [])
      // One transaction for each account in turn, so that a large one delays no other.
      while (waiting.length > 0 && performance.now() < endsAt) {
        const more: number[] = []
        for (const id of waiting) {
          const account = await ctx.accounts.find(id)
          if (account !== undefined && (await settleDue(ctx.as(account)))) more.push(id)
        }
        waiting = more
      }
    },
  },
]

/** Settles lots that are due. Returns whether more may be. */
async function settleDue(ctx: Ctx): Promise<boolean> {
  return ctx.atomic(async (inner) => {
    const now = inner.now()
    const lots = await inner.db.rows(lockDue, [inner.account.id, now.toISOString(), lotsMax])
    const groups = [...Map.groupBy(lots, (lot) => `${lot.contact_id} ${lot.token}`).values()]
    const taken = groups.map((each) => ({ each, taken: settled(each, 0n, now) }))
    await applyLots(
      inner,
      taken.flatMap((group) => group.taken.changes),
    )
    const postings = taken.flatMap((group) => {
      const [first] = group.each
      if (first === undefined) return []
      return timedPostings(inner, { contactId: first.contact_id, token: first.token }, group.taken)
    })
    await post(inner, postings)
    return lots.length === lotsMax
  })
}

const dueAccounts = statement(
  'loyalty_token_lot.dueAccounts',
  'offline',
  `select distinct account_id from (
     (select account_id from loyalty_token_lot where is_pending and remaining > 0 and available_at <= $1::timestamptz
      order by available_at limit 5000)
     union all
     (select account_id from loyalty_token_lot
      where expires_at is not null and remaining > 0 and expires_at <= $1::timestamptz
      order by expires_at limit 5000)) t limit $2`,
)

const lockDue = statement(
  'loyalty_token_lot.lockDue',
  'account',
  `select id, contact_id, token, remaining::text as remaining, is_pending, available_at, expires_at
   from loyalty_token_lot
   where account_id = $1 and remaining > 0 and ((is_pending and available_at <= $2::timestamptz)
     or (expires_at is not null and expires_at <= $2::timestamptz))
   order by contact_id, token, expires_at, id limit $3 for update`,
)
