import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse, readPlaylist, checkLive } from '#test/video/hlsPlaylist.ts'
import { madeInit, madeSession } from '#test/video/madeMedia.ts'
import { readAddress } from './hlsAddress.ts'
import { openBroadcast, type Broadcast } from './broadcast.ts'
import type { Variant } from './playlistTags.ts'
import { Variants } from './variants.ts'

const assetId = '0192f3a4-5b6c-7d8e-9f01-23456789abcd'
const playbackId = `plb_${'0'.repeat(34)}`
const rates = { peakBitRate: 900_000, averageBitRate: 800_000.2, frameRate: 25 }
const small: Variant = {
  uri: '480p.m3u8',
  video: { codec: 'avc1.4D4028', width: 854, height: 480 },
  audio: madeInit().audio,
  ...rates,
}

/** A source, a smaller rendition and an audio rendition, each one segment behind the other. */
function opened() {
  const variants = new Variants(() => source)
  const open = (id: string): Broadcast => {
    const broadcast: Broadcast = openBroadcast({
      assetId: id,
      partSeconds: 0.334,
      windowSeconds: 60,
      reports: () => variants.reportsBeside(broadcast),
    })
    return broadcast
  }
  const source = open(assetId)
  const [smaller, audio] = [open(`${assetId}/480p`), open(`${assetId}/audio`)]
  const session = madeSession({ bytesPerPart: 50_000 })
  for (const { segment, parts } of [session.next(), session.next(), session.next()]) {
    for (const [broadcast, countMax] of [
      [source, 3],
      [smaller, 2],
      [audio, 1],
    ] as const) {
      if (segment.number > countMax) continue
      if (segment.number === 1) broadcast.init(madeInit())
      for (const part of parts) broadcast.part(part)
      broadcast.segment(segment, parts)
    }
  }
  return { variants, source, smaller, audio, next: session.next() }
}

const textOf = async (broadcast: Broadcast) => (await broadcast.mediaPlaylist()).text.bytes.toString()

test('playlists with parts hold rendition reports for the other renditions', async () => {
  const { variants, source, smaller, audio, next } = opened()
  const begun = () => Promise.resolve()
  variants.add({ name: '480p', broadcast: smaller, begun, variant: () => small })
  variants.add({ name: 'audio', broadcast: audio, begun, variant: () => undefined })
  const [first] = next.parts
  if (first !== undefined) source.part(first)
  const ofSmaller = readPlaylist(await textOf(smaller))
  checkLive(ofSmaller, `${assetId}/480p`)
  assert.deepEqual(ofSmaller.reports, [
    { uri: `video-${assetId}.m3u8`, msn: 4, part: 0 },
    { uri: `audio-${assetId}.m3u8`, msn: 1, part: 5 },
  ])
  const ofSource = readPlaylist(await textOf(source))
  assert.deepEqual(
    ofSource.reports.map(({ uri }) => uri),
    [`480p-${assetId}.m3u8`, `audio-${assetId}.m3u8`],
  )
  source.end()
  assert.deepEqual(readPlaylist(await textOf(source)).reports, [])
})

test('the multivariant playlist holds the source and the renditions that are offered', async () => {
  const { variants, smaller, audio } = opened()
  let offered: Variant | undefined = small
  variants.add({ name: '480p', broadcast: smaller, begun: () => Promise.resolve(), variant: () => offered })
  const alone = { ...small, uri: 'audio.m3u8', video: undefined }
  variants.add({ name: 'audio', broadcast: audio, begun: () => Promise.resolve(), variant: () => alone })
  const entries = async () =>
    parse((await variants.multivariant()).text.bytes.toString()).playlists?.map(({ uri, attributes }) => [
      uri,
      attributes['CODECS'],
      attributes['RESOLUTION'],
      attributes['FRAME-RATE'],
    ])
  assert.deepEqual(await entries(), [
    [`video-${assetId}.m3u8`, 'avc1.64001f,mp4a.40.2', { width: 1280, height: 720 }, undefined],
    ['480p.m3u8', 'avc1.4D4028,mp4a.40.2', { width: 854, height: 480 }, 25],
    ['audio.m3u8', 'mp4a.40.2', undefined, undefined],
  ])
  const { text } = await variants.multivariant()
  assert.equal((await variants.multivariant()).text, text)
  offered = undefined
  assert.equal((await entries())?.length, 2)
  assert.equal(variants.find('480p'), smaller)
  assert.equal(variants.find('720p'), undefined)
})

test('the multivariant playlist offers no smaller rendition that needs as much bandwidth as the source', async () => {
  const { variants, source, smaller } = opened()
  const { peakBitRate, averageBitRate } = await source.variant()
  const begun = () => Promise.resolve()
  let own = { peakBitRate, averageBitRate }
  variants.add({ name: '480p', broadcast: smaller, begun, variant: () => ({ ...small, ...own }) })
  const uris = async () => parse((await variants.multivariant()).text.bytes.toString()).playlists?.map(({ uri }) => uri)
  assert.deepEqual(await uris(), [`video-${assetId}.m3u8`])
  own = { peakBitRate: peakBitRate + 1, averageBitRate: averageBitRate / 2 }
  assert.deepEqual(await uris(), [`video-${assetId}.m3u8`])
  own = { peakBitRate, averageBitRate: averageBitRate / 2 }
  assert.deepEqual(await uris(), [`video-${assetId}.m3u8`, '480p.m3u8'])
})

test('the first multivariant playlist waits until the renditions have begun', async () => {
  const { variants, smaller } = opened()
  const { promise, resolve } = Promise.withResolvers<void>()
  variants.add({ name: '480p', broadcast: smaller, begun: () => promise, variant: () => small })
  let isSettled = false
  const playlist = variants.multivariant().finally(() => (isSettled = true))
  await new Promise((done) => setImmediate(done))
  assert.equal(isSettled, false)
  resolve()
  assert.match((await playlist).text.bytes.toString(), /480p/)
})

test('readAddress() reads the names of renditions from playlists and segments', () => {
  const read = (rest: string) => {
    const { rendition, assetId: asset, target } = readAddress(`/hls/${playbackId}/${rest}`) ?? {}
    return [rendition, asset, target?.kind]
  }
  assert.deepEqual(read('video.m3u8'), [undefined, undefined, 'video'])
  assert.deepEqual(read('480p.m3u8?_HLS_msn=1'), ['480p', undefined, 'video'])
  assert.deepEqual(read('t/a.b.c/480p.m3u8'), ['480p', undefined, 'video'])
  assert.deepEqual(read(`video-${assetId}.m3u8?_HLS_msn=1`), [undefined, assetId, 'video'])
  assert.deepEqual(read(`t/a.b.c/480p-${assetId}.m3u8`), ['480p', assetId, 'video'])
  assert.deepEqual(read(`${assetId}/480p/s12.m4s`), ['480p', assetId, 'segment'])
  assert.deepEqual(read(`t/a.b.c/${assetId}/audio/init-3.mp4`), ['audio', assetId, 'init'])
  assert.deepEqual(read(`${assetId}/s12.m4s`), [undefined, assetId, 'segment'])
  for (const none of [
    `${assetId}/480p`,
    `${assetId}/48.0p/s1.m4s`,
    `${assetId}/480p/x/s1.m4s`,
    `${assetId}/480p/main.m3u8`,
    `${assetId}/video-${assetId}.m3u8`,
  ]) {
    assert.deepEqual(read(none), [undefined, undefined, undefined], none)
  }
})
