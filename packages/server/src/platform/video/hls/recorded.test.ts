import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { parse, readPlaylist } from '#test/video/hlsPlaylist.ts'
import { madeInit, madeSession, type MadeOptions, type MadeSegment } from '#test/video/madeMedia.ts'
import { openDiskFiles } from '#platform/files/disk.ts'
import { FileMissing, type Files } from '#platform/files/files.ts'
import { encodeInitLine, encodeSegmentLine } from '#platform/video/asset/assetIndex.ts'
import { openRecorded, type Recorded } from './recorded.ts'
import { openRecordings } from './recordingPlaylists.ts'

let folder: string
let files: Files
let count = 0

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recorded-'))
  files = openDiskFiles(folder)
})
after(() => rm(folder, { recursive: true }))

/** Stores an asset of these segments; a new reel begins at each segment number in `reels`. */
async function put(options: readonly MadeOptions[], reels: readonly number[] = [], made: MadeOptions = {}) {
  const assetId = `0192f3a4-5b6c-7d8e-9f01-${String((count += 1)).padStart(12, '0')}`
  const prefix = `media/0a1b2c3d/${assetId}/`
  const session = madeSession(made)
  const segments = options.map((each) => session.next(each))
  const lines: string[] = []
  for (const id of new Set(segments.map(({ segment }) => segment.initId))) {
    const { data, ...init } = madeInit(id)
    lines.push(encodeInitLine({ ...init, byteCount: data.length }))
    await files.put(`${prefix}init-${id}.mp4`, data, 'video/mp4')
  }
  let reel: Buffer[] = []
  let number = 0
  for (const { segment, bytes } of segments) {
    if (reels.includes(segment.number)) {
      await files.put(`${prefix}${String(number).padStart(5, '0')}.m4s`, Buffer.concat(reel), 'video/mp4')
      reel = []
      number += 1
    }
    lines.push(encodeSegmentLine({ ...segment, reel: number, offset: Buffer.concat(reel).length }))
    reel.push(bytes)
  }
  await files.put(`${prefix}${String(number).padStart(5, '0')}.m4s`, Buffer.concat(reel), 'video/mp4')
  await files.put(`${prefix}index.jsonl`, Buffer.from(lines.join('')), 'application/jsonl')
  return { assetId, prefix, segments }
}

async function textOf(recorded: Recorded, from?: number): Promise<string> {
  const playlist = await recorded.mediaPlaylist(from)
  assert.ok(playlist !== undefined)
  return playlist.text.bytes.toString()
}

/** Loads all entries of a playlist as a player does, each with its init section. */
async function loaded(recorded: Recorded, text: string): Promise<Buffer[]> {
  const pieces: Buffer[] = []
  for (const { uri, map } of readPlaylist(text).segments) {
    assert.ok((await recorded.initData(Number(/init-(\d+)\.mp4$/.exec(map ?? '')?.[1])))?.length)
    const [, from = '', to = from] = /\/s(\d+)(?:-(\d+))?\.m4s$/.exec(uri) ?? []
    const range = recorded.range(Number(from), Number(to))
    assert.ok(range !== undefined, uri)
    const bytes = await buffer(await range.open())
    assert.equal(bytes.length, range.byteCount)
    pieces.push(bytes)
  }
  return pieces
}

const joined = (segments: readonly MadeSegment[]) => Buffer.concat(segments.map(({ bytes }) => bytes))

test('the playlist of a recording joins segments, line by line', async () => {
  const options = Array.from({ length: 12 }, (_, i): MadeOptions => {
    if (i === 7) return { isDiscontinuous: true, gapMs: 30_000 }
    return { initId: i < 10 ? 0 : 1, isDiscontinuous: i === 10 }
  })
  const { assetId, prefix, segments } = await put(options, [5])
  const recorded = await openRecorded(files, prefix)
  const entry = (name: string, seconds: number) => [`#EXTINF:${seconds}.00000,`, `${assetId}/${name}.m4s`]
  assert.deepEqual((await textOf(recorded)).split('\n'), [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-TARGETDURATION:6',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-MEDIA-SEQUENCE:1',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MAP:URI="${assetId}/init-0.mp4"`,
    '#EXT-X-PROGRAM-DATE-TIME:2026-11-21T12:00:00.000Z',
    ...entry('s1-3', 6),
    ...entry('s4', 2),
    ...entry('s5-7', 6),
    '#EXT-X-DISCONTINUITY',
    '#EXT-X-PROGRAM-DATE-TIME:2026-11-21T12:00:44.000Z',
    ...entry('s8-10', 6),
    '#EXT-X-DISCONTINUITY',
    `#EXT-X-MAP:URI="${assetId}/init-1.mp4"`,
    '#EXT-X-PROGRAM-DATE-TIME:2026-11-21T12:00:50.000Z',
    ...entry('s11-12', 4),
    '#EXT-X-ENDLIST',
    '',
  ])
  assert.equal(parse(await textOf(recorded)).segments.length, 5)
  assert.ok(Buffer.concat(await loaded(recorded, await textOf(recorded))).equals(joined(segments)))
})

test('a replay may begin at a later segment', async () => {
  const { prefix, segments } = await put(
    Array.from({ length: 10 }, (_, i) => ({ isDiscontinuous: i === 5 })),
    [],
    { segmentSeconds: 4 },
  )
  const recorded = await openRecorded(files, prefix)
  for (const from of [1, 4, 6, 10]) {
    const text = await textOf(recorded, from)
    assert.ok(Buffer.concat(await loaded(recorded, text)).equals(joined(segments.slice(from - 1))), String(from))
    assert.equal(readPlaylist(text).segments[0]?.isDiscontinuous, false)
  }
  assert.equal(await recorded.mediaPlaylist(11), undefined)
  assert.equal(await recorded.multivariant(11), undefined)
  assert.ok((await textOf(recorded)).includes('s1.m4s'))
})

