import assert from 'node:assert/strict'
import type { App } from '#app/app.ts'
import { readLoop } from '#demo/demoLoop.ts'
import { addRecording, putRecording, recordLoop, type LoopRecording } from '#demo/loopRecording.ts'
import { parseId, uuidv7 } from '#kit/values/ids.ts'
import type { RecordingSummary } from '#platform/video/live/liveHost.ts'
import { assetPrefix } from '#platform/video/asset/assetNames.ts'
import { hostOf } from './hostOf.ts'

/** Start of the recording, in ms since 1970. Examples of clips have times shortly after it. */
export const givenAtMs = Date.UTC(2026, 10, 21, 9)

let recorded: Promise<LoopRecording> | undefined

/** Records twenty seconds of real media, once per process. */
function givenRecording(): Promise<LoopRecording> {
  recorded ??= readLoop().then((loop) => recordLoop(loop, { rounds: 1, startsAtMs: givenAtMs }))
  return recorded
}

/** Adds real media to a created record: a recorded video contains it, a stream ends with it as replay. */
export async function addMedia(app: App, made: Record<string, unknown>): Promise<void> {
  const id = String(made['id'])
  const accountId = parseId(id.slice(0, id.indexOf('_')), id)?.accountId
  const account = accountId === undefined ? undefined : await app.kernel.accounts.find(accountId)
  assert.ok(account, `${id} has no account`)
  if (id.startsWith('str_')) return giveReplay(app, String(Object(made['ingest']).streamKey))
  const recording = await givenRecording()
  const given = { staticId: id, assetUuid: uuidv7(app.kernel.now().getTime()), recording }
  await addRecording(app.operatorCtx(account, 'test'), app.live.files, given)
}

/** Stores twenty seconds of real media, from a programme time on, as the recording of a session. */
export async function putGivenRecording(app: App, sessionId: string, startsAtMs: number): Promise<RecordingSummary> {
  const session = parseId('ses', sessionId)
  assert.ok(session, sessionId)
  const recording = recordLoop(await readLoop(), { rounds: 1, startsAtMs })
  await putRecording(app.live.files, assetPrefix(session.accountId, session.uuid), recording)
  return recording.made
}

/** Makes a created stream live, without an encoder or media: its rows are those that an encoder causes. */
export async function startSession(app: App, made: Record<string, unknown>): Promise<void> {
  await openSession(app, String(Object(made['ingest']).streamKey))
}

/** Reports a finished session of the stream with this key, as the engine does. */
async function giveReplay(app: App, key: string): Promise<void> {
  const recording = await givenRecording()
  const { made } = recording
  const keep = (prefix: string) => putRecording(app.live.files, prefix, recording)
  const { host, subject } = await openSession(app, key, { ...made, keep })
  await host.store(subject, { kind: 'ended', why: 'ended', recording: made, rejection: undefined })
}

type Signal = { width: number; height: number; keep?: (prefix: string) => Promise<void> }

/** Reports a session of the stream with this key as ready. */
async function openSession(app: App, key: string, { width, height, keep }: Signal = { width: 640, height: 360 }) {
  const host = hostOf(app)
  const admission = await host.admit({ key, address: '203.0.113.7', protocol: 'rtmp' })
  assert.ok('plan' in admission, JSON.stringify(admission))
  const { accountId, streamUuid, sessionUuid } = admission.plan
  const subject = { accountId, streamUuid, sessionUuid }
  await keep?.(assetPrefix(accountId, sessionUuid))
  await host.store(subject, { kind: 'ready', videoCodec: 'avc1.64001f', audioCodec: 'mp4a.40.2', width, height })
  return { host, subject }
}
