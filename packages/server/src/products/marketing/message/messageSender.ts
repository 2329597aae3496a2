import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { Type } from '#kit/values/schema.ts'
import { doublingDelaysMs, retryDelayMs, type BackOff } from '#kit/values/backOff.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import { nextDue } from './messageRows.ts'
import { sendSlice, type Slice } from './messageSend.ts'

/** The queue of an account; each account has one while all mail leaves by the same server. */
const senderId = '00000000-0000-7000-8000-000000000000'
/** Age at which a due job counts as lost, so that another one is queued. */
const lostAfterMs = 5 * 60_000
const backOff: BackOff = { delaysMs: doublingDelaysMs(5_000, 5 * 60_000), jitterShare: 0 }

/**
 * Queues the job that sends due messages, unless one is due already. `at`: the moment when the first one is due. Call
 * inside `ctx.atomic`, with the write of the messages.
 */
export async function requestSending(ctx: Ctx, at: Date = ctx.now()): Promise<void> {
  const now = ctx.now()
  const values = [ctx.account.id, senderId, at.toISOString(), new Date(now.getTime() - lostAfterMs).toISOString()]
  const [taken] = await ctx.db.rows(claimNext, values)
  if (taken !== undefined) ctx.later(sendMessages, { at: at.toISOString() }, at)
}

/** Sends due messages of an account, for some seconds; then the next job goes on. */
export const sendMessages = outboundTask(
  'marketing.message.send',
  'Sends due messages of campaigns and automations.',
  Type.Object({ at: Type.String() }),
  {
    async handle(ctx, { at }) {
      const [held] = await ctx.db.rows(readSender, [ctx.account.id, senderId])
      if (held?.next_at !== at) return
      const slice = await sendSlice(ctx)
      await ctx.atomic(async (inner) => {
        const [row] = await inner.db.rows(lockSender, [inner.account.id, senderId])
        if (row?.next_at !== at) return
        const failures = slice.isServerDown ? row.failures + 1 : 0
        const delayMs = failures === 0 ? 0 : retryDelayMs(backOff, failures)
        // Read under the lock: the queueing of messages takes it as well, so none is queued unseen.
        const dueAt = await nextDueOf(inner, slice.waiting)
        const next =
          dueAt === undefined ? undefined : new Date(Math.max(dueAt.getTime(), inner.now().getTime()) + delayMs)
        await inner.db.rows(setNext, [inner.account.id, senderId, next?.toISOString() ?? null, failures])
        if (next !== undefined) inner.later(sendMessages, { at: next.toISOString() }, next)
      })
    },
    async failed(ctx, { at }) {
      const [row] = await ctx.db.rows(lockSender, [ctx.account.id, senderId])
      if (row?.next_at !== at) return
      const next = new Date(ctx.now().getTime() + lostAfterMs)
      await ctx.db.rows(setNext, [ctx.account.id, senderId, next.toISOString(), row.failures + 1])
      ctx.later(sendMessages, { at: next.toISOString() }, next)
    },
  },
)

/** The moment of the next message: that of a due one, or the next turn of a campaign. Undefined when none waits. */
async function nextDueOf(ctx: Ctx, waiting: Slice['waiting']): Promise<Date | undefined> {
  const [row] = await ctx.db.rows(nextDue, [ctx.account.id, [...waiting.keys()]])
  const due = row?.next_at ?? null
  const times = [...waiting.values(), ...(due === null ? [] : [new Date(due)])].map((at) => at.getTime())
  return times.length === 0 ? undefined : new Date(Math.min(...times))
}

const claimNext = statement(
  'marketing_sender.claim',
  'account',
  `insert into marketing_sender as s (account_id, id, next_at, failures) values ($1, $2, $3::timestamptz, 0)
   on conflict (account_id, id) do update set next_at = excluded.next_at
     where s.next_at is null or s.next_at > excluded.next_at or s.next_at < $4::timestamptz
   returning id`,
)

const readSender = statement(
  'marketing_sender.read',
  'account',
  'select next_at from marketing_sender where account_id = $1 and id = $2',
)

const lockSender = statement(
  'marketing_sender.lock',
  'account',
  'select next_at, failures from marketing_sender where account_id = $1 and id = $2 for update',
)

const setNext = statement(
  'marketing_sender.set',
  'account',
  'update marketing_sender set next_at = $3::timestamptz, failures = $4 where account_id = $1 and id = $2',
)
