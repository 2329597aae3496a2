import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, cp, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { madeInit, madeSession } from '#test/video/madeMedia.ts'
import { spoolIn, spoolWriter } from '#test/video/spoolWriter.ts'
import { openDiskFiles } from '#platform/files/disk.ts'
import { readIndex } from '#platform/video/asset/assetIndex.ts'
import { summaryOf } from '#platform/video/asset/summary.ts'
import { recoverSpool } from './recover.ts'
import { openSpool, type SpoolOptions } from './spool.ts'

const prefix = 'media/0a1b2c3d/0192f3a4-5b6c-7d8e-9f01-23456789abcd/'
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
let root: string
let count = 0

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'recover-'))
})
after(() => rm(root, { recursive: true }))

function prepared(more: Partial<SpoolOptions> = {}): SpoolOptions & { home: string } {
  const home = join(root, String((count += 1)))
  return {
    home,
    folder: join(home, 'local'),
    files: openDiskFiles(join(home, 'store')),
    prefix,
    isKept: true,
    windowSeconds: 60,
    log: quiet,
    onTrouble: () => assert.fail('the disk is well'),
    ...more,
  }
}

/** A parked spool of some segments, with discontinuities at these numbers. */
async function parked(options: SpoolOptions, segmentCount: number, discontinuities: readonly number[] = []) {
  await (await written(options, segmentCount, discontinuities)).park()
}

/** The disk after a crash behind some segments, with an empty store. */
async function crashed(segmentCount: number): Promise<SpoolOptions> {
  const { home, ...options } = prepared()
  const spool = await written(options, segmentCount)
  const folder = join(home, 'crashed')
  await cp(options.folder, folder, { recursive: true })
  await spool.close()
  return { ...options, folder, files: openDiskFiles(join(home, 'other')) }
}

async function written(options: SpoolOptions, segmentCount: number, discontinuities: readonly number[] = []) {
  const spool = openSpool(options)
  const session = madeSession()
  spool.init(madeInit())
  for (let number = 1; number <= segmentCount; number++) {
    const { segment, parts } = session.next({ isDiscontinuous: discontinuities.includes(number) })
    spool.segment(segment, parts)
    while (spool.summary().segmentCount < number) await sleep(1)
  }
  return spool
}

/** Checks that the store holds the whole asset, byte by byte, and returns its number of segments. */
async function checkAsset({ files }: SpoolOptions): Promise<number> {
  const { segments } = readIndex(await files.read(`${prefix}index.jsonl`))
  for (const [at, { number, reel, offset, byteCount }] of segments.entries()) {
    assert.equal(number, at + 1)
    const name = `${prefix}${String(reel).padStart(5, '0')}.m4s`
    const { bytes } = madeSession({}, { number, mediaSeconds: at * 2 }).next()
    assert.deepEqual(await files.read(name, { from: offset, to: offset + byteCount }), bytes, `segment ${number}`)
    const isLastOfReel = segments[at + 1]?.reel !== reel
    if (isLastOfReel) assert.equal(await files.size(name), offset + byteCount)
  }
  assert.deepEqual(await files.read(`${prefix}init-0.mp4`), madeInit().data)
  return segments.length
}

test('a parked spool continues at its last segment and ends as one recording', async () => {
  const options = prepared()
  await parked(options, 75, [10, 20, 70])
  const recovered = await recoverSpool(options)
  assert.ok(recovered)
  const { spool, position, segments, inits, discontinuitiesBefore } = recovered
  assert.deepEqual(position, { nextNumber: 76, initCount: 1, mediaSeconds: 150, targetSeconds: 2 })
  // Reels of a minute: the window of one minute and the grace of another begin with the first of them.
  assert.deepEqual([segments[0]?.number, segments.at(-1)?.number], [1, 75])
  assert.deepEqual(inits, [madeInit()])
  assert.equal(discontinuitiesBefore, 0)
  assert.deepEqual(await spool.find(75)?.read(), madeSession({}, { number: 75, mediaSeconds: 148 }).next().bytes)
  const session = madeSession({}, { number: 76, mediaSeconds: 150 })
  for (let i = 0; i < 40; i++) {
    const { segment, parts } = session.next({ isDiscontinuous: i === 0 })
    spool.segment(segment, parts)
  }
  const summary = await spool.close()
  assert.equal(await checkAsset(options), 115)
  const index = readIndex(await options.files.read(`${prefix}index.jsonl`))
  assert.deepEqual(summaryOf(index), summary)
  assert.equal(summary.durationSeconds, 230)
  await spool.remove()
  assert.equal(await recoverSpool(options), undefined)
})

test('discontinuities that have left the window are counted', async () => {
  const options = prepared({ windowSeconds: 0 })
  await parked(options, 130, [10, 20, 61, 120])
  const recovered = await recoverSpool(options)
  assert.equal(recovered?.segments[0]?.number, 91)
  assert.equal(recovered?.discontinuitiesBefore, 3)
  await recovered?.spool.close()
})

test('a spool without a recording is recovered too', async () => {
  const options = prepared({ isKept: false })
  await parked(options, 50)
  const recovered = await recoverSpool(options)
  assert.deepEqual(recovered?.position, { nextNumber: 51, initCount: 1, mediaSeconds: 100, targetSeconds: 2 })
  assert.equal((await recovered?.spool.find(50)?.read())?.length, 1_800)
  assert.equal((await recovered?.spool.close())?.segmentCount, 50)
  await recovered?.spool.remove()
  assert.deepEqual(await readdir(options.home), [])
})

