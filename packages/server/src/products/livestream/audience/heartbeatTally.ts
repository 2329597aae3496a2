import { statement } from '#kit/call/statement.ts'
import { tally } from '#kit/nouns/tally.ts'
import { intervals, keptMs } from './period.ts'
import { watchTime } from './watchTime.ts'
import { rollUpFivesSql, rollUpHoursSql, rollUpMinutesSql, rollUpStepsSql, grains } from './slices.ts'

const keptDays = { minutes: keptMs.minutes / intervals.day, hours: keptMs.hours / intervals.day }

/** A grain, in monthly partitions. */
const monthly = { moment: 'starts_at', partition: 'month' } as const

const beats = { table: 'livestream_beat', moment: 'at' }

/**
 * Heartbeats of players, summed by view and minute, five minutes and hour. A heartbeat that is repeated within its day
 * counts once. Rows stay for a week: an outage of the roll-ups may last as long.
 */
export const heartbeat = tally({
  id: 'livestream.video.heartbeat',
  table: beats.table,
  columns: {
    person_key: 'uuid',
    view_id: 'uuid',
    number: 'integer',
    day: 'timestamptz',
    at: 'timestamptz',
    target_id: 'uuid',
    session_id: 'uuid',
    channel_id: 'uuid',
    played_ms: 'integer',
    position_ms: 'integer',
    rebuffer_ms: 'integer',
    startup_ms: 'integer null',
    latency_ms: 'integer null',
    bitrate_kbps: 'integer null',
    error: 'text null',
    rendition: 'text null',
  },
  key: ['person_key', 'view_id', 'number', 'day'],
  acrossAccounts: ['livestream_beat_fold_ix'],
  moment: 'day',
  partition: 'day',
  keptDays: 7,
  rollUps: [
    {
      mode: 'advance',
      name: 'minutes',
      sizeMs: grains.minutes.sizeMs,
      spanMs: grains.fives.sizeMs,
      source: beats,
      // A heartbeat counts as a viewer in the ten seconds after its own, which may lie in the next minute.
      reachMs: 10_000,
      into: [
        {
          table: grains.minutes.table,
          ...monthly,
          keptDays: keptDays.minutes,
          statement: statement('livestream_view_minute.rollUp', 'offline', rollUpMinutesSql),
        },
        {
          table: 'livestream_concurrency',
          ...monthly,
          keptDays: keptDays.hours,
          statement: statement('livestream_concurrency.rollUp', 'offline', rollUpStepsSql),
        },
      ],
    },
    {
      mode: 'advance',
      name: 'watched',
      sizeMs: grains.fives.sizeMs,
      spanMs: grains.fives.sizeMs,
      source: beats,
      into: [watchTime],
    },
    {
      mode: 'advance',
      name: 'fives',
      sizeMs: grains.fives.sizeMs,
      spanMs: grains.fives.sizeMs,
      source: beats,
      into: [
        {
          table: grains.fives.table,
          ...monthly,
          keptDays: keptDays.minutes,
          statement: statement('livestream_view_five.rollUp', 'offline', rollUpFivesSql),
        },
      ],
    },
    {
      mode: 'advance',
      name: 'hours',
      sizeMs: grains.hours.sizeMs,
      spanMs: grains.hours.sizeMs,
      source: { table: grains.fives.table, moment: 'starts_at' },
      into: [
        {
          table: grains.hours.table,
          ...monthly,
          keptDays: keptDays.hours,
          statement: statement('livestream_view_hour.rollUp', 'offline', rollUpHoursSql),
        },
      ],
    },
    {
      mode: 'recount',
      // The first slice of a view may lie on the day before yesterday: such a view does not count for yesterday.
      statement: statement(
        'livestream_view_daily.recount',
        'offline',
        `insert into livestream_view_daily (account_id, target_id, channel_id, day, views)
         select account_id, target_id, channel_id, date_bin(interval '1 day', began_at, timestamptz 'epoch') as day,
           count(*)
         from (
           select account_id, target_id, channel_id, view_id, min(starts_at) as began_at
           from livestream_view_five where starts_at >= $1::timestamptz - interval '1 day' and played_ms > 0
           group by account_id, target_id, channel_id, view_id) v
         where began_at >= $1
         group by account_id, target_id, channel_id, day
         on conflict (account_id, target_id, channel_id, day) do update set views = excluded.views
         where livestream_view_daily.views <> excluded.views`,
      ),
    },
  ],
})

/** Player, device and origin of a view, from its first heartbeat. */
export const viewed = tally({
  id: 'livestream.video.viewed',
  table: 'livestream_view',
  columns: {
    person_key: 'uuid',
    view_id: 'uuid',
    seen_at: 'timestamptz',
    country: 'text',
    device: 'text',
    os: 'text',
    browser: 'text',
    protocol: 'text',
    referrer: 'text',
    is_embedded: 'boolean',
    player: 'text null',
  },
  key: ['person_key', 'view_id'],
  acrossAccounts: ['livestream_view_seen_ix'],
  moment: 'seen_at',
  keptDays: keptDays.hours,
})
