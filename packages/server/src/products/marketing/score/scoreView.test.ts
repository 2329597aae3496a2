import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world, type World } from '#test/world/world.ts'
import { schedules } from './scoreClock.ts'

const get = 'marketing.leadScore.get'
const update = 'marketing.leadScore.update'
const track = 'marketing.event.track'
const hourMs = 3_600_000

const opened = {
  ruleId: 'opened',
  name: 'Opened the app',
  score: 'engagement',
  when: { event: 'app.opened' },
  points: 10,
} as const

async function tick(w: World): Promise<void> {
  await w.settle()
  for (const each of schedules) await each.run(w.app.operatorCtx(w.account.account, each.name))
}

async function trackMany(w: World, contactId: string, count: number): Promise<void> {
  await w.call(track, { events: Array.from({ length: count }, () => ({ name: 'app.opened', contactId })) })
  await w.settle()
}

test('hundreds of points that expire leave the score, each at its moment', async () => {
  await using w = await world()
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'mira@example.com' })
  const rules = [{ ...opened, points: 1, expiresAfter: 'PT1H' }]
  await w.call(update, { model: { rules, thresholds: [{ name: 'warm', min: 5 }] } })
  const start = w.clock.now().getTime()
  await trackMany(w, contactId, 210)
  w.clock.advance(hourMs / 2)
  await trackMany(w, contactId, 10)
  const seenAt = async (hours: number) => {
    const at = new Date(start + hours * hourMs).toISOString()
    const { engagement, nextCrossing } = await w.call(get, { contactId, at })
    return [engagement, nextCrossing?.at]
  }
  const crossing = new Date(start + 1.5 * hourMs).toISOString()
  const wanted = [
    [220, crossing],
    [10, crossing],
    [0, undefined],
  ]
  assert.deepEqual([await seenAt(0.5), await seenAt(1.1), await seenAt(2)], wanted)
  w.clock.advance(0.6 * hourMs)
  await tick(w)
  assert.deepEqual([await seenAt(0.5), await seenAt(1.1), await seenAt(2)], wanted)
  w.clock.advance(hourMs)
  await tick(w)
  assert.deepEqual(await seenAt(3), [0, undefined])
  const crossed = await w.emitted('marketing.leadScore.thresholdCrossed')
  assert.deepEqual(
    crossed.map(({ payload }) => [payload['direction'], payload['at']]),
    [
      ['up', new Date(start).toISOString()],
      ['down', crossing],
    ],
  )
})

test('the parts of an explanation sum up to the scores, however many there are', async () => {
  await using w = await world()
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'mira@example.com' })
  const decay = { halfLife: 'P10D', floor: 400 } as const
  await w.call(update, { model: { rules: [opened], decay, bounds: { max: 1_500 } } })
  await w.call(update, { contactId, set: { fit: 700 }, reason: 'Size' })
  await trackMany(w, contactId, 230)
  w.clock.advance(24 * hourMs)
  await trackMany(w, contactId, 3)
  const sumsAt = async (days: number) => {
    const at = new Date(w.clock.now().getTime() + days * 24 * hourMs).toISOString()
    const score = await w.call(get, { contactId, at, include: ['breakdown'] })
    const { breakdown = [], breakdownRest: rest } = score
    assert.ok(rest)
    const listed = (name: string) => breakdown.reduce((sum, each) => sum + (each.score === name ? each.decayed : 0), 0)
    const fit = listed('fit') + rest.fit + rest.limits.fit
    const engagement = listed('engagement') + rest.engagement + rest.limits.engagement
    const parts = [fit, engagement, fit + engagement + rest.limits.total]
    for (const [index, value] of [score.fit, score.engagement, score.total].entries()) {
      assert.ok(Math.abs((parts[index] ?? 0) - (value ?? -1)) < 1e-9, `${parts} ${value} after ${days} days`)
    }
    return [breakdown.length, rest.entries, rest.limits.fit, rest.limits.engagement, rest.limits.total].map(
      (each) => Math.round(each) + 0,
    )
  }
  assert.deepEqual(await sumsAt(0), [200, 34, 0, -676, -700])
  assert.deepEqual(await sumsAt(9), [200, 34, 0, 0, -366])
  assert.deepEqual(await sumsAt(100), [200, 34, 0, 398, 0])
  assert.deepEqual(await sumsAt(-0.5), [200, 31, 0, -722, -700])
})
