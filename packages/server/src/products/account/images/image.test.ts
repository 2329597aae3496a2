import assert from 'node:assert/strict'
import { request } from 'node:http'
import { describe, test } from 'node:test'
import { until } from '#test/world/until.ts'
import { objectOf, world, type Json, type SendOptions } from '#test/world/world.ts'
import { pngOf, sampleImages } from '#test/world/sampleImages.ts'
import { imageBytesMax, imagesBytesMax } from './image.ts'

type Sent = { status: number; data: Json }

/** A listening server with uploads of images. */
async function imageWorld() {
  const w = await world()
  const base = await w.app.server.listen({ port: 0, host: '127.0.0.1' })
  const pathOf = (url: unknown) => {
    const { pathname, search } = new URL(String(url))
    return `${base}${pathname}${search}`
  }
  const requestUpload = async (name?: string, options: SendOptions = {}) =>
    pathOf((await w.call('account.image.requestUpload', name === undefined ? {} : { name }, options)).url)
  const put = async (address: string, body: Uint8Array, headers: Record<string, string> = {}): Promise<Sent> => {
    const response = await fetch(address, { method: 'PUT', body: Buffer.from(body), headers })
    const { data, error } = objectOf(await response.json())
    return { status: response.status, data: objectOf(data ?? error) }
  }
  return {
    w,
    base,
    requestUpload,
    put,
    send: async (body: Uint8Array, name?: string) => put(await requestUpload(name), body),
    load: (url: unknown, init: RequestInit = {}) => fetch(pathOf(url), init),
    keys: async () => (await w.app.live.files.list('images/', 100).catch(() => [])).map(({ key }) => key),
    [Symbol.asyncDispose]: () => w[Symbol.asyncDispose](),
  }
}

