import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { encodeId, parseId, uuidv7 } from '#kit/values/ids.ts'
import { statement } from '#kit/call/statement.ts'
import { audienceCtx } from '#app/founding.ts'
import { goLive } from '#test/video/audience.ts'
import { world } from '#test/world/world.ts'
import { makeVideo } from '#test/video/ticketing.ts'
import { openLookUps } from '#platform/limits/lookUps.ts'
import { openGate } from './playbackGate.ts'
import { playbackIdOf } from '#products/livestream/records/playbackAddresses.ts'

const anonymous = { token: undefined }
const lookUps = openLookUps({ name: 'test', perSecond: 1_000, burst: 1_000 })

test('judge() admits to known videos for a minute while the database does not respond, and to no others', async () => {
  await using w = await world()
  const made = await makeVideo(w)
  const playbackId = playbackIdOf(String(made.id))
  let nowMs = 0
  let fate: 'there' | 'failing' | 'silent' | 'back' = 'there'
  const gate = openGate({
    async findAccount(id) {
      if (fate === 'failing') throw new Error('the database is away')
      if (fate === 'silent') await new Promise(() => undefined)
      return w.app.kernel.accounts.find(id)
    },
    open: (account, name) => w.app.operatorCtx(account, name),
    openAudience: (account, address) => audienceCtx(w.app.kernel, account, address),
    lookUps,
    nowMs: () => nowMs,
  })
  assert.ok('video' in (await gate.judge(playbackId, anonymous)))
  fate = 'failing'
  nowMs = 30_000
  assert.ok('video' in (await gate.judge(playbackId, anonymous)))
  const accountId = parseId('plb', playbackId)?.accountId ?? 0
  const other = encodeId('plb', accountId, '01900000-0000-7000-8000-000000000000')
  await assert.rejects(async () => gate.judge(other, anonymous), /away/)
  nowMs = 61_000
  await assert.rejects(async () => gate.judge(playbackId, anonymous), /away/)
  fate = 'back'
  assert.ok('video' in (await gate.judge(playbackId, anonymous)))
  fate = 'silent'
  nowMs = 90_000
  assert.ok('video' in (await gate.judge(playbackId, anonymous)))
})

test('judge() refuses a closed video after the clock was set back', async () => {
  await using w = await world()
  const made = await makeVideo(w)
  const playbackId = playbackIdOf(String(made.id))
  let nowMs = 3_600_000
  const gate = openGate({
    findAccount: (id) => w.app.kernel.accounts.find(id),
    open: (account, name) => w.app.operatorCtx(account, name),
    openAudience: (account, address) => audienceCtx(w.app.kernel, account, address),
    lookUps,
    nowMs: () => nowMs,
  })
  assert.ok('video' in (await gate.judge(playbackId, anonymous)))
  await w.call('livestream.static.create', { staticId: made.id, visibility: 'private' })
  nowMs = 0
  assert.deepEqual(await gate.judge(playbackId, anonymous), { status: 404, reason: 'There is no such video.' })
})

test('judge() admits players of this server and of the sites that may frame a stream', async () => {
  await using w = await world()
  const allowedOrigins = ['https://Fan.example', 'https://*.club.example']
  const live = await goLive(w, { allowedOrigins, record: true })
  const anywhere = await goLive(w)
  const gate = openGate({
    findAccount: (id) => w.app.kernel.accounts.find(id),
    open: (account, name) => w.app.operatorCtx(account, name),
    openAudience: (account, address) => audienceCtx(w.app.kernel, account, address),
    lookUps,
    nowMs: () => 0,
  })
  const from = async (playbackId: string, origin: string | undefined) => {
    const judged = await gate.judge(playbackId, { token: undefined, origin })
    return 'video' in judged ? 'admitted' : judged.status
  }
  for (const origin of [undefined, 'https://fan.example', 'https://a.club.example', 'http://fairground.test']) {
    assert.equal(await from(live.playbackId, origin), 'admitted', String(origin))
  }
  for (const origin of ['https://club.example', 'https://a.b.club.example', 'http://fan.example', 'null']) {
    assert.equal(await from(live.playbackId, origin), 403, origin)
    assert.equal(await from(anywhere.playbackId, origin), 'admitted', origin)
  }
  await live.end({ durationSeconds: 60, byteCount: 1_000, width: 640, height: 360 })
  const replays = await w.call('livestream.static.all', { parentStreamId: live.streamId })
  const [replay] = replays.items
  const replayId = playbackIdOf(String(replay?.id))
  assert.deepEqual([await from(replayId, 'https://fan.example'), await from(replayId, 'null')], ['admitted', 403])
})

test('requests for unknown videos leave the connections of an account’s background work free', async () => {
  await using w = await world()
  const { account } = w.account
  const slots = w.app.pools.shares.work
  const held = await Promise.all(['first', 'second', 'third'].map((name) => slots.take({ path: [name] })))
  const requests = Array.from({ length: 300 }, async () => {
    const playbackId = encodeId('plb', account.id, randomUUID())
    const url = `/hls/${playbackId}/main.m3u8`
    return (await w.app.server.inject({ url, remoteAddress: '203.0.113.7' })).statusCode
  })
  await Promise.any(requests)
  const working = w.app.operatorCtx(account, 'test').db.rows(statement('test.work', 'ops', 'select 1 as done'), [])
  working.catch(() => undefined)
  for (const slot of held) slots.release(slot)
  assert.deepEqual(await working, [{ done: 1 }])
  assert.deepEqual(new Set(await Promise.all(requests)), new Set([404, 503]))
})

test('an unknown id is read once, within the bound of its network, and evicts no known video', async () => {
  await using w = await world()
  const playbackId = playbackIdOf(String((await makeVideo(w)).id))
  const read: number[] = []
  const gate = openGate({
    async findAccount(id) {
      read.push(id)
      return w.app.kernel.accounts.find(id)
    },
    open: (account, name) => w.app.operatorCtx(account, name),
    openAudience: (account, address) => audienceCtx(w.app.kernel, account, address),
    lookUps: openLookUps({ name: 'test', perSecond: 0.001, burst: 3 }),
    nowMs: () => 0,
  })
  const [network, other] = ['203.0.113.7', '203.0.113.8']
  const judge = async (id: string, address: string | undefined) => {
    const judged = await gate.judge(id, { token: undefined, address })
    return 'video' in judged ? 'admitted' : judged.status
  }
  const uuid = uuidv7(0)
  const unknown = (index: number) => encodeId('plb', 1_000_000 + index, uuid)
  assert.equal(await judge(playbackId, network), 'admitted')
  for (const index of [0, 1, 2, 0, 1, 2]) assert.equal(await judge(unknown(index), network), 404)
  assert.equal(read.length, 4, 'an unknown id is remembered')
  await assert.rejects(judge(unknown(3), network), { code: 'rate_limited' })
  assert.equal(read.length, 4, 'a request beyond the bound reads nothing')
  assert.equal(await judge(unknown(3), other), 404)
  for (let index = 4; index < 10_100; index++) await judge(unknown(index), undefined)
  const before = read.length
  assert.equal(await judge(playbackId, network), 'admitted')
  assert.equal(read.length, before, 'the known video is still in memory')
})
