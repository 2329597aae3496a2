import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MediaTag } from '#platform/video/mediaTypes.ts'
import { writeAmf } from '#platform/video/rtmp/amf0.ts'
import { openPush } from '#platform/video/rtmp/rtmpPush.ts'
import { aacRecords, audioHeader, avcRecords, videoHeader } from '#test/video/madeEncoder.ts'
import { goodKey, ingestWorld } from '#test/video/ingestWorld.ts'
import { tagOf } from '#test/video/rtmpEncoder.ts'
import { until } from '#test/world/until.ts'
import { Simulcast, type OpenPush } from './simulcastPushes.ts'

const fourCc = (name: string) => Buffer.from(name).toString('hex')
const tag = (kind: MediaTag['kind'], hex: string, timestampMs = 0): MediaTag => ({
  kind,
  timestampMs,
  body: Buffer.from(hex, 'hex'),
})

/** The tags of an encoder that speaks Enhanced RTMP, with H.264 and AAC. */
const enhanced = {
  videoHeader: tag('video', `90${fourCc('avc1')}${avcRecords.sd}`),
  audioHeader: tag('audio', `90${fourCc('mp4a')}${aacRecords.stereo48}`),
  keyFrame: tag('video', `93${fourCc('avc1')}000000026588`),
}

const openLocalPush: OpenPush = ({ serverUrl: url, streamKey }, onState) =>
  openPush({ url, streamKey, rules: { allowPrivate: true }, onState })

/** The same tags as encoders without Enhanced RTMP send them, the key frame with a composition time of 0. */
const classic = {
  videoHeader: videoHeader(),
  audioHeader: audioHeader(),
  keyFrame: tag('video', '1701000000000000026588'),
}

test('a target that starts late gets metadata and sequence headers first, all in the classic form of FLV', async () => {
  await using w = await ingestWorld()
  const simulcast = new Simulcast(openLocalPush, () => undefined)
  const cuePoint: MediaTag = { kind: 'data', timestampMs: 0, body: writeAmf(['onCuePoint', { name: 'goal' }]) }
  const metadata = tagOf.metadata()
  for (const each of [metadata, enhanced.videoHeader, enhanced.audioHeader, cuePoint]) simulcast.tag(each)
  simulcast.setTargets([{ targetId: 't1', serverUrl: `rtmp://127.0.0.1:${w.port}/live`, streamKey: goodKey }])
  simulcast.start()
  await until(() => simulcast.states()[0]?.state === 'live')
  simulcast.tag(enhanced.keyFrame)
  await until(() => w.published[0]?.tags.at(-1)?.body.equals(classic.keyFrame.body) === true)
  simulcast.stop()
  await until(() => w.published[0]?.ends.length === 1)
  assert.deepEqual(w.published[0]?.tags, [metadata, classic.videoHeader, classic.audioHeader, classic.keyFrame])
})
