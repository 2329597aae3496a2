import type { Attention, AttentionSource } from '#kit/nouns/attention.ts'
import type { Ctx } from '#kit/call/context.ts'
import { liveVideoPort } from '#platform/video/live/liveVideoPort.ts'
import { stream, type Stream } from '#products/livestream/records/stream.ts'
import { runningSession } from '#products/livestream/records/streamSession.ts'

/** Live streams that are looked at. */
const streamsMax = 20

/** Findings of live streams: those whose signal from the encoder is not good. */
export const attention: readonly AttentionSource[] = [
  {
    scope: 'livestream.stream:read',
    async find(ctx) {
      const conditions = [{ sql: 't.status = any($1)', values: [['live', 'reconnecting']] }]
      const { items } = await ctx.store.list(stream, { conditions, limit: streamsMax })
      return (await Promise.all(items.map((record) => findingOf(ctx, record)))).flat()
    },
  },
]

async function findingOf(ctx: Ctx, record: Stream): Promise<Attention[]> {
  const session = await runningSession(ctx, record)
  const report = session === undefined ? undefined : await ctx.port(liveVideoPort).report(session)
  const health = report?.health ?? 'offline'
  if (health === 'good') return []
  const [issue] = report?.issues ?? []
  const detail = issue === undefined ? 'No signal arrives from the encoder.' : `${issue.message} ${issue.advice}`
  const severity = health === 'warning' ? 'warn' : 'bad'
  return [{ kind: stream.id, severity, title: `Poor signal: ${record.title}`, detail, count: 1, recordId: record.id }]
}
