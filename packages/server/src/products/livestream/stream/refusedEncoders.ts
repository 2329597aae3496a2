import { LRUCache } from 'lru-cache'
import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { closed } from '#kit/nouns/standard.ts'
import { dateTime, whole } from '#kit/values/fields.ts'
import type { Refusal } from '#platform/video/live/liveHost.ts'
import { streamUuid } from './streamWrites.ts'

/** Time after which a refusal is no longer shown. */
const shownMs = 86_400_000
const shownMax = 5
/** A repeat within this time is counted in memory: an encoder that tries again and again writes no row each time. */
const writeEveryMs = 10_000
const rememberedMax = 1_000

/** Schema of the refusals of a stream, for its owner. */
export const refusalShape = Type.Array(
  closed({
    code: Type.String({ description: 'Stable name of the reason.' }),
    message: Type.String({ description: 'The reason in words, as the encoder received it.' }),
    attempts: whole(1, Number.MAX_SAFE_INTEGER, {
      description: 'Attempts that were refused for it, at least; those of the last 10 seconds may be missing.',
    }),
    firstAt: dateTime({ description: 'Time of the first of them.' }),
    lastAt: dateTime({ description: 'Time of the last of them.' }),
  }),
  {
    description:
      'Encoders that were refused or dropped for what they sent within 24 hours: newest first and at most five, one ' +
      'for each reason; none once an encoder is accepted.',
  },
)

/** Refused attempts of one process, which are counted in memory between two writes. */
export type Refusals = {
  /** Stores a refusal with the stream, or counts it until the next write. */
  add(ctx: Ctx, streamId: string, refusal: Refusal): Promise<void>
}

type Counted = { writtenAtMs: number; unwritten: number }

/** Opens the count of refused attempts. */
export function openRefusals(): Refusals {
  const counted = new LRUCache<string, Counted>({ max: rememberedMax })
  return {
    async add(ctx, streamId, refusal) {
      const key = `${streamId} ${refusal.code}`
      const nowMs = ctx.now().getTime()
      const { writtenAtMs, unwritten } = counted.get(key) ?? { writtenAtMs: -Infinity, unwritten: 0 }
      if (nowMs - writtenAtMs < writeEveryMs) return void counted.set(key, { writtenAtMs, unwritten: unwritten + 1 })
      counted.set(key, { writtenAtMs: nowMs, unwritten: 0 })
      await writeRefusal(ctx, streamId, { ...refusal, attempts: unwritten + 1 })
    },
  }
}

/** Stores a refusal with its stream, and logs it. */
export async function writeRefusal(ctx: Ctx, streamId: string, refusal: Refusal & { attempts?: number }) {
  const { code, message, attempts = 1 } = refusal
  ctx.log.info('an encoder was refused', { stream: streamId, code, reason: message })
  const now = ctx.now()
  const since = new Date(now.getTime() - shownMs).toISOString()
  await ctx.db.rows(countRefusal, [
    ctx.account.id,
    streamUuid(streamId),
    code,
    message,
    attempts,
    now.toISOString(),
    since,
  ])
}

/** Newest refusals of a stream. */
export async function refusalsOf(ctx: Ctx, streamId: string) {
  const since = new Date(ctx.now().getTime() - shownMs).toISOString()
  const rows = await ctx.db.rows(newestRefusals, [ctx.account.id, streamUuid(streamId), since, shownMax])
  return rows.map(({ code, message, attempts, first_at: firstAt, last_at: lastAt }) => ({
    code,
    message,
    attempts,
    firstAt,
    lastAt,
  }))
}

/** Deletes the refusals of a stream, whose encoder is accepted now. */
export async function clearRefusals(ctx: Ctx, streamId: string): Promise<void> {
  await ctx.db.rows(deleteRefusals, [ctx.account.id, streamUuid(streamId)])
}

const countRefusal = statement(
  'livestream_stream_refusal.count',
  'account',
  `insert into livestream_stream_refusal as r (account_id, stream_id, code, message, attempts, first_at, last_at)
   values ($1, $2, $3, $4, $5, $6, $6)
   on conflict (account_id, stream_id, code) do update set message = excluded.message, last_at = excluded.last_at,
     attempts = excluded.attempts + case when r.last_at < $7 then 0 else r.attempts end,
     first_at = case when r.last_at < $7 then excluded.first_at else r.first_at end`,
)

const newestRefusals = statement(
  'livestream_stream_refusal.newest',
  'account',
  `select code, message, attempts, first_at, last_at from livestream_stream_refusal
   where account_id = $1 and stream_id = $2 and last_at >= $3 order by last_at desc limit $4`,
)

const deleteRefusals = statement(
  'livestream_stream_refusal.delete',
  'account',
  'delete from livestream_stream_refusal where account_id = $1 and stream_id = $2',
)
