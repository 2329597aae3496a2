import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { isByTime } from './scoreFilter.ts'
import { readModel } from './scoreModel.ts'
import { entriesOfStates } from './scoreRules.ts'
import { holdScores, writeScores } from './scoreRows.ts'

/** Accounts of one run, contacts of one transaction, and transactions of one run: the next run continues. */
const accountsMax = 200
const contactsMax = 200
const runMsMax = 10_000

/** Schedule that emits the crossings that decay and expiry bring about. */
export const schedules: Schedule[] = [
  {
    name: 'marketing.leadScore.cross',
    description: 'Emits the thresholds that scores pass by decay and expiry, within two seconds.',
    everySeconds: 1,
    async run(ctx) {
      const endsAt = performance.now() + runMsMax
      const due = await ctx.db.rows(dueAccounts, [ctx.now().toISOString(), accountsMax])
      let waiting = due.map(({ account_id: id }) => id)
      // One transaction for each account in turn, so that a large one delays no other.
      while (waiting.length > 0 && performance.now() < endsAt) {
        const more: number[] = []
        for (const id of waiting) {
          const account = await ctx.accounts.find(id)
          if (account !== undefined && (await crossDue(ctx.as(account)))) more.push(id)
        }
        waiting = more
      }
    },
  },
]

/** Writes scores whose moment has come. Returns whether more may be due. */
async function crossDue(ctx: Ctx): Promise<boolean> {
  return ctx.atomic(async (inner) => {
    const now = inner.now().toISOString()
    const due = await inner.db.rows(dueContacts, [inner.account.id, now, contactsMax])
    if (due.length === 0) return false
    const model = await readModel(inner)
    const contactIds = due.map(({ contact_id: id }) => id).toSorted()
    const held = await holdScores(inner, model, contactIds)
    const rules = model.rules.filter(({ filter }) => filter !== null && isByTime(filter))
    const entries = await entriesOfStates(inner, model, { contactIds, rules })
    await writeScores(inner, model, { held, entries })
    return due.length === contactsMax
  })
}

const dueAccounts = statement(
  'marketing_score.dueAccounts',
  'offline',
  `select distinct account_id from (
     select account_id from marketing_score where due_at <= $1::timestamptz order by due_at limit 10000) t limit $2`,
)

const dueContacts = statement(
  'marketing_score.dueContacts',
  'account',
  `select contact_id from marketing_score where account_id = $1 and due_at <= $2::timestamptz
   order by due_at limit $3`,
)
