import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { madeInit, madeSession, type MadeSegment } from '#test/video/madeMedia.ts'
import { openDiskFiles } from '#platform/files/disk.ts'
import { readIndex } from '#platform/video/asset/assetIndex.ts'
import { summaryOf } from '#platform/video/asset/summary.ts'
import { mountSmallDisk, noSmallDisk } from '#test/world/smallDisk.ts'
import { until } from '#test/world/until.ts'
import { recoverSpool } from './recover.ts'
import { openSpool, type Spool, type SpoolOptions } from './spool.ts'

const prefix = 'media/0a1b2c3d/0192f3a4-5b6c-7d8e-9f01-23456789abcd/'
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
let root: string
let count = 0

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'spool-'))
})
after(() => rm(root, { recursive: true }))

/** Options of a spool in folders of its own, and the troubles that it reported. */
function prepared(more: Partial<SpoolOptions> = {}) {
  const home = join(root, String((count += 1)))
  const troubles: string[] = []
  const options: SpoolOptions = {
    folder: join(home, 'local/session'),
    files: openDiskFiles(join(home, 'store')),
    prefix,
    isKept: true,
    windowSeconds: 3_600,
    log: quiet,
    onTrouble: (trouble) => void troubles.push(trouble),
    ...more,
  }
  return { options, troubles, home, store: join(home, 'store', prefix) }
}

/** Feeds segments at the speed of the disk. */
async function feed(spool: Spool, made: readonly MadeSegment[]): Promise<void> {
  for (const { segment, parts, bytes } of made) {
    spool.segment(segment, parts)
    assert.deepEqual(await spool.find(segment.number)?.read(), bytes)
    const isTaken = () => spool.summary().segmentCount === segment.number
    if (segment.number % 16 === 0) await until(isTaken)
  }
}

/** The segments of the asset in the store. */
async function assetBytes(options: SpoolOptions) {
  const index = readIndex(await options.files.read(`${prefix}index.jsonl`))
  const read = ({ reel, offset, byteCount }: (typeof index.segments)[number]) =>
    options.files.read(`${prefix}${String(reel).padStart(5, '0')}.m4s`, { from: offset, to: offset + byteCount })
  return { index, bytes: await Promise.all(index.segments.map(read)) }
}

test('a closed recording is wholly in the store and leaves nothing on the local disk', async () => {
  const { options, home } = prepared()
  const spool = openSpool(options)
  const session = madeSession()
  spool.init(madeInit())
  const made = [
    ...Array.from({ length: 50 }, () => session.next()),
    ...Array.from({ length: 20 }, (_, i) => session.next({ initId: 1, isDiscontinuous: i === 0 })),
  ]
  await feed(spool, made.slice(0, 50))
  spool.init(madeInit(1))
  spool.init(madeInit(1))
  await feed(spool, made.slice(50))
  const summary = await spool.close()
  await spool.remove()
  const { index, bytes } = await assetBytes(options)
  assert.deepEqual(
    bytes,
    made.map((each) => each.bytes),
  )
  assert.deepEqual(
    index.segments.map(({ reel: _r, offset: _o, ...segment }) => segment),
    made.map((each) => each.segment),
  )
  assert.deepEqual([...new Set(index.segments.map(({ reel }) => reel))], [0, 1, 2])
  assert.equal(
    index.segments.findIndex(({ reel }) => reel === 1),
    30,
  )
  assert.deepEqual(
    index.inits.map(({ id }) => id),
    [0, 1],
  )
  for (const { id } of index.inits)
    assert.deepEqual(await options.files.read(`${prefix}init-${id}.mp4`), madeInit(id).data)
  assert.deepEqual(await readdir(join(home, 'local')), [])
  assert.equal(summary.durationSeconds, 140)
  assert.equal(summary.segmentCount, 70)
  assert.equal(summary.byteCount, 70 * 6 * 300)
  assert.equal(summary.startsAtMs, made[0]?.segment.startsAtMs)
  assert.equal(summary.endsAtMs, (made[69]?.segment.startsAtMs ?? 0) + 2_000)
  assert.deepEqual(summary.inits, index.inits)
})

test('a segment is found wherever it is: waiting, in the open reel, in a finished one, in the store', async () => {
  const { options, store } = prepared()
  const spool = openSpool(options)
  const session = madeSession()
  spool.init(madeInit())
  const made = Array.from({ length: 65 }, () => session.next())
  const check = async () => {
    for (const { segment, bytes } of made) {
      const found = spool.find(segment.number)
      assert.ok(found)
      assert.equal(found.byteCount, bytes.length)
      assert.deepEqual(await found.read(), bytes)
      assert.deepEqual(await buffer(await found.open()), bytes)
    }
  }
  await feed(spool, made)
  await check()
  await until(() => existsSync(join(store, '00001.m4s')))
  await check()
  assert.equal(spool.find(66), undefined)
  assert.equal(spool.find(0), undefined)
  await spool.close()
  await check()
  await spool.remove()
  await check()
})

