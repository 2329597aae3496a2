import assert from 'node:assert/strict'
import { test } from 'node:test'
import { captionServer } from '#test/video/captionServer.ts'
import { arrayOf, objectOf, world, type Json, type World } from '#test/world/world.ts'

const video = 'https://media.example.com/a.mp4'
const srt = '1\n00:00:01,000 --> 00:00:02,000\nHello\n'

async function staticOf(w: World, more: Json = {}): Promise<string> {
  return String((await w.call('livestream.static.create', { importMode: 'link', videoUrl: video, ...more })).id)
}

async function fanOf(w: World) {
  const key = await w.key({ kind: 'public', allowedOrigins: ['https://fan.example'] })
  return { key, headers: { origin: 'https://fan.example' } }
}

test('a sheet stores all of its fields, one sheet per target and language', async () => {
  await using w = await world()
  const targetId = await staticOf(w)
  const sent = {
    targetType: 'static',
    targetId,
    locale: 'PT-br',
    title: 'O concerto',
    description: '# Title',
    tags: 'a, b',
    coverPhotoUrl: 'https://media.example.com/a.jpg',
    maturityRating: 'teen',
    contentWarnings: ['Loud', 'Lights'],
    licence: 'CC-BY-4.0',
    chapters: [
      { startSeconds: 0, title: 'One' },
      { startSeconds: 12.5, title: 'Two' },
    ],
    credits: [
      { role: 'Voice', name: 'Ana' },
      { role: 'Piano', name: 'Rui', url: 'https://rui.example' },
    ],
    products: [{ label: 'Record', url: 'https://shop.example/1', atSeconds: 30 }],
    links: [{ label: 'More', url: 'https://more.example' }],
    customFields: { mood: 'blue' },
  } as const
  const made = await w.call('livestream.details.create', sent)
  const found = await w.call('livestream.details.get', { detailsId: made.id })
  for (const [name, value] of Object.entries({ ...sent, locale: 'pt-BR' }))
    assert.deepEqual(objectOf(found)[name], value, name)
  assert.deepEqual([found.status, found.resolvedLocale, found.captions], ['published', 'pt-BR', []])
  assert.equal(found.vttChaptersUrl, `http://fairground.test/public/video/details/${made.id}/chapters.vtt?v=1`)
  await w.refused(
    'livestream.details.create',
    { ...sent, locale: 'pt-BR' },
    { code: 'conflict', mention: 'locale_exists' },
  )
  const other = await w.call('livestream.details.create', { targetType: 'static', targetId })
  assert.equal(other.locale, 'en')
  await w.refused(
    'livestream.details.update',
    { detailsId: other.id, locale: 'pt-br' },
    { code: 'conflict', mention: 'locale_exists' },
  )
  const short = await w.call('livestream.details.update', {
    detailsId: made.id,
    chapters: [],
    credits: [sent.credits[1]],
  })
  assert.deepEqual([short.vttChaptersUrl, short.credits], [null, [sent.credits[1]]])
  const page = await w.call('livestream.details.all', { targetId, locale: 'PT-BR', q: 'concerto' })
  assert.ok(Array.isArray(page.items) && page.items.length === 1)
})

test('a sheet is refused for a missing target, a target of another type, or chapters out of order', async () => {
  await using w = await world()
  const other = await w.another()
  const foreign = await w.call('livestream.static.create', { importMode: 'link' }, { key: other.secretKey })
  const targetId = await staticOf(w)
  const refuse = (more: Json, mention: string) =>
    w.refused(
      'livestream.details.create',
      { targetType: 'static', targetId, ...more },
      { code: 'invalid_request', mention },
    )
  await refuse({ targetId: foreign.id }, '/targetId')
  await refuse({ targetType: 'channel' }, '/targetId')
  await refuse({ chapters: [{ startSeconds: 1, title: 'Late' }] }, 'chapters_unordered')
  await refuse({ products: [{ label: 'X', paymentLinkId: 'pln_x' }] }, '/products/0/paymentLinkId')
  await refuse({ customFields: { x: 'y'.repeat(1001) } }, '/customFields/x')
  await w.call('livestream.static.delete', { staticId: targetId })
  await refuse({}, '/targetId')
})

