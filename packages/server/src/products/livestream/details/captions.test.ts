import assert from 'node:assert/strict'
import { test } from 'node:test'
import { captionServer } from '#test/video/captionServer.ts'
import { until } from '#test/world/until.ts'
import { world, type Input, type World } from '#test/world/world.ts'
import { fetchCaption } from './captions.ts'

const video = 'https://media.example.com/a.mp4'
const srt = (text: string) => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`
const vtt = (text: string) => `WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${text}\n`

type Caption = NonNullable<Input<'livestream.details.create'>['captions']>[number]

async function sheetOf(w: World, captions: readonly Caption[]) {
  const targetId = (await w.call('livestream.static.create', { importMode: 'link', videoUrl: video })).id
  return { targetType: 'static', targetId, captions } as const
}

function captionOf(url: string, more: Partial<Caption> = {}): Caption {
  return { language: 'en', label: 'English', kind: 'captions', url, ...more }
}

async function standing(w: World, detailsId: string) {
  return (await w.call('livestream.details.get', { detailsId })).captions
}

/** The WebVTT file of the caption at a position, as a player gets it; undefined for 404. */
async function textAt(w: World, detailsId: string, position = 0): Promise<string | undefined> {
  const url = `/public/video/details/${String(detailsId)}/captions-${position}.vtt`
  const { statusCode, body } = await w.app.server.inject({ url })
  return statusCode === 200 ? body : undefined
}

test('a write of captions does not wait for a host that hangs, with and without an Idempotency-Key', async () => {
  await using w = await world()
  await using files = await captionServer({ '/en.srt': new Promise(() => {}) })
  for (const key of [undefined, 'key']) {
    const how = (verb: string) => (key === undefined ? {} : { headers: { 'idempotency-key': `${key}-${verb}` } })
    const caption = captionOf(files.url('/en.srt'))
    const { id } = await w.call('livestream.details.create', await sheetOf(w, [caption]), how('create'))
    assert.equal((await standing(w, id))[0]?.status, 'pending')
    assert.equal(await textAt(w, id), undefined)
    const captions = [{ ...caption, label: 'Spoken' }]
    await w.call('livestream.details.update', { detailsId: id, captions }, how('update'))
  }
  assert.equal(files.requestCount(), 0)
})

test('a caption file is fetched after the create, converted to WebVTT and reported', async () => {
  await using w = await world()
  await using files = await captionServer({ '/en.srt': srt('Hello') })
  const caption = captionOf(files.url('/en.srt'))
  const sheet = { ...(await sheetOf(w, [caption])), clientReference: 'sheet' } as const
  const { id, captions } = await w.call('livestream.details.create', sheet)
  assert.deepEqual(captions, [{ ...caption, status: 'pending', error: null, vttUrl: null }])
  await w.settle()
  const vttUrl = `http://fairground.test/public/video/details/${String(id)}/captions-0.vtt?v=1`
  assert.deepEqual(await standing(w, id), [{ ...caption, status: 'ready', error: null, vttUrl }])
  assert.equal(await textAt(w, id), vtt('Hello'))
  assert.equal(await textAt(w, id, 1), undefined)
  const [fact] = await w.emitted('livestream.details.captionFetched')
  assert.deepEqual([fact?.isPublic, fact?.subject, fact?.payload['url']], [true, id, caption.url])

  const again = await w.call('livestream.details.create', sheet)
  assert.deepEqual([again.id, again.created], [id, false])
  await w.settle()
  assert.equal(files.requestCount(), 1)
  await w.call('livestream.details.update', { detailsId: id, captions: [] })
  assert.equal(await textAt(w, id), undefined)
})

test('a caption file is fetched under a clock that advances with every reading', async () => {
  await using w = await world()
  await using files = await captionServer({ '/en.srt': srt('Hello') })
  const { kernel } = w.app
  let readings = 0
  const stopped = kernel.now
  kernel.now = () => new Date(stopped().getTime() + ++readings)
  const { id } = await w.call('livestream.details.create', await sheetOf(w, [captionOf(files.url('/en.srt'))]))
  await w.settle()
  assert.equal((await standing(w, id))[0]?.status, 'ready')
})

