import { Type, type Static } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { flag, idOf, line, matching, oneOf, real, whole } from '#kit/values/fields.ts'
import { madeFirst, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import type { TelemetryLane } from '#kit/nouns/telemetryLane.ts'
import { agentOf } from '#kit/values/userAgent.ts'
import { type Expiring, openExpiring } from '#platform/cache/expiring.ts'
import { dayOf, makeDay } from '#platform/telemetry/partitions.ts'
import { playbackPrefix } from '#products/livestream/records/playbackAddresses.ts'
import { beatKeys, referrerHost, type BeatKeys, type Watched } from './beatKeys.ts'
import { renditions } from './playedRenditions.ts'
import { nilUuid } from './slices.ts'
import { watchedBy } from './analyticsSubject.ts'

/** What a player reports, beat by beat. A beat that comes again within its day is one beat. */
export const beatLane: TelemetryLane = {
  name: 'livestream.video.heartbeat',
  table: 'livestream_beat',
  columns: {
    account_id: 'bigint',
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
    startup_ms: 'integer',
    latency_ms: 'integer',
    bitrate_kbps: 'integer',
    error: 'text',
    rendition: 'text',
  },
  key: ['view_id', 'number'],
}

/** What a view is watched with, as its first beat tells it. */
export const viewLane: TelemetryLane = {
  name: 'livestream.video.viewed',
  table: 'livestream_view',
  columns: {
    account_id: 'bigint',
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
  },
  key: ['view_id'],
}

const uuid = (description: string) => Type.String({ format: 'uuid', maxLength: 36, description })

const input = closed({
  playbackId: idOf(playbackPrefix, { description: 'Kind of the video that plays.' }),
  token: Type.Optional(line(2000, { description: 'The token that opened a closed video.' })),
  viewId: uuid('This play session: made anew for each, and for each live session.'),
  viewerId: uuid('Id of the viewer, random and kept by the player. We keep a keyed hash of it.'),
  number: whole(0, 1_000_000, {
    description: 'Counts the beats of the play session, from 0; the same when sent again.',
  }),
  playedMs: whole(0, 60_000, {
    description: 'Milliseconds of media played since the beat before. No more than the time since then is counted.',
  }),
  positionSeconds: real(0, 1_000_000, {
    description: 'Where the playhead is: seconds of the recorded video, or since the live session began.',
  }),
  rebufferMs: whole(0, 60_000, { description: 'Milliseconds that it stood still for lack of data since then.' }),
  startupMs: Type.Optional(
    whole(0, 86_400_000, {
      description:
        'Sent once: milliseconds from the play command to the first frame. More than 10 minutes is not counted.',
    }),
  ),
  latencyMs: Type.Optional(whole(0, 3_600_000, { description: 'Milliseconds between camera and display, when live.' })),
  bitrateKbps: Type.Optional(whole(1, 1_000_000, { description: 'Bit rate of what is played.' })),
  rendition: Type.Optional(
    oneOf(renditions, {
      description:
        'Which one played since the beat before: `source` is what `video.m3u8` has, or a file; the others are called ' +
        'as their playlists are. Left out where the player does not know.',
    }),
  ),
  error: Type.Optional(matching('^[A-Za-z][A-Za-z0-9_.:-]*$', 40, { description: 'A short code of what went wrong.' })),
  protocol: Type.Optional(
    oneOf(['hls', 'native', 'mp4'], { description: 'hls: by a script; native: by the browser.' }),
  ),
  referrer: Type.Optional(line(2048, { min: 0, description: 'The page that led here. Its host is kept.' })),
  isEmbedded: Type.Optional(flag({ description: 'Whether the player is embedded in a page of another site.' })),
})

type Beat = Static<typeof input>

export const operations = [
  operation('livestream.video.heartbeat', {
    route: 'POST /public/video/heartbeat',
    title: 'Video - Heartbeat',
    description:
      'A player reports a view: at the first frame, every 10 seconds from then on, and at the end. ' +
      'Answers when it is stored; the same `number` sent again counts once. A view that is silent for 20 seconds no ' +
      'longer counts as watching.',
    scope: '',
    credential: 'none',
    // It writes no record: no audit row, and a repeat is safe by its number.
    isRead: true,
    rate: 'beacon',
    seesClient: true,
    input,
    output: closed({
      id: idOf(playbackPrefix),
      status: Type.String({ enum: ['counted'], description: 'Always `counted`.' }),
    }),
    example: {
      playbackId: madeFirst('livestream.static', { as: playbackPrefix }),
      viewId: '0c4e3b0e-9c39-4f6e-8a55-1d2f7a8b9c01',
      viewerId: '5b1d7c52-6f0a-4b7e-9d3c-2e4f6a8c0d13',
      number: 1,
      playedMs: 10_000,
      positionSeconds: 10.4,
      rebufferMs: 0,
      bitrateKbps: 2800,
      rendition: 'source',
      protocol: 'hls',
    },
    async handle(ctx, sent) {
      const watched = await watchedBy(ctx, sent)
      const keys = beatKeys(ctx, sent, watched)
      const memory = memoryOf(ctx)
      const kept: Kept = { sent, keys, at: ctx.now() }
      await readyDay(ctx, memory, dayOf(kept.at))
      await Promise.all([keepView(ctx, memory, kept), keepBeat(ctx, kept, watched)])
      return { id: sent.playbackId, status: 'counted' }
    },
  }),
]

/** Who looks at a countdown for longer does not wait for a picture. */
const startupMsMax = 600_000

type Kept = { sent: Beat; keys: BeatKeys; at: Date }

async function keepBeat(ctx: Ctx, { sent, keys, at }: Kept, watched: Watched): Promise<void> {
  await ctx.ports.telemetry.add(beatLane.name, {
    account_id: ctx.account.id,
    person_key: keys.person,
    view_id: keys.view,
    number: sent.number,
    day: dayOf(at).toISOString(),
    at: at.toISOString(),
    target_id: watched.targetUuid,
    session_id: watched.sessionUuid ?? nilUuid,
    channel_id: watched.channelUuid ?? nilUuid,
    played_ms: sent.playedMs,
    position_ms: Math.round(sent.positionSeconds * 1000),
    rebuffer_ms: sent.rebufferMs,
    startup_ms: (sent.startupMs ?? 0) > startupMsMax ? undefined : sent.startupMs,
    latency_ms: sent.latencyMs,
    bitrate_kbps: sent.bitrateKbps,
    error: sent.error,
    rendition: sent.rendition,
  })
}

/** Once per view and process, and then again from time to time: the row that is there stays as it is. */
async function keepView(ctx: Ctx, { views }: Memory, { sent, keys, at }: Kept): Promise<void> {
  const now = at.getTime()
  if (views.get(keys.view, now)) return
  const { device, os, browser } = agentOf(ctx.client?.userAgent ?? '')
  await ctx.ports.telemetry.add(viewLane.name, {
    account_id: ctx.account.id,
    person_key: keys.person,
    view_id: keys.view,
    seen_at: at.toISOString(),
    country: ctx.client?.country ?? 'unknown',
    device,
    os,
    browser,
    protocol: sent.protocol ?? 'unknown',
    referrer: referrerHost(sent.referrer),
    is_embedded: sent.isEmbedded ?? false,
  })
  views.set(keys.view, true, now)
}

/** What one process knows of one database. */
type Memory = { views: Expiring<true>; today: { startsAtMs: number; ready: Promise<void> } | undefined }

/** Some 5 MB when full. */
const viewBounds = { forMs: 3_600_000, countMax: 50_000 }

function memoryOf(ctx: Ctx): Memory {
  return ctx.memory<Memory>('livestream.beats', () => ({ views: openExpiring(viewBounds), today: undefined }))
}

/** Waits until a day has a partition for its beats. */
function readyDay(ctx: Ctx, memory: Memory, day: Date): Promise<void> {
  if (memory.today?.startsAtMs === day.getTime()) return memory.today.ready
  const ready = makeDay(ctx.db, beatLane.table, day)
  memory.today = { startsAtMs: day.getTime(), ready }
  ready.catch(() => (memory.today = undefined))
  return ready
}
