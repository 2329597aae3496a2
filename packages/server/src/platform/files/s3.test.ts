import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { testFilesContract } from '#test/world/filesContract.ts'
import { hostedName, noS3, quietLog, startS3Server } from '#test/world/s3Server.ts'
import { RangeOutside } from './files.ts'
import { keyCharsMax, listLimitMax } from './fileKeys.ts'
import { openS3Files } from './s3.ts'
import { connectS3 } from './s3/s3Client.ts'
import { partBytesMin, partBytesOf } from './s3/s3Upload.ts'

const mebibyte = 1024 * 1024
const server = await startS3Server()

describe('an object store', { skip: noS3 }, () => {
  if (server === undefined) return
  const { address } = server
  const prefix = 'some/where/'
  const files = openS3Files({ ...address, prefix }, quietLog)
  const client = connectS3(address, quietLog)
  let folder = ''

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'files-s3-'))
  })
  after(async () => {
    await Promise.all([files.close(), client.close(), rm(folder, { recursive: true })])
    await server.stop()
  })

  testFilesContract('s3', () => files)

  test('a key may have every allowed character, up to the longest key', async () => {
    const alphabet = 'abcdefghijklmnopqrstuvwxyz/0123456789/-._/_/-/.a/'
    const keys = [`${alphabet}x`, `${alphabet}${`${'n'.repeat(127)}/`.repeat(3)}`.padEnd(keyCharsMax, 'z')]
    for (const key of keys) {
      await files.put(key, Buffer.from(key), 'text/plain')
      assert.equal(String(await files.read(key)), key)
      assert.equal(await files.size(key), key.length)
    }
    assert.deepEqual(
      (await files.list('abcdefghijklmnopqrstuvwxyz/', 10)).map(({ key }) => key).toSorted(),
      keys.toSorted(),
    )
    assert.equal(await files.removeAll('abcdefghijklmnopqrstuvwxyz/'), 2)
  })

  test('names begin with the prefix, and the type is kept, be it put or adopted', async () => {
    const path = join(folder, 'short')
    await writeRandom(path, 1_000)
    await files.put('types/put', Buffer.from('x'), 'video/mp4; codecs="avc1"')
    await files.adopt('types/adopted', path, 'image/jpeg')
    const typeOf = async (key: string) =>
      (await client.send({ method: 'HEAD', name: `${prefix}${key}` })).headers['content-type']
    assert.equal(await typeOf('types/put'), 'video/mp4; codecs="avc1"')
    assert.equal(await typeOf('types/adopted'), 'image/jpeg')
    await files.removeAll('types/')
  })

  test('a large file is uploaded in parts, and little of it is in memory', async () => {
    const path = join(folder, 'large')
    const bytes = 96 * mebibyte + 12_345
    const sum = await writeRandom(path, bytes)
    const before = process.memoryUsage().rss
    let peak = before
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 10)
    await files.adopt('large/film.mp4', path, 'video/mp4')
    const hash = createHash('sha256')
    for await (const piece of await files.open('large/film.mp4')) hash.update(piece)
    clearInterval(watch)
    assert.equal(hash.digest('hex'), sum)
    assert.ok(peak - before < 64 * mebibyte, `${Math.round((peak - before) / mebibyte)} MiB more than before`)
    assert.ok(!existsSync(path))
    const { headers } = await client.send({ method: 'HEAD', name: `${prefix}large/film.mp4` })
    assert.match(headers.etag ?? '', /-7"$/, 'the tag of an object says of how many parts it was made')
    assert.equal(headers['content-type'], 'video/mp4')
    const range = { from: partBytesMin - 3, to: partBytesMin + 3 }
    assert.equal((await files.read('large/film.mp4', range)).length, 6)
    await files.removeAll('large/')
  })

  test('a stream waits for its reader, and a destroyed stream closes its connection', async () => {
    const bytes = randomBytes(12 * mebibyte)
    await files.put('slow/film', bytes, 'video/mp4')
    await assert.rejects(files.open('slow/film', { from: 0, to: bytes.length + 1 }), RangeOutside)
    const stream = await files.open('slow/film')
    await sleep(300)
    // A stream without back-pressure has buffered everything after this pause.
    const buffered = stream.readableLength + (stream instanceof Duplex ? stream.writableLength : 0)
    assert.ok(buffered < mebibyte, `${buffered} bytes`)
    const pieces: Buffer[] = []
    for await (const piece of stream) pieces.push(piece)
    assert.ok(Buffer.concat(pieces).equals(bytes))
    await files.removeAll('slow/')
  })

  test('lists and removals cover more files than one response of the store', async () => {
    const keys = Array.from({ length: listLimitMax + 3 }, (_, at) => `many/${String(at).padStart(5, '0')}`)
    await Promise.all(keys.map((key) => files.put(key, Buffer.from('x'), 'text/plain')))
    const first = await files.list('many/', listLimitMax)
    const rest = await files.list('many/', listLimitMax, first.at(-1)?.key)
    assert.deepEqual(
      [...first, ...rest].map(({ key }) => key),
      keys,
    )
    assert.equal(await files.removeAll('many/'), keys.length)
  })

  test('a host may contain the bucket', async () => {
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
    const endpoint = `http://${hostedName}:${new URL(address.endpoint).port}`
    const hosted = connectS3({ ...address, endpoint, isPathStyle: false }, quietLog, { resolve })
    await hosted.send({ method: 'PUT', name: 'hosted/a', body: Buffer.from('by its host') })
    assert.equal(String((await client.send({ method: 'GET', name: 'hosted/a' })).bytes), 'by its host')
    await hosted.send({ method: 'DELETE', name: 'hosted/a' })
    await hosted.close()
  })
})

test('parts are equal, and at most as many as the store allows', () => {
  assert.equal(partBytesOf(20_000 * mebibyte), partBytesMin)
  for (const bytes of [156_250 * mebibyte, 156_251 * mebibyte, 5_000_000 * mebibyte]) {
    assert.ok(Math.ceil(bytes / partBytesOf(bytes)) <= 10_000)
    assert.equal(partBytesOf(bytes) % mebibyte, 0)
  }
})

/** Writes a file of random bytes; returns its SHA-256. */
async function writeRandom(path: string, bytes: number): Promise<string> {
  const file = createWriteStream(path)
  const hash = createHash('sha256')
  for (let left = bytes; left > 0;) {
    const piece = randomBytes(Math.min(left, mebibyte))
    left -= piece.length
    hash.update(piece)
    if (!file.write(piece)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')
  return hash.digest('hex')
}
