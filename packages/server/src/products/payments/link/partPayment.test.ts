import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { PaymentReport } from '#platform/pay/payProviderPort.ts'
import { applyReport } from '#products/payments/payment/applyReport.ts'
import { linkOf, payAt, paymentOf, startOf } from '#test/payments/checkouts.ts'
import { plain, scriptlessBrowser } from '#test/payments/scriptlessBrowser.ts'
import { world, type Json, type World } from '#test/world/world.ts'

const card = '4242424242424242'
const parts = { maxPayments: 1, autoPromotions: false, allowPartial: { firstMin: 4_000 } }
const hall = { title: 'Hall', lineItems: [{ name: 'Hall for a night', amount: 10_000 }], ...parts }

let w: World
before(async () => void (w = await world()))
after(() => w[Symbol.asyncDispose]())

const partLink = (more: Json = {}) => linkOf(w, { ...hall, ...more })
const found = (paymentLinkId: string) => w.call('payments.paymentLink.get', { paymentLinkId })

async function standing(paymentLinkId: string) {
  const { status, stats } = await found(paymentLinkId)
  return [status, stats.amount, stats.held, stats.open]
}

async function payPart(link: { slug: string | null }, amount?: number) {
  const started = await startOf(w, link, amount === undefined ? {} : { amount })
  await payAt(w, started, card)
  return started
}

async function refusedPart(link: { slug: string | null }, amount: number) {
  await assert.rejects(startOf(w, link, { amount }), /\/amount/, String(amount))
}

test('parts need one fixed price: each field that could change it is named', async () => {
  const lineItems = [{ name: 'Seat', amount: 2_500, adjustable: { min: 1, max: 9 } }]
  const cases: [Json, string][] = [
    [{ maxPayments: 2 }, '/maxPayments'],
    [{ maxPayments: null }, '/maxPayments'],
    [{ lineItems }, '/lineItems/0/adjustable'],
    [{ amountMode: 'customer', lineItems: [], customerAmount: { min: 500 } }, '/amountMode'],
    [{ allowCoupons: true }, '/allowCoupons'],
    [{ autoPromotions: true }, '/autoPromotions'],
    [{ acceptTokens: { token: 'POINTS', rate: 1, maxPercent: 40 } }, '/acceptTokens'],
    [{ allowPartial: { firstMin: 49 } }, '/allowPartial/firstMin'],
    [{ allowPartial: { firstMin: 10_001 } }, '/allowPartial/firstMin'],
    [{ allowPartial: {} }, '/allowPartial/firstMin'],
  ]
  for (const [more, path] of cases) await assert.rejects(partLink(more), new RegExp(path), JSON.stringify(more))
  const { id: paymentLinkId } = await partLink()
  const coupons = { paymentLinkId, allowCoupons: true }
  await w.refused('payments.paymentLink.update', coupons, { code: 'invalid_request', mention: '/allowCoupons' })
})

test('a link stays active until its parts make the whole price, and a refund does not open it again', async () => {
  const link = await partLink()
  assert.deepEqual(await standing(link.id), ['active', 0, 0, 10_000])
  const quote = await w.call('payments.checkout.quote', { slug: String(link.slug) }, { key: null })
  assert.equal(quote.due, 10_000)
  for (const amount of [3_999, 9_960, 10_001]) await refusedPart(link, amount)
  const first = await payPart(link, 4_000)
  assert.deepEqual(await standing(link.id), ['active', 4_000, 0, 6_000])
  for (const amount of [49, 5_951, 6_001]) await refusedPart(link, amount)
  await payPart(link, 50)
  await payPart(link)
  await w.settle()
  assert.deepEqual(await standing(link.id), ['completed', 10_000, 0, 0])
  await assert.rejects(startOf(w, link), /payment_link_closed/)
  const refund = { paymentId: first.id, amount: 4_000, clientReference: 'part' }
  await w.call('payments.paymentLink.refundPayment', refund)
  await w.settle()
  assert.deepEqual(await standing(link.id), ['completed', 10_000, 0, 0])
  const activate = { paymentLinkId: link.id, action: 'activate' } as const
  await w.refused('payments.paymentLink.update', activate, { code: 'conflict', mention: 'payment_link_exhausted' })
  assert.deepEqual((await w.call('payments.reconciliation.verify')).violations, [])
})

test('a running part holds its amount until it is paid, cancelled or expired', async () => {
  const link = await partLink()
  const [left, cancelled] = [await startOf(w, link, { amount: 4_000 }), await startOf(w, link, { amount: 6_000 })]
  assert.deepEqual(await standing(link.id), ['active', 0, 10_000, 0])
  await assert.rejects(startOf(w, link), /payment_link_exhausted/)
  await w.call('payments.checkout.cancel', { paymentId: cancelled.id, proof: cancelled.proof }, { key: null })
  assert.deepEqual(await standing(link.id), ['active', 0, 4_000, 6_000])
  assert.deepEqual((await w.call('payments.reconciliation.verify')).violations, [])
  w.clock.advance(40 * 60_000)
  await w.settle()
  assert.equal((await paymentOf(w, left.id)).status, 'expired')
  assert.deepEqual(await standing(link.id), ['active', 0, 0, 10_000])
})

test('a late success above the price counts, and says so', async () => {
  const link = await partLink()
  const late = await startOf(w, link, { amount: 6_000 })
  w.clock.advance(40 * 60_000)
  await w.settle()
  await payPart(link, 9_000)
  const { provider: _kind, providerId, providerReference } = await paymentOf(w, late.id)
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  const report: PaymentReport = {
    ...{ about: 'payment', paymentId: late.id, reference: String(providerReference), chargeReference: 'ch_late' },
    ...{ state: 'succeeded', at: w.clock.now().toISOString(), captured: 6_000n, fee: 0n, currency: 'EUR' },
    ...{ method: undefined, failureCode: undefined },
  }
  await ctx.atomic((inner) => applyReport(inner, providerId, report))
  await w.settle()
  const { status, isOverLimit } = await paymentOf(w, late.id)
  assert.deepEqual([status, isOverLimit], ['succeeded', true])
  assert.deepEqual(await standing(link.id), ['completed', 15_000, 0, 0])
})

