import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { arrive, linkOf, payAt, startOf } from './checkouts.ts'
import { world, type Json, type World } from '#test/world/world.ts'

/** Data of a payer, each a text of its own. */
const payer = {
  email: 'quirin.payer@canary.example',
  name: 'Quirin Zappelphilipp',
  phone: '+4917012340987',
  address: 'Canary Lane 77, Nowhere',
  answers: ['Allergic to zucchini'],
}
const texts = [payer.email, 'Zappelphilipp', payer.phone, 'Canary Lane 77', 'zucchini']

let w: World
let ids: Json[]

before(async () => {
  w = await world()
  const link = await linkOf(w, {
    collect: { name: true, phone: true, address: true },
    customFields: [{ key: 'allergy', label: 'Allergies' }],
  })
  const started = await startOf(w, link, payer)
  await payAt(w, started, '4242424242424242')
  await w.call('payments.paymentLink.refundPayment', { paymentId: started.id, amount: 100, clientReference: 'r-1' })
  await arrive(w)
  ids = [{}, { paymentId: started.id }, { paymentLinkId: link.id }]
})

after(() => w[Symbol.asyncDispose]())

test('a key without the right to read contacts sees a payer in no operation and on no page', async () => {
  const scopes = ['payments.*:read', 'payments.payment:refund', 'loyalty.*:read', 'account.*:read']
  const key = await w.key({ kind: 'restricted', scopes })
  // Caught mails, and the facts and the audit rows of contacts, are shown whole by scopes of their own.
  const reads = w.app.products
    .flatMap((product) => product.operations)
    .filter(({ scope, events }) => /^(payments|loyalty|account)\..*:read$/.test(scope) && events === undefined)
    .filter(({ id }) => !/^account\.(mail|fact|audit)\./.test(id))
  const seen: string[] = []
  let pages = 0
  for (const { id, method } of reads) {
    for (const input of ids) {
      const replies = [await w.send(id, input, { key })]
      if (method === 'GET') replies.push(await w.send(id, input, { key, headers: { accept: 'text/csv' } }))
      for (const { text } of replies) {
        seen.push(...found(`${id} ${JSON.stringify(input)}`, text))
        for (const path of pathsIn(text)) {
          pages += 1
          seen.push(...found(`${id}: ${path}`, (await w.app.server.inject({ method: 'GET', url: path })).body))
        }
      }
    }
  }
  assert.deepEqual(seen, [])
  assert.ok(reads.length > 30 && pages > 0, `${reads.length} reads, ${pages} pages`)
})

test('a key with the right to read contacts sees the payer and the receipt', async () => {
  const key = await w.key({ kind: 'restricted', scopes: ['payments.*:read', 'marketing.contact:read'] })
  const { text } = await w.send('payments.payment.all', {}, { key })
  assert.equal(found('list', text).length, texts.length)
  const receipt = pathsIn(text).find((path) => path.includes('/receipt/')) ?? assert.fail(text)
  assert.ok((await w.app.server.inject({ method: 'GET', url: receipt })).body.includes(payer.email))
})

test('facts and the audit log of a payment hold nothing of its payer, so webhooks do not either', async () => {
  const facts = await w.emitted('payments.payment.succeeded')
  assert.deepEqual(
    facts.map(({ payload }) => [payload['customer'], payload['answers'], payload['amount']]),
    [[null, [], 2_500]],
  )
  const { text } = await w.send('account.audit.all', { limit: 100 })
  assert.ok(text.includes('payments.payment.created'))
  assert.deepEqual(
    texts.filter((each) => new RegExp(`payments[^{}]*${each.replace('+', '\\+')}`).test(text)),
    [],
  )
})

function found(where: string, text: string): string[] {
  return texts.filter((each) => text.includes(each)).map((each) => `${where}: ${each}`)
}

/** Paths of pages of payments and of test sessions that a response names. */
function pathsIn(text: string): string[] {
  const named = [...text.matchAll(/\/(?:pay|sandbox\/checkout)\/[^"\\ ]+/g)].map(([path]) => path)
  const sessions = [...text.matchAll(/sbx_[0-9a-z]{34}/g)].map(([id]) => `/sandbox/checkout/${id}`)
  return [...new Set([...named, ...sessions])]
}
