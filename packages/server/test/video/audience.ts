import assert from 'node:assert/strict'
import { accountOfId } from '#kit/values/ids.ts'
import { servedViewersPort } from '#platform/video/hls/servedViewers.ts'
import { issueViewToken, type ViewToken } from '#products/livestream/audience/viewToken.ts'
import { hostOf } from './hostOf.ts'
import type { RecordingSummary } from '#platform/video/live/liveHost.ts'
import { objectOf, type Input, type Json, type OneProcess, type World } from '#test/world/world.ts'

/** Live stream without an encoder: its rows are those that an encoder causes. */
export type LiveStream = {
  streamId: string
  playbackId: string
  sessionId: string
  storePoster(): Promise<void>
  end(recording?: RecordingSummary): Promise<void>
}

/** Creates a stream and reports it ready as the engine does; it is live then, or in preview without `autoStart`. */
export async function goLive(w: World, draft: Json = {}): Promise<LiveStream> {
  const made = await w.call('livestream.stream.create', { title: 'Concert', record: false, ...draft })
  const host = hostOf(w.app)
  const key = String(objectOf(made.ingest)['streamKey'])
  const admission = await host.admit({ key, address: '203.0.113.7', protocol: 'rtmp' })
  assert.ok('plan' in admission, JSON.stringify(admission))
  const { accountId, streamUuid, sessionUuid } = admission.plan
  const subject = { accountId, streamUuid, sessionUuid }
  await host.store(subject, { kind: 'ready', videoCodec: 'avc1.64001f', audioCodec: null, width: 640, height: 360 })
  const live = await w.call('livestream.stream.get', { streamId: made.id })
  assert.equal(live.status, draft['autoStart'] === false ? 'preview' : 'live')
  return {
    streamId: String(made.id),
    playbackId: String(objectOf(live.playback)['playbackId']),
    sessionId: String(live.sessionId),
    storePoster: () => host.store(subject, { kind: 'posterStored' }),
    end: (recording) => host.store(subject, { kind: 'ended', why: 'ended', recording, rejection: undefined }),
  }
}

type Beat = Input<'livestream.video.heartbeat'>

/** Scripted viewer: each heartbeat reports 10 seconds of media, unless overridden. */
export type ScriptedViewer = {
  /** Sends the next heartbeat and returns its input. */
  beat(more?: Partial<Beat>): Promise<Beat>
  /** Sends the heartbeat of this number again. */
  again(number: number): Promise<void>
}

type ViewerOptions = {
  viewer?: number
  headers?: Record<string, string>
  on?: OneProcess
  startSeconds?: number
} & Partial<Beat>

/** Opens a play session of a scripted viewer. Sessions with the same `viewer` number belong to one person. */
export function watches(w: World, playbackId: string, options: ViewerOptions = {}): ScriptedViewer {
  const { viewer = (people += 1), headers, on = w, startSeconds = 0, ...always } = options
  const viewId = uuidOf('1', (sessions += 1))
  const sent: Beat[] = []
  let position = startSeconds
  let token: ViewToken | undefined
  const send = async (input: Beat | undefined) => {
    assert.ok(input)
    token ??= await issuedFor(w, playbackId)
    // Streams of tests have no media: the process records that it served some.
    on.app.kernel.ports.get(servedViewersPort).add(token.viewer, 60_000)
    const withToken = { viewToken: token.text, ...input }
    const response = await on.call('livestream.video.heartbeat', withToken, { key: null, ...(headers && { headers }) })
    assert.deepEqual(response, { id: playbackId, status: 'counted', reason: null })
    return withToken
  }
  return {
    async beat(more = {}) {
      const isFirst = sent.length === 0
      const playedMs = Number(more.playedMs ?? (isFirst ? 0 : 10_000))
      position += playedMs / 1000
      const counted = { number: sent.length, playedMs, positionSeconds: position, rebufferMs: 0 }
      const input = { playbackId, viewId, viewerId: uuidOf('2', viewer), ...counted, ...always, ...more } as const
      sent.push(input)
      return send(input)
    },
    again: async (number) => void (await send(sent[number])),
  }
}

/** Token of a page of the video. */
export async function issuedFor(w: Pick<World, 'app'>, playbackId: string): Promise<ViewToken> {
  const account = await w.app.kernel.accounts.find(accountOfId(playbackId) ?? -1)
  assert.ok(account)
  return issueViewToken(w.app.operatorCtx(account, 'test'), playbackId, 'own')
}

let people = 1_000
let sessions = 0

function uuidOf(kind: string, number: number): string {
  return `0000000${kind}-0000-4000-8000-${String(number).padStart(12, '0')}`
}