test('get by target returns the best language of the locale chain', async () => {
  await using w = await world()
  const home = await w.call('livestream.channel.create', { name: 'Home', language: 'de' })
  const targetId = await staticOf(w, { channelId: home.id })
  for (const locale of ['zh-Hant', 'de', 'pt-BR']) {
    await w.call('livestream.details.create', { targetType: 'static', targetId, locale, title: locale })
  }
  const found = async (locale?: string) => {
    const input = { targetType: 'static', targetId, ...(locale === undefined ? {} : { locale }) } as const
    return (await w.call('livestream.details.get', input)).resolvedLocale
  }
  assert.equal(await found('zh-Hant-TW'), 'zh-Hant')
  assert.equal(await found('pt-BR'), 'pt-BR')
  assert.equal(await found('fr-CA'), 'de')
  assert.equal(await found(), 'de')
  const about = { targetType: 'channel', targetId: home.id } as const
  await w.refused('livestream.details.get', about, 'not_found')
  const made = await w.call('livestream.details.create', about)
  assert.equal(made.locale, 'de')
  assert.equal((await w.call('livestream.details.get', { targetId: home.id })).id, made.id)
})

test('an action changes the status of a sheet only where its current status allows it', async () => {
  await using w = await world()
  const sheet = { targetType: 'static', targetId: await staticOf(w), status: 'draft' } as const
  const { id, status } = await w.call('livestream.details.create', sheet)
  assert.equal(status, 'draft')
  const act = async (action: 'publish' | 'unpublish' | 'archive') =>
    (await w.call('livestream.details.update', { detailsId: id, action })).status
  await w.refused(
    'livestream.details.update',
    { detailsId: id, action: 'archive' },
    { code: 'conflict', mention: 'invalid_transition' },
  )
  assert.equal(await act('publish'), 'published')
  assert.equal(await act('unpublish'), 'draft')
  assert.equal(await act('publish'), 'published')
  assert.equal(await act('archive'), 'archived')
  const error = await w.refused('livestream.details.update', { detailsId: id, action: 'publish' }, 'conflict')
  assert.deepEqual(objectOf(error['details'])['allowedActions'], [])
})

test('tracks of a closed video are missing from the public form until the video opens', async () => {
  await using w = await world()
  await using files = await captionServer({ '/en.srt': srt })
  const fan = await fanOf(w)
  const targetId = await staticOf(w, { visibility: 'password', password: 'abcd' })
  const made = await w.call('livestream.details.create', {
    targetType: 'static',
    targetId,
    title: 'Known',
    chapters: [{ startSeconds: 0, title: 'One' }],
    captions: [{ language: 'en', label: 'English', kind: 'captions', url: files.url('/en.srt') }],
  })
  await w.settle()
  const detailsId = made.id
  const seen = async () => [
    objectOf((await w.call('livestream.static.get', { staticId: targetId }, fan)).details),
    await w.call('livestream.details.get', { detailsId }, fan),
    await w.call('livestream.details.get', { targetId }, fan),
  ]
  for (const sheet of await seen()) {
    assert.deepEqual([sheet.title, sheet.captions, sheet.vttChaptersUrl], ['Known', [], null])
    assert.ok(!JSON.stringify(sheet).includes('.srt'))
  }
  const tracks = ['captions-0.vtt', 'chapters.vtt']
  for (const track of tracks) {
    await w.refused('livestream.details.track', { detailsId, track }, { code: 'not_found', key: null })
  }
  const own = await w.call('livestream.details.get', { detailsId })
  assert.equal(own.vttChaptersUrl, made.vttChaptersUrl)
  await w.call('livestream.static.create', { importMode: 'link', staticId: targetId, visibility: 'unlisted' })
  const shown = arrayOf(own.captions).map(({ language, label, kind, vttUrl }) => ({ language, label, kind, vttUrl }))
  for (const sheet of await seen()) assert.deepEqual(sheet.captions, shown)
  for (const track of tracks) {
    assert.equal((await w.send('livestream.details.track', { detailsId, track }, { key: null })).status, 200)
  }
})

test('a public key reads only published sheets of public targets', async () => {
  await using w = await world()
  const fan = await fanOf(w)
  const make = async (target: Json, more: Json = {}) => {
    const targetId = await staticOf(w, target)
    const { id } = await w.call('livestream.details.create', { targetType: 'static', targetId, ...more })
    return { detailsId: String(id), targetId }
  }
  const open = await make({ title: 'open' })
  const hidden = await make({ visibility: 'unlisted' })
  const shut = await make({ visibility: 'private' })
  const draft = await make({}, { status: 'draft' })
  const page = await w.call('livestream.details.all', {}, fan)
  assert.ok(Array.isArray(page.items))
  assert.deepEqual(
    page.items.map((each) => objectOf(each)['id']),
    [open.detailsId],
  )
  for (const { detailsId, targetId } of [open, hidden]) {
    await w.call('livestream.details.get', { detailsId }, fan)
    await w.call('livestream.details.get', { targetId }, fan)
  }
  for (const { detailsId, targetId } of [shut, draft]) {
    await w.refused('livestream.details.get', { detailsId }, { code: 'not_found', ...fan })
    await w.refused('livestream.details.get', { targetId }, { code: 'not_found', ...fan })
  }
})
