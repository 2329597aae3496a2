import assert from 'node:assert/strict'
import { test } from 'node:test'
import { captionServer } from '#test/video/captionServer.ts'
import { world, type World } from '#test/world/world.ts'

const vtt = (text: string) => `WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${text}\n`
const english = { language: 'en', label: 'English', kind: 'captions' } as const
const german = { language: 'de', label: 'Deutsch', kind: 'subtitles' } as const
const set = 'livestream.details.setCaption'

async function sheetOf(w: World) {
  const video = { importMode: 'link', videoUrl: 'https://media.example.com/a.mp4' } as const
  const targetId = (await w.call('livestream.static.create', video)).id
  return w.call('livestream.details.create', { targetType: 'static', targetId })
}

async function textAt(w: World, detailsId: string, position: number) {
  return (await w.call('livestream.details.getCaption', { detailsId, position })).text
}

test('a caption written as SubRip is served as WebVTT at once', async () => {
  await using w = await world()
  const { id } = await sheetOf(w)
  const text = '1\n00:00:01,000 --> 00:00:02,000\nHello\n'
  const { captions } = await w.call(set, { detailsId: id, ...english, text })
  const url = `http://fairground.test/public/video/details/${id}/captions-0.vtt`
  const [{ url: marked = '', ...caption } = {}] = captions
  assert.deepEqual(caption, { ...english, status: 'ready', error: null, vttUrl: `${url}?v=2` })
  assert.match(marked, /captions-0\.vtt\?text=[0-9a-f]{16}$/)
  assert.equal(await textAt(w, id, 0), vtt('Hello'))
  const served = await w.app.server.inject(new URL(url).pathname)
  assert.equal(served.body, vtt('Hello'))
  await w.call(set, { detailsId: id, position: 0, ...english, text: vtt('Good evening') })
  assert.equal(await textAt(w, id, 0), vtt('Good evening'))
})

test('another text alone is another version of the sheet, which caches and earlier editors see', async () => {
  await using w = await world()
  const { id } = await sheetOf(w)
  const first = await w.call(set, { detailsId: id, ...english, text: vtt('Mine') })
  const write = { detailsId: id, position: 0, ...english, text: vtt('Theirs'), ifVersion: first.version }
  const second = await w.call(set, write)
  assert.equal(second.version, first.version + 1)
  assert.notEqual(second.captions[0]?.vttUrl, first.captions[0]?.vttUrl)
  await w.refused(set, { ...write, text: vtt('Late') }, { code: 'conflict', mention: 'ifVersion' })
  assert.equal(await textAt(w, id, 0), vtt('Theirs'))
})

test('an update moves own captions with their texts, drops others and fetches none of them', async () => {
  await using w = await world()
  await using files = await captionServer({ '/far.vtt': vtt('Far') })
  const { id } = await sheetOf(w)
  for (const [caption, text] of [
    [english, 'One'],
    [german, 'Zwei'],
    [{ ...english, label: 'Short' }, 'Three'],
  ] as const) {
    await w.call(set, { detailsId: id, ...caption, text: vtt(text) })
  }
  const { captions } = await w.call('livestream.details.get', { detailsId: id })
  const sent = captions.map(({ language, label, kind, url }) => ({ language, label, kind, url }))
  const far = { ...english, label: 'Far', url: files.url('/far.vtt') }
  const [, second, third] = sent
  assert.ok(second !== undefined && third !== undefined)
  const after = await w.call('livestream.details.update', { detailsId: id, captions: [third, far, second] })
  assert.deepEqual(
    after.captions.map(({ label, status, url }) => [label, status, new URL(url).pathname.split('/').at(-1)]),
    [
      ['Short', 'ready', 'captions-0.vtt'],
      ['Far', 'pending', 'far.vtt'],
      ['Deutsch', 'ready', 'captions-2.vtt'],
    ],
  )
  await w.settle()
  assert.deepEqual([await textAt(w, id, 0), await textAt(w, id, 1)], [vtt('Three'), vtt('Far')])
  assert.equal(await textAt(w, id, 2), vtt('Zwei'))
  assert.equal(files.requestCount(), 1)
  await w.call('livestream.details.update', { detailsId: id, captions: [] })
  assert.equal(await textAt(w, id, 0), null)
})

test('a caption that is no WebVTT is refused with the line, and the former text stays', async () => {
  await using w = await world()
  const { id } = await sheetOf(w)
  await w.call(set, { detailsId: id, ...english, text: vtt('Hello') })
  const bad = { detailsId: id, position: 0, ...english, text: 'WEBVTT\n\n00:05.000 --> 00:01.000\nBack\n' }
  await w.refused(set, bad, { code: 'invalid_request', mention: 'line 3 ends before it begins' })
  await w.refused(set, { ...bad, position: 3, text: vtt('x') }, { code: 'invalid_request', mention: '/position' })
  await w.refused(set, { ...bad, text: vtt('x'), ifVersion: 1 }, { code: 'conflict', mention: 'ifVersion' })
  assert.equal(await textAt(w, id, 0), vtt('Hello'))
})
