import { Type } from '#kit/values/schema.ts'
import { dateTime, nullable, oneOf } from '#kit/values/fields.ts'
import { closed } from '#kit/nouns/standard.ts'
import { bucketsMax, intervals } from './period.ts'

/** Names of the parts of a response. */
export const metrics = ['totals', 'realtime', 'quality', 'timeseries', 'breakdown', 'retention'] as const

export type Metric = (typeof metrics)[number]

/** Definitions of the figures, part of every response. */
export const definitions = {
  view: 'A play session with playback in the range. One over several intervals counts in each of them.',
  uniqueViewer: 'A distinct viewer who played something in the range, identified by a keyed hash of a random id.',
  concurrent:
    'Views at once, counted in steps of ten seconds: a view is there in the step of each heartbeat and in the next ' +
    'one. peakConcurrent is the largest step, averageConcurrent the mean of the steps with at least one view.',
  currentViewers: 'Views with a heartbeat, or with a report of served media, in the last 20 seconds.',
  watchTime:
    'Seconds of media that were played, never time on the clock while it stood still; no more than the clock allows.',
  quality:
    'Startup is from the play command to the first frame; latency, of each view its mean, from camera to display. ' +
    'rebufferRatio is the stalled time divided by that and the watch time, errorRate the share of play ' +
    'sessions that reported an error. P50 and P95: half, and 95 of 100, were no worse.',
  rendition:
    'A view counts in each rendition that it played something of, with the watch time of the heartbeats that name ' +
    'it. `unknown` is what was played without a name: a browser that chooses by itself does not report it.',
  player:
    'own: a player that sends heartbeats, such as that of our pages. other: any other one, counted by the media that ' +
    'was served to the token of its playlist; its watch time is that media, and no more than the clock allows.',
  rewardsIssued:
    'A grant of tokens by a rule for watch time, at the time that was watched. It comes some minutes after it, and ' +
    'counts on when its tokens are taken back.',
  retention: 'Of the views in the range, the percentage that played this second of the video.',
  range:
    'From and to are widened to whole intervals in UTC, and to five minutes at least; from is the first moment of ' +
    'the range, to the first one after it.',
  kept: 'Minutes are kept for 90 days, hours for 400. Addresses of viewers are never kept.',
} as const

const count = (description: string) => Type.Integer({ minimum: 0, description })
const seconds = (description: string) => Type.Number({ minimum: 0, description })
const measured = (description: string) => nullable(Type.Number({ minimum: 0, description }))

const numbers = {
  views: count('Play sessions in which something played.'),
  uniqueViewers: count('Distinct viewers among them.'),
  watchTimeSeconds: seconds('Seconds of media that were played.'),
}

/** Output of Get Analytics. */
export const responseShape = closed({
  id: Type.String({ description: 'Id of the subject; the account when no subject was named.' }),
  status: oneOf(['ok'], { description: 'Always `ok`.' }),
  range: closed(
    {
      from: dateTime({ description: 'The first moment of the range.' }),
      to: dateTime({ description: 'The first moment after it.' }),
      // cast: the keys of an object literal are those of its type.
      interval: oneOf(Object.keys(intervals) as (keyof typeof intervals)[], { description: 'Length of one interval.' }),
    },
    { description: 'Range of the figures, in whole intervals.' },
  ),
  totals: Type.Optional(
    closed(
      {
        ...numbers,
        averageWatchSeconds: seconds('Mean watch time of a view.'),
        peakConcurrent: count('The most views at once.'),
        peakAt: nullable(dateTime({ description: 'Time at which the peak was first reached.' })),
        averageConcurrent: Type.Number({
          minimum: 0,
          description: 'Mean of concurrent views, over the steps with at least one.',
        }),
        clips: Type.Optional(count('Clips made of it in the range; not for a recorded video.')),
        rewardsIssued: count('Grants of tokens that rules gave for watching in the range.'),
      },
      { description: 'Numbers of the whole range.' },
    ),
  ),
  realtime: Type.Optional(
    closed(
      { currentViewers: count('Viewers at this moment.'), asOf: dateTime({ description: 'The moment of the count.' }) },
      { description: 'The audience at this moment.' },
    ),
  ),
  quality: Type.Optional(
    closed(
      {
        startupMsP50: measured('Start-up of half of the views was no longer.'),
        startupMsP95: measured('95th percentile of the same.'),
        rebufferRatio: Type.Number({ minimum: 0, maximum: 1, description: 'Share of time that playback stalled.' }),
        errorRate: Type.Number({ minimum: 0, maximum: 1, description: 'Share of play sessions with an error.' }),
        latencySecondsP50: measured('Half of the live views were no further behind the camera.'),
        latencySecondsP95: measured('95th percentile of the same.'),
        averageBitrateKbps: measured('Mean bitrate.'),
      },
      { description: 'Quality of playback in the range.' },
    ),
  ),
  timeseries: Type.Optional(
    Type.Array(
      closed({
        at: dateTime({ description: 'Start of the interval.' }),
        ...numbers,
        concurrent: count('The most views at once within it.'),
      }),
      { maxItems: bucketsMax, description: 'One entry for each interval of the range.' },
    ),
  ),
  breakdown: Type.Optional(
    Type.Array(
      closed({
        key: nullable(
          Type.String({ description: 'Shared property; null without one, `unknown` when it was not sent.' }),
        ),
        ...numbers,
      }),
      { maxItems: 100, description: 'With `groupBy`: the largest parts, by views.' },
    ),
  ),
  retention: Type.Optional(
    Type.Array(
      closed({
        atSeconds: Type.Integer({ minimum: 0, description: 'Seconds since the video, or the session, began.' }),
        percent: Type.Number({
          minimum: 0,
          maximum: 100,
          description: 'Share of the views that played this part, in percent.',
        }),
      }),
      { maxItems: 100, description: 'For a recorded video or a live session: how far its viewers stayed.' },
    ),
  ),
  definitions: Type.Object(
    Object.fromEntries(
      Object.keys(definitions).map((name) => [
        name,
        Type.String({ description: `Meaning of ${name}, in a sentence.` }),
      ]),
    ),
    {
      additionalProperties: false,
      description: 'Meaning of each figure.',
    },
  ),
})
