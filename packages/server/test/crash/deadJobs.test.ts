import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task } from '#kit/nouns/task.ts'
import { crashesMax } from '#platform/tasks/jobBackOff.ts'
import { finishRecording } from '#products/livestream/static/staticMedia.ts'
import { captionServer } from '#test/video/captionServer.ts'
import { fakePretix } from '#test/fakes/pretix.ts'
import { eventOf, makeGeneric, makeVideo, ticketsOf } from '#test/video/ticketing.ts'
import { arrayOf, objectOf, world, type Json, type World } from '#test/world/world.ts'

/** Outbound tasks that move no record, so that their dead jobs leave none in progress. */
const moveNothing = [
  // Removes media, which have no record.
  'livestream.static.removeMedia',
  'livestream.static.removeUpload',
  // The schedule for lost nodes ends sessions that no node holds.
  'livestream.session.command',
  'livestream.publisher.dismiss',
  // A contact whose opt-in mail never left stays pending, and signs up again.
  'marketing.contact.optIn',
  // A provider that got no confirmation repeats its request.
  'marketing.report.confirm',
  // A test mail has no record.
  'marketing.campaign.test',
  // Templates keep their version; the next change of the layout repeats it.
  'marketing.template.followLayout',
  // Removes files that no image has.
  'account.image.removeUnused',
  // The queue of the endpoint moves the delivery.
  'account.delivery.resend',
  // A member whose mail never left stays invited, and is invited again; a person requests another link.
  'account.member.invite',
  'account.person.mail',
  // A notice of a change that has happened.
  'account.person.addressNotice',
  // The markers stay, and the chapters of the replay can be made from them by hand.
  'livestream.marker.becomeChapters',
  // Timers stay due, and the schedule queues another task for them.
  'marketing.automation.fire',
  // A test mail has no record: a person who misses it sends another one.
  'marketing.template.test',
  // A viewer whose mail never left requests another code.
  'account.viewer.mail',
  // The reconciler retrieves open payments again.
  'payments.payment.ask',
  // The page after a payment has its receipt as well.
  'payments.payment.sendReceipt',
  // A contact whose reminder never left has the link, and gets the next reminder.
  'payments.paymentLink.sendReminder',
  // A sandbox loses calls, as providers do: the reconciler retrieves the payment.
  'payments.sandbox.deliver',
  // The job keeps its own state.
  'account.job.runAgain',
]

test('every outbound or media task gives its record a state when its job is dead', async () => {
  await using w = await world()
  const slow = w.app.products.flatMap((each) => each.tasks).filter(({ pace }) => pace !== 'quick')
  const unended = slow.filter(({ failed }) => failed === undefined).map(({ name }) => name)
  assert.deepEqual(unended.toSorted(), moveNothing.toSorted())
})

/** Kills the process of a task's waiting jobs in each of their runs. */
async function dieEachTime(w: World, name: string): Promise<void> {
  const task: Task | undefined = w.app.products.flatMap((each) => each.tasks).find((each) => each.name === name)
  assert.ok(task, name)
  const { rowCount } = await w.app.pools.work.query(
    `with asked as (
       update account_outbox set published_at = now() where name = $1 and published_at is null returning *)
     insert into ops_job (id, account_id, pace, kind, name, fact_id, fact_name, subject, subject_version, payload,
       cause, depth, is_silent, told_at, run_at, status, attempts, outages, lease_token, lease_until)
     select gen_random_uuid(), account_id, $2, 'task', name, id, '', subject, subject_version, payload, cause,
       depth, is_silent, told_at, told_at, 'running', 1, $3, gen_random_uuid(), now() - interval '1 second' from asked`,
    [name, task.pace, crashesMax - 1],
  )
  assert.ok(Number(rowCount) > 0, `${name} was not asked for`)
  await w.settle()
}

async function toldOnce(w: World, name: string): Promise<Json> {
  const told = await w.emitted(name)
  assert.equal(told.length, 1, name)
  return objectOf(told[0]?.payload)
}

const unprocessed = { error: 'The server could not process the video.' }

test('a caption with a dead fetch is failed with a reason', async () => {
  await using w = await world()
  await using files = await captionServer({})
  const targetId = (await makeVideo(w)).id
  const caption = { language: 'en', label: 'English', kind: 'captions', url: files.url('/en.srt') } as const
  const { id } = await w.call('livestream.details.create', { targetType: 'static', targetId, captions: [caption] })
  await dieEachTime(w, 'livestream.details.fetchCaption')
  const [track] = arrayOf((await w.call('livestream.details.get', { detailsId: id })).captions)
  const error = 'The server could not process the file.'
  assert.deepEqual([track?.['status'], track?.['error']], ['failed', error])
  assert.equal((await toldOnce(w, 'livestream.details.captionFailed'))['error'], error)
  assert.equal(files.requestCount(), 0)
})