test('a malformed caption file fails with its line, and its track is missing from the public form', async () => {
  await using w = await world()
  await using files = await captionServer({
    '/en.srt': srt('Hello'),
    '/bad.srt': '1\n00:00:09,000 --> 00:00:01,000\nX',
    '/latin1.srt': Buffer.from(srt('Grüße'), 'latin1'),
    '/nul.srt': srt('Hel\0lo'),
  })
  const paths = ['/en.srt', '/bad.srt', '/latin1.srt', '/nul.srt', '/none.srt']
  const captions = paths.map((path, at) => captionOf(files.url(path), { label: `Track ${at}` }))
  const { id, targetId } = await w.call('livestream.details.create', await sheetOf(w, captions))
  await w.settle()
  assert.deepEqual(
    (await standing(w, id)).map(({ status, error }) => [status, /^Line \d+|status \d+/.exec(String(error))?.[0]]),
    [
      ['ready', undefined],
      ['failed', 'Line 2'],
      ['failed', 'Line 3'],
      ['failed', 'Line 3'],
      ['failed', 'status 404'],
    ],
  )
  assert.equal((await w.emitted('livestream.details.captionFailed')).length, 4)
  const key = await w.key({ kind: 'public', allowedOrigins: ['https://fan.example'] })
  const fan = { key, headers: { origin: 'https://fan.example' } }
  const seen = await w.call('livestream.details.get', { targetId }, fan)
  assert.deepEqual(Array.isArray(seen.captions) && seen.captions.map(({ label }) => label), ['Track 0'])
})

test('a fetch of a caption file is retried after status 503, and fails for good after five attempts', async () => {
  await using w = await world()
  await using files = await captionServer({ '/en.srt': 503, '/de.srt': 503 })
  const captions = ['/en.srt', '/de.srt'].map((path, at) => captionOf(files.url(path), { label: `Track ${at}` }))
  const { id } = await w.call('livestream.details.create', await sheetOf(w, captions))
  const states = async () => (await standing(w, id)).map(({ status }) => status)
  await w.settle()
  assert.deepEqual(await states(), ['pending', 'pending'])
  assert.match(String((await standing(w, id))[0]?.error), /status 503/)
  files.files['/en.srt'] = srt('Late')
  for (const delaySeconds of [5, 30, 120]) {
    w.clock.advance(delaySeconds * 1_000)
    await w.settle()
    assert.deepEqual(await states(), ['ready', 'pending'])
  }
  w.clock.advance(600_000)
  await w.settle()
  assert.deepEqual(await states(), ['ready', 'failed'])
  assert.equal(await textAt(w, id), vtt('Late'))
  assert.equal(files.requestCount(), 2 + 5)
})

test('a caption keeps its text until the file of its new address is fetched', async () => {
  await using w = await world()
  await using files = await captionServer({
    '/en.srt': srt('Old'),
    '/de.srt': srt('Alt'),
    '/new.srt': 503,
    '/fr.srt': srt('Neuf'),
  })
  const german = captionOf(files.url('/de.srt'), { language: 'de' })
  const english = captionOf(files.url('/en.srt'))
  const { id } = await w.call('livestream.details.create', await sheetOf(w, [english, german]))
  await w.settle()
  const french = captionOf(files.url('/fr.srt'), { language: 'fr' })
  const captions = [german, captionOf(files.url('/new.srt')), french]
  await w.call('livestream.details.update', { detailsId: id, captions })
  const texts = async () => [await textAt(w, id, 0), await textAt(w, id, 1), await textAt(w, id, 2)]
  assert.deepEqual(await texts(), [vtt('Alt'), vtt('Old'), undefined])
  await w.settle()
  assert.deepEqual(await texts(), [vtt('Alt'), vtt('Old'), vtt('Neuf')])
  assert.equal((await standing(w, id))[1]?.status, 'pending')
  files.files['/new.srt'] = srt('New')
  w.clock.advance(5_000)
  await w.settle()
  assert.deepEqual(await texts(), [vtt('Alt'), vtt('New'), vtt('Neuf')])
})

test('a result for an earlier address never replaces the text of a later one', async () => {
  await using w = await world()
  const slow = Promise.withResolvers<string>()
  await using files = await captionServer({ '/slow.srt': slow.promise, '/new.srt': srt('New') })
  const { id } = await w.call('livestream.details.create', await sheetOf(w, [captionOf(files.url('/slow.srt'))]))
  const payload = { detailsId: String(id), position: 0, at: w.clock.now().toISOString() }
  const late = fetchCaption.handle(w.app.operatorCtx(w.account.account, 'test'), payload)
  await until(files.requestCount, (count) => count === 1)
  w.clock.advance(1_000)
  const patch = { detailsId: id, captions: [captionOf(files.url('/new.srt'))] } as const
  await w.call('livestream.details.update', patch)
  await w.settle()
  assert.equal(await textAt(w, id), vtt('New'))
  slow.resolve(srt('Outdated'))
  await late
  assert.equal(await textAt(w, id), vtt('New'))
  assert.equal((await standing(w, id))[0]?.status, 'ready')
})
