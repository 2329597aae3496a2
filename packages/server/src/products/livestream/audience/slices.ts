import { intervals } from './period.ts'
import { playedColumns, playedOfBeats, playedOfSlices, playedWithinRoom } from './playedRenditions.ts'

/** A part of a video's audience. Ids are row ids. */
export type Selection =
  | { kind: 'account' }
  | { kind: 'channel'; channelUuid: string }
  | { kind: 'target'; targetUuid: string }
  | { kind: 'session'; targetUuid: string; sessionUuid: string }

/** Roll-ups of heartbeats, finest first: table, and length of a slice in milliseconds. */
export const grains = {
  minutes: { table: 'livestream_view_minute', sizeMs: intervals.minute },
  fives: { table: 'livestream_view_five', sizeMs: intervals['5minutes'] },
  hours: { table: 'livestream_view_hour', sizeMs: intervals.hour },
} as const

export type Grain = keyof typeof grains

/** Ends of the roll-ups, in RFC 3339; later slices are read from a finer grain, and at last from heartbeats. */
export type RolledUp = Record<Grain, string>

/** Selection, range and grain of a query. Moments in RFC 3339, on whole slices of the grain. */
export type Scope = {
  accountId: number
  selection: Selection
  from: string
  to: string
  grain: Grain
  rolledUp: RolledUp
}

/** Session or channel of a view that has none. */
export const nilUuid = '00000000-0000-0000-0000-000000000000'

/** Most heartbeats of a view and minute whose positions are kept: bounds the size of a row. */
const positionBeatsMax = 120

const measures =
  'starts_at, played_ms, rebuffer_ms, startup_ms, latency_sum_ms, latency_count, bitrate_sum_kbps, bitrate_count, ' +
  `error, positions, ${playedColumns.join(', ')}`

/** Columns that identify a stored slice, and a stored step. */
const sliceColumns = 'account_id, person_key, view_id, target_id, session_id, channel_id'
const stepColumns = 'account_id, target_id, session_id, channel_id'

/** Columns that identify a slice in a query. */
const readColumns = 'person_key, view_id, target_id, session_id'

const epoch = "timestamptz 'epoch'"

/** The columns of the steps of ten seconds in a minute. */
export const stepNames = [0, 1, 2, 3, 4, 5].map((n) => `step${n}`)

/** First second of the video that a heartbeat covers. */
const firstSecond = 'greatest(0, (position_ms - played_ms) / 1000)'

/** Longest pause within one view. */
const silence = "interval '2 minutes'"

/** Heartbeats of a query: columns to group by, a condition that ends in `and`, and the range. */
type Beats = { columns: string; where: string; from: string; to: string }

/**
 * Heartbeats summed by view and minute. `from` and `to` are SQL of whole minutes. The clock caps the watch time: at the
 * time since the last heartbeat before, plus 2 seconds. Without one in the last 2 minutes the cap is the span of the
 * heartbeats of the minute, plus 12 seconds.
 */
function summedBeats({ columns, where, from, to }: Beats): string {
  const between = (start: string, end: string) =>
    `${where} at >= ${start} and at < ${end} and day >= date_bin(interval '1 day', ${start}, ${epoch})`
  return `select ${columns}, starts_at, least(played_ms, room_ms)::integer as played_ms,
      least(rebuffer_ms, room_ms)::integer as rebuffer_ms, startup_ms, latency_sum_ms, latency_count,
      bitrate_sum_kbps, bitrate_count, error, positions, ${playedWithinRoom}
    from (
      select g.*, 2000 + (extract(epoch from g.last_at - case
          when g.first_at - coalesce(lag(g.last_at) over w, e.last_at) <= ${silence}
          then coalesce(lag(g.last_at) over w, e.last_at)
          else g.first_at - interval '10 seconds' end) * 1000)::bigint as room_ms
      from (
        select ${columns}, date_bin(interval '1 minute', at, ${epoch}) as starts_at,
          min(at) as first_at, max(at) as last_at,
          sum(played_ms) as played_ms, sum(rebuffer_ms) as rebuffer_ms, max(startup_ms) as startup_ms,
          coalesce(sum(latency_ms), 0)::bigint as latency_sum_ms, count(latency_ms)::integer as latency_count,
          coalesce(sum(bitrate_kbps), 0)::bigint as bitrate_sum_kbps, count(bitrate_kbps)::integer as bitrate_count,
          max(error) as error,
          case when count(*) <= ${positionBeatsMax} then
            range_agg(int4range(${firstSecond}, greatest(${firstSecond}, (position_ms - 1) / 1000), '[]'))
            filter (where played_ms > 0) end as positions,
          ${playedOfBeats}
        from livestream_beat where ${between(from, to)}
        group by ${columns}, starts_at
      ) g
      left join (
        select view_id as earlier_view_id, max(at) as last_at
        from livestream_beat where ${between(`${from} - ${silence}`, from)} group by view_id
      ) e on e.earlier_view_id = g.view_id
      window w as (partition by g.view_id order by g.starts_at)
    ) b`
}

