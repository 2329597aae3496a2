import { accountOfId } from '#kit/values/ids.ts'
import type { LiveSessionRef } from '#platform/video/live/liveVideoPort.ts'
import { assetPrefix, videoName } from '#platform/video/asset/assetNames.ts'
import type { Admission, MediaRequest } from '#platform/video/hls/hlsOrigin.ts'
import type { PlaybackOrigin, PlaybackOriginParts } from '#platform/video/hls/playbackOriginPort.ts'
import { openGate, type Judgement } from './playbackGate.ts'
import type { Video } from './playedVideo.ts'

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
    if (media?.kind === 'live') return liveAt(media, request)
    if (media?.kind !== 'asset') return nothing
    const mayDownload = isOwner || video.static?.allowDownload === true
    return request.file === videoName && !mayDownload ? noDownload : recordedAt(video, media.assetUuid)
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
