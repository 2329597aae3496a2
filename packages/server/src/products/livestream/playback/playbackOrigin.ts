import { LRUCache } from 'lru-cache'
import { accountOfId } from '#kit/values/ids.ts'
import type { LiveSessionRef } from '#platform/video/live/liveVideoPort.ts'
import { assetPrefix, videoName } from '#platform/video/asset/assetNames.ts'
import type { Admission, MediaRequest, View } from '#platform/video/hls/originHost.ts'
import type { PlaybackOrigin, PlaybackOriginParts } from '#platform/video/hls/playbackOriginPort.ts'
import { recordServed } from '#products/livestream/audience/mediaViews.ts'
import { issueViewToken, readViewToken } from '#products/livestream/audience/viewToken.ts'
import { openGate, type Judgement } from './playbackGate.ts'
import { isOwnPreview, type Video } from './playedVideo.ts'

/** Time after the end of a session in which its playlist is requested: a minute, and the difference of clocks. */
const endedMsMax = 120_000
/** Most sessions in memory that were played here. */
const playedMax = 10_000

/** A session that was played here, with its playback address. */
type Played = LiveSessionRef & { playbackId: string; isPreview: boolean }

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

  /** Sessions that were played here lately: one that ended is found although its stream has another session. */
  const played = new LRUCache<string, Played>({ max: playedMax, ttl: endedMsMax, ttlResolution: 1_000 })

  function admissionOf(judgement: Judgement, request: MediaRequest): Admission | Promise<Admission> {
    const { playbackId, assetId, kind } = request
    const media = 'video' in judgement ? judgement.video.media : undefined
    if (media?.kind === 'live' && kind === 'video') {
      const isPreview = 'video' in judgement && isOwnPreview(judgement.video)
      played.set(media.sessionUuid, { ...media, playbackId, isPreview })
    }
    const isCurrent = media?.kind === 'live' && media.sessionUuid === assetId
    // A replay has the segments of its session, but neither its playlist nor its parts.
    const isReplayed = media?.kind === 'asset' && media.assetUuid === assetId && kind !== 'video' && kind !== 'part'
    if (assetId === undefined || isCurrent || isReplayed) return admissionTo(judgement, request)
    const otherwise = () => (kind === 'video' ? nothing : admissionTo(judgement, request))
    const endedAt = (ended: Judgement) => {
      const session = endedSession(ended, request)
      if (session === undefined) return otherwise()
      const playable = engine.playback(session, request)
      return playable instanceof Promise ? playable.then((found) => found ?? otherwise()) : (playable ?? otherwise())
    }
    const ended = gate.judgeEnded(playbackId, request)
    return ended instanceof Promise ? ended.then(endedAt) : endedAt(ended)
  }

  /** The session that a request names, where it ended a short time ago and the viewer may see its end. */
  function endedSession(ended: Judgement, { playbackId, assetId = '' }: MediaRequest): LiveSessionRef | undefined {
    if (!('video' in ended)) return undefined
    const { isOwner, video } = ended
    const { session } = video
    if (session?.id === assetId) {
      const isOld = session.ended_at !== null && parts.nowMs() - Date.parse(session.ended_at) > endedMsMax
      const isHidden = session.live_at === null && !isOwner
      return isOld || isHidden ? undefined : { sessionUuid: session.id, nodeId: session.node_id }
    }
    const known = played.get(assetId)
    return known?.playbackId !== playbackId || (known.isPreview && !isOwner) ? undefined : known
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
        if (!(judgement instanceof Promise)) return admissionOf(judgement, request)
        return judgement.then((known) => admissionOf(known, request))
      },
    },
  }
}

function viewed(admission: Admission, view: View): Admission {
  return admission.kind === 'refused' ? admission : { ...admission, view }
}
