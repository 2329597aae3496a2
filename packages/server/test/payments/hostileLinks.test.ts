import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { world, type World } from '#test/world/world.ts'
import { linkOf, payAt, paymentOf, startOf } from './checkouts.ts'

let w: World
before(async () => {
  w = await world()
})
after(() => w[Symbol.asyncDispose]())

const hostile = '=cmd() <script>hostile()</script>"\' <svg onload=hostile()> 😀'
const email = 'ada@example.com'

async function read(url: string): Promise<string> {
  const reply = await w.app.server.inject({ url })
  assert.equal(reply.statusCode, 200, `${url}: ${reply.body.slice(0, 200)}`)
  return reply.body
}

test('markup in titles, questions, coupons, names and answers stays text on pages and in the receipt', async () => {
  const discount = { type: 'percent', percentOff: 10 } as const
  const { code } = await w.call('loyalty.coupon.create', { name: hostile, discount })
  const link = await linkOf(w, {
    ...{ title: hostile, description: hostile, allowCoupons: true, collect: { name: true, address: true } },
    ...{ lineItems: [{ name: hostile, amount: 2_500 }], afterPayment: { message: hostile } },
    customFields: [{ key: 'note', label: hostile }],
  })
  const choice = { email, name: hostile, address: hostile, answers: [hostile], codes: [String(code)] }
  const started = await startOf(w, link, choice)
  await payAt(w, started, '4242424242424242')
  const { receiptUrl, customer } = await paymentOf(w, started.id)
  assert.equal(customer?.name, hostile)
  const embed = { paymentLinkId: link.id, style: 'link', label: hostile } as const
  const { code: html } = await w.call('payments.paymentLink.getEmbedCode', embed)
  const { items } = await w.call('account.mail.all', { to: email })
  const receipt = await w.call('account.mail.get', { mailId: String(items[0]?.id) })
  assert.equal(receipt.subject, `Receipt: ${hostile}`)
  const pathOf = (url: string | null) => new URL(String(url), 'http://fairground.test')
  const back = pathOf(started.returnUrl)
  const paper = pathOf(receiptUrl)
  const pages = {
    pay: await read(`/pay/${link.slug}?code=${code}`),
    code: await read(`/pay/${link.slug}?code=${encodeURIComponent(hostile)}&source=${encodeURIComponent(hostile)}`),
    back: await read(back.pathname + back.search),
    paper: await read(paper.pathname + paper.search),
    qr: await read(`/pay/${link.slug}/qr.svg`),
    embed: html,
    mail: String(receipt.html),
  }
  for (const [name, body] of Object.entries(pages)) {
    assert.doesNotMatch(body, /<script>hostile|<svg onload|"' <svg/, name)
    if (name !== 'qr') assert.match(body, /&lt;script&gt;hostile/, name)
  }
})

test('line ends and NUL within titles and names are refused by their field', async () => {
  for (const mark of ['\r\nBcc: eve@example.com', '\0']) {
    const lineItems = [{ name: 'Seat', amount: 100 }]
    const link = { title: `Seat${mark}`, currency: 'EUR', lineItems }
    await w.refused('payments.paymentLink.create', link, { code: 'invalid_request', mention: '"/title"' })
    const start = { slug: (await linkOf(w)).slug, attemptId: 'hostile-1', email, name: `Ada${mark}` }
    await w.refused('payments.checkout.start', start, { code: 'invalid_request', mention: '"/name"', key: null })
  }
})
