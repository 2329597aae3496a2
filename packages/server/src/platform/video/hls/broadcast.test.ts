import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { applyDelta, checkLive, checkUpdate, parse, readPlaylist, type ReadPlaylist } from '#test/video/hlsPlaylist.ts'
import { madeInit, madeSession, type MadeOptions, type MadeSegment } from '#test/video/madeMedia.ts'
import { Problem } from '#kit/call/problem.ts'
import type { StoredSegment } from '#platform/video/spool/spool.ts'
import { openBroadcast, type Broadcast } from './broadcast.ts'
import type { BroadcastOptions } from './broadcastOptions.ts'
import type { PlaylistQuery } from './blockingReload.ts'

const assetId = '0192f3a4-5b6c-7d8e-9f01-23456789abcd'
const partSeconds = 0.334

/** A broadcast with a made session as its packager. Every playlist along the way is checked against RFC 8216bis. */
function started(more: Partial<BroadcastOptions> = {}, made: MadeOptions = {}) {
  const session = madeSession(made)
  const broadcast = openBroadcast({ assetId, partSeconds, windowSeconds: 0, ...more })
  broadcast.init(madeInit())
  let known: ReadPlaylist | undefined
  const look = (): ReadPlaylist => {
    const text = textOf(broadcast)
    const read = readPlaylist(text)
    checkLive(read, assetId)
    if (known !== undefined) checkUpdate(known, read)
    const delta = readPlaylist(textOf(broadcast, { skip: true }))
    checkLive(delta, assetId)
    if (known !== undefined && delta.skipped > 0)
      assert.deepEqual(withoutParts(applyDelta(known, delta)), withoutParts(read))
    assert.equal(parse(text).segments.length, read.segments.length)
    known = read
    return read
  }
  return {
    broadcast,
    session,
    look,
    /** Adds the parts of the next segment and the segment, and checks the playlist after each. */
    async add(options: MadeOptions = {}): Promise<MadeSegment> {
      const next = session.next(options)
      for (const part of next.parts.slice(0, -1)) {
        broadcast.part(part)
        await turn()
        if (next.segment.number > 1) look()
      }
      const last = next.parts.at(-1)
      if (last !== undefined) broadcast.part(last)
      broadcast.segment(next.segment, next.parts)
      await turn()
      look()
      return next
    },
    open(count: number, options: MadeOptions = {}): MadeSegment {
      const next = session.next(options)
      for (const part of next.parts.slice(0, count)) broadcast.part(part)
      return next
    },
  }
}

function textOf(broadcast: Broadcast, query: PlaylistQuery = {}): string {
  const playlist = broadcast.mediaPlaylist(query)
  assert.ok(!(playlist instanceof Promise), 'the playlist has to wait')
  return playlist.text.bytes.toString()
}

function withoutParts({ segments, ...rest }: ReadPlaylist) {
  return { ...rest, segments: segments.map(({ parts: _parts, ...segment }) => segment) }
}

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve))

/** State of a promise at this moment. */
async function stateOf(promise: unknown): Promise<'waits' | 'done' | 'refused'> {
  await turn()
  const waits = Symbol('waits')
  const first = await Promise.race([Promise.resolve(promise), Promise.resolve(waits)]).catch(() => undefined)
  return first === waits ? 'waits' : first === undefined ? 'refused' : 'done'
}

function stored(made: readonly MadeSegment[]): (number: number) => StoredSegment | undefined {
  return (number) => {
    const bytes = made.find(({ segment }) => segment.number === number)?.bytes
    if (bytes === undefined) return undefined
    return { byteCount: bytes.length, read: async () => bytes, open: () => assert.fail('a segment is streamed') }
  }
}

test('a playlist announces the part target that was fitted to the frame rate', async () => {
  const { add, look } = started({ partSeconds: 0.2, fittedPartSeconds: () => 0.334 })
  await add()
  assert.equal(look().partSeconds, 0.334)
})

test('a live playlist is independent until a segment begins without a key frame', async () => {
  const { broadcast, add } = started()
  const tag = '#EXT-X-INDEPENDENT-SEGMENTS'
  for (let i = 0; i < 4; i++) await add()
  assert.ok(textOf(broadcast).includes(tag))
  await add({ isIndependent: false })
  await add()
  assert.ok(!textOf(broadcast).includes(tag))
})