/** Damage that a crash may leave in the last reel and in the index, and the number of whole segments out of five. */
const crashes: Record<string, [(folder: string) => Promise<void>, number]> = {
  'bytes without a line': [(folder) => appendFile(join(folder, '00000.m4s'), Buffer.alloc(700)), 5],
  'a line that is cut': [(folder) => shorten(join(folder, 'index.jsonl'), 5), 4],
  'a cut line, and bytes after it': [
    async (folder) => {
      await shorten(join(folder, 'index.jsonl'), 5)
      await appendFile(join(folder, '00000.m4s'), Buffer.alloc(10))
    },
    4,
  ],
  'lines without their bytes': [(folder) => shorten(join(folder, '00000.m4s'), 2_000), 3],
  'zeros at the end of the index': [(folder) => appendFile(join(folder, 'index.jsonl'), Buffer.alloc(4_096)), 5],
  'lines of nothing': [(folder) => appendFile(join(folder, 'index.jsonl'), '\n\0\n[1]\n'), 5],
  'a reel that no line names': [(folder) => writeFile(join(folder, '00001.m4s'), Buffer.alloc(900)), 5],
  'a single byte too few': [(folder) => shorten(join(folder, '00000.m4s'), 1), 4],
}

async function shorten(path: string, byteCount: number): Promise<void> {
  await truncate(path, (await stat(path)).size - byteCount)
}

for (const [what, [crash, whole]] of Object.entries(crashes)) {
  test(`a crash that leaves ${what}: recovery finds every whole segment and continues`, async () => {
    const options = await crashed(5)
    await crash(options.folder)
    const recovered = await recoverSpool(options)
    assert.equal(recovered?.position.nextNumber, whole + 1)
    const session = madeSession({}, { number: whole + 1, mediaSeconds: whole * 2 })
    for (let i = 0; i < 3; i++) {
      const { segment, parts } = session.next()
      recovered?.spool.segment(segment, parts)
    }
    assert.equal((await recovered?.spool.close())?.segmentCount, whole + 3)
    assert.equal(await checkAsset(options), whole + 3)
  })
}

test('a spool without a whole segment is not recovered', async () => {
  const options = prepared()
  assert.equal(await recoverSpool(options), undefined)
  const begun = await crashed(1)
  await truncate(join(begun.folder, '00000.m4s'), 0)
  assert.equal(await recoverSpool(begun), undefined)
  await assert.rejects(readdir(begun.folder), /ENOENT/)
})

test('reels that wait for the store are delivered after a restart', async () => {
  const options = prepared()
  const away = { ...options, files: openDiskFiles('/dev/null/away') }
  await parked(away, 70)
  assert.equal((await readdir(options.folder)).filter((name) => name.endsWith('.m4s')).length, 3)
  const recovered = await recoverSpool(options)
  await recovered?.spool.close()
  assert.equal(await checkAsset(options), 70)
})

test('a writer that is killed loses no segment that it reported', async () => {
  const { home } = prepared()
  const options = spoolIn(home, prefix)
  let printed = -1
  for (const lines of [40, 25, 33]) {
    const writer = spawn(process.execPath, [spoolWriter, home, prefix], { stdio: ['ignore', 'pipe', 'inherit'] })
    printed = await killedAfter(writer, lines)
    const next = (await recoverSpool(options).then(parkAgain)) ?? 0
    assert.ok(next > printed && next <= printed + 2, `${next} is next when ${printed} was printed`)
  }
  assert.ok(printed > 90, String(printed))
  const last = await recoverSpool(options)
  await last?.spool.close()
  assert.equal((await checkAsset(options)) + 1, last?.position.nextNumber)
})

async function parkAgain(recovered: Awaited<ReturnType<typeof recoverSpool>>): Promise<number | undefined> {
  await recovered?.spool.park()
  return recovered?.position.nextNumber
}

/** Kills a writer after some of its lines and returns the last number that it printed. */
async function killedAfter(writer: ChildProcess, lineCount: number): Promise<number> {
  assert.ok(writer.stdout !== null)
  const printed: number[] = []
  for await (const line of createInterface({ input: writer.stdout })) {
    printed.push(Number(line))
    if (printed.length === lineCount) writer.kill('SIGKILL')
  }
  if (writer.signalCode === null && writer.exitCode === null) await once(writer, 'exit')
  assert.equal(writer.signalCode, 'SIGKILL')
  return printed.at(-1) ?? -1
}

test('segments whose init is lost are not recovered, and those of another init are', async () => {
  for (const { lost, left } of [
    { lost: [0], left: [4, 5, 6] },
    { lost: [0, 1], left: [] },
  ]) {
    const away = prepared({ files: openDiskFiles('/dev/null/away') })
    const spool = openSpool(away)
    const session = madeSession()
    for (const initId of [0, 1]) {
      spool.init(madeInit(initId))
      for (let at = 0; at < 3; at++) {
        const { segment, parts } = session.next({ initId, isDiscontinuous: initId === 1 && at === 0 })
        spool.segment(segment, parts)
      }
    }
    await spool.park()
    for (const id of lost) await rm(join(away.folder, `init-${id}.mp4`))
    const options = { ...away, files: openDiskFiles(join(away.home, 'store')) }
    const recovered = await recoverSpool(options)
    assert.deepEqual(recovered?.segments.map(({ number }) => number) ?? [], left)
    if (recovered === undefined) continue
    assert.equal((await recovered.spool.close()).segmentCount, left.length)
    const { segments } = readIndex(await options.files.read(`${prefix}index.jsonl`))
    assert.deepEqual(
      segments.map(({ number }) => number),
      left,
    )
  }
})
