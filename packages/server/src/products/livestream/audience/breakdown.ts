import type { Ctx } from '#kit/call/context.ts'
import { builtStatement } from '#kit/call/statement.ts'
import { byRendition } from './playedRenditions.ts'
import { nilUuid, sliceSource, type Scope } from './slices.ts'

/** Dimensions of an audience: SQL over a view `d`, or over a slice of one. */
const keys = {
  country: { of: 'view', sql: 'd.country' },
  device: { of: 'view', sql: 'd.device' },
  os: { of: 'view', sql: 'd.os' },
  browser: { of: 'view', sql: 'd.browser' },
  referrer: { of: 'view', sql: 'd.referrer' },
  protocol: { of: 'view', sql: 'd.protocol' },
  player: { of: 'view', sql: "coalesce(d.player, 'own')" },
  isEmbedded: { of: 'view', sql: 'd.is_embedded::text' },
  sessionId: { of: 'slice', sql: `nullif(session_id, '${nilUuid}')::text` },
  rendition: { of: 'slice', sql: 'rendition' },
  error: { of: 'slice', sql: 'error' },
} as const

export type GroupBy = keyof typeof keys

// cast: the keys of an object literal are those of its type.
const names = Object.keys(keys) as GroupBy[]

/** Names of the dimensions. */
export const groupings: readonly GroupBy[] = names

/** A part of an audience. `key` is null where a view has none: a recorded video has no session. */
export type Share = { key: string | null; views: number; viewers: number; playedMs: number }

/** The largest parts of an audience, by views; sessions without playback count among the failed only. */
export async function readBreakdown(ctx: Ctx, scope: Scope, by: { groupBy: GroupBy; limit: number }): Promise<Share[]> {
  const source = sliceSource(scope)
  const values = [...source.values, by.limit]
  const rows = await ctx.db.rows(breakdownStatement(source, by.groupBy, values.length), values)
  return rows.map(({ key, views, viewers, played_ms: playedMs }) => ({ key, views, viewers, playedMs }))
}

type ShareRow = { key: string | null; views: number; viewers: number; played_ms: number }

const joined =
  'left join livestream_view d on d.account_id = $1 and d.person_key = v.person_key and d.view_id = v.view_id'

function breakdownStatement(source: ReturnType<typeof sliceSource>, groupBy: GroupBy, limitAt: number) {
  const key = keys[groupBy]
  const counted = groupBy === 'error' ? 'bool_or(error is not null)' : 'sum(played_ms) > 0'
  const isOfSlice = key.of === 'slice'
  return builtStatement<ShareRow>(
    `livestream_view.by.${groupBy}.${source.name}`,
    'account',
    `with slice as (${groupBy === 'rendition' ? byRendition(source.sql) : source.sql}),
     view as (
       select person_key, view_id${isOfSlice ? `, ${key.sql} as part` : ''}, sum(played_ms) as played_ms
       from slice ${groupBy === 'error' ? 'where error is not null' : ''}
       group by person_key, view_id${isOfSlice ? ', 3' : ''} having ${counted})
     select ${isOfSlice ? 'v.part' : `coalesce(${key.sql}, 'unknown')`} as key, count(*) as views,
       count(distinct v.person_key) as viewers, sum(v.played_ms)::bigint as played_ms
     from view v
     ${isOfSlice ? '' : joined}
     group by 1 order by views desc, key limit $${limitAt}`,
  )
}
