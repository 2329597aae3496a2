import { accountOfId } from '#kit/values/ids.ts'
import type { LiveSessionRef } from '#platform/video/live/liveVideoPort.ts'
import { assetPrefix, videoName } from '#platform/video/asset/assetNames.ts'
import type { Admission, MediaRequest, View } from '#platform/video/hls/originHost.ts'
import type { PlaybackOrigin, PlaybackOriginParts } from '#platform/video/hls/playbackOriginPort.ts'
import { recordServed } from '#products/livestream/audience/mediaViews.ts'
import { issueViewToken, readViewToken } from '#products/livestream/audience/viewToken.ts'
import { openGate, type Judgement } from './playbackGate.ts'
import type { Video } from './playedVideo.ts'

type Watchable = Exclude<Judgement, { status: number }>

/** Opens the host of the media origin. The gate decides who may watch; the host finds the playlist or file. */
export function openPlaybackOrigin(parts: PlaybackOriginParts): PlaybackOrigin {
  const { engine, files, recordings } = parts
  const gate = openGate(parts)
  const nothing: Admission = { kind: 'refused', status: 404, reason: 'There is nothing to be played at this moment.' }
  const noDownload: Admission = {
    kind: 'refused',
    status: 403,
    reason: 'The video may be watched, but not downloaded.',
  }

  function admissionTo(judgement: Judgement, request: MediaRequest): Admission | Promise<Admission> {
    if ('status' in judgement) return { kind: 'refused', ...judgement }
    const { video, isOwner } = judgement
    const { media } = video
    if (media?.kind !== 'live' && media?.kind !== 'asset') return nothing
    const mayDownload = isOwner || video.static?.allowDownload === true
    if (media.kind === 'asset' && request.file === videoName && !mayDownload) return noDownload
    const found = media.kind === 'live' ? liveAt(media, request) : recordedAt(video, media.assetUuid)
    const view = isOwner ? undefined : viewOf(judgement, request)
    if (view === undefined) return found
    return found instanceof Promise ? found.then((admission) => viewed(admission, view)) : viewed(found, view)
  }

  /** The viewer of a request: a new one for a multivariant playlist without a valid token. */
  function viewOf({ video, ctx }: Watchable, request: MediaRequest): View | undefined {
    const { playbackId, viewToken, file, headers, address } = request
    const known = readViewToken(ctx, playbackId, viewToken)
    const token = known ?? (file === 'main.m3u8' ? issueViewToken(ctx, playbackId, 'other') : undefined)
    if (token === undefined) return undefined
    return {
      token: token.text,
      // Segments of a recording are all that shows how much of it a player plays; those of our player stay cacheable.
      isInPath: token.player === 'other' && video.media?.kind === 'asset',
      served: (segment) => {
        const client = parts.clientOf(headers, address)
        recordServed(ctx, { token, video, client }, { file, segment })
      },
    }
  }

  function liveAt(session: LiveSessionRef, request: MediaRequest): Admission | Promise<Admission> {
    const playable = engine.playback(session, request)
    return playable instanceof Promise ? playable.then((found) => found ?? nothing) : (playable ?? nothing)
  }

  function recordedAt({ playbackId }: Video, assetUuid: string): Admission | Promise<Admission> {
    const prefix = assetPrefix(accountOfId(playbackId) ?? 0, assetUuid)
    const known = recordings.find(prefix)
    if (known !== undefined) return { kind: 'recorded', recorded: known, assetId: assetUuid }
    return recordings.open(prefix).then((recorded): Admission => ({ kind: 'recorded', recorded, assetId: assetUuid }))
  }

  return {
    mayWatch: async (playbackId, token) => 'video' in (await gate.judge(playbackId, { token })),
    host: {
      files,
      log: parts.log,
      admit(request) {
        const judgement = gate.judge(request.playbackId, request)
        if (!(judgement instanceof Promise)) return admissionTo(judgement, request)
        return judgement.then((known) => admissionTo(known, request))
      },
    },
  }
}

function viewed(admission: Admission, view: View): Admission {
  return admission.kind === 'refused' ? admission : { ...admission, view }
}
