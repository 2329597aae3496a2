import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { madeInit, madeSession, type MadeSegment } from '#test/video/madeMedia.ts'
import { openDiskFiles } from '#platform/files/disk.ts'
import { readIndex } from '#platform/video/asset/assetIndex.ts'
import { summaryOf } from '#platform/video/asset/summary.ts'
import { openBroadcast } from '#platform/video/hls/broadcast.ts'
import { recoverSpool } from './recover.ts'
import { openSpool, type Spool, type SpoolOptions } from './spool.ts'

const prefix = 'media/0a1b2c3d/0192f3a4-5b6c-7d8e-9f01-23456789abcd/'
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
let root: string

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'forgotten-'))
})
after(() => rm(root, { recursive: true }))

function prepared(name: string, isKept = true): SpoolOptions {
  const files = openDiskFiles(join(root, name, 'store'))
  const onTrouble = assert.fail
  return { folder: join(root, name, 'local'), files, prefix, isKept, windowSeconds: 60, log: quiet, onTrouble }
}

/** Feeds segments of two seconds at the speed of the disk: thirty to a reel. */
async function feed(spool: Spool, session: ReturnType<typeof madeSession>, count: number): Promise<MadeSegment[]> {
  const made = Array.from({ length: count }, () => session.next())
  for (const { segment, parts } of made) {
    const before = spool.summary().segmentCount
    spool.segment(segment, parts)
    while (spool.summary().segmentCount === before) await sleep(1)
  }
  return made
}

/** Checks that the store holds exactly these segments, byte by byte, in these reels. */
async function checkStored({ files }: SpoolOptions, made: readonly MadeSegment[], reels: readonly number[]) {
  const index = readIndex(await files.read(`${prefix}index.jsonl`))
  assert.deepEqual(
    index.segments.map(({ number }) => number),
    made.map(({ segment }) => segment.number),
  )
  for (const [at, { reel, offset, byteCount }] of index.segments.entries()) {
    const name = `${prefix}${String(reel).padStart(5, '0')}.m4s`
    assert.deepEqual(await files.read(name, { from: offset, to: offset + byteCount }), made[at]?.bytes)
  }
  const names = (await files.list(prefix, 100)).map(({ key }) => key.slice(prefix.length))
  assert.deepEqual(
    names.filter((name) => name.endsWith('.m4s')),
    reels.map((reel) => `${String(reel).padStart(5, '0')}.m4s`),
  )
  return index
}

test('segments before dropBefore() are in no window, clip or recording, and take no space', async () => {
  const options = prepared('kept')
  const spool = openSpool(options)
  const session = madeSession()
  spool.init(madeInit())
  const preview = await feed(spool, session, 100)
  spool.dropBefore(100)
  assert.equal(spool.find(99), undefined)
  const shown = [...preview.slice(99), ...(await feed(spool, session, 40))]
  assert.equal(spool.source().index.segments[0]?.number, 100)
  const summary = await spool.close()
  assert.equal(summary.durationSeconds, 82)
  const index = await checkStored(options, shown, [3, 4])
  assert.deepEqual(summaryOf(index), summary)
})

test('dropped segments stay dropped over a restart of the server', async () => {
  const options = prepared('parked')
  const spool = openSpool(options)
  const session = madeSession()
  spool.init(madeInit())
  const preview = await feed(spool, session, 35)
  spool.dropBefore(35)
  const before = await feed(spool, session, 5)
  await spool.park()
  const recovered = await recoverSpool(options)
  assert.deepEqual([recovered?.segments[0]?.number, recovered?.position.nextNumber], [35, 41])
  assert.ok(recovered)
  const after = await feed(recovered.spool, session, 5)
  await recovered.spool.close()
  await checkStored(options, [...preview.slice(34), ...before, ...after], [1, 2])
})

test('a recovered spool may drop segments before its next one arrives', async () => {
  const options = prepared('found')
  const spool = openSpool(options)
  spool.init(madeInit())
  const preview = await feed(spool, madeSession(), 35)
  await spool.park()
  const recovered = await recoverSpool(options)
  recovered?.spool.dropBefore(35)
  assert.equal((await recovered?.spool.close())?.segmentCount, 1)
  await checkStored(options, preview.slice(34), [1])
})

test('late segments of a rendition are dropped too', async () => {
  const spool = openSpool(prepared('window', false))
  const broadcast = openBroadcast({
    assetId: '0192f3a4-5b6c-7d8e-9f01-23456789abcd',
    partSeconds: 0.334,
    windowSeconds: 60,
    find: (number) => spool.find(number),
  })
  spool.init(madeInit())
  broadcast.init(madeInit())
  const session = madeSession()
  const take = ({ segment, parts }: MadeSegment) => {
    for (const part of parts) broadcast.part(part)
    broadcast.segment(segment, parts)
    spool.segment(segment, parts)
  }
  for (let at = 0; at < 20; at++) take(session.next())
  for (const each of [broadcast, spool]) each.dropBefore(23)
  for (let at = 20; at < 24; at++) take(session.next())
  const { text } = await broadcast.mediaPlaylist()
  assert.deepEqual(text.bytes.toString().match(/(?<=\/)s\d+(?=\.m4s)/g), ['s23', 's24'])
  assert.match(text.bytes.toString(), /#EXT-X-MEDIA-SEQUENCE:23\n/)
  for (const number of [1, 20, 22]) assert.equal(broadcast.segmentData(number), undefined, String(number))
  await spool.close()
})

test('a preview that the disk cannot drop is in no recording', async () => {
  const troubles: string[] = []
  const options = { ...prepared('undroppable'), onTrouble: (trouble: string) => void troubles.push(trouble) }
  const spool = openSpool(options)
  const session = madeSession()
  spool.init(madeInit())
  await feed(spool, session, 35)
  // A folder in place of the draft fails the rewriting of the index.
  await mkdir(join(options.folder, 'index.jsonl~'))
  spool.dropBefore(35)
  while (troubles.length === 0) await sleep(1)
  assert.deepEqual(troubles, ['disk_failed'])
  assert.equal((await spool.close()).segmentCount, 0)
  assert.deepEqual(await options.files.list(prefix, 100), [])
  assert.equal((await readFile(join(options.folder, 'index.jsonl'))).length, 0)
})
