import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { calledUrl, flag, line, matching, nameLine } from '#kit/values/fields.ts'
import { field, invalid } from '#kit/call/problem.ts'
import type { PushTarget } from '#platform/video/live/liveVideoPort.ts'
import { closed } from '#kit/nouns/standard.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { statement } from '#kit/call/statement.ts'
import { sealingPort } from '#platform/secrets/sealingPort.ts'
import { stream, type Stream } from '#products/livestream/records/stream.ts'

const targetsMax = 5
const targetIdPattern = '^[A-Za-z0-9_-]{1,16}$'

/** A target in a request. */
export type SentTarget = {
  targetId?: string | undefined
  name: string
  serverUrl: string
  streamKey?: string | undefined
  isEnabled?: boolean | undefined
}

/** Schema of targets in a request; the list replaces the stored one. */
export const sentTargets = Type.Array(
  closed({
    targetId: Type.Optional(
      matching(targetIdPattern, 16, { description: 'Names one that there is, to keep its key; a new one else.' }),
    ),
    name: nameLine(60, { description: 'Name of your own.' }),
    serverUrl: calledUrl('push', {
      description: 'Address to publish to, such as rtmp://live.example.com/app; without the key.',
    }),
    streamKey: Type.Optional(
      line(500, { description: 'The key there. Kept sealed, never shown; one that there is stays when left out.' }),
    ),
    isEnabled: Type.Optional(flag({ description: 'Whether the stream is sent there; true when left out.' })),
  }),
  { maxItems: targetsMax, description: 'Simulcast targets, at most five; replaces the list.' },
)

type Target = Stream['simulcastTargets'][number]

/** Targets to store, with ids. Throws invalid for a repeated id, and for a new target without a key. */
export function storedTargets(sent: readonly SentTarget[], before: readonly Target[]): Target[] {
  const known = new Set(before.map(({ targetId }) => targetId))
  const used = new Set<string>()
  return sent.map((each, index) => {
    const targetId = each.targetId ?? freshId([...known, ...used])
    const at = `simulcastTargets/${index}`
    if (used.has(targetId)) throw invalid(field(`${at}/targetId`, 'unique', 'is named twice'))
    used.add(targetId)
    const hasKey = each.streamKey !== undefined || known.has(targetId)
    if (!hasKey) throw invalid(field(`${at}/streamKey`, 'required', 'is needed for a new target'))
    return { targetId, name: each.name, serverUrl: each.serverUrl, isEnabled: each.isEnabled ?? true }
  })
}

/** Writes the sent keys of targets, and deletes those of removed targets. Call inside `ctx.atomic`. */
export async function writeTargetKeys(ctx: Ctx, streamId: string, targets: TargetChange): Promise<void> {
  const row = [ctx.account.id, uuidOf(stream.prefix, streamId)]
  for (const [index, { targetId }] of targets.stored.entries()) {
    const key = targets.sent[index]?.streamKey
    if (key === undefined) continue
    await ctx.db.rows(writeKey, [...row, targetId, ctx.port(sealingPort).seal(key, placeOf(streamId, targetId))])
  }
  await ctx.db.rows(dropKeys, [...row, targets.stored.map(({ targetId }) => targetId)])
}
type TargetChange = { sent: readonly SentTarget[]; stored: readonly Target[] }

/** Enabled targets of a stream with their keys in clear. */
export async function pushTargetsOf(ctx: Ctx, record: Stream): Promise<PushTarget[]> {
  const enabled = record.simulcastTargets.filter(({ isEnabled }) => isEnabled)
  if (enabled.length === 0) return []
  const values = [ctx.account.id, uuidOf(stream.prefix, record.id)]
  const rows = await ctx.db.rows(keysOf, values)
  return enabled.flatMap(({ targetId, serverUrl }) => {
    const row = rows.find((each) => each.target_id === targetId)
    if (row === undefined) return []
    return [{ targetId, serverUrl, streamKey: ctx.port(sealingPort).open(row.sealed, placeOf(record.id, targetId)) }]
  })
}

/** Place of a sealed key: it cannot be opened from another row. */
function placeOf(streamId: string, targetId: string): string {
  return `livestream.stream ${streamId} ${targetId}`
}

/** First free id of a list of targets: `t1`, `t2` and so on. */
function freshId(taken: readonly string[]): string {
  let number = 1
  while (taken.includes(`t${number}`)) number++
  return `t${number}`
}

const writeKey = statement(
  'livestream_stream_target_key.write',
  'account',
  `insert into livestream_stream_target_key (account_id, stream_id, target_id, sealed) values ($1, $2, $3, $4)
   on conflict (account_id, stream_id, target_id) do update set sealed = excluded.sealed`,
)

const dropKeys = statement(
  'livestream_stream_target_key.drop',
  'account',
  `delete from livestream_stream_target_key
   where account_id = $1 and stream_id = $2 and not (target_id = any($3::text[]))`,
)

const keysOf = statement(
  'livestream_stream_target_key.of',
  'account',
  'select target_id, sealed from livestream_stream_target_key where account_id = $1 and stream_id = $2',
)