describe('an image', () => {
  test('is uploaded, listed, served from its own address, renamed and deleted', async () => {
    await using i = await imageWorld()
    const made = await i.send(sampleImages.jpg, 'Harbour.jpg')
    assert.equal(made.status, 200, JSON.stringify(made.data))
    const { id, url, name, mediaType, width, height } = made.data
    assert.deepEqual([name, mediaType, width, height], ['Harbour.jpg', 'image/jpeg', 24, 16])
    assert.match(String(url), /^http:\/\/fairground\.test\/images\/[0-9a-z]{8}\/[0-9a-f]{32}\.jpg$/)
    const served = await i.load(url)
    assert.deepEqual(
      ['content-type', 'cache-control', 'x-content-type-options', 'content-security-policy'].map((header) =>
        served.headers.get(header),
      ),
      [
        'image/jpeg',
        'public, max-age=31536000, immutable',
        'nosniff',
        "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox",
      ],
    )
    const bytes = Buffer.from(await served.arrayBuffer())
    assert.deepEqual([bytes.length, bytes.includes('Secret')], [made.data['byteCount'], false])
    assert.equal((await i.load(url, { method: 'HEAD' })).status, 200)
    const channel = { name: 'Harbour', handle: 'harbour', avatarUrl: String(url) }
    assert.equal((await i.w.call('livestream.channel.create', channel)).avatarUrl, url)
    const renamed = await i.w.call('account.image.update', { imageId: String(id), name: 'At night' })
    assert.deepEqual([renamed.name, renamed.url, renamed.version], ['At night', url, 2])
    assert.deepEqual(
      (await i.w.call('account.image.all')).items.map((each) => each.id),
      [id],
    )
    await i.w.call('account.image.delete', { imageId: String(id) })
    await i.w.settle()
    assert.equal((await i.load(url)).status, 404)
    assert.deepEqual(await i.keys(), [])
    assert.deepEqual(
      (await i.w.emitted()).map((each) => each.name).filter((each) => each.startsWith('account.image')),
      ['account.image.created', 'account.image.updated', 'account.image.deleted'],
    )
  })

  test('is stored once per account, also when it is sent twice at once or again', async () => {
    await using i = await imageWorld()
    const address = await i.requestUpload('first')
    const [one, two, other] = await Promise.all([
      i.put(address, pngOf(1)),
      i.put(address, pngOf(1)),
      i.put(await i.requestUpload('other'), pngOf(1)),
    ])
    assert.deepEqual([one.status, two.status, other.status], [200, 200, 200])
    assert.deepEqual([two.data['id'], other.data['id']], [one.data['id'], one.data['id']])
    assert.equal((await i.w.call('account.image.all')).items.length, 1)
    assert.equal((await i.keys()).length, 1)
    assert.notEqual((await i.put(address, pngOf(2))).data['url'], one.data['url'])
    await i.w.call('account.image.delete', { imageId: String(one.data['id']) })
    const again = await i.put(address, pngOf(1))
    assert.notEqual(again.data['url'], one.data['url'])
    await i.w.settle()
    assert.equal((await i.load(again.data['url'])).status, 200)
  })

  test('a repeated request under one key returns the same address', async () => {
    await using i = await imageWorld()
    const headers = { 'idempotency-key': 'once' }
    const ask = () => i.w.call('account.image.requestUpload', { name: 'a' }, { headers })
    assert.deepEqual(await ask(), await ask())
  })

  test('belongs to its account: another one neither sees nor deletes it, and has a file of its own', async () => {
    await using i = await imageWorld()
    const mine = await i.send(pngOf(1))
    const { secretKey: key } = await i.w.another()
    await i.w.refused('account.image.get', { imageId: mine.data['id'] }, { code: 'not_found', key })
    await i.w.refused('account.image.delete', { imageId: mine.data['id'] }, { code: 'not_found', key })
    const theirs = await i.put(await i.requestUpload('theirs', { key }), pngOf(1))
    assert.notEqual(theirs.data['id'], mine.data['id'])
    assert.notEqual(theirs.data['url'], mine.data['url'])
  })

  test('an upload needs its token, in time', async () => {
    await using i = await imageWorld()
    const address = await i.requestUpload()
    const forged = address.replace(/token=(\d+)/, (_, seconds) => `token=${Number(seconds) + 60}`)
    assert.deepEqual((await i.put(forged, pngOf(1))).data['reason'], 'signature_invalid')
    i.w.clock.advance(3_600_001)
    assert.deepEqual((await i.put(address, pngOf(1))).data['reason'], 'signature_invalid')
    const reader = await i.w.key({ kind: 'restricted', scopes: ['account.image:read'] })
    await i.w.refused('account.image.requestUpload', {}, { code: 'not_authorized', key: reader })
  })

  test('a file that is no acceptable image is refused with the reason, and nothing is stored', async () => {
    await using i = await imageWorld()
    const refused = async (body: Uint8Array, headers: Record<string, string> = {}) => {
      const { status, data } = await i.put(await i.requestUpload(), body, headers)
      const [first] = Array.isArray(data['fields']) ? data['fields'] : []
      return [status, objectOf(first ?? { rule: data['reason'] })['rule']]
    }
    assert.deepEqual(await refused(Buffer.from('<svg onload="alert(1)"/>')), [400, 'markup'])
    assert.deepEqual(await refused(Buffer.from('MZ'), { 'content-type': 'image/png' }), [400, 'type'])
    assert.deepEqual(await refused(pngOf(1, { width: 30_000, height: 30_000 })), [400, 'size'])
    assert.deepEqual(await refused(sampleImages.jpg.subarray(0, 400)), [400, 'broken'])
    assert.deepEqual(await refused(Buffer.alloc(0)), [400, 'empty'])
    assert.deepEqual(await refused(Buffer.alloc(imageBytesMax + 1)), [400, 'body_too_large'])
    const part = { 'content-range': 'bytes 0-9/100' }
    assert.deepEqual(await refused(pngOf(1).subarray(0, 10), part), [400, 'whole'])
    assert.deepEqual(await i.keys(), [])
  })

  test('addresses of no image are not found', async () => {
    await using i = await imageWorld()
    const made = await i.send(pngOf(1))
    const { pathname } = new URL(String(made.data['url']))
    const climbing = `/images/..%2f${pathname.slice(8)}`
    for (const path of ['/images/', `${pathname}x`, pathname.replace('.png', '.gif'), climbing])
      assert.equal((await fetch(`${i.base}${path}`)).status, 404, path)
  })

  test('an account beyond its bytes is refused', async () => {
    await using i = await imageWorld()
    await i.send(pngOf(1))
    const address = await i.requestUpload()
    await i.w.app.pools.work.query('update account_image set byte_count = $1', [imageBytesMax])
    await i.w.app.pools.work.query(
      `insert into account_image (account_id, id, status, version, created_at, updated_at, metadata, media_type,
         width, height, frame_count, byte_count, file, content_hash)
       select account_id, gen_random_uuid(), status, 1, now(), now(), '{}', media_type, 1, 1, 1, byte_count,
         n || '.png', 'hash' || n from account_image, generate_series(1, $1::integer) n`,
      [Math.ceil(imagesBytesMax / imageBytesMax) - 1],
    )
    const { status, data } = await i.put(address, pngOf(2))
    assert.deepEqual([status, data['reason']], [409, 'image_space_full'])
    await i.w.refused('account.image.requestUpload', {}, { code: 'conflict', mention: 'image_space_full' })
  })

  test('an upload that breaks off leaves nothing behind', async () => {
    await using i = await imageWorld()
    const { hostname, port, pathname, search } = new URL(await i.requestUpload())
    const headers = { 'content-length': String(sampleImages.png.length) }
    const sending = request({ hostname, port, path: `${pathname}${search}`, method: 'PUT', headers })
    const isClosed = new Promise((done) => sending.on('error', done))
    sending.write(sampleImages.png.subarray(0, 100), () => sending.destroy())
    await isClosed
    const address = `http://${hostname}:${port}${pathname}${search}`
    const made = await until(
      () => i.put(address, sampleImages.png),
      ({ status }) => status === 200,
    )
    assert.deepEqual(await i.keys(), [new URL(String(made.data['url'])).pathname.slice(1)])
  })

  test('a file whose record was never written is removed after a day', async () => {
    await using i = await imageWorld()
    await i.w.app.pools.work.query('alter table account_image add constraint no_more check (false) not valid')
    assert.notEqual((await i.send(pngOf(1))).status, 200)
    assert.equal((await i.keys()).length, 1)
    i.w.clock.advance(25 * 3_600_000)
    await i.w.settle()
    assert.deepEqual(await i.keys(), [])
  })
})
