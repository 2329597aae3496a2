import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { dateTime, idOf, whole } from '#kit/values/fields.ts'
import { encodeId } from '#kit/values/ids.ts'
import { companion, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { builtStatement } from '#kit/call/statement.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import { staticVideo } from '#products/livestream/records/staticVideo.ts'
import { stream } from '#products/livestream/records/stream.ts'
import { selectedBy } from './analyticsSubject.ts'
import { readRolledUp, scopeOf } from './audienceReport.ts'
import { intervals, periodOf, rangeTooLarge } from './period.ts'
import { sliceSource, type Scope, type Source } from './slices.ts'

const limitDefault = 10
const limitMax = 100

const video = closed({
  id: Type.String({ description: 'A recorded video, or a stream with its live sessions.' }),
  views: Type.Integer({ minimum: 0, description: 'Play sessions in which something played.' }),
  uniqueViewers: Type.Integer({ minimum: 0, description: 'Distinct viewers among them.' }),
  watchTimeSeconds: Type.Number({ minimum: 0, description: 'Seconds of media that were played.' }),
})

export const operations = [
  companion(
    operation('livestream.stream.mostWatched', {
      route: 'GET /api/video/stream/mostWatched',
      title: 'Stream - Most Watched',
      description:
        'Recorded videos and streams with the most views in a range, of the whole account or of a channel. Deleted ' +
        'ones are left out.',
      scope: 'livestream.stream:read',
      input: closed({
        channelId: Type.Optional(idOf('chn', { description: 'Only those of the channel at the time of the view.' })),
        from: Type.Optional(dateTime({ description: '24 hours before `to` when left out.' })),
        to: Type.Optional(dateTime({ description: 'Now when left out.' })),
        limit: Type.Optional(whole(1, limitMax, { description: `Videos; ${limitDefault} when left out.` })),
      }),
      output: closed({ items: Type.Array(video, { maxItems: limitMax, description: 'The most views first.' }) }),
      reasons: [rangeTooLarge],
      example: { limit: 5 },
      async handle(ctx, { channelId, from, to, limit = limitDefault }) {
        const { selection } = await selectedBy(ctx, channelId === undefined ? {} : { channelId })
        const nowMs = ctx.now().getTime()
        const period = periodOf({ from, to }, { fromMs: nowMs + 1 - intervals.day, toMs: nowMs + 1 }, nowMs)
        const scope = scopeOf(ctx, selection, { period, rolledUp: await readRolledUp(ctx) })
        const rows = await readTargets(ctx, scope, limit)
        const ids = await idsOf(ctx, rows)
        const items = rows.flatMap(({ target_id: uuid, views, viewers, played_ms: playedMs }) => {
          const id = ids.get(uuid)
          return id === undefined ? [] : [{ id, views, uniqueViewers: viewers, watchTimeSeconds: playedMs / 1000 }]
        })
        return { items }
      },
    }),
  ),
]

type TargetRow = { target_id: string; views: number; viewers: number; played_ms: number }

function readTargets(ctx: Ctx, scope: Scope, limit: number): Promise<TargetRow[]> {
  const source = sliceSource(scope)
  return ctx.db.rows(targetsStatement(source), [...source.values, limit])
}

function targetsStatement({ name, sql, values }: Source) {
  return builtStatement<TargetRow>(
    `livestream_view.mostWatched.${name}`,
    'account',
    `with slice as (${sql}),
     view as (select target_id, person_key, view_id, sum(played_ms) as played_ms
       from slice group by target_id, person_key, view_id having sum(played_ms) > 0)
     select target_id, count(*) as views, count(distinct person_key) as viewers, sum(played_ms)::bigint as played_ms
     from view group by target_id order by views desc, played_ms desc, target_id limit $${values.length + 1}`,
  )
}

/** Ids of the records that exist, by row id: a row is a recorded video or a stream. */
async function idsOf(ctx: Ctx, rows: readonly TargetRow[]): Promise<Map<string, string>> {
  const conditions = [{ sql: 't.id = any($1::uuid[])', values: [rows.map(({ target_id: uuid }) => uuid)] }]
  const find = async (of: Resource) => {
    const { items } = await ctx.store.list(of, { conditions, limit: limitMax })
    return new Set(items.map(({ id }) => id))
  }
  const existing = await Promise.all([find(staticVideo), find(stream)])
  const known = new Set(existing.flatMap((ids) => [...ids]))
  const pairs = rows.flatMap(({ target_id: uuid }) =>
    [staticVideo.prefix, stream.prefix]
      .map((prefix) => encodeId(prefix, ctx.account.id, uuid))
      .filter((id) => known.has(id))
      .map((id): [string, string] => [uuid, id]),
  )
  return new Map(pairs)
}
