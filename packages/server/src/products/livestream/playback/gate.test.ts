import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeId, parseId } from '#kit/ids.ts'
import { world } from '#test/world.ts'
import { makeVideo } from '#test/ticketing.ts'
import { openGate } from './gate.ts'
import { playbackIdOf } from './addresses.ts'

test('while the database is away an audience goes on for a minute, and nobody new comes in', async () => {
  await using w = await world()
  const made = await makeVideo(w)
  const playbackId = playbackIdOf(String(made['id']))
  let nowMs = 0
  let fate: 'there' | 'failing' | 'silent' | 'back' = 'there'
  const gate = openGate({
    async findAccount(id) {
      if (fate === 'failing') throw new Error('the database is away')
      if (fate === 'silent') await new Promise(() => undefined)
      return w.app.kernel.accounts.find(id)
    },
    open: (account, name) => w.app.operatorCtx(account, name),
    nowMs: () => nowMs,
  })
  assert.ok('video' in (await gate.judge(playbackId, undefined)))
  fate = 'failing'
  nowMs = 30_000
  assert.ok('video' in (await gate.judge(playbackId, undefined)))
  const accountId = parseId('plb', playbackId)?.accountId ?? 0
  const other = encodeId('plb', accountId, '01900000-0000-7000-8000-000000000000')
  await assert.rejects(async () => gate.judge(other, undefined), /away/)
  nowMs = 61_000
  await assert.rejects(async () => gate.judge(playbackId, undefined), /away/)
  fate = 'back'
  assert.ok('video' in (await gate.judge(playbackId, undefined)))
  fate = 'silent'
  nowMs = 90_000
  assert.ok('video' in (await gate.judge(playbackId, undefined)))
})

test('a clock that was set back does not keep open what was closed', async () => {
  await using w = await world()
  const made = await makeVideo(w)
  const playbackId = playbackIdOf(String(made['id']))
  let nowMs = 3_600_000
  const gate = openGate({
    findAccount: (id) => w.app.kernel.accounts.find(id),
    open: (account, name) => w.app.operatorCtx(account, name),
    nowMs: () => nowMs,
  })
  assert.ok('video' in (await gate.judge(playbackId, undefined)))
  await w.call('livestream.static.create', { staticId: made['id'], visibility: 'private' })
  nowMs = 0
  assert.deepEqual(await gate.judge(playbackId, undefined), { status: 404, reason: 'There is no such video.' })
})
