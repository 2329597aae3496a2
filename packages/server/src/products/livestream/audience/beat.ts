import { Type } from '#kit/values/schema.ts'
import { flag, idOf, line, matching, nullable, oneOf, real, whole } from '#kit/values/fields.ts'
import { madeFirst, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { playbackPrefix } from '#products/livestream/records/playbackAddresses.ts'
import { watchedBy } from './analyticsSubject.ts'
import { beatKeys } from './beatKeys.ts'
import { renditions } from './playedRenditions.ts'
import { presentViewers } from './presentViewers.ts'
import { isProven } from './viewProof.ts'
import { countPlayback, countView, type ViewOf } from './viewRows.ts'
import { noteWatcher } from './watchTime.ts'
import { readViewToken } from './viewToken.ts'

const uuid = (description: string) => Type.String({ format: 'uuid', maxLength: 36, description })

const input = closed({
  playbackId: idOf(playbackPrefix, { description: 'Playback id of the video.' }),
  token: Type.Optional(line(2000, { description: 'Access token of a closed video.' })),
  viewToken: Type.Optional(
    line(100, {
      description: 'Token of the viewer, from `access` or from the playlist that it plays. Without it nothing counts.',
    }),
  ),
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
        'Rendition that played since the last heartbeat: `source` for `video-….m3u8` or a file, else the first ' +
        'word of its playlist, such as `720p`. Left out where the player does not know it.',
    }),
  ),
  error: Type.Optional(matching('^[A-Za-z][A-Za-z0-9_.:-]*$', 40, { description: 'Short code of an error.' })),
  protocol: Type.Optional(
    oneOf(['hls', 'native', 'mp4'], { description: 'hls: HLS by a script; native: HLS by the browser; mp4: a file.' }),
  ),
  referrer: Type.Optional(line(2048, { min: 0, description: 'Page that led to the video. Only its host is stored.' })),
  viewerToken: Type.Optional(
    line(2000, {
      description:
        'Viewer token of a signed-in viewer (`account.viewer.createToken`), for pages of other sites: its contact ' +
        'earns the watch time. On pages of this server the cookie of the sign-in says who it is.',
    }),
  ),
  isEmbedded: Type.Optional(flag({ description: 'Whether the player is embedded in a page of another site.' })),
})

const ignoredReasons = ['view_token', 'not_served', 'network_full', 'other_viewer'] as const

export const operations = [
  operation('livestream.video.heartbeat', {
    route: 'POST /public/video/heartbeat',
    title: 'Video - Heartbeat',
    description:
      'Heartbeat of a player: at the first frame, every 10 seconds from then on, and at the end. The response comes ' +
      'after the commit; a repeat with the same `number` counts once. A view that is silent for 20 seconds no ' +
      'longer counts as watching. It counts with a `viewToken` to which media was served.',
    scope: '',
    credential: 'none',
    // The tally is no record: it needs no audit row, and the number of a heartbeat makes its repeat harmless.
    isRead: true,
    rate: 'beacon',
    seesClient: true,
    seesViewer: true,
    input,
    output: closed({
      id: idOf(playbackPrefix),
      status: oneOf(['counted', 'own', 'ignored'], {
        description:
          '`own` for a view by an address with `opensPreview`: the owner is no audience and counts nowhere. ' +
          '`ignored`: it counts nowhere, for the `reason` beside it.',
      }),
      reason: nullable(
        oneOf(ignoredReasons, {
          description:
            'view_token: without a valid `viewToken`. not_served: no media was served to it. network_full: its ' +
            'network has as many viewers as count. other_viewer: the token is in use by another viewer or view.',
        }),
      ),
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
      const id = sent.playbackId
      const ignored = (reason: Ignored) => ({ id, status: 'ignored' as const, reason })
      // Heartbeats without a token cost no statement.
      const token = readViewToken(ctx, id, sent.viewToken)
      if (token === undefined) return ignored('view_token')
      const at = ctx.now()
      const viewers = presentViewers(ctx)
      if (at.getTime() > token.expiresAtMs && !viewers.has(token.viewer, at.getTime())) return ignored('view_token')
      const watched = await watchedBy(ctx, sent)
      if (watched === 'own') return { id, status: 'own' as const, reason: null }
      const ids = viewers.idsOf({ ...sent, viewer: token.viewer })
      const keys = beatKeys(ctx, ids, watched)
      if (!(await isProven(ctx, { token, watched, keys }))) return ignored('not_served')
      const refused = viewers.admit({ ...ids, viewer: token.viewer }, ctx.client, at.getTime())
      if (refused !== undefined) return ignored(refused)
      const view: ViewOf = { keys, watched, at }
      const { number, playedMs, positionSeconds, protocol, referrer, isEmbedded, viewerToken, ...more } = sent
      const positionMs = Math.round(positionSeconds * 1000)
      await Promise.all([
        countView(ctx, view, { client: ctx.client, player: 'own', protocol, referrer, isEmbedded }),
        countPlayback(ctx, view, { ...more, number, playedMs, positionMs }),
        noteWatcher(ctx, view, viewerToken),
      ])
      return { id, status: 'counted' as const, reason: null }
    },
  }),
]

type Ignored = (typeof ignoredReasons)[number]