/** Concurrent views by step: a heartbeat counts in its own ten seconds and in the next ten. */
function steppedBeats({ columns, where, from, to }: Beats): string {
  const of = columns === '' ? '' : `${columns}, `
  const counts = stepNames.map(
    (name, n) => `count(*) filter (where step_at = starts_at + interval '${n * 10} seconds')::integer as ${name}`,
  )
  return `select ${of}starts_at, ${counts.join(', ')}
    from (
      select distinct ${of}view_id, step_at, date_bin(interval '1 minute', step_at, ${epoch}) as starts_at
      from (
        select ${of}view_id, date_bin(interval '10 seconds', at, ${epoch}) + later as step_at
        from livestream_beat cross join (values (interval '0'), (interval '10 seconds')) as l (later)
        where ${where} at >= ${from} - interval '10 seconds' and at < ${to}
          and day >= date_bin(interval '1 day', ${from} - interval '10 seconds', ${epoch})
      ) o
      where step_at >= ${from} and step_at < ${to}
    ) s
    group by ${of}starts_at`
}

/** A piece of SQL that is a table, with the values of its `$1…`. `name` differs where the text does. */
export type Source = { name: string; sql: string; values: unknown[] }

// cast: the keys of an object literal are those of its type.
const finestFirst = Object.keys(grains) as Grain[]

/**
 * Slices of views within a scope, of the scope's grain or finer: stored ones, and those of later heartbeats.
 * Columns: person_key, view_id, target_id, session_id, starts_at, played_ms, rebuffer_ms, startup_ms, latency_sum_ms,
 * latency_count, bitrate_sum_kbps, bitrate_count, error, positions, and the milliseconds played in each rendition.
 */
export function sliceSource(scope: Scope): Source {
  const { where, values } = scopeCondition(scope)
  const parts: string[] = []
  let from = '$2::timestamptz'
  for (const grain of finestFirst.slice(0, finestFirst.indexOf(scope.grain) + 1).toReversed()) {
    const until = `$${values.push(scope.rolledUp[grain])}::timestamptz`
    parts.push(
      `select ${readColumns}, ${measures} from ${grains[grain].table}
       where ${where} starts_at >= ${from} and starts_at < least($3, ${until})`,
    )
    from = `greatest(${from}, ${until})`
  }
  parts.push(summedBeats({ columns: readColumns, where, from, to: '$3::timestamptz' }))
  return { name: `${scope.selection.kind}.${scope.grain}`, sql: parts.join('\nunion all\n'), values }
}

/** Concurrent views within a scope. Columns: starts_at, step0 to step5; to be summed by starts_at. */
export function concurrencySource(scope: Scope): Source {
  const { where, values } = scopeCondition(scope)
  const until = `$${values.push(scope.rolledUp.minutes)}::timestamptz`
  const columns = `starts_at, ${stepNames.join(', ')}`
  const kept = `select ${columns} from livestream_concurrency
    where ${where} starts_at >= $2 and starts_at < least($3, ${until})`
  const from = `greatest($2::timestamptz, ${until})`
  const open = steppedBeats({ columns: '', where, from, to: '$3::timestamptz' })
  return { name: scope.selection.kind, sql: `${kept}\nunion all\n${open}`, values }
}

const ofAll = { where: '', from: '$1::timestamptz', to: '$2::timestamptz' }

/** Sums heartbeats of all accounts from `$1` to `$2` by minutes. */
export const rollUpMinutesSql = `insert into livestream_view_minute (${sliceColumns}, ${measures})
  ${summedBeats({ columns: sliceColumns, ...ofAll })} on conflict do nothing`

/** Stores the concurrent views of all accounts from `$1` to `$2`. */
export const rollUpStepsSql = `insert into livestream_concurrency (${stepColumns}, starts_at, ${stepNames.join(', ')})
  ${steppedBeats({ columns: stepColumns, ...ofAll })} on conflict do nothing`

/** Sums heartbeats of all accounts from `$1` to `$2` by five minutes. */
export const rollUpFivesSql = `insert into livestream_view_five (${sliceColumns}, ${measures})
  ${coarser("interval '5 minutes'")} from (${summedBeats({ columns: sliceColumns, ...ofAll })}) m
  group by ${sliceColumns}, at on conflict do nothing`

/** Sums slices of five minutes of all accounts from `$1` to `$2` by hours. */
export const rollUpHoursSql = `insert into livestream_view_hour (${sliceColumns}, ${measures})
  ${coarser("interval '1 hour'")} from livestream_view_five where starts_at >= $1 and starts_at < $2
  group by ${sliceColumns}, at on conflict do nothing`

function coarser(size: string): string {
  return `select ${sliceColumns}, date_bin(${size}, starts_at, ${epoch}) as at, sum(played_ms)::integer,
    sum(rebuffer_ms)::integer, max(startup_ms), sum(latency_sum_ms)::bigint, sum(latency_count)::integer,
    sum(bitrate_sum_kbps)::bigint, sum(bitrate_count)::integer, max(error),
    range_agg(positions) filter (where positions is not null), ${playedOfSlices}`
}

/** The condition of a scope, ending in `and`, and its values; `$2` and `$3` are its range. */
export function scopeCondition({ accountId, selection, from, to }: Scope): { where: string; values: unknown[] } {
  const values: unknown[] = [accountId, from, to]
  const conditions = ['account_id = $1']
  const add = (column: string, value: string) => conditions.push(`${column} = $${values.push(value)}`)
  if (selection.kind === 'channel') add('channel_id', selection.channelUuid)
  if (selection.kind === 'target' || selection.kind === 'session') add('target_id', selection.targetUuid)
  if (selection.kind === 'session') add('session_id', selection.sessionUuid)
  return { where: `${conditions.join(' and ')} and`, values }
}