test('entries begin with key frames where possible; EXT-X-INDEPENDENT-SEGMENTS stands only when all do', async () => {
  const options = Array.from({ length: 9 }, (_, i) => ({ isIndependent: i % 4 === 0 }))
  const long = await openRecorded(files, (await put(options)).prefix)
  assert.deepEqual((await textOf(long)).match(/s\d+(-\d+)?(?=\.m4s)/g), ['s1-4', 's5-8', 's9'])
  assert.ok(readPlaylist(await textOf(long)).isIndependent)
  const endless = await openRecorded(files, (await put(options.map((_, i) => ({ isIndependent: i === 0 })))).prefix)
  assert.deepEqual((await textOf(endless)).match(/s\d+(-\d+)?(?=\.m4s)/g), ['s1-6', 's7-9'])
  assert.ok(!readPlaylist(await textOf(endless)).isIndependent)
  assert.equal(readPlaylist(await textOf(endless)).targetSeconds, 12)
})

test('range() joins adjacent segments only', async () => {
  const { prefix, segments } = await put(
    Array.from({ length: 100 }, (_, i) => ({ initId: i < 90 ? 0 : 1 })),
    [11],
  )
  const recorded = await openRecorded(files, prefix)
  const range = recorded.range(4, 10)
  assert.ok(range !== undefined && (await buffer(await range.open())).equals(joined(segments.slice(3, 10))))
  for (const [from, to] of [
    [10, 11],
    [90, 91],
    [6, 5],
    [0, 1],
    [100, 101],
    [101, 101],
    [11, 81],
  ] as const) {
    assert.equal(recorded.range(from, to), undefined, `${from} to ${to}`)
  }
  assert.equal(recorded.initData(2), undefined)
  assert.deepEqual(await recorded.initData(1), madeInit(1).data)
})

test('the event loop is free while a long recording is opened and its playlist is made', async () => {
  const { data, ...init } = madeInit()
  const session = madeSession({ segmentSeconds: 1, partsPerSegment: 1, bytesPerPart: 1 })
  const lines = Array.from({ length: 50_000 }, (_, at) => {
    const { segment } = session.next()
    return encodeSegmentLine({ ...segment, reel: Math.floor(at / 60), offset: at % 60 })
  })
  const text = encodeInitLine({ ...init, byteCount: data.length }) + lines.join('')
  await files.put('media/0a1b2c3d/long/index.jsonl', Buffer.from(text), 'application/jsonl')
  let turns = 0
  const count = () => void ((turns += 1), (immediate = setImmediate(count)))
  let immediate = setImmediate(count)
  const recorded = await openRecorded(files, 'media/0a1b2c3d/long/')
  const opened = turns
  const media = await textOf(recorded)
  clearImmediate(immediate)
  assert.equal(parse(media).segments.length, 8_334)
  assert.ok(opened >= 50, `${opened} turns of the event loop`)
  assert.ok(turns - opened >= 18, `${turns - opened} turns of the event loop`)
  assert.equal(recorded.range(49_999, 50_000)?.byteCount, 2)
})

test('the multivariant playlist of a recording holds its codecs and bitrates', async () => {
  const { prefix } = await put([
    { bytesPerPart: 1_000 },
    { bytesPerPart: 1_000 },
    { bytesPerPart: 1_000 },
    { bytesPerPart: 5_000 },
  ])
  const recorded = await openRecorded(files, prefix)
  const [playlist] = parse(String((await recorded.multivariant())?.text.bytes)).playlists ?? []
  assert.equal(playlist?.attributes['CODECS'], 'avc1.64001f,mp4a.40.2')
  // The last entry lasts two seconds, less than half the target: it counts for the average bitrate only.
  assert.equal(playlist?.attributes['AVERAGE-BANDWIDTH'], '48000')
  assert.equal(playlist?.attributes['BANDWIDTH'], 48_000)
})

test('recordings are opened once, evicted when memory is full, and dropped by evict()', async () => {
  const prefixes = await Promise.all(Array.from({ length: 4 }, async () => (await put([{}, {}, {}])).prefix))
  const [one = '', two = '', three = '', four = ''] = prefixes
  let reads = 0
  const counted = { ...files, read: (...args: Parameters<Files['read']>) => ((reads += 1), files.read(...args)) }
  // Three of them fit.
  const { memoryBytes } = await openRecorded(files, one)
  const recordings = openRecordings(counted, 3 * memoryBytes)
  assert.equal(recordings.find(one), undefined)
  const both = await Promise.all([recordings.open(one), recordings.open(one)])
  assert.equal(both[0], both[1])
  assert.equal(await recordings.open(one), both[0])
  assert.equal(reads, 1)
  await recordings.open(two)
  await recordings.open(three)
  assert.equal(recordings.find(one), both[0])
  await recordings.open(four)
  assert.equal(recordings.find(two), undefined)
  for (const prefix of [one, three, four]) assert.ok(recordings.find(prefix) !== undefined)
  recordings.evict(one)
  assert.equal(recordings.find(one), undefined)
  await recordings.open(two)
  assert.ok(recordings.find(three) !== undefined && recordings.find(four) !== undefined)
  const late = recordings.open(one)
  recordings.evict(one)
  await late
  assert.equal(recordings.find(one), undefined)
  await assert.rejects(recordings.open('media/0a1b2c3d/none/'), FileMissing)
})
