import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { openFaultyProxy } from '#test/world/faultyProxy.ts'
import { noS3, quietLog, startS3Server } from '#test/world/s3Server.ts'
import { lookAtFiles } from './filesDiagnosis.ts'

const server = await startS3Server()

describe('the doctor looks at an object store', { skip: noS3 }, () => {
  if (server === undefined) return
  const { address, stranger } = server
  const look = (change: object) =>
    lookAtFiles({ folder: '/data/media', s3: { ...address, prefix: 'fairground/', ...change } }, quietLog)
  after(() => server.stop())

  test('ok for a store that works', async () => {
    const { result, says } = await look({})
    assert.deepEqual(
      [result, says],
      ['ok', `${address.endpoint}, bucket films: files were put, read, listed and removed`],
    )
  })

  const ills: [name: string, change: object, says: RegExp, advice: RegExp][] = [
    ['without the bucket', { bucket: 'no-such-films' }, /bucket no-such-films: there is no such bucket; /, /make it/],
    ['that does not know the key', { accessKeyId: 'NOBODY' }, /does not know this access key/, /S3_ACCESS_KEY_ID/],
    ['with another secret', { secretAccessKey: 'hunter2' }, /secret does not belong/, /S3_SECRET_ACCESS_KEY/],
    ['that permits nothing', stranger, /may not do this; .*403 AccessDenied, to PUT fairground\/doctor/, /allow it/],
    ['that is not there', { endpoint: 'http://127.0.0.1:1' }, /nothing answers there/, /S3_ENDPOINT/],
  ]
  for (const [name, change, says, advice] of ills) {
    test(name, async () => {
      const found = await look(change)
      assert.equal(found.result, 'fail')
      assert.match(found.says, says)
      assert.match(found.advice ?? '', advice)
      assert.doesNotMatch(JSON.stringify(found), /hunter2/)
    })
  }

  test('fail for a store behind a proxy that takes small files only', async (t) => {
    const proxy = await openFaultyProxy(address.endpoint, (line) => (line.includes('partNumber=1') ? 413 : 'pass'))
    t.after(() => proxy.close())
    const found = await look({ endpoint: proxy.endpoint })
    assert.equal(found.result, 'fail')
    assert.match(found.says, /refuses large requests; .*413 EntityTooLarge/)
  })

  test('fail for a store that loses files', async (t) => {
    const proxy = await openFaultyProxy(address.endpoint, (line) => (line.startsWith('PUT') ? 200 : 'pass'))
    t.after(() => proxy.close())
    const found = await look({ endpoint: proxy.endpoint })
    assert.equal(found.result, 'fail')
    assert.match(found.says, /there is no file doctor\//)
  })
})

test('media on the disk passes the check with its folder', async () => {
  const found = await lookAtFiles({ folder: '/data/media', s3: undefined }, quietLog)
  assert.deepEqual(found, { check: 'media', result: 'ok', says: 'it is kept in /data/media' })
})