test('a live playlist holds the tags of RFC 8216bis, line by line', async () => {
  const { broadcast, add, open } = started()
  for (let i = 0; i < 4; i++) await add(i === 2 ? { isDiscontinuous: true, gapMs: 5_000 } : {})
  open(2)
  const part = (n: number, k: number) =>
    `#EXT-X-PART:DURATION=0.33333,URI="${assetId}/p${n}.${k}.m4s"${k === 0 ? ',INDEPENDENT=YES' : ''}`
  const six = (n: number) => [0, 1, 2, 3, 4, 5].map((k) => part(n, k))
  assert.deepEqual(textOf(broadcast).split('\n'), [
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    '#EXT-X-TARGETDURATION:2',
    '#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=12.00000,HOLD-BACK=6.00000,PART-HOLD-BACK=1.00200',
    '#EXT-X-PART-INF:PART-TARGET=0.33400',
    '#EXT-X-MEDIA-SEQUENCE:2',
    '#EXT-X-DISCONTINUITY-SEQUENCE:0',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MAP:URI="${assetId}/init-0.mp4"`,
    '#EXT-X-PROGRAM-DATE-TIME:2026-11-21T12:00:02.000Z',
    ...six(2),
    '#EXTINF:2.00000,',
    `${assetId}/s2.m4s`,
    '#EXT-X-DISCONTINUITY',
    '#EXT-X-PROGRAM-DATE-TIME:2026-11-21T12:00:09.000Z',
    ...six(3),
    '#EXTINF:2.00000,',
    `${assetId}/s3.m4s`,
    '#EXT-X-PROGRAM-DATE-TIME:2026-11-21T12:00:11.000Z',
    ...six(4),
    '#EXTINF:2.00000,',
    `${assetId}/s4.m4s`,
    '#EXT-X-PROGRAM-DATE-TIME:2026-11-21T12:00:13.000Z',
    part(5, 0),
    part(5, 1),
    `#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${assetId}/p5.2.m4s"`,
    '',
  ])
})

test('each playlist of a session is a valid update of the one before it', async () => {
  const made: MadeSegment[] = []
  const { add, look } = started({ windowSeconds: 60, find: (number) => stored(made)(number) }, { bytesPerPart: 20 })
  for (let i = 0; i < 70; i++) {
    const isDiscontinuous = i % 13 === 7
    made.push(await add({ isDiscontinuous, initId: 0, gapMs: isDiscontinuous ? 7_000 : 0 }))
  }
  const read = look()
  assert.equal(read.segments.length, 30)
  assert.equal(read.mediaSequence, 41)
  // Discontinuities are at 8, 21, 34, 47 and 60: three have left the playlist.
  assert.equal(read.discontinuitySequence, 3)
  assert.deepEqual(
    read.segments.filter(({ isDiscontinuous }) => isDiscontinuous).map(({ number }) => number),
    [47, 60],
  )
})