test('the store has an index of all its reels before the session ends', async () => {
  const { options, store } = prepared()
  const spool = openSpool(options)
  const session = madeSession()
  spool.init(madeInit())
  const add = () => {
    const { segment, parts } = session.next()
    spool.segment(segment, parts)
  }
  for (let i = 0; i < 31; i++) add()
  await until(() => existsSync(join(store, 'index.jsonl')))
  const { index, bytes } = await assetBytes(options)
  assert.equal(index.segments.length, 30)
  assert.ok(bytes.every(({ length }) => length === 1_800))
  for (let i = 0; i < 30; i++) add()
  await until(async () => (await assetBytes(options)).index.segments.length === 60)
  await spool.close()
})

test('a spool without a recording keeps the window only, and nothing in the end', async () => {
  const { options, home, store } = prepared({ isKept: false, windowSeconds: 60 })
  const spool = openSpool(options)
  const session = madeSession()
  spool.init(madeInit())
  await feed(
    spool,
    Array.from({ length: 300 }, () => session.next()),
  )
  await until(async () => (await readdir(options.folder)).filter((name) => name.endsWith('.m4s')).length <= 4)
  const kept = spool.index().segments
  assert.ok(kept.length >= 60 && kept.length <= 120, String(kept.length))
  assert.equal(spool.find(1), undefined)
  assert.deepEqual(await spool.find(300 - 30)?.read(), madeSessionBytes(300 - 30))
  const summary = await spool.close()
  await spool.remove()
  assert.equal(summary.segmentCount, 300)
  assert.ok(!existsSync(store))
  assert.deepEqual(await readdir(join(home, 'local')), [])
})

function madeSessionBytes(number: number): Buffer {
  return madeSession({}, { number, mediaSeconds: (number - 1) * 2 }).next().bytes
}

test('a session without a segment leaves no files', async () => {
  const { options, home, store } = prepared()
  const spool = openSpool(options)
  spool.init(madeInit())
  const summary = await spool.close()
  await spool.remove()
  assert.equal(summary.segmentCount, 0)
  assert.equal(summary.startsAtMs, undefined)
  assert.ok(!existsSync(store))
  assert.deepEqual(await readdir(join(home, 'local')), [])
  const untouched = prepared()
  assert.equal((await openSpool(untouched.options).close()).segmentCount, 0)
})

test('reels wait on the local disk while the store is unreachable, and are delivered later', async () => {
  const { options, home, troubles } = prepared()
  // A file in place of the store's folder fails every write.
  await mkdir(home, { recursive: true })
  await writeFile(join(home, 'store'), '')
  const spool = openSpool(options)
  const session = madeSession()
  spool.init(madeInit())
  const made = Array.from({ length: 95 }, () => session.next())
  await feed(spool, made)
  await until(async () => (await readdir(options.folder)).filter((name) => name.endsWith('.m4s')).length === 4)
  assert.deepEqual(await spool.find(4)?.read(), made[3]?.bytes)
  await rm(join(home, 'store'))
  assert.equal((await spool.close()).segmentCount, 95)
  assert.deepEqual(
    (await assetBytes(options)).bytes,
    made.map((each) => each.bytes),
  )
  assert.deepEqual(troubles, [])
})

test('a store that stays unreachable stops the recording, and disk use is bounded', async () => {
  const { options, troubles } = prepared({ files: openDiskFiles('/dev/null/away') })
  const spool = openSpool(options)
  const session = madeSession({ segmentSeconds: 60 })
  spool.init(madeInit())
  for (let number = 1; troubles.length === 0; number++) {
    const { segment, parts } = session.next()
    spool.segment(segment, parts)
    await until(() => troubles.length > 0 || spool.summary().segmentCount >= number)
    assert.ok(number <= 70)
  }
  assert.deepEqual(troubles, ['store_away'])
  await spool.park()
  const { segmentCount } = spool.summary()
  assert.ok(segmentCount >= 59, String(segmentCount))
  const back = await recoverSpool({ ...options, files: prepared().options.files })
  assert.equal((await back?.spool.close())?.segmentCount, segmentCount)
})

test('a full disk stops the recording once, keeps earlier segments and does not block live', async (t) => {
  const { options, home, troubles } = prepared()
  const small = join(home, 'small')
  using disk = await mountSmallDisk(small, 256)
  if (disk === undefined) return t.skip(noSmallDisk)
  const spool = openSpool({ ...options, folder: join(small, 'session') })
  const session = madeSession({ bytesPerPart: 5_000 })
  spool.init(madeInit())
  const made: MadeSegment[] = []
  for (let i = 0; i < 40; i++) {
    const next = session.next()
    made.push(next)
    spool.segment(next.segment, next.parts)
    await until(() => troubles.length > 0 || spool.summary().segmentCount > i)
  }
  assert.deepEqual(troubles, ['disk_full'])
  const recorded = spool.summary().segmentCount
  assert.ok(recorded >= 7 && recorded <= 8, String(recorded))
  assert.deepEqual(await spool.find(4)?.read(), made[3]?.bytes)
  assert.equal(spool.find(recorded + 1), undefined)
  assert.equal((await spool.close()).segmentCount, recorded)
  await spool.remove()
  assert.deepEqual(
    (await assetBytes(options)).bytes,
    made.slice(0, recorded).map((each) => each.bytes),
  )
  assert.equal(await options.files.size(`${prefix}00000.m4s`), recorded * 30_000)
  assert.deepEqual(await readdir(small), [])
})

