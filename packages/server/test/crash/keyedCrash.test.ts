import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { steppedPress, type Step } from './steppedPress.ts'
import { world, type World } from '#test/world/world.ts'

const script = new URL('./keyedProcess.ts', import.meta.url).pathname
const headStartMs = 15_000

/** Runs the keyed request in a separate process, which SIGKILL ends at a step. */
async function killedAt(w: World, step: Step): Promise<void> {
  const { host, port, user, database } = w.app.pools.work.options
  const order = { database: { host, port, user, database }, key: w.account.secretKey, step }
  const child = spawn(process.execPath, [script, JSON.stringify(order)], { stdio: ['ignore', 'inherit', 'inherit'] })
  const [, signal] = await once(child, 'exit')
  assert.equal(signal, 'SIGKILL')
  // The lease of the dead process has expired.
  await w.app.pools.work.query("update account_idempotency set lease_until = now() - interval '1 second'")
}

/** Counts the write and its effect after a repeat of the request and the work of all workers. */
async function repeated(w: World) {
  const how = { headers: { 'idempotency-key': 'one' } }
  const reply = await w.send('factory.button.press', { step: 1 }, how)
  assert.equal(reply.status, 200, reply.text)
  await w.settle()
  w.clock.advance(headStartMs)
  await w.settle()
  const again = await w.send('factory.button.press', { step: 1 }, how)
  assert.deepEqual([again.text, again.headers['idempotent-replayed']], [reply.text, 'true'])
  const { rows } = await w.app.pools.work.query("select 1 from account_audit where action = 'factory.button.pressed'")
  const isReplayed = reply.headers['idempotent-replayed'] === 'true'
  return { isReplayed, writes: rows.length, effects: (await w.emitted('factory.lamp.seen')).length }
}

/** Each step, and the counts after a repeat: an effect that was carried out but not marked as done is repeated. */
const cases: [Step, Awaited<ReturnType<typeof repeated>>][] = [
  ['reserved', { isReplayed: false, writes: 1, effects: 1 }],
  ['written', { isReplayed: false, writes: 1, effects: 1 }],
  ['committed', { isReplayed: true, writes: 1, effects: 1 }],
  ['called', { isReplayed: true, writes: 1, effects: 2 }],
]

describe('SIGKILL of a keyed request', () => {
  for (const [step, expected] of cases) {
    test(`leaves one write and its effect when it comes at step ${step}`, async () => {
      await using w = await world({ products: steppedPress(async () => {}) })
      await killedAt(w, step)
      assert.deepEqual(await repeated(w), expected)
    })
  }
})
