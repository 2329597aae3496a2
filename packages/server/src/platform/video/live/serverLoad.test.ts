import assert from 'node:assert/strict'
import { performance, type EventLoopUtilization } from 'node:perf_hooks'
import { test } from 'node:test'
import { openServerLoad } from './serverLoad.ts'

test('a process is busy when its event loop was over 95 % active in the last five seconds', (t) => {
  const spent = { active: 0, idle: 0 }
  t.mock.method(performance, 'eventLoopUtilization', (before?: EventLoopUtilization) => {
    const [active, idle] = [spent.active - (before?.active ?? 0), spent.idle - (before?.idle ?? 0)]
    return { active, idle, utilization: active / (active + idle) }
  })
  const isBusy = openServerLoad()
  const pass = (active: number, idle: number) => {
    spent.active += active
    spent.idle += idle
    return isBusy()
  }
  assert.equal(pass(4_900, 50), false, 'the first window is not over')
  assert.equal(pass(100, 0), true)
  assert.equal(pass(0, 4_000), true, 'the result holds until the next window is over')
  assert.equal(pass(500, 1_000), false)
})
