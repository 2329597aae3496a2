import { intervals } from './period.ts'
import { playedColumns, playedOfBeats, playedOfSlices, playedWithinRoom } from './playedRenditions.ts'

/** A part of a video's audience. Ids are row ids. */
export type Selection =
  | { kind: 'account' }
  | { kind: 'channel'; channelUuid: string }
  | { kind: 'target'; targetUuid: string }
  | { kind: 'session'; targetUuid: string; sessionUuid: string }

/** In what pieces beats are summed up, finest first: where they lie, and how long each is in milliseconds. */
export const grains = {
  minutes: { table: 'livestream_view_minute', sizeMs: intervals.minute },
  fives: { table: 'livestream_view_five', sizeMs: intervals['5minutes'] },
  hours: { table: 'livestream_view_hour', sizeMs: intervals.hour },
} as const

export type Grain = keyof typeof grains

/** How far beats are summed up, in RFC 3339: what is later is read in finer pieces, and in the end as it came. */
export type Folded = Record<Grain, string>

/** What is read: of whom, when, and how coarsely. Moments in RFC 3339, on whole pieces of that grain. */
export type Scope = {
  accountId: number
  selection: Selection
  from: string
  to: string
  grain: Grain
  folded: Folded
}

/** Stands for what a view has none of: a session, a channel. */
export const nilUuid = '00000000-0000-0000-0000-000000000000'

/** Beats of one view and minute whose positions are kept; more than a player sends, so that nobody fills a disk. */
const positionBeatsMax = 120

const measures =
  'starts_at, played_ms, rebuffer_ms, startup_ms, latency_sum_ms, latency_count, bitrate_sum_kbps, bitrate_count, ' +
  `error, positions, ${playedColumns.join(', ')}`

/** Whose a slice or a step is, as it is kept. */
const sliceColumns = 'account_id, person_key, view_id, target_id, session_id, channel_id'
const stepColumns = 'account_id, target_id, session_id, channel_id'

/** Whose a slice is, as it is read. */
const readColumns = 'person_key, view_id, session_id'

const epoch = "timestamptz 'epoch'"

/** The columns of the steps of ten seconds in a minute. */
export const stepNames = [0, 1, 2, 3, 4, 5].map((n) => `step${n}`)

/** The second of a video at which what a beat reports began to play. */
const firstSecond = 'greatest(0, (position_ms - played_ms) / 1000)'

/** How long a view may be silent and go on. */
const silence = "interval '2 minutes'"

/** Beats of accounts: the columns that tell whose they are, and a condition that stands before others. */
type Beats = { columns: string; where: string; from: string; to: string }

/**
 * Beats summed up by view and minute. `from` and `to` are SQL of whole minutes. What a view may be credited with in a
 * minute is the time since its last beat before it, and 2 seconds; without one in the last 2 minutes, 10 seconds more
 * than its beats span: whatever a player claims, it plays no faster than the clock.
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

/** Views at once, step by step: a view is there in the ten seconds of each of its beats, and in the next ten. */
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
 * Slices of views within a scope, of the scope's grain or finer: those that are summed up, and what came since.
 * Columns: person_key, view_id, session_id, starts_at, played_ms, rebuffer_ms, startup_ms, latency_sum_ms,
 * latency_count, bitrate_sum_kbps, bitrate_count, error, positions, and what was played in each rendition.
 */
export function sliceSource(scope: Scope): Source {
  const { where, values } = base(scope)
  const parts: string[] = []
  let from = '$2::timestamptz'
  for (const grain of finestFirst.slice(0, finestFirst.indexOf(scope.grain) + 1).toReversed()) {
    const until = `$${values.push(scope.folded[grain])}::timestamptz`
    parts.push(
      `select ${readColumns}, ${measures} from ${grains[grain].table}
       where ${where} starts_at >= ${from} and starts_at < least($3, ${until})`,
    )
    from = `greatest(${from}, ${until})`
  }
  parts.push(summedBeats({ columns: readColumns, where, from, to: '$3::timestamptz' }))
  return { name: `${scope.selection.kind}.${scope.grain}`, sql: parts.join('\nunion all\n'), values }
}

/** How many views there were at once within a scope. Columns: starts_at, step0 to step5; to be summed by starts_at. */
export function concurrencySource(scope: Scope): Source {
  const { where, values } = base(scope)
  const until = `$${values.push(scope.folded.minutes)}::timestamptz`
  const columns = `starts_at, ${stepNames.join(', ')}`
  const kept = `select ${columns} from livestream_concurrency
    where ${where} starts_at >= $2 and starts_at < least($3, ${until})`
  const from = `greatest($2::timestamptz, ${until})`
  const open = steppedBeats({ columns: '', where, from, to: '$3::timestamptz' })
  return { name: scope.selection.kind, sql: `${kept}\nunion all\n${open}`, values }
}

const ofAll = { where: '', from: '$1::timestamptz', to: '$2::timestamptz' }

/** Sums the beats of all accounts from `$1` to `$2` up by minutes. */
export const foldMinutesSql = `insert into livestream_view_minute (${sliceColumns}, ${measures})
  ${summedBeats({ columns: sliceColumns, ...ofAll })} on conflict do nothing`

/** Keeps how many views there were at once from `$1` to `$2`, in all accounts. */
export const foldStepsSql = `insert into livestream_concurrency (${stepColumns}, starts_at, ${stepNames.join(', ')})
  ${steppedBeats({ columns: stepColumns, ...ofAll })} on conflict do nothing`

/** Sums the beats of all accounts from `$1` to `$2` up by five minutes. */
export const foldFivesSql = `insert into livestream_view_five (${sliceColumns}, ${measures})
  ${coarser("interval '5 minutes'")} from (${summedBeats({ columns: sliceColumns, ...ofAll })}) m
  group by ${sliceColumns}, at on conflict do nothing`

/** Sums the five minutes of all accounts from `$1` to `$2` up by hours. */
export const foldHoursSql = `insert into livestream_view_hour (${sliceColumns}, ${measures})
  ${coarser("interval '1 hour'")} from livestream_view_five where starts_at >= $1 and starts_at < $2
  group by ${sliceColumns}, at on conflict do nothing`

function coarser(size: string): string {
  return `select ${sliceColumns}, date_bin(${size}, starts_at, ${epoch}) as at, sum(played_ms)::integer,
    sum(rebuffer_ms)::integer, max(startup_ms), sum(latency_sum_ms)::bigint, sum(latency_count)::integer,
    sum(bitrate_sum_kbps)::bigint, sum(bitrate_count)::integer, max(error),
    range_agg(positions) filter (where positions is not null), ${playedOfSlices}`
}

/** The condition of a scope, as it stands before others, and the values that every source begins with. */
function base({ accountId, selection, from, to }: Scope): { where: string; values: unknown[] } {
  const values: unknown[] = [accountId, from, to]
  const conditions = ['account_id = $1']
  const add = (column: string, value: string) => conditions.push(`${column} = $${values.push(value)}`)
  if (selection.kind === 'channel') add('channel_id', selection.channelUuid)
  if (selection.kind === 'target' || selection.kind === 'session') add('target_id', selection.targetUuid)
  if (selection.kind === 'session') add('session_id', selection.sessionUuid)
  return { where: `${conditions.join(' and ')} and`, values }
}