test('the price changes until a first part is started', async () => {
  const link = await partLink()
  const update = (amount: number) => ({ paymentLinkId: link.id, lineItems: [{ name: 'Hall', amount }] })
  await w.call('payments.paymentLink.update', update(20_000))
  assert.deepEqual(await standing(link.id), ['active', 0, 0, 20_000])
  await startOf(w, link, { amount: 4_000 })
  const taken = { code: 'conflict', mention: 'payment_link_part_paid' }
  await w.refused('payments.paymentLink.update', update(30_000), taken)
  await w.call('payments.paymentLink.update', { paymentLinkId: link.id, title: 'Great hall' })
})

test('twenty payers at once pay never more than the price', async () => {
  const link = await partLink({ allowPartial: { firstMin: 500 } })
  const amounts = Array.from({ length: 20 }, (_, index) => (index % 4 === 0 ? undefined : 500 + index * 130))
  const payers = await Promise.allSettled(
    amounts.map((amount) => startOf(w, link, amount === undefined ? {} : { amount })),
  )
  const started = payers.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const held = started.reduce((sum, { amount }) => sum + amount, 0)
  assert.ok(held > 0 && held <= 10_000, `${held} are held`)
  for (const each of started) await payAt(w, each, card)
  const [, paid, , open] = await standing(link.id)
  assert.deepEqual([paid, open], [held, 10_000 - held])
  const rest = await Promise.allSettled(Array.from({ length: 20 }, () => startOf(w, link)))
  const last = rest.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  assert.equal(last.length, held === 10_000 ? 0 : 1)
  for (const each of last) await payAt(w, each, card)
  await w.settle()
  assert.deepEqual(await standing(link.id), ['completed', 10_000, 0, 0])
  assert.deepEqual((await w.call('payments.reconciliation.verify')).violations, [])
})

test('the page shows paid and open amounts, takes a part without scripts, and says when all is paid', async () => {
  const link = await partLink()
  const path = `/pay/${link.slug}`
  const browser = scriptlessBrowser(w, 'en')
  const shown = async (query = '') => plain((await browser.open(`${path}${query}`)).body)
  const whole = await shown()
  assert.match(whole, /Hall for a night[^]*From €40\.00 to €100\.00[^]*value="100\.00"[^]*Pay €100\.00/)
  assert.match(whole, /Whole price<\/dt><dd>€100\.00[^]*Paid so far<\/dt><dd>€0\.00[^]*Still open<\/dt><dd>€100\.00/)
  assert.match(await shown('?amount=39.99'), /value="39\.99"[^]*This amount is not possible here/)
  const part = `${path}?amount=40`
  const { headers, statusCode } = await browser.submit(part, (await browser.open(part)).body, {
    email: 'a@example.com',
  })
  assert.equal(statusCode, 303)
  assert.match(await shown(), /Being paid right now<\/dt><dd>€40\.00[^]*Still open<\/dt><dd>€60\.00/)
  const leading = await browser.open(String(headers.location))
  await payAt(w, { redirectUrl: /content="0;url=([^"]+)"/.exec(leading.body)?.[1] ?? null }, card)
  const german = plain((await scriptlessBrowser(w, 'de').open(path)).body)
  assert.match(german, /Schon bezahlt<\/dt><dd>40,00 €[^]*Noch offen<\/dt><dd>60,00 €[^]*60,00 € zahlen/)
  const rest = await startOf(w, link)
  assert.match(await shown(), /The rest is being paid right now/)
  await payAt(w, rest, card)
  await w.settle()
  assert.match(await shown(), /This is paid in full/)
})

test('the receipt of a part says what is paid in all and what is left, with the link to pay it', async () => {
  const link = await partLink()
  const receiptOf = async (started: { id: string }, email: string) => {
    const { receiptUrl } = await paymentOf(w, started.id)
    const page = plain(
      (await scriptlessBrowser(w).open(String(receiptUrl).slice('http://fairground.test'.length))).body,
    )
    const { items } = await w.call('account.mail.all', { limit: 50 })
    const mail = items.find(({ to }) => to === email)
    return [page, plain((await w.call('account.mail.get', { mailId: mail?.id ?? '' })).text)] as const
  }
  const email = 'part-payer@example.com'
  const first = await startOf(w, link, { amount: 4_000, email, language: 'en' })
  await payAt(w, first, card)
  const [page, mail] = await receiptOf(first, email)
  assert.match(mail, /Total: €40\.00\n\nPaid in all: €40\.00 of €100\.00\n\nStill open: €60\.00\n\nPay the rest:/)
  assert.ok(mail.includes(String(link.url)))
  assert.match(page, /Total<[^]*€40\.00[^]*Paid so far[^]*€40\.00[^]*Still open[^]*€60\.00/)
  assert.match(page, new RegExp(`href="${link.url}">Pay the rest`))
  const last = await startOf(w, link, { email: 'last@example.com', language: 'de' })
  await payAt(w, last, card)
  const [after, lastMail] = await receiptOf(last, 'last@example.com')
  assert.match(lastMail, /Insgesamt gezahlt: 100,00 € von 100,00 €/)
  for (const each of [after, lastMail]) assert.doesNotMatch(each, /Den Rest zahlen|Pay the rest|Noch offen/)
})
