/** A part of a video's audience. Ids are row ids. */
export type Selection =
  | { kind: 'account' }
  | { kind: 'channel'; channelUuid: string }
  | { kind: 'target'; targetUuid: string }
  | { kind: 'session'; targetUuid: string; sessionUuid: string }

/** How far beats are summed up, in RFC 3339: what is later is read as it came. */
export type Folded = { minutes: string; hours: string }

/** What is read: of whom, when, and how finely. Moments in RFC 3339, `from` and `to` on whole minutes or hours. */
export type Scope = {
  accountId: number
  selection: Selection
  from: string
  to: string
  isHourly: boolean
  folded: Folded
}

/** Stands for what a view has none of: a session, a channel. */
export const nilUuid = '00000000-0000-0000-0000-000000000000'

/** Beats of one view and minute whose positions are kept; more than a player sends, so that nobody fills a disk. */
const positionBeatsMax = 120

const sliceColumns =
  'account_id, person_key, view_id, starts_at, target_id, session_id, channel_id, played_ms, rebuffer_ms, ' +
  'startup_ms, latency_sum_ms, latency_count, bitrate_sum_kbps, bitrate_count, error, positions'

const epoch = "timestamptz 'epoch'"

/** The columns of the steps of ten seconds in a minute. */
export const stepNames = [0, 1, 2, 3, 4, 5].map((n) => `step${n}`)

/** The second of a video at which what a beat reports began to play. */
const firstSecond = 'greatest(0, (position_ms - played_ms) / 1000)'

/**
 * Beats summed up by view and minute. `from` and `to` are SQL of whole minutes. What a view may be credited with in a
 * minute is the time since its last beat before it, and 2 seconds; without one in the last 2 minutes, 10 seconds more
 * than its beats span: whatever a player claims, it plays no faster than the clock.
 */
function summedBeats(where: string, from: string, to: string): string {
  return `select b.account_id, b.person_key, b.view_id, b.starts_at, b.target_id, b.session_id, b.channel_id,
      least(b.played_ms, b.room_ms)::integer as played_ms, least(b.rebuffer_ms, b.room_ms)::integer as rebuffer_ms,
      b.startup_ms, b.latency_sum_ms, b.latency_count, b.bitrate_sum_kbps, b.bitrate_count, b.error, b.positions
    from (
      select g.*, 2000 + (extract(epoch from g.last_at - case
          when g.first_at - lag(g.last_at) over w <= interval '2 minutes' then lag(g.last_at) over w
          else g.first_at - interval '10 seconds' end) * 1000)::bigint as room_ms
      from (
        select account_id, person_key, view_id, date_bin(interval '1 minute', at, ${epoch}) as starts_at,
          target_id, session_id, channel_id, min(at) as first_at, max(at) as last_at,
          sum(played_ms) as played_ms, sum(rebuffer_ms) as rebuffer_ms, max(startup_ms) as startup_ms,
          coalesce(sum(latency_ms), 0)::bigint as latency_sum_ms, count(latency_ms)::integer as latency_count,
          coalesce(sum(bitrate_kbps), 0)::bigint as bitrate_sum_kbps, count(bitrate_kbps)::integer as bitrate_count,
          max(error) as error,
          case when count(*) <= ${positionBeatsMax} then
            range_agg(int4range(${firstSecond}, greatest(${firstSecond}, (position_ms - 1) / 1000), '[]'))
            filter (where played_ms > 0) end as positions
        from livestream_beat
        where ${where} at >= ${from} - interval '2 minutes' and at < ${to}
          and day >= date_bin(interval '1 day', ${from} - interval '2 minutes', ${epoch})
        group by 1, 2, 3, 4, 5, 6, 7
      ) g
      window w as (partition by g.account_id, g.person_key, g.view_id order by g.starts_at)
    ) b
    where b.starts_at >= ${from}`
}

/** Views at once, step by step: a view is there in the ten seconds of each of its beats, and in the next ten. */
function steppedBeats(where: string, from: string, to: string): string {
  const counts = stepNames.map(
    (name, n) => `count(*) filter (where s.step_at = s.starts_at + interval '${n * 10} seconds')::integer as ${name}`,
  )
  return `select s.account_id, s.starts_at, s.target_id, s.session_id, s.channel_id, ${counts.join(', ')}
    from (
      select distinct account_id, target_id, session_id, channel_id, view_id, step_at,
        date_bin(interval '1 minute', step_at, ${epoch}) as starts_at
      from (
        select account_id, target_id, session_id, channel_id, view_id,
          date_bin(interval '10 seconds', at, ${epoch}) + later as step_at
        from livestream_beat cross join (values (interval '0'), (interval '10 seconds')) as l (later)
        where ${where} at >= ${from} - interval '10 seconds' and at < ${to}
          and day >= date_bin(interval '1 day', ${from} - interval '10 seconds', ${epoch})
      ) o
      where step_at >= ${from} and step_at < ${to}
    ) s
    group by s.account_id, s.starts_at, s.target_id, s.session_id, s.channel_id`
}

