import type { Account, Ctx, Log } from '#kit/call/context.ts'
import { accountOfId } from '#kit/values/ids.ts'
import type { LiveSessionRef } from '#platform/video/live/liveVideoPort.ts'
import type { Files } from '#platform/files/files.ts'
import { assetPrefix, videoName } from '#platform/video/asset/assetNames.ts'
import type { Admission, Asked, OriginHost } from '#platform/video/hls/hlsOrigin.ts'
import type { Recordings } from '#platform/video/hls/recordingPlaylists.ts'
import type { LiveEngine } from '#platform/video/live/liveEngine.ts'
import { openGate, type Gate, type Judgement } from './playbackGate.ts'
import type { Video } from './playedVideo.ts'

/** What the origin's host needs of the platform. */
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

/** What decides for the origin who gets what, and the gate behind it. */
export type PlaybackOrigin = { host: OriginHost; gate: Gate }

/** Opens the host of the origin: the gate says who may watch, and this where what they watch lies. */
export function openPlaybackOrigin(parts: PlaybackOriginParts): PlaybackOrigin {
  const { engine, files, recordings } = parts
  const gate = openGate(parts)
  const nothing: Admission = { kind: 'refused', status: 404, reason: 'There is nothing to be played at this moment.' }
  const notKept: Admission = { kind: 'refused', status: 403, reason: 'The video may be watched, but not be kept.' }

  function admissionTo(judgement: Judgement, asked: Asked): Admission | Promise<Admission> {
    if ('status' in judgement) return { kind: 'refused', ...judgement }
    const { video, isOwner } = judgement
    const { media } = video
    if (media?.kind === 'live') return liveAt(media, asked)
    if (media?.kind !== 'asset') return nothing
    const mayKeep = isOwner || video.static?.allowDownload === true
    return asked.file === videoName && !mayKeep ? notKept : recordedAt(video, media.assetUuid)
  }

  function liveAt(session: LiveSessionRef, asked: Asked): Admission | Promise<Admission> {
    const playable = engine.playback(session, asked)
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
      admit(asked) {
        const judgement = gate.judge(asked.playbackId, asked)
        if (!(judgement instanceof Promise)) return admissionTo(judgement, asked)
        return judgement.then((known) => admissionTo(known, asked))
      },
    },
  }
}