test('EXT-X-MAP stands where an init section begins, after a skip, and before the first segment', async () => {
  const { broadcast, add, look } = started({ windowSeconds: 40, find: stored([]) })
  broadcast.init(madeInit(1))
  for (let i = 0; i < 3; i++) await add()
  for (let i = 0; i < 5; i++) await add({ initId: 1, isDiscontinuous: i === 0 })
  const maps = () => textOf(broadcast).match(/#EXT-X-MAP.*/g)
  const map = (id: number) => `#EXT-X-MAP:URI="${assetId}/init-${id}.mp4"`
  assert.deepEqual(maps(), [map(0), map(1)])
  assert.deepEqual(broadcast.initData(0), madeInit(0).data)
  // Eight segments fit into memory, and none is stored.
  for (let i = 0; i < 3; i++) await add({ initId: 1 })
  assert.equal(look().mediaSequence, 4)
  assert.deepEqual(maps(), [map(1)])
  assert.deepEqual(textOf(broadcast, { skip: true }).match(/#EXT-X-(SKIP|MAP).*/g), [
    '#EXT-X-SKIP:SKIPPED-SEGMENTS=2',
    map(1),
  ])
  assert.equal(broadcast.initData(0), undefined)
  assert.deepEqual(broadcast.initData(1), madeInit(1).data)
})

test('a delta update gives a player the same playlist as a full one', async () => {
  const made: MadeSegment[] = []
  const { broadcast, add, open } = started({ windowSeconds: 14_400, find: (number) => stored(made)(number) })
  for (let i = 0; i < 40; i++) made.push(await add(i % 9 === 8 ? { isDiscontinuous: true } : {}))
  const known = readPlaylist(textOf(broadcast))
  made.push(await add())
  open(3)
  const delta = readPlaylist(textOf(broadcast, { skip: true }))
  assert.equal(delta.skipped, 41 - 6)
  assert.equal(parse(textOf(broadcast, { skip: true })).skip?.skippedSegments, 35)
  const full = readPlaylist(textOf(broadcast))
  assert.deepEqual(withoutParts(applyDelta(known, delta)), withoutParts(full))
  assert.deepEqual(full.open, delta.open)
})

test('a playlist is built once and compressed once for all players', async () => {
  const made: MadeSegment[] = []
  const { broadcast, add } = started({ windowSeconds: 300, find: (number) => stored(made)(number) })
  for (let i = 0; i < 40; i++) made.push(await add())
  const one = await broadcast.mediaPlaylist()
  assert.equal((await broadcast.mediaPlaylist()).text, one.text)
  assert.equal((await broadcast.mediaPlaylist({ msn: 40 })).text, one.text)
  const gzipped = await one.text.gzipped()
  assert.ok(gzipped !== undefined && gzipped.length < one.text.bytes.length / 4)
  assert.equal(one.text.gzipped(), gzipped)
  assert.ok(gunzipSync(gzipped).equals(one.text.bytes))
  const [waiting, other] = [
    broadcast.mediaPlaylist({ msn: 41, part: 0 }),
    broadcast.mediaPlaylist({ msn: 41, part: 0 }),
  ]
  await add()
  assert.equal((await waiting).text, (await other).text)
  assert.notEqual((await waiting).text, one.text)
})

test('a reload waits for the segment or part that it names, until the end of the segment is known', async () => {
  const { broadcast, add, session } = started()
  await add()
  const next = session.next()
  const [first, second, last] = [next.parts[0], next.parts[1], next.parts[5]]
  assert.ok(first && second && last)
  const forPart = broadcast.mediaPlaylist({ msn: 2, part: 0 })
  const forSegment = broadcast.mediaPlaylist({ msn: 2 })
  assert.equal(await stateOf(forPart), 'waits')
  broadcast.part(first)
  const answered = await forPart
  assert.equal(answered.maxAgeSeconds, 6)
  assert.equal(readPlaylist(String(answered.text.bytes)).hint, `${assetId}/p2.1.m4s`)
  assert.equal(await stateOf(forSegment), 'waits')
  for (const part of next.parts.slice(1, 5)) broadcast.part(part)
  // The last part and its segment are added in one turn: no playlist holds the one without the other.
  const beyond = broadcast.mediaPlaylist({ msn: 2, part: 5 })
  broadcast.part(last)
  broadcast.segment(next.segment, next.parts)
  const read = readPlaylist(String((await beyond).text.bytes))
  assert.equal(read.segments.at(-1)?.number, 2)
  assert.equal(read.hint, `${assetId}/p3.0.m4s`)
  assert.equal((await forSegment).maxAgeSeconds, 6)
  // A part after the last of a segment is the first of the next one.
  assert.equal(await stateOf(broadcast.mediaPlaylist({ msn: 2, part: 6 })), 'waits')
  assert.equal((await broadcast.mediaPlaylist({ msn: 1, part: 9 })).maxAgeSeconds, 6)
  assert.equal((await broadcast.mediaPlaylist()).maxAgeSeconds, 1)
  broadcast.end()
})

test('a reload that is too far ahead or invalid is refused at once', async () => {
  const { broadcast, add, open } = started()
  await add()
  open(2)
  for (const query of [{ msn: 4 }, { msn: 9_999 }, { part: 0 }, { msn: 2, part: 11 }, { msn: 3, part: 9 }]) {
    assert.throws(
      () => broadcast.mediaPlaylist(query),
      (error) => error instanceof Problem && error.status === 400,
      JSON.stringify(query),
    )
  }
  for (const query of [{ msn: 3 }, { msn: 2, part: 10 }, { msn: 3, part: 8 }]) {
    assert.equal(await stateOf(broadcast.mediaPlaylist(query)), 'waits', JSON.stringify(query))
  }
  broadcast.end()
  assert.ok(textOf(broadcast, { msn: 9_999 }).endsWith('#EXT-X-ENDLIST\n'))
})

test('a reload for a part that never comes ends after one and a half target durations', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { broadcast, add } = started()
  await add()
  const waiting = broadcast.mediaPlaylist({ msn: 2, part: 0 })
  t.mock.timers.tick(2_999)
  assert.equal(await stateOf(waiting), 'waits')
  t.mock.timers.tick(1)
  const playlist = await waiting
  assert.equal(playlist.maxAgeSeconds, 0)
  assert.equal(String(playlist.text.bytes), textOf(broadcast))
})

