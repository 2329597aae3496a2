import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watch } from '#products/livestream/playback/stateBoard.ts'
import { contextOf } from '#test/video/ticketing.ts'
import { until } from '#test/world/until.ts'
import { world } from '#test/world/world.ts'
import { linkOf, startOf } from './checkouts.ts'

test('a product of a sheet leads to its payment link, while the link takes payments of anyone', async () => {
  await using w = await world()
  const link = await linkOf(w)
  const contact = await w.call('marketing.contact.create', { email: 'ada@example.com' })
  const personal = await linkOf(w, { contactId: contact.id })
  const home = await w.call('livestream.channel.create', { name: 'Stage', handle: 'stage' })
  const video = { importMode: 'link', videoUrl: 'https://media.example.com/film.mp4', visibility: 'public' } as const
  const { id } = await w.call('livestream.static.create', { title: 'Concert', ...video, channelId: home.id })
  const products = [
    { label: 'Seat', paymentLinkId: link.id, atSeconds: 5 },
    { label: 'For Ada', paymentLinkId: personal.id },
    { label: 'Shirt', url: 'https://shop.example/shirt' },
  ]
  const sheets = []
  for (const [targetType, targetId] of Object.entries({ static: id, channel: home.id })) {
    // cast: the entries are pairs of a type and its id.
    const target = { targetType: targetType as 'static' | 'channel', targetId }
    sheets.push(await w.call('livestream.details.create', { ...target, products }))
  }
  const pageOf = async (path: string) => (await w.app.server.inject({ url: path })).body
  const pages = [`/watch/${id.replace('sta_', 'plb_')}`, '/c/stage']
  const shown = async () => {
    const found = []
    for (const path of pages) {
      const body = await pageOf(path)
      found.push(
        [`/pay/${link.slug}"`, `/pay/${personal.slug}"`, 'https://shop.example/shirt"'].map((url) =>
          body.includes(url),
        ),
      )
    }
    return found
  }
  assert.deepEqual(await shown(), [
    [true, false, true],
    [true, false, true],
  ])
  assert.match(await pageOf(pages[0] ?? ''), />Seat<\/a> <small lang="en">€25\.00</)
  await w.call('payments.paymentLink.update', { paymentLinkId: link.id, action: 'deactivate' })
  assert.deepEqual(await shown(), [
    [false, false, true],
    [false, false, true],
  ])
  assert.doesNotMatch(await pageOf(pages[0] ?? ''), /€25\.00/)

  const detailsId = String(sheets[0]?.id)
  const foreign = await w.another()
  const theirs = await w.call(
    'payments.paymentLink.create',
    { title: 'Other', currency: 'EUR', lineItems: [{ name: 'Seat', amount: 100 }] },
    { key: foreign.secretKey },
  )
  const refusals = {
    '/products/0/paymentLinkId': { paymentLinkId: theirs.id },
    '/products/0"': { paymentLinkId: link.id, url: 'https://shop.example' },
    'exactly one of url and paymentLinkId': {},
  }
  for (const [mention, target] of Object.entries(refusals)) {
    const input = { detailsId, products: [{ label: 'Seat', ...target }] }
    await w.refused('livestream.details.update', input, { code: 'invalid_request', mention })
  }
})

test('a product follows its link while that fills up, and stays in its sheet when the link is deleted', async () => {
  await using w = await world()
  const link = await linkOf(w, { maxPayments: 1 })
  const video = { importMode: 'link', videoUrl: 'https://media.example.com/film.mp4', visibility: 'public' } as const
  const { id } = await w.call('livestream.static.create', { title: 'Concert', ...video })
  const products = [{ label: 'Seat', paymentLinkId: link.id }]
  const sheet = await w.call('livestream.details.create', { targetType: 'static', targetId: id, products })
  const events = await watch(contextOf(w), { playbackId: id.replace('sta_', 'plb_') })
  const counts: number[] = []
  const read = async () => {
    for await (const each of events) if (each.event === 'state') counts.push(each.data.products.length)
  }
  const reading = read()
  await until(() => counts.length === 1)
  const { id: paymentId, proof } = await startOf(w, link)
  await until(() => counts.length === 2)
  await w.call('payments.checkout.cancel', { paymentId, proof }, { key: null })
  await until(() => counts.length === 3)
  events.end()
  await reading
  assert.deepEqual(counts, [1, 0, 1])
  await w.call('payments.paymentLink.delete', { paymentLinkId: link.id })
  const update = { detailsId: String(sheet.id), title: 'Summer', products }
  assert.equal((await w.call('livestream.details.update', update)).title, 'Summer')
})