/** A piece of SQL that is a table, with the values of its `$1…`. `name` differs where the text does. */
export type Source = { name: string; sql: string; values: unknown[] }

/**
 * Slices of views within a scope, a minute or an hour each: those that are summed up, and what came since. Columns:
 * person_key, view_id, starts_at, session_id, played_ms, rebuffer_ms, startup_ms, latency_sum_ms, latency_count,
 * bitrate_sum_kbps, bitrate_count, error, positions.
 */
export function sliceSource(scope: Scope): Source {
  const { where, values, name } = base(scope)
  const minutesFrom = scope.isHourly ? 'greatest($2::timestamptz, $5::timestamptz)' : '$2::timestamptz'
  const kept = (table: string, from: string, until: string) =>
    `select ${sliceColumns} from ${table} where ${where} starts_at >= ${from} and starts_at < least($3, ${until})`
  const parts = [
    ...(scope.isHourly ? [kept('livestream_view_hour', '$2::timestamptz', '$5::timestamptz')] : []),
    kept('livestream_view_minute', minutesFrom, '$4::timestamptz'),
    summedBeats(where, `greatest(${minutesFrom}, $4::timestamptz)`, '$3::timestamptz'),
  ]
  return { name: `${name}.${scope.isHourly ? 'hours' : 'minutes'}`, sql: parts.join('\nunion all\n'), values }
}

/** How many views there were at once within a scope. Columns: starts_at, step0 to step5; to be summed by starts_at. */
export function concurrencySource(scope: Scope): Source {
  const { where, values, name } = base({ ...scope, isHourly: false })
  const columns = `starts_at, ${stepNames.join(', ')}`
  const kept = `select ${columns} from livestream_concurrency
    where ${where} starts_at >= $2 and starts_at < least($3, $4::timestamptz)`
  const open = steppedBeats(where, 'greatest($2::timestamptz, $4::timestamptz)', '$3::timestamptz')
  return { name, sql: `${kept}\nunion all\nselect ${columns} from (${open}) o`, values }
}

/** Sums the beats of all accounts from `$1` to `$2` up by minutes. */
export const foldMinutesSql = `insert into livestream_view_minute (${sliceColumns})
  ${summedBeats('', '$1::timestamptz', '$2::timestamptz')} on conflict do nothing`

/** Keeps how many views there were at once from `$1` to `$2`, in all accounts. */
export const foldStepsSql = `insert into livestream_concurrency
  (account_id, starts_at, target_id, session_id, channel_id, ${stepNames.join(', ')})
  ${steppedBeats('', '$1::timestamptz', '$2::timestamptz')} on conflict do nothing`

/** Sums the minutes of all accounts from `$1` to `$2` up by hours. */
export const foldHoursSql = `insert into livestream_view_hour (${sliceColumns})
  select account_id, person_key, view_id, date_bin(interval '1 hour', starts_at, ${epoch}),
    target_id, session_id, channel_id, sum(played_ms)::integer, sum(rebuffer_ms)::integer, max(startup_ms),
    sum(latency_sum_ms)::bigint, sum(latency_count)::integer, sum(bitrate_sum_kbps)::bigint,
    sum(bitrate_count)::integer, max(error), range_agg(positions) filter (where positions is not null)
  from livestream_view_minute where starts_at >= $1 and starts_at < $2
  group by 1, 2, 3, 4, 5, 6, 7 on conflict do nothing`

/** The condition of a scope, as it stands before others, and the values that every source begins with. */
function base(scope: Scope): { name: string; where: string; values: unknown[] } {
  const { accountId, selection, from, to, isHourly, folded } = scope
  const values: unknown[] = [accountId, from, to, folded.minutes, ...(isHourly ? [folded.hours] : [])]
  const conditions = ['account_id = $1']
  const add = (column: string, value: string) => conditions.push(`${column} = $${values.push(value)}`)
  if (selection.kind === 'channel') add('channel_id', selection.channelUuid)
  if (selection.kind === 'target' || selection.kind === 'session') add('target_id', selection.targetUuid)
  if (selection.kind === 'session') add('session_id', selection.sessionUuid)
  return { name: selection.kind, where: `${conditions.join(' and ')} and`, values }
}
