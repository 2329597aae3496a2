import assert from 'node:assert/strict'
import { test } from 'node:test'
import { objectOf, world, type Input, type World } from '#test/world/world.ts'

const video = 'https://media.example.com/a.mp4'
const create = 'livestream.static.create'
const update = 'livestream.static.update'
const soon = { scheduleDate: '2026-11-21', scheduleTime: '10:00:00' }

async function made(w: World, sent: Input<typeof create>): Promise<string> {
  return (await w.call(create, { importMode: 'link', ...sent })).id
}

async function statusOf(w: World, staticId: string): Promise<unknown> {
  return (await w.call('livestream.static.get', { staticId })).status
}

async function subjects(w: World, name: string): Promise<string[]> {
  return (await w.emitted(name)).map((each) => each.subject)
}

test('a schedule that an update moves away and back publishes without a fact', async () => {
  await using w = await world()
  const loud = await made(w, { videoUrl: video, ...soon })
  const silent = await made(w, { videoUrl: video, ...soon })
  const later = await made(w, soon)
  await w.call(update, { staticId: loud, title: 'Only the title' })
  await w.call(update, { staticId: silent, scheduleDate: '2035-01-01' })
  await w.call(update, { staticId: silent, ...soon })
  await w.call(update, { staticId: later, videoUrl: video })
  w.clock.set('2026-11-21T10:00:00.000Z')
  await w.settle()
  for (const id of [loud, silent, later]) assert.equal(await statusOf(w, id), 'published')
  assert.deepEqual(await subjects(w, 'livestream.static.published'), [loud])
})

test('Update Create emits the fact of each publication, now or at the schedule that it sets last', async () => {
  await using w = await world()
  const filled = await made(w, {})
  await w.call(create, { staticId: filled, importMode: 'link', videoUrl: video })
  const early = await made(w, { videoUrl: video, scheduleDate: '2035-01-01' })
  await w.call(create, { staticId: early, scheduleDate: null })
  const moved = await made(w, { videoUrl: video, scheduleDate: '2035-01-01' })
  await w.call(update, { staticId: moved, ...soon })
  await w.call(create, { staticId: moved, scheduleDate: '2035-01-01' })
  await w.call(create, { staticId: moved, ...soon })
  const silent = await made(w, { videoUrl: video, scheduleDate: '2035-01-01' })
  await w.call(create, { staticId: silent, scheduleDate: '2030-01-01' })
  await w.call(update, { staticId: silent, ...soon })
  await w.call(create, { staticId: filled, title: 'Published once' })
  w.clock.set('2026-11-21T10:00:00.000Z')
  await w.settle()
  for (const id of [filled, early, moved, silent]) assert.equal(await statusOf(w, id), 'published')
  assert.deepEqual(await subjects(w, 'livestream.static.published'), [filled, early, moved])
})

test('a video published at its creation emits the fact, and one that an update publishes does not', async () => {
  await using w = await world()
  const atOnce = await made(w, { videoUrl: video })
  const draft = await made(w, {})
  await w.call(update, { staticId: draft, videoUrl: video })
  assert.equal(await statusOf(w, draft), 'published')
  const facts = await w.emitted('livestream.static.published')
  assert.deepEqual(
    facts.map(({ subject, isPublic, payload }) => [subject, isPublic, payload['status']]),
    [[atOnce, true, 'published']],
  )
})

test('an expiry emits a fact unless a silent update set it, whichever call published the video', async () => {
  await using w = await world()
  const expiresAt = '2026-11-21T11:00:00Z'
  const loud = await made(w, { expiresAt })
  await w.call(update, { staticId: loud, videoUrl: video })
  const silent = await made(w, { videoUrl: video, expiresAt })
  await w.call(create, { staticId: silent, expiresAt: '2027-01-01T00:00:00Z' })
  await w.call(create, { staticId: silent, expiresAt })
  w.clock.set('2026-11-21T11:00:00.000Z')
  await w.settle()
  for (const id of [loud, silent]) assert.equal(await statusOf(w, id), 'archived')
  assert.deepEqual(await subjects(w, 'livestream.static.archived'), [loud])
})

test('a published video refuses a schedule ahead, and accepts a past or an unchanged one', async () => {
  await using w = await world()
  const staticId = await made(w, { videoUrl: video })
  const ahead = { staticId, scheduleDate: '2027-01-01' }
  const refuse = async () => {
    await w.refused(update, ahead, { code: 'invalid_request', mention: '/scheduleDate' })
    const error = await w.refused(create, ahead, { code: 'conflict', mention: 'invalid_transition' })
    assert.ok(JSON.stringify(error).includes('/scheduleDate'))
  }
  await refuse()
  await w.call(update, { staticId, scheduleDate: '2026-01-01' })
  await w.call(create, { staticId, action: 'archive' })
  await refuse()
  await w.call(update, { staticId, scheduleDate: '2026-01-01' })
})

test('a schedule after the expiry is refused with the sent field', async () => {
  await using w = await world()
  const staticId = await made(w, { videoUrl: video, ...soon, expiresAt: '2026-12-01T00:00:00Z' })
  const code = 'invalid_request'
  await w.refused(update, { staticId, scheduleDate: '2026-12-02' }, { code, mention: '/scheduleDate' })
  await w.call(update, { staticId, scheduleDate: '2026-11-30', scheduleTime: '23:00:00' })
  await w.refused(create, { staticId, timezone: 'America/New_York' }, { code, mention: '/timezone' })
  const early = { staticId, expiresAt: '2026-11-30T00:00:00Z' }
  await w.refused(create, early, { code, mention: '/expiresAt' })
})

test('an expired draft is not published', async () => {
  await using w = await world()
  const staticId = await made(w, { expiresAt: '2026-11-21T10:00:00Z' })
  w.clock.set('2026-11-21T10:00:00.000Z')
  await w.settle()
  const refused = await w.refused(update, { staticId, videoUrl: video }, 'invalid_request')
  assert.equal(objectOf(refused['details'])['status'], 'draft')
  assert.ok(JSON.stringify(refused).includes('/videoUrl'))
  await w.refused(create, { staticId, videoUrl: video }, { code: 'conflict', mention: 'invalid_transition' })
  assert.equal(await statusOf(w, staticId), 'draft')
  await w.call(update, { staticId, title: 'Still a draft' })
  assert.equal((await w.call(create, { staticId, videoUrl: video, expiresAt: null })).status, 'published')
})

test('a moment out of bounds is refused with its field', async () => {
  await using w = await world()
  const staticId = await made(w, {})
  for (const scheduleDate of ['0000-01-01', '0001-01-01', '1899-12-31', '9999-12-31']) {
    const expected = { code: 'invalid_request', mention: '/scheduleDate' }
    await w.refused(update, { staticId, scheduleDate }, expected)
    await w.refused(create, { scheduleDate, timezone: 'Asia/Tokyo' }, expected)
  }
  for (const expiresAt of ['9999-12-31T23:59:59-14:00', '2030-06-30T23:59:60Z', '0001-01-01T00:00:00Z']) {
    await w.refused(create, { expiresAt }, { code: 'invalid_request', mention: '/expiresAt' })
  }
})