test('a ticketing event with a dead provider check has an error, and a resync begins again', async () => {
  await using fake = await fakePretix()
  await using w = await world()
  const { provider, externalEventId, credentials } = fake
  const staticId = (await makeVideo(w)).id
  const draft = { staticId, provider, externalEventId, credentials } as const
  const { id, status } = await w.call('livestream.ticketingEvent.create', draft)
  assert.equal(status, 'pending')
  await dieEachTime(w, 'livestream.ticketingEvent.sync')
  const failed = await eventOf(w, id)
  assert.equal(failed.status, 'error')
  assert.match(String(failed.lastError), /could not read the list/)
  await toldOnce(w, 'livestream.ticketingEvent.error')
  assert.equal(fake.server.requests.length, 0)
  await w.call('livestream.ticketingEvent.update', { ticketingEventId: id, action: 'resync' })
  await w.settle()
  assert.equal((await eventOf(w, id)).status, 'active')
})

test('tickets with dead mail jobs are failed with a reason', async () => {
  await using w = await world()
  const event = await makeGeneric(w, { attendees: [{ email: 'ada@example.com', name: 'Ada' }] })
  await dieEachTime(w, 'livestream.ticketingEvent.mail')
  const [ticket] = await ticketsOf(w, event.id)
  assert.deepEqual([ticket?.mailStatus, ticket?.mailError], ['failed', 'The server could not send the mail.'])
})

test('a video with a dead import is failed with a reason', async () => {
  await using w = await world()
  const { id } = await w.call('livestream.static.create', {
    title: 'Mill',
    videoUrl: 'https://media.example.com/a.mp4',
  })
  await dieEachTime(w, 'livestream.static.import')
  const { status, processing } = await w.call('livestream.static.get', { staticId: id })
  assert.deepEqual([status, processing], ['failed', unprocessed])
  await toldOnce(w, 'livestream.static.failed')
})

test('an uploaded video with a dead conversion is failed with a reason, and its file is removed', async () => {
  await using w = await world()
  const made = await w.call('livestream.static.create', { title: 'Mill' })
  const { pathname, search } = new URL(String(objectOf(made.upload)['url']))
  const base = await w.app.server.listen({ port: 0, host: '127.0.0.1' })
  const sent = await fetch(`${base}${pathname}${search}`, { method: 'PUT', body: Buffer.alloc(64) })
  assert.equal(sent.status, 200)
  await dieEachTime(w, 'livestream.static.importUpload')
  const { status, processing } = await w.call('livestream.static.get', { staticId: made.id })
  assert.deepEqual([status, processing], ['failed', unprocessed])
  const { rows } = await w.app.pools.work.query(`select status from ops_job where name like '%removeUpload'`)
  assert.deepEqual(rows, [{ status: 'done' }])
})

test('a clip with a dead cut is failed with a reason', async () => {
  await using w = await world()
  const { id } = await w.call('livestream.stream.createClip', await w.example('livestream.stream.createClip'))
  await dieEachTime(w, 'livestream.static.cutClip')
  const { status, processing } = await w.call('livestream.static.get', { staticId: id })
  assert.deepEqual([status, processing], ['failed', unprocessed])
  await toldOnce(w, 'livestream.clip.failed')
})

test('a recording with a dead finish keeps its state and has the reason for its missing file', async () => {
  await using w = await world()
  const staticId = String((await w.example('livestream.stream.createClip')).staticId)
  const { status } = await w.call('livestream.static.get', { staticId })
  await w.settle()
  await w.app.pools.work.query('update livestream_static set has_mp4 = false')
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  await ctx.atomic(async (inner) => inner.later(finishRecording, { staticId, attempt: 1 }, w.clock.now()))
  await dieEachTime(w, finishRecording.name)
  const after = await w.call('livestream.static.get', { staticId })
  assert.deepEqual([after.status, after.processing], [status, unprocessed])
})

test('a segment with a dead evaluation has an error, one with a dead refresh is stale', async () => {
  await using w = await world()
  const filter = { event: 'shop.order.placed', within: 'P1D' } as const
  const { id: segmentId } = await w.call('marketing.segment.create', { name: 'Buyers', filter })
  await dieEachTime(w, 'marketing.segment.refresh')
  const read = () => w.call('marketing.segment.get', { segmentId: String(segmentId) })
  const stale = await read()
  assert.equal(stale.status, 'stale')
  assert.match(String(stale.error), /could not be evaluated/)
  w.clock.advance(31 * 60_000)
  await w.settle()
  const fresh = await read()
  assert.deepEqual([fresh.status, fresh.error], ['ready', null])
  // An account with more contacts than the bound builds after the request.
  await w.app.pools.work.query(`update marketing_segment set status = 'building'`)
  await w.app.pools.work.query(
    `insert into account_outbox select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(),
       'name', 'marketing.segment.build', 'published_at', null, 'payload', $1::jsonb))).*
     from account_outbox t where name = 'marketing.segment.refresh' limit 1`,
    [JSON.stringify({ segmentId, isFirst: false })],
  )
  await dieEachTime(w, 'marketing.segment.build')
  assert.equal((await read()).status, 'error')
  await toldOnce(w, 'marketing.segment.failed')
  const rebuilt = await w.call('marketing.segment.update', { segmentId: String(segmentId), action: 'rebuild' })
  assert.deepEqual([rebuilt.status, rebuilt.error], ['ready', null])
})

