import type { Account, Ctx, Log } from '#kit/context.ts'
import { accountOfId } from '#kit/ids.ts'
import type { Files } from '#platform/files/files.ts'
import { assetPrefix } from '#platform/video/asset/names.ts'
import type { Admission, OriginHost } from '#platform/video/hls/origin.ts'
import type { Recordings } from '#platform/video/hls/recordings.ts'
import type { LiveEngine } from '#platform/video/live/engine.ts'
import type { Nodes } from '#platform/video/live/nodes.ts'
import { openGate, type Gate, type Judgement } from './gate.ts'
import type { Video } from './video.ts'

/** What the origin's host needs of the platform. */
export type PlaybackOriginParts = {
  findAccount(id: number): Promise<Account | undefined>
  open(account: Account, name: string): Ctx
  engine: LiveEngine
  nodes: Nodes
  files: Files
  recordings: Recordings
  nowMs(): number
  log: Log
}

/** What decides for the origin who gets what, and the gate behind it. */
export type PlaybackOrigin = { host: OriginHost; gate: Gate }

/** Opens the host of the origin: the gate says who may watch, and this where what they watch lies. */
export function openPlaybackOrigin(parts: PlaybackOriginParts): PlaybackOrigin {
  const { engine, nodes, files, recordings } = parts
  const gate = openGate(parts)
  const nothing: Admission = { kind: 'refused', status: 404, reason: 'There is nothing to be played at this moment.' }

  function admissionTo(judgement: Judgement): Admission | Promise<Admission> {
    if ('status' in judgement) return { kind: 'refused', ...judgement }
    const { video } = judgement
    if (video.media?.kind === 'live') return liveAt(video, video.media.sessionUuid, video.media.nodeId)
    return video.media?.kind === 'asset' ? recordedAt(video, video.media.assetUuid) : nothing
  }

  function liveAt(video: Video, sessionUuid: string, nodeId: string): Admission | Promise<Admission> {
    const session = engine.held.find(sessionUuid)
    if (session !== undefined) return { kind: 'live', broadcast: session.broadcast, assetId: sessionUuid }
    if (nodeId === nodes.id) return nothing
    return nodes.urlOf(nodeId).then((nodeUrl): Admission => {
      if (nodeUrl === undefined) return nothing
      return { kind: 'elsewhere', nodeUrl, authorization: nodes.authorization(video.playbackId) }
    })
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
      admit({ playbackId, token }) {
        const judgement = gate.judge(playbackId, token)
        return judgement instanceof Promise ? judgement.then(admissionTo) : admissionTo(judgement)
      },
    },
  }
}
