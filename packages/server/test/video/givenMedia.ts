import assert from 'node:assert/strict'
import type { App } from '#app/app.ts'
import { readLoop } from '#demo/demoLoop.ts'
import { giveRecording, putRecording, recordLoop, type LoopRecording } from '#demo/loopRecording.ts'
import { parseId, uuidv7 } from '#kit/values/ids.ts'
import { assetPrefix } from '#platform/video/asset/assetNames.ts'
import { openStreamHost } from '#products/livestream/stream/streamHost.ts'

/** When the media that is given begins, in ms since 1970; examples that cut from it name times shortly after. */
export const givenAtMs = Date.UTC(2026, 10, 21, 9)

let recorded: Promise<LoopRecording> | undefined

/** Twenty seconds of real media, made once in a process. */
function givenRecording(): Promise<LoopRecording> {
  recorded ??= readLoop().then((loop) => recordLoop(loop, { rounds: 1, startsAtMs: givenAtMs }))
  return recorded
}

/**
 * Gives real media to what a create answered: a recorded video has it from then on, and a stream is over, with it as
 * its replay.
 */
export async function giveMedia(app: App, made: Record<string, unknown>): Promise<void> {
  const id = String(made['id'])
  const accountId = parseId(id.slice(0, id.indexOf('_')), id)?.accountId
  const account = accountId === undefined ? undefined : await app.kernel.accounts.find(accountId)
  assert.ok(account, `${id} belongs to nobody`)
  if (id.startsWith('str_')) return giveReplay(app, String(Object(made['ingest']).streamKey))
  const recording = await givenRecording()
  const given = { staticId: id, assetUuid: uuidv7(app.kernel.now().getTime()), recording }
  await giveRecording(app.operatorCtx(account, 'test'), app.live.files, given)
}

/** A session of the stream with this key, as the engine would have told of it. */
async function giveReplay(app: App, key: string): Promise<void> {
  const host = openStreamHost({
    findAccount: (id) => app.kernel.accounts.find(id),
    open: (account, name) => app.operatorCtx(account, name),
    onFacts() {},
  })
  const judged = await host.admit({ key, address: '203.0.113.7', protocol: 'rtmp' })
  assert.ok('plan' in judged, JSON.stringify(judged))
  const { accountId, streamUuid, sessionUuid } = judged.plan
  const subject = { accountId, streamUuid, sessionUuid }
  const recording = await givenRecording()
  const { made } = recording
  await putRecording(app.live.files, assetPrefix(accountId, sessionUuid), recording)
  const { width, height } = made
  await host.happened(subject, { kind: 'ready', videoCodec: 'avc1.64001f', audioCodec: 'mp4a.40.2', width, height })
  await host.happened(subject, { kind: 'ended', why: 'ended', recording: made, rejection: undefined })
}