test('the file of an import whose removal is dead goes an hour later', async () => {
  await using w = await world()
  const made = await w.call('marketing.contact.import', {})
  const { pathname, search } = new URL(String(objectOf(made.upload)['url']))
  const sent = await w.app.server.inject({
    method: 'PUT',
    url: `${pathname}${search}`,
    payload: 'email\na@example.com\n',
  })
  assert.equal(sent.statusCode, 200)
  await w.settle()
  await w.call('marketing.contactImport.update', { contactImportId: String(made.id), action: 'cancel' })
  await dieEachTime(w, 'marketing.contactImport.removeFile')
  const stored = () => w.app.live.files.list('upload/', 10)
  assert.equal((await stored()).length, 1)
  w.clock.advance(3_600_000)
  await w.settle()
  assert.deepEqual(await stored(), [])
})

/** Kills the process of jobs of a task in each of their runs. */
async function dieWhenDue(w: World, name: string): Promise<void> {
  const { rowCount } = await w.app.pools.work.query(
    `update ops_job set status = 'running', attempts = 1, outages = $2, lease_token = gen_random_uuid(),
       lease_until = now() - interval '1 second' where name = $1 and status in ('planned', 'queued')`,
    [name, crashesMax - 1],
  )
  assert.equal(rowCount, 1, name)
  await w.settle()
}

const mail = { subject: 'News', format: 'markdown', body: 'Hello' } as const
const news = { name: 'News', audience: { tags: ['news'] }, ...mail } as const
const soonMs = 5 * 60_000

test('a campaign with a dead start begins minutes later, and is missed beyond its latest start', async () => {
  await using w = await world()
  await w.call('marketing.contact.create', { email: 'a@example.com', tags: ['news'] })
  const schedule = async () => {
    const sendAt = new Date(w.clock.now().getTime() + 3_600_000).toISOString()
    const { id } = await w.call('marketing.campaign.create', {
      ...news,
      status: 'scheduled',
      sendAt,
      latestStart: 'PT2H',
    })
    await w.settle()
    return async () => (await w.call('marketing.campaign.get', { campaignId: String(id) })).status
  }
  const started = await schedule()
  w.clock.advance(3_600_000)
  await dieWhenDue(w, 'marketing.campaign.start')
  assert.equal(await started(), 'scheduled')
  w.clock.advance(soonMs)
  await w.settle()
  assert.equal(await started(), 'sent')
  const missed = await schedule()
  w.clock.advance(4 * 3_600_000)
  await dieWhenDue(w, 'marketing.campaign.start')
  assert.equal(await missed(), 'missed')
})

test('a dead decision on variants is taken minutes later, and the rest of the audience gets its mail', async () => {
  await using w = await world()
  for (let n = 0; n < 8; n += 1)
    await w.call('marketing.contact.create', { email: `p${n}@example.com`, tags: ['news'] })
  const variants = [
    { name: 'Plain', weight: 1 },
    { name: 'Bold', weight: 1, body: 'Bold' },
  ]
  const abTest = { samplePercent: 50, metric: 'clicks', decideAfter: 'PT4H' } as const
  const { id } = await w.call('marketing.campaign.create', { ...news, variants, abTest, status: 'sending' })
  await w.settle()
  w.clock.advance(4 * 3_600_000)
  await dieWhenDue(w, 'marketing.campaign.decide')
  w.clock.advance(soonMs)
  await w.settle()
  const { status, winner, stats } = await w.call('marketing.campaign.get', { campaignId: String(id) })
  assert.deepEqual([status, winner === null, stats.sent], ['sent', false, 8])
})

test('a recurring automation with a dead occurrence begins its runs minutes later, and recurs', async () => {
  await using w = await world()
  await w.call('marketing.contact.create', { email: 'a@example.com' })
  await w.call('marketing.automation.create', {
    ...{ name: 'Daily', status: 'active', entry: { reEntry: 'always' } },
    trigger: { type: 'schedule', rrule: 'FREQ=DAILY' },
    nodes: [{ nodeId: 'mail', type: 'sendEmail', inline: mail }],
  })
  await w.settle()
  const sent = async () => (await w.app.pools.work.query('select from marketing_message')).rowCount
  const before = Number(await sent())
  w.clock.advance(24 * 3_600_000)
  await dieWhenDue(w, 'marketing.automation.recur')
  assert.equal(await sent(), before)
  w.clock.advance(soonMs)
  await w.settle()
  assert.equal(await sent(), before + 1)
  w.clock.advance(24 * 3_600_000)
  await w.settle()
  assert.equal(await sent(), before + 2)
})
