import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import type { Log } from '#kit/call/context.ts'
import { FileMissing } from '#platform/files/files.ts'
import { openS3Files, type S3Settings } from '#platform/files/s3.ts'
import { openFaultyProxy, type Fate } from '#test/world/faultyProxy.ts'
import { freePort } from '#test/world/freePort.ts'
import { noS3, quietLog, startS3Server } from '#test/world/s3Server.ts'
import { until } from '#test/world/until.ts'
import { connectS3 } from './s3Client.ts'
import { explainS3, S3Failed } from './s3Refusal.ts'
import { elementsOf } from './s3Xml.ts'

const mebibyte = 1024 * 1024

/** Error of a call that must fail. */
function reasonOf(error: unknown): S3Failed {
  assert.ok(error instanceof S3Failed)
  return error
}

const server = await startS3Server()

describe('an object store that fails', { skip: noS3 }, () => {
  if (server === undefined) return
  const { address, stranger } = server
  const client = connectS3(address, quietLog)
  let folder = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'files-s3-broken-'))
  })
  after(async () => {
    await Promise.all([client.close(), rm(folder, { recursive: true })])
    await server.stop()
  })

  const open = (t: TestContext, change: Partial<S3Settings> = {}, log: Log = quietLog) => {
    const files = openS3Files({ ...address, prefix: '', ...change }, log)
    t.after(() => files.close())
    return files
  }
  /** Files behind a proxy that handles each request as `judge` decides. */
  const openBehind = async (t: TestContext, judge: (line: string) => Fate) => {
    const proxy = await openFaultyProxy(address.endpoint, judge)
    t.after(() => proxy.close())
    return { files: open(t, { endpoint: proxy.endpoint }), seen: proxy.seen, endpoint: proxy.endpoint }
  }
  const uploads = async () =>
    elementsOf(String((await client.send({ method: 'GET', query: { uploads: '' } })).bytes), 'Upload')
  const made = async (name: string, bytes: number) => {
    const path = join(folder, name)
    await writeFile(path, randomBytes(bytes))
    return path
  }

  test('a store killed within an upload has no partial object, and the local file can be adopted again', async (t) => {
    const files = open(t)
    const path = await made('film', 100 * mebibyte)
    let killed: Promise<void> | undefined
    const { files: broken } = await openBehind(t, (line) => {
      if (line.includes('partNumber=5&')) killed ??= server.kill()
      return 'pass'
    })
    const error = await broken.adopt('killed/film', path, 'video/mp4').then(() => assert.fail(), reasonOf)
    assert.equal(error.code, 'connection')
    await killed
    assert.equal((await stat(path)).size, 100 * mebibyte)
    await server.start()
    assert.equal(await files.size('killed/film'), undefined)
    await assert.rejects(files.read('killed/film'), FileMissing)
    assert.deepEqual(await files.list('killed/', 10), [])
    await files.adopt('killed/film', path, 'video/mp4')
    assert.equal(await files.size('killed/film'), 100 * mebibyte)
    assert.ok(!existsSync(path))
    assert.deepEqual(await uploads(), [])
    await files.removeAll('killed/')
  })

  test('a stream continues at its offset after the store was killed and restarted', async (t) => {
    const files = open(t)
    const bytes = randomBytes(30 * mebibyte)
    await files.put('read/film', bytes, 'video/mp4')
    const stream = await files.open('read/film', { from: 7, to: bytes.length - 7 })
    const pieces: Buffer[] = []
    for await (const piece of stream) {
      pieces.push(piece)
      if (pieces.length === 20) {
        await server.kill()
        await server.start()
      }
    }
    assert.ok(Buffer.concat(pieces).equals(bytes.subarray(7, -7)))
    await files.remove('read/film')
  })

  test('a read that began during an outage completes after it', async (t) => {
    await open(t).put('down/a', Buffer.from('here'), 'text/plain')
    const port = await freePort()
    const logged: string[] = []
    const debug = (message: string) => void logged.push(message)
    const files = open(t, { endpoint: `http://127.0.0.1:${port}` }, { ...quietLog, debug })
    const waiting = files.read('down/a')
    await until(() => logged.length > 0)
    const back = await openFaultyProxy(address.endpoint, () => 'pass', port)
    t.after(() => back.close())
    assert.equal(String(await waiting), 'here')
    assert.deepEqual(new Set(logged), new Set(['a request to the object store is repeated']))
    await files.remove('down/a')
  })

  test('a failed part aborts the upload, and its other parts are removed', async (t) => {
    const { files, seen } = await openBehind(t, (line) => (line.includes('partNumber=3&') ? 403 : 'pass'))
    const path = await made('refused', 70 * mebibyte)
    await assert.rejects(files.adopt('refused/film', path, 'video/mp4'), { name: 'S3Failed', status: 403 })
    assert.ok(existsSync(path))
    assert.ok(seen.some((line) => line.startsWith('DELETE /films/refused/film?uploadId=')))
    assert.deepEqual(await uploads(), [])
  })

  test('temporary failures are retried: overload, lost responses, errors behind status 200', async (t) => {
    const refusal = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`
    const fates: Record<string, Fate[]> = {
      'PUT /films/again/a': [503, 429, 'lose'],
      'POST /films/again/film?uploads=': [500],
      'PUT /films/again/film?partNumber=2': ['lose', 503],
      'POST /films/again/film?uploadId=': [
        { status: 200, text: refusal('InternalError') },
        'lose',
        { status: 404, text: refusal('NoSuchUpload') },
      ],
      'GET /films/again/a': [502, 'lose'],
    }
    const fateOf = (line: string) =>
      Object.entries(fates)
        .find(([start]) => line.startsWith(start))?.[1]
        .shift()
    const { files } = await openBehind(t, (line) => fateOf(line) ?? 'pass')
    await files.put('again/a', Buffer.from('again'), 'text/plain')
    assert.equal(String(await files.read('again/a')), 'again')
    await files.adopt('again/film', await made('again', 20 * mebibyte), 'video/mp4')
    assert.equal(await files.size('again/film'), 20 * mebibyte)
    assert.deepEqual(Object.values(fates).flat(), [])
    await files.removeAll('again/')
  })

  test('permanent failures get one attempt, temporary ones five at most', async (t) => {
    const { files, seen } = await openBehind(t, (line) => (line.endsWith('/forbidden') ? 403 : 503))
    await assert.rejects(files.read('forbidden'), { name: 'S3Failed', code: 'Forbidden' })
    assert.equal(seen.length, 1)
    await assert.rejects(files.read('busy'), { name: 'S3Failed', status: 503 })
    assert.equal(seen.length, 6)
  })

  test('a silent store and an unknown host time out', async (t) => {
    const { endpoint } = await openBehind(t, () => 'hang')
    const resolve = (name: string) =>
      Promise.reject(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' }))
    for (const [place, code] of Object.entries({ [endpoint]: 'timeout', 'http://store.invalid': 'name_not_found' })) {
      const hasty = connectS3({ ...address, endpoint: place }, quietLog, { resolve })
      t.after(() => hasty.close())
      const error = await hasty
        .send({ method: 'GET', name: 'x', responseTimeoutMs: 50, attemptsMax: 1 })
        .then(() => assert.fail(), reasonOf)
      assert.equal(error.code, code)
      assert.notEqual(explainS3(error), undefined)
    }
  })

  const mistakes: [string, Partial<S3Settings>, string][] = [
    ['a wrong secret', { secretAccessKey: 'not-the-secret-of-anybody' }, 'SignatureDoesNotMatch'],
    ['an unknown key', { accessKeyId: 'NOBODY' }, 'InvalidAccessKeyId'],
    ['a missing bucket', { bucket: 'no-such-films' }, 'NoSuchBucket'],
    ['a key without rights', stranger, 'AccessDenied'],
  ]
  for (const [name, change, code] of mistakes) {
    test(`${name} is reported by its code, and without a secret`, async (t) => {
      const logged: unknown[] = []
      const note = (...values: unknown[]) => void logged.push(...values)
      const files = open(t, change, { debug: note, info: note, warn: note, error: note })
      const error = await files.read('a').then(() => assert.fail(), reasonOf)
      assert.equal(error.code, code)
      assert.notEqual(explainS3(error), undefined)
      const output = `${JSON.stringify(logged)} ${error.stack} ${JSON.stringify(error)}`
      for (const secret of [address.secretAccessKey, stranger.secretAccessKey, 'not-the-secret', 'Signature=']) {
        assert.ok(!output.includes(secret))
      }
    })
  }

  test('a wrong clock is reported with its offset', async (t) => {
    const files = open(t)
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() - 3_600_000 })
    const error = await files.read('a').then(() => assert.fail(), reasonOf)
    assert.equal(error.code, 'RequestTimeTooSkewed')
    const sentence = explainS3(error)?.says ?? ''
    const [, behind] = /^the clock of this machine is (\d+) s behind the store's$/.exec(sentence) ?? []
    // The mocked clock stands still from here on; that of the store continues.
    assert.ok(Number(behind) >= 3_599 && Number(behind) < 3_660, sentence)
  })
})
