import type { Ctx } from '#kit/call/context.ts'
import { builtStatement } from '#kit/call/statement.ts'
import { sliceSource, type Scope, type Source } from './slices.ts'

/** Percentage of viewers that played a second of the video. */
export type RetentionPoint = { atSeconds: number; percent: number }

const pointsMax = 100

/** Retention of an audience: at most 100 points over the played length, up to `secondsMax` where it is known. */
export async function readRetention(ctx: Ctx, scope: Scope, secondsMax: number | null): Promise<RetentionPoint[]> {
  const source = sliceSource(scope)
  const values = [...source.values, secondsMax === null ? null : Math.ceil(secondsMax)]
  const rows = await ctx.db.rows(retentionStatement(source), values)
  const [first] = rows
  if (first === undefined) return []
  const { step, length, views } = first
  const changes = new Map(rows.map((row) => [row.point, row.change]))
  let playing = 0
  return Array.from({ length: Math.ceil(length / step) }, (_, point) => {
    playing += changes.get(point) ?? 0
    return { atSeconds: point * step, percent: Math.round((playing / views) * 10_000) / 100 }
  })
}

type RetentionRow = { step: number; length: number; views: number; point: number; change: number }

/** Ranges of one view do not overlap: each adds one at its start and subtracts it at its end. */
function retentionStatement({ name, sql, values }: Source) {
  return builtStatement<RetentionRow>(
    `livestream_view.retention.${name}`,
    'account',
    `with slice as (${sql}),
     view as (select range_agg(positions) filter (where positions is not null) as positions
       from slice where played_ms > 0 group by person_key, view_id),
     stretch as (select lower(s) as starts, upper(s) as ends from view, unnest(view.positions) as s),
     axis as (select least(max(ends), $${values.length + 1}::integer) as length,
       (least(max(ends), $${values.length + 1}::integer) + ${pointsMax - 1}) / ${pointsMax} as step from stretch),
     change as (
       select (starts + step - 1) / step as point, 1 as change from stretch, axis
       union all select (ends + step - 1) / step, -1 from stretch, axis)
     select axis.step, axis.length, (select count(*) from view) as views, c.point, sum(c.change)::integer as change
     from change c, axis group by 1, 2, 4 order by 4`,
  )
}