for (const bytesPerPart of [5_000, 10]) {
  test(`a recording ends with its whole segments on a full disk: parts of ${bytesPerPart} bytes`, async (t) => {
    const { options, home, troubles } = prepared()
    const small = join(home, 'small')
    using disk = await mountSmallDisk(small, 256)
    if (disk === undefined) return t.skip(noSmallDisk)
    const spool = openSpool({ ...options, folder: join(small, 'session') })
    const session = madeSession({ bytesPerPart })
    spool.init(madeInit())
    await feed(spool, [session.next()])
    await until(() => spool.summary().segmentCount === 1)
    await writeFile(join(small, 'others'), Buffer.alloc(512 * 1024)).catch(() => undefined)
    for (let i = 0; i < 60; i++) {
      const { segment, parts } = session.next()
      spool.segment(segment, parts)
    }
    const { segmentCount } = await spool.close()
    assert.deepEqual(troubles, ['disk_full'])
    const { index, bytes } = await assetBytes(options)
    assert.ok(segmentCount >= 1 && segmentCount < 61)
    assert.equal(index.segments.length, segmentCount)
    assert.ok(bytes.every(({ length }) => length === 6 * bytesPerPart))
  })
}

test('a hung disk stops the recording, and memory is bounded', async () => {
  const { options, troubles } = prepared({ isKept: false })
  // Opening a pipe for writing blocks until a reader opens it.
  await mkdir(options.folder, { recursive: true })
  const [index, pipe] = [join(options.folder, 'index.jsonl'), join(options.folder, '00000.m4s')]
  execFileSync('mkfifo', [pipe])
  const spool = openSpool(options)
  const session = madeSession()
  spool.init(madeInit())
  for (let i = 0; i < 200; i++) {
    const { segment, parts } = session.next()
    spool.segment(segment, parts)
    // The pipe is opened next, or already, once the index holds the line of the init.
    if (i === 0) await until(async () => (await readFile(index, 'utf8').catch(() => '')) !== '')
    assert.ok(i === 63 || troubles.length === (i < 63 ? 0 : 1), String(i))
  }
  assert.deepEqual(troubles, ['disk_slow'])
  assert.equal(spool.find(1), undefined)
  const reader = spawn('cat', [pipe], { stdio: 'ignore' })
  const isGone = new Promise((done) => reader.once('exit', done))
  await spool.close()
  reader.kill()
  await isGone
})

test('a folder with an unclosed recording is not overwritten', async () => {
  const { options, troubles } = prepared()
  const first = openSpool(options)
  first.init(madeInit())
  const { segment, parts } = madeSession().next()
  first.segment(segment, parts)
  await first.park()
  const second = openSpool(options)
  second.init(madeInit())
  await until(() => troubles.length > 0)
  assert.deepEqual(troubles, ['disk_failed'])
  await second.park()
  const recovered = await recoverSpool(options)
  assert.equal(recovered?.segments.length, 1)
  await recovered?.spool.close()
})

for (const { lost, kept } of [
  { lost: '', kept: [...Array.from({ length: 30 }, (_, i) => i + 1)] },
  { lost: '00000.m4s', kept: [31, 32, 33, 34, 35] },
  { lost: 'init-0.mp4', kept: [] },
  { lost: 'index.jsonl', kept: [] },
]) {
  test(`the recording whose ${lost || 'folder'} is removed ends with what the store has`, async () => {
    const errors: string[] = []
    const { options, store, home } = prepared({ log: { ...quiet, error: (message) => void errors.push(message) } })
    const isAway = lost !== ''
    if (isAway) {
      await mkdir(home, { recursive: true })
      await writeFile(join(home, 'store'), '')
    }
    const spool = openSpool(options)
    const session = madeSession()
    spool.init(madeInit())
    await feed(
      spool,
      Array.from({ length: 35 }, () => session.next()),
    )
    await until(() => (isAway ? spool.summary().segmentCount === 35 : existsSync(join(store, 'index.jsonl'))))
    await rm(join(options.folder, lost), { recursive: true })
    if (isAway) await rm(join(home, 'store'))
    const summary = await spool.close()
    assert.equal(summary.segmentCount, kept.length)
    assert.notDeepEqual(errors, [])
    if (kept.length === 0) return assert.deepEqual(await options.files.list(prefix, 100), [])
    const { index, bytes } = await assetBytes(options)
    assert.deepEqual(
      index.segments.map(({ number }) => number),
      kept,
    )
    assert.deepEqual(bytes, kept.map(madeSessionBytes))
    assert.deepEqual(summaryOf(index), summary)
  })
}
