import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { dateTime, flag, idOf, nullable } from '#kit/values/fields.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import { listPaging, readListPage } from '#kit/nouns/innerList.ts'
import { closed, listPageOf } from '#kit/nouns/standard.ts'
import { encodeId } from '#kit/values/ids.ts'
import { staticVideo } from '#products/livestream/records/staticVideo.ts'
import { stream } from '#products/livestream/records/stream.ts'
import { sessionIdOf, sessionPrefix, sessionsOf, type Session } from '#products/livestream/records/streamSession.ts'

const session = closed({
  id: idOf(sessionPrefix, { description: 'The session; analytics take it as `sessionId`.' }),
  status: Type.String({ description: 'connecting, preview, live, reconnecting, ended or rejected.' }),
  createdAt: dateTime({ description: 'Time at which the encoder was admitted.' }),
  liveAt: nullable(dateTime({ description: 'Time at which it went live; null for one that never did.' })),
  endedAt: nullable(dateTime({ description: 'Time of its end; null while it runs.' })),
  endedReason: nullable(Type.String({ description: 'Cause of its end.' })),
  durationSeconds: nullable(Type.Number({ description: 'Length of its media; null without a recording.' })),
  peakViewers: nullable(Type.Integer({ description: 'The most viewers at once; null while it runs.' })),
  isRecorded: flag({ description: 'Whether it is recorded.' }),
  staticId: nullable(idOf('sta', { description: 'Recording of the session; null without one.' })),
  width: nullable(Type.Integer({ description: 'Width of the encoder’s frames in pixels.' })),
  height: nullable(Type.Integer({ description: 'Height of the encoder’s frames in pixels.' })),
})

export const operations = [
  companion(
    operation('livestream.stream.sessions', {
      route: 'GET /api/video/stream/sessions',
      title: 'Stream - Sessions',
      description: 'Sessions of a stream, newest first: start, end, recording and the most viewers at once.',
      scope: 'livestream.stream:read',
      input: closed({
        streamId: idOf('str'),
        ...listPaging,
      }),
      output: listPageOf(session),
      example: { streamId: madeFirst('livestream.stream') },
      async handle(ctx, { streamId, ...paging }) {
        const { id } = await ctx.store.get(stream, streamId)
        const { items, pagination } = await readListPage(ctx, sessionsOf(ctx, id), paging)
        return { items: items.map((each) => viewOf(ctx, each)), pagination }
      },
    }),
  ),
]

function viewOf(ctx: Ctx, row: Session) {
  const { id: accountId } = ctx.account
  return {
    id: sessionIdOf(accountId, row.id),
    status: row.status,
    createdAt: row.created_at,
    liveAt: row.live_at,
    endedAt: row.ended_at,
    endedReason: row.ended_reason,
    durationSeconds: row.duration_seconds,
    peakViewers: row.peak_viewers,
    isRecorded: row.is_recorded,
    staticId: row.static_id === null ? null : encodeId(staticVideo.prefix, accountId, row.static_id),
    width: row.width,
    height: row.height,
  }
}
