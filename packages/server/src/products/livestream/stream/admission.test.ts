import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseId } from '#kit/ids.ts'
import { objectOf, world } from '#test/world.ts'
import { openStreamHost } from './host.ts'

test('an encoder with a wrong key waits for nobody, and holds up nobody', async () => {
  await using w = await world()
  const made = await w.call('livestream.stream.create', { title: 'Held' })
  const key = String(objectOf(made['ingest'])['streamKey'])
  const findAccount = w.app.kernel.accounts.find
  const host = openStreamHost({ findAccount, open: w.app.operatorCtx, onTold: () => undefined })
  const admit = (asked: string) => host.admit({ key: asked, address: '203.0.113.7', protocol: 'rtmp' })
  const work = await w.app.pools.work.connect()
  try {
    await work.query('begin')
    const values = [w.account.account.id, parseId('str', String(made['id']))?.uuid]
    await work.query('select 1 from livestream_stream where account_id = $1 and id = $2 for update', values)
    const verdict = await admit(`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`)
    assert.match('refusal' in verdict ? verdict.refusal : '', /not right/)
  } finally {
    await work.query('rollback')
    work.release()
  }
  assert.ok('plan' in (await admit(key)))
})