test('the first playlist waits for the first segment, ten seconds at most', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { broadcast, open } = started()
  const waiting = [broadcast.mediaPlaylist(), broadcast.mediaPlaylist({ msn: 1, part: 1 }), broadcast.multivariant()]
  for (const each of waiting) assert.equal(await stateOf(each), 'waits')
  t.mock.timers.tick(9_999)
  for (const each of waiting) assert.equal(await stateOf(each), 'waits')
  t.mock.timers.tick(1)
  for (const each of waiting) {
    await assert.rejects(Promise.resolve(each), (error) => error instanceof Problem && error.status === 503)
  }
  const again = broadcast.mediaPlaylist({ msn: 1, part: 1 })
  open(3)
  assert.equal(await stateOf(again), 'waits')
  const other = started()
  const first = other.broadcast.mediaPlaylist()
  await other.add()
  assert.equal(readPlaylist(String((await first).text.bytes)).segments.length, 1)
})

test('the end of a session resolves every wait and adds EXT-X-ENDLIST', async () => {
  const { broadcast, add, open } = started()
  for (let i = 0; i < 2; i++) await add()
  open(2)
  const waiting = [broadcast.mediaPlaylist({ msn: 3, part: 2 }), broadcast.mediaPlaylist({ msn: 4 })]
  const part = broadcast.partData(3, 2)
  broadcast.end()
  for (const each of waiting) {
    const read = readPlaylist(String((await each).text.bytes))
    assert.ok(read.isEnded && read.hint === undefined && read.open.parts.length === 0)
    assert.equal(read.segments.length, 2)
  }
  assert.equal(await part, undefined)
  assert.ok(textOf(broadcast, { msn: 3, part: 2 }).endsWith('#EXT-X-ENDLIST\n'))
  broadcast.part(madeSession({}, { number: 3, mediaSeconds: 4 }).next().parts[0] ?? assert.fail())
  assert.equal(readPlaylist(textOf(broadcast)).segments.length, 2)
})

test('a session that ended without a segment has no playlist', async () => {
  const { broadcast } = started()
  const waiting = broadcast.mediaPlaylist()
  broadcast.end()
  const isNotFound = (error: unknown) => error instanceof Problem && error.status === 404
  await assert.rejects(Promise.resolve(waiting), isNotFound)
  assert.throws(() => broadcast.mediaPlaylist(), isNotFound)
  await assert.rejects(broadcast.multivariant(), isNotFound)
})

