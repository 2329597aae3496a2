import assert from 'node:assert/strict'
import { test } from 'node:test'
import { objectOf, world, type World } from '#test/world/world.ts'

const typed = 'greta@müller.example'
const stored = 'greta@xn--mller-kva.example'
const malformed = 'greta@müller.example/x'

const emailsOf = async (w: World) => (await w.call('marketing.contact.all', {})).items.map(({ email }) => email)

test('a contact with a domain of any letters is stored and found by the form of the DNS', async () => {
  await using w = await world()
  const made = await w.call('marketing.contact.create', { email: typed })
  assert.equal(made.email, stored)
  for (const email of [typed, stored, 'Greta@MÜLLER.example']) {
    assert.equal((await w.call('marketing.contact.get', { email })).id, made.id)
  }
  assert.equal((await w.call('marketing.contact.all', { query: typed })).items.length, 1)
  const filter = { field: 'email', is: 'eq', value: typed } as const
  assert.equal((await w.call('marketing.contact.count', { filter })).count, 1)
  const existing = { code: 'conflict', mention: 'contact_exists' } as const
  await w.refused('marketing.contact.create', { email: stored }, existing)
  const contactId = String(made.id)
  const changed = await w.call('marketing.contact.update', { contactId, email: 'greta@größe.example' })
  assert.equal(changed.email, 'greta@xn--gre-6ka8i.example')
  for (const operation of ['marketing.contact.create', 'marketing.contact.get'] as const) {
    await w.refused(operation, { email: malformed }, { code: 'invalid_request', mention: '/email' })
  }
  const wrong = { contactId, email: malformed }
  await w.refused('marketing.contact.update', wrong, { code: 'invalid_request', mention: '/email' })
})

test('imports, events and forms accept a domain of any letters', async () => {
  await using w = await world()
  const made = await w.call('marketing.contact.import', {
    consent: { source: 'Till' },
    mapping: [{ columnName: 'email', field: 'email' }],
  })
  const { pathname, search } = new URL(String(objectOf(made['upload'])['url']))
  const payload = `email\n${typed}\n${malformed}\n`
  await w.app.server.inject({ method: 'PUT', url: `${pathname}${search}`, payload })
  await w.settle()
  const contactImportId = String(made.id)
  const { createdCount } = await w.call('marketing.contactImport.get', { contactImportId })
  const { items } = await w.call('marketing.contactImportError.all', { contactImportId })
  assert.deepEqual([createdCount, items.map(({ row, column }) => [row, column])], [1, [[3, 'email']]])
  await w.call('marketing.event.track', { events: [{ name: 'shop.bought', email: typed }] })
  const accountId = w.account.account.publicId
  await w.call('marketing.contact.subscribe', { accountId, email: 'ada@müller.example' })
  await w.settle()
  assert.deepEqual((await emailsOf(w)).toSorted(), ['ada@xn--mller-kva.example', stored])
  const { items: mails } = await w.call('account.mail.all')
  assert.deepEqual(
    mails.map(({ to }) => to),
    ['ada@xn--mller-kva.example'],
  )
})

test('senders, answers, members and test mails may have a domain of any letters', async () => {
  await using w = await world()
  const draft = { name: 'News', audience: { tags: ['a'] }, subject: 'News', format: 'text', body: 'Hello' } as const
  const made = await w.call('marketing.campaign.create', { ...draft, replyTo: typed })
  assert.equal(made.replyTo, stored)
  const member = await w.call('account.member.create', { email: typed, role: 'reader' })
  assert.equal(member.email, stored)
  const template = await w.call('marketing.template.create', { name: 'T', format: 'text', subject: 'T', body: 'T' })
  await w.call('marketing.template.test', { templateId: String(template.id), to: [typed] })
  await w.settle()
  const { items } = await w.call('account.mail.all')
  assert.ok(items.every(({ to }) => to === stored))
  assert.ok(items.length > 0)
})
