import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { products } from '#products/index.ts'
import { linkOf } from '#test/payments/checkouts.ts'
import { scriptlessBrowser } from '#test/payments/scriptlessBrowser.ts'
import { world, type World } from '#test/world/world.ts'

let w: World
before(async () => {
  w = await world()
})
after(() => w[Symbol.asyncDispose]())

const pages = products.flatMap((product) => product.pages ?? [])
const guarded = pages.filter(({ form }) => form !== undefined && form.isAddressed !== true)

function post(url: string, headers: Record<string, string>, payload = 'csrf=x&email=eve%40example.com') {
  const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers }
  return w.app.server.inject({ method: 'POST', url, headers: form, payload })
}

test('a page of another site submits no form', async () => {
  assert.ok(guarded.length >= 7, guarded.map(({ id }) => id).join(' '))
  for (const { path } of guarded) {
    const url = path.replace(/\{\w+\}/g, 'x')
    const others: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://elsewhere.example' },
      { origin: 'null' },
    ]
    for (const headers of others) {
      const reply = await post(url, headers)
      assert.equal(reply.statusCode, 403, `${url} ${JSON.stringify(headers)}: ${reply.body.slice(0, 200)}`)
      assert.equal(reply.headers['set-cookie'], undefined, url)
    }
  }
})

test('the page of another browser pays nothing', async () => {
  const link = await linkOf(w)
  const path = `/pay/${link.slug}`
  const [mine, theirs] = [scriptlessBrowser(w), scriptlessBrowser(w)]
  const { body } = await mine.open(path)
  const typed = { email: 'eve@example.com' }
  const paymentsOf = async () => (await w.call('payments.paymentLink.getPayments', { paymentLinkId: link.id })).items
  assert.equal((await theirs.submit(path, body, typed)).statusCode, 403, 'without a cookie')
  await theirs.open(path)
  assert.equal((await theirs.submit(path, body, typed)).statusCode, 403, 'with a cookie of its own')
  assert.deepEqual(await paymentsOf(), [])
  assert.equal((await mine.submit(path, body, typed)).statusCode, 303)
  assert.equal((await paymentsOf()).length, 1)
})