test('an interruption resolves every wait; the playlist stays without a hint and continues later', async () => {
  const { broadcast, add, look } = started()
  for (let i = 0; i < 3; i++) await add()
  const waiting = broadcast.mediaPlaylist({ msn: 4, part: 0 })
  const part = broadcast.partData(4, 0)
  broadcast.interrupted()
  assert.equal((await waiting).maxAgeSeconds, 0)
  assert.equal(await part, undefined)
  assert.equal(look().hint, undefined)
  assert.match(textOf(broadcast), /\.m4s\n#EXT-X-DISCONTINUITY\n$/)
  assert.equal(await broadcast.partData(4, 0), undefined)
  const later = broadcast.mediaPlaylist({ msn: 4, part: 0 })
  assert.equal(await stateOf(later), 'waits')
  await add({ isDiscontinuous: true, gapMs: 20_000 })
  assert.equal((await later).maxAgeSeconds, 6)
  assert.equal(look().segments.at(-1)?.isDiscontinuous, true)
  assert.equal(look().hint, `${assetId}/p5.0.m4s`)
})

test('a part is sent at once, a hinted part once it is added, an unknown part never', async () => {
  const { broadcast, add, session } = started()
  const first = await add()
  const next = session.next()
  const [zero, one] = next.parts
  assert.ok(zero && one)
  const hinted = broadcast.partData(2, 0)
  assert.equal(await stateOf(hinted), 'waits')
  assert.equal(broadcast.partData(2, 1), undefined)
  broadcast.part(zero)
  assert.deepEqual(await hinted, zero.data)
  const never = broadcast.partData(2, 1)
  broadcast.segment({ ...next.segment, durationSeconds: 1 / 3 }, [zero])
  assert.equal(await never, undefined)
  assert.deepEqual(await broadcast.partData(2, 0), zero.data)
  for (const [index, { data }] of first.parts.entries()) assert.deepEqual(await broadcast.partData(1, index), data)
  for (const [number, index] of [
    [1, 6],
    [2, 1],
    [8, 0],
    [0, 0],
  ] as const) {
    assert.equal(await broadcast.partData(number, index), undefined, `${number}.${index}`)
  }
  broadcast.end()
})

test('parts can be loaded for three target durations after they left the playlist', async () => {
  const made: MadeSegment[] = []
  const find = (number: number) => stored(made)(number)
  const { broadcast, add } = started({ windowSeconds: 60, find }, { segmentSeconds: 1, partsPerSegment: 3 })
  for (let i = 0; i < 20; i++) made.push(await add())
  const read = readPlaylist(textOf(broadcast))
  const withParts = read.segments.filter(({ parts }) => parts.length > 0).map(({ number }) => number)
  assert.deepEqual(withParts, [15, 16, 17, 18, 19, 20])
  for (const number of [9, 12, 14, 20]) {
    for (const index of [0, 1, 2]) {
      assert.deepEqual(await broadcast.partData(number, index), made[number - 1]?.parts[index]?.data)
    }
  }
  assert.equal(await broadcast.partData(8, 0), undefined)
})

test('memory holds eight segments, or eight megabytes of them, and never fewer than four', async () => {
  const made: MadeSegment[] = []
  const find = (number: number) => stored(made)(number)
  const small = started({ windowSeconds: 600, find })
  for (let i = 0; i < 20; i++) made.push(await small.add())
  assert.equal(small.broadcast.memoryBytes, 8 * 6 * 300)
  assert.ok(small.broadcast.segmentData(13) instanceof Buffer)
  const old = small.broadcast.segmentData(12)
  assert.ok(old !== undefined && !Buffer.isBuffer(old))
  assert.deepEqual(await old.read(), made[11]?.bytes)
  assert.equal(small.broadcast.segmentData(21), undefined)
  const large = started({ windowSeconds: 600, find }, { bytesPerPart: 250_000 })
  for (let i = 0; i < 12; i++) await large.add()
  assert.equal(large.broadcast.memoryBytes, 5 * 1_500_000)
  const huge = started({ windowSeconds: 600, find }, { bytesPerPart: 600_000 })
  for (let i = 0; i < 12; i++) await huge.add()
  assert.equal(huge.broadcast.memoryBytes, 4 * 3_600_000)
})

test('the window shrinks to the segments in memory when storing stops', async () => {
  const made: MadeSegment[] = []
  const find = (number: number) => (number <= 20 ? stored(made)(number) : undefined)
  const { add, look } = started({ windowSeconds: 600, find })
  for (let i = 0; i < 28; i++) made.push(await add())
  assert.equal(look().mediaSequence, 1)
  made.push(await add())
  assert.equal(look().mediaSequence, 22)
  for (let i = 0; i < 5; i++) await add()
  assert.equal(look().segments.length, 8)
})

test('a broadcast of standard latency lists whole segments only, and reloads wait for them', async () => {
  const { broadcast, session, look } = started({ partSeconds: undefined })
  const add = async () => {
    const { segment, parts } = session.next({ partsPerSegment: 1, segmentSeconds: 4 })
    for (const part of parts) broadcast.part(part)
    broadcast.segment(segment, parts)
    await turn()
    assert.ok(!textOf(broadcast).includes('PART'))
    return look()
  }
  await add()
  const waiting = broadcast.mediaPlaylist({ msn: 2, part: 3 })
  assert.equal(await stateOf(waiting), 'waits')
  assert.equal(broadcast.partData(2, 0), undefined)
  await add()
  assert.equal((await waiting).maxAgeSeconds, 6)
  for (let i = 0; i < 5; i++) await add()
  assert.equal(look().targetSeconds, 4)
  assert.equal(look().segments.length, 3)
})

test('a playlist continues after a restart with the segments of the recovered session', async () => {
  const made: MadeSegment[] = []
  const find = (number: number) => stored(made)(number)
  const before = started({ windowSeconds: 40, find })
  for (let i = 0; i < 30; i++) made.push(await before.add({ isDiscontinuous: i === 5 || i === 20 }))
  const known = before.look()
  const segments = made.slice(5).map(({ segment }) => ({ ...segment, reel: 0, offset: 0 }))
  const history = { inits: [madeInit()], segments, discontinuitiesBefore: 0, targetSeconds: 2 }
  const broadcast = openBroadcast({ assetId, partSeconds, windowSeconds: 40, find, history })
  const read = readPlaylist(textOf(broadcast))
  checkLive(read, assetId)
  const open = { ...known.open, isDiscontinuous: true }
  assert.deepEqual(withoutParts(read), { ...withoutParts(known), open, hint: undefined })
  assert.equal(read.discontinuitySequence, 1)
  const next = madeSession({}, { number: 31, mediaSeconds: 60 }).next({ isDiscontinuous: true })
  for (const part of next.parts) broadcast.part(part)
  broadcast.segment(next.segment, next.parts)
  const later = readPlaylist(textOf(broadcast))
  checkLive(later, assetId)
  assert.equal(later.mediaSequence, 12)
  assert.deepEqual(broadcast.initData(0), madeInit().data)
})

test('the multivariant playlist holds codecs, size and bitrates of the source', async () => {
  const { broadcast, add } = started({ frameRate: () => 29.97 })
  await add({ bytesPerPart: 1_000 })
  await add({ bytesPerPart: 3_000 })
  const text = String((await broadcast.multivariant()).text.bytes)
  const [playlist] = parse(text).playlists ?? []
  assert.match(String(playlist?.uri), /^video-[0-9a-f-]{36}\.m3u8$/)
  assert.equal(playlist?.attributes['BANDWIDTH'], 72_000)
  assert.equal(playlist?.attributes['AVERAGE-BANDWIDTH'], '48000')
  assert.equal(playlist?.attributes['CODECS'], 'avc1.64001f,mp4a.40.2')
  assert.deepEqual(playlist?.attributes['RESOLUTION'], { width: 1280, height: 720 })
  assert.equal(playlist?.attributes['FRAME-RATE'], 29.97)
  const silent = started()
  silent.broadcast.init({ ...madeInit(), audio: undefined })
  await silent.add()
  assert.match(String((await silent.broadcast.multivariant()).text.bytes), /CODECS="avc1.64001f",RESOLUTION=1280x720\n/)
})

test('a window of four hours holds 14,400 segments, and its delta update is short', async () => {
  const find = (number: number) => ({ byteCount: 1, read: async () => Buffer.alloc(number), open: () => assert.fail() })
  const session = madeSession({ segmentSeconds: 1, partsPerSegment: 3, bytesPerPart: 1 })
  const broadcast = openBroadcast({ assetId, partSeconds, windowSeconds: 14_400, find })
  broadcast.init(madeInit())
  for (let i = 0; i < 15_000; i++) {
    const next = session.next()
    for (const part of next.parts) broadcast.part(part)
    broadcast.segment(next.segment, next.parts)
  }
  const read = readPlaylist(textOf(broadcast))
  checkLive(read, assetId)
  assert.equal(read.segments.length, 14_400)
  assert.equal(read.mediaSequence, 601)
  assert.equal(broadcast.memoryBytes, 8 * 3)
  assert.ok(textOf(broadcast, { skip: true }).length < 8_000)
})
