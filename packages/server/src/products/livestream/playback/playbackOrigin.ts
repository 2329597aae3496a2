import type { Account, Ctx, Log } from '#kit/call/context.ts'
import { accountOfId } from '#kit/values/ids.ts'
import type { LiveSessionRef } from '#platform/video/live/liveVideoPort.ts'
import type { Files } from '#platform/files/files.ts'
import { assetPrefix, videoName } from '#platform/video/asset/assetNames.ts'
import type { Admission, MediaRequest, OriginHost } from '#platform/video/hls/hlsOrigin.ts'
import type { Recordings } from '#platform/video/hls/recordingPlaylists.ts'
import type { LiveEngine } from '#platform/video/live/liveEngine.ts'
import { openGate, type Gate, type Judgement } from './playbackGate.ts'
import type { Video } from './playedVideo.ts'

/** Parts of the platform that the origin's host uses. */
export type PlaybackOriginParts = {
  findAccount(id: number): Promise<Account | undefined>
  open(account: Account, name: string): Ctx
  openAudience(account: Account, address: string): Ctx
  engine: LiveEngine
  files: Files
  recordings: Recordings
  nowMs(): number
  log: Log
}

/** The host of the media origin with its gate. */
export type PlaybackOrigin = { host: OriginHost; gate: Gate }

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
    gate,
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
