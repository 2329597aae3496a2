import { Type, type Static } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { flag, idOf, line, matching, oneOf, real, whole } from '#kit/values/fields.ts'
import { madeFirst, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { agentOf } from '#kit/values/userAgent.ts'
import { type Expiring, openExpiring } from '#platform/cache/expiring.ts'
import { startOf } from '#platform/tally/partitions.ts'
import { playbackPrefix } from '#products/livestream/records/playbackAddresses.ts'
import { beatKeys, referrerHost, type BeatKeys, type Watched } from './beatKeys.ts'
import { heartbeat, viewed } from './heartbeatTally.ts'
import { renditions } from './playedRenditions.ts'
import { nilUuid } from './slices.ts'
import { watchedBy } from './analyticsSubject.ts'

const uuid = (description: string) => Type.String({ format: 'uuid', maxLength: 36, description })

const input = closed({
  playbackId: idOf(playbackPrefix, { description: 'Playback id of the video.' }),
  token: Type.Optional(line(2000, { description: 'Access token of a closed video.' })),
  viewId: uuid('Id of the play session, a new random one for each and for each live session.'),
  viewerId: uuid('Id of the viewer, random and kept by the player. We keep a keyed hash of it.'),
  number: whole(0, 1_000_000, {
    description: 'Number of the heartbeat within the play session, from 0; a repeat has the same number.',
  }),
  playedMs: whole(0, 60_000, {
    description: 'Milliseconds of media played since the last heartbeat, capped at the time since then.',
  }),
  positionSeconds: real(0, 1_000_000, {
    description: 'Position of the playhead: seconds of the recorded video, or since the start of the live session.',
  }),
  rebufferMs: whole(0, 60_000, { description: 'Milliseconds of rebuffering since the last heartbeat.' }),
  startupMs: Type.Optional(
    whole(0, 86_400_000, {
      description:
        'Milliseconds from the play command to the first frame, sent once. More than 10 minutes is not counted.',
    }),
  ),
  latencyMs: Type.Optional(
    whole(0, 3_600_000, { description: 'Milliseconds between camera and display, of a live session.' }),
  ),
  bitrateKbps: Type.Optional(whole(1, 1_000_000, { description: 'Bitrate of the played rendition.' })),
  rendition: Type.Optional(
    oneOf(renditions, {
      description:
        'Rendition that played since the last heartbeat: `source` for that of `video.m3u8` or a file, else the name ' +
        'of its playlist. Left out where the player does not know it.',
    }),
  ),
  error: Type.Optional(matching('^[A-Za-z][A-Za-z0-9_.:-]*$', 40, { description: 'Short code of an error.' })),
  protocol: Type.Optional(
    oneOf(['hls', 'native', 'mp4'], { description: 'hls: HLS by a script; native: HLS by the browser; mp4: a file.' }),
  ),
  referrer: Type.Optional(line(2048, { min: 0, description: 'Page that led to the video. Only its host is stored.' })),
  isEmbedded: Type.Optional(flag({ description: 'Whether the player is embedded in a page of another site.' })),
})

type Sent = Static<typeof input>

export const operations = [
  operation('livestream.video.heartbeat', {
    route: 'POST /public/video/heartbeat',
    title: 'Video - Heartbeat',
    description:
      'Heartbeat of a player: at the first frame, every 10 seconds from then on, and at the end. The response comes ' +
      'after the commit; a repeat with the same `number` counts once. A view that is silent for 20 seconds no ' +
      'longer counts as watching.',
    scope: '',
    credential: 'none',
    // The tally is no record: it needs no audit row, and the number of a heartbeat makes its repeat harmless.
    isRead: true,
    rate: 'beacon',
    seesClient: true,
    input,
    output: closed({
      id: idOf(playbackPrefix),
      status: Type.String({
        enum: ['counted', 'own'],
        description: '`own` for a view by an address with `opensPreview`: the owner is no audience and counts nowhere.',
      }),
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
      if (watched === 'own') return { id: sent.playbackId, status: 'own' }
      const keys = beatKeys(ctx, sent, watched)
      const beat: Beat = { sent, keys, at: ctx.now() }
      await Promise.all([countView(ctx, beat), countBeat(ctx, beat, watched)])
      return { id: sent.playbackId, status: 'counted' }
    },
  }),
]

/** A longer start-up is a viewer at a countdown, not a wait for the first frame. */
const startupMsMax = 600_000

type Beat = { sent: Sent; keys: BeatKeys; at: Date }

async function countBeat(ctx: Ctx, { sent, keys, at }: Beat, watched: Watched): Promise<void> {
  await ctx.count(heartbeat, {
    person_key: keys.person,
    view_id: keys.view,
    number: sent.number,
    day: startOf('day', at).toISOString(),
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

/** Some 5 MB when full. */
const viewBounds = { forMs: 3_600_000, countMax: 50_000 }

/** Counts a view once an hour in each process: the tally keeps the first row. */
async function countView(ctx: Ctx, { sent, keys, at }: Beat): Promise<void> {
  const now = at.getTime()
  const views = ctx.memory<Expiring<true>>('livestream.beats', () => openExpiring(viewBounds))
  if (views.get(keys.view, now)) return
  const { device, os, browser } = agentOf(ctx.client?.userAgent ?? '')
  await ctx.count(viewed, {
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
