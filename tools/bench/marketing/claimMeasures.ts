import type { Ctx } from '#kit/call/context.ts'
import { addressHash, suppressedOf } from '#products/marketing/contact/suppression.ts'
import { attemptCommits, type AttemptCommits } from '#products/marketing/message/attemptCommits.ts'
import { peopleOf } from '#products/marketing/message/messagePeople.ts'
import { readDue } from '#products/marketing/message/messageRows.ts'
import type { Due } from '#products/marketing/message/outgoing.ts'
import type { Line } from '#tools/bench/report.ts'

const batch = 400
const leaseMs = 120_000
/** Messages at once with which the database is the limit, and not the wait for a commit. */
const manyLanes = 200

/**
 * The database's share of sending: due messages of a campaign that sends are read with their contacts, the intent of
 * each is committed and then its fate, as the lanes of the sender do, without the making of a mail and without a
 * server.
 */
export async function measureClaims(ctx: Ctx, { count, lanes }: Claims): Promise<Line> {
  const value = await claimRate(ctx, { count, lanes })
  const many = Math.round(await claimRate(ctx, { count, lanes: manyLanes })).toLocaleString('en')
  const note = `${count.toLocaleString('en')} messages, ${lanes} at once as mails, ${many} with ${manyLanes} at once`
  return { name: 'claim and confirm of messages', value, unit: 'messages/s', note }
}

type Claims = { count: number; lanes: number }

async function claimRate(ctx: Ctx, { count, lanes }: Claims): Promise<number> {
  const startedAt = performance.now()
  let sent = 0
  while (sent < count) {
    const due = await ctx.db.rows(readDue, [ctx.account.id, ctx.now().toISOString(), batch, []])
    if (due.length === 0) throw new Error(`${sent} messages were due, not ${count}`)
    const people = await peopleOf(ctx, due)
    await suppressedOf(ctx, [...people.values()])
    const commits = attemptCommits(ctx, leaseMs)
    const left = [...due]
    const lane = async () => {
      for (let message = left.shift(); message !== undefined; message = left.shift()) {
        if (await settle(ctx, message, commits)) sent += 1
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
  }
  return (sent * 1_000) / (performance.now() - startedAt)
}

async function settle(ctx: Ctx, message: Due, commits: AttemptCommits): Promise<boolean> {
  const { id, attempts, contact_id: personId } = message
  const address = `${id}@example.com`
  const own = { ref: id, address, addressKey: address, addressHash: addressHash(ctx, 'email', address) }
  const read = { personId, personVersion: 1, variant: null, leftBy: null, follows: null }
  const mayLeave = await commits.begin({ id, attempts, ...own, ...read })
  if (!mayLeave) return false
  const fate = { state: 'sent', reply: '250 2.0.0 Ok', dueAt: null, providerRef: null, isFree: false }
  await commits.end({ id, attempts, ...fate })
  return true
}
