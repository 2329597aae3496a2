import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world, type World } from '#test/world/world.ts'

const create = 'marketing.automation.create'
const ordered = { type: 'event', event: 'order_placed' } as const
const text = (subject: string, body: string) => ({ subject, format: 'text', body }) as const

/** Mails that were caught, the oldest first. */
async function mails(w: World) {
  await w.settle()
  const { items } = await w.call('account.mail.all', { limit: 100 })
  const read = items.map(({ id }) => w.call('account.mail.get', { mailId: String(id) }))
  return (await Promise.all(read)).toReversed()
}

async function makeContact(w: World, email = 'mira@example.com', more: object = {}) {
  return String((await w.call('marketing.contact.create', { email, firstName: 'Mira', ...more })).id)
}

async function track(w: World, contactId: string, [name, properties]: [string, Record<string, string | number>]) {
  await w.call('marketing.event.track', { events: [{ contactId, name, properties }] })
  await w.settle()
}

test('a mail of a run reads the event that began it, and after a wait the event that ended the wait', async () => {
  await using w = await world()
  const { id: automationId } = await w.call(create, {
    name: 'Orders',
    status: 'active',
    trigger: ordered,
    nodes: [
      {
        nodeId: 'thanks',
        type: 'sendEmail',
        inline: text('Order {{ event.properties.number }}', '{{ event.name }} at {{ event.at }} in {{ run.id }}'),
        next: 'paid',
      },
      { nodeId: 'paid', type: 'waitFor', event: { name: 'order.paid' }, timeout: 'P3D', next: 'receipt' },
      { nodeId: 'receipt', type: 'sendEmail', inline: text('Paid {{ event.properties.by }}', '{{ event.name }}') },
    ],
  })
  const contactId = await makeContact(w)
  await track(w, contactId, ['order_placed', { number: 4711 }])
  await track(w, contactId, ['order.paid', { by: 'card' }])
  const [thanks, receipt] = await mails(w)
  assert.deepEqual([thanks?.subject, receipt?.subject], ['Order 4711', 'Paid card'])
  assert.match(String(thanks?.text), /^order_placed at 2026-11-21T09:00:00\.000Z in run_\w+/)
  assert.match(String(receipt?.text), /^order\.paid/)
  const preview = {
    automationId: String(automationId),
    nodeId: 'thanks',
    contactId,
    event: { properties: { number: 1 } },
  }
  assert.equal((await w.call('marketing.automation.preview', preview)).rendered.subject, 'Order 1')
  await w.refused('marketing.automation.preview', { ...preview, nodeId: 'paid' }, 'invalid_request')
})

test('an event of a run goes with its contact when that is erased', async () => {
  await using w = await world()
  await w.call(create, {
    name: 'Orders',
    status: 'active',
    trigger: ordered,
    nodes: [
      { nodeId: 'mail', type: 'sendEmail', inline: text('Hello', 'Hello'), next: 'wait' },
      { nodeId: 'wait', type: 'waitFor', event: { name: 'order.paid' }, timeout: 'P3D', next: 'pause' },
      { nodeId: 'pause', type: 'delay', for: 'P3D' },
    ],
  })
  const contactId = await makeContact(w)
  await track(w, contactId, ['order_placed', { secret: 'Rosebud' }])
  await track(w, contactId, ['order.paid', { secret: 'Rosebud' }])
  const held = async () =>
    (
      await w.app.pools.work.query(
        `select (select count(*) from marketing_message where data::text like '%Rosebud%')::integer as messages,
           (select count(*) from marketing_automation_run where concat(cause, met) like '%Rosebud%Rosebud%')::integer
             as runs`,
      )
    ).rows[0]
  assert.deepEqual(await held(), { messages: 1, runs: 1 })
  await w.call('marketing.contact.delete', { contactId, mode: 'erase' })
  assert.deepEqual(await held(), { messages: 0, runs: 0 })
})

test('each field of a node that sends takes effect: sender, answers, subject, variables and topic', async () => {
  await using w = await world()
  await w.call('marketing.topic.create', { key: 'offers', name: 'Offers' })
  const { id } = await w.call('marketing.template.create', {
    name: 'Offer',
    subject: 'Plain',
    format: 'text',
    body: 'Dear {{ contact.firstName }}, {{ offer }} for {{ days }} days',
    variables: [
      { name: 'offer', type: 'text', isRequired: true },
      { name: 'days', type: 'number', defaultValue: '7' },
    ],
  })
  const node = { nodeId: 'mail', type: 'sendEmail', templateId: String(id) } as const
  const make = (more: object) => ({
    name: 'Offers',
    trigger: { type: 'manual' } as const,
    nodes: [{ ...node, ...more }],
  })
  const refused = (more: object, mention: string) => w.refused(create, make(more), { code: 'invalid_request', mention })
  await refused({}, '/nodes/0/variables/offer')
  await refused({ variables: { offer: 3 } }, '/nodes/0/variables/offer')
  await refused({ variables: { offer: 'Tea' }, subjectOverride: '{{ open' }, '/nodes/0/subjectOverride')
  await refused({ templateId: undefined, inline: text('Hello', '{% if %}') }, '/nodes/0/inline/body')
  const { id: automationId } = await w.call(create, {
    ...make({
      variables: { offer: 'Tea' },
      subjectOverride: '{{ offer }} for {{ contact.firstName }}',
      from: { name: 'Desk', email: 'desk@fair.example' },
      replyTo: 'help@fair.example',
      topic: 'offers',
    }),
    status: 'active',
  })
  const [reader, other] = [await makeContact(w, 'a@example.com', { topics: ['offers'] }), await makeContact(w)]
  await w.call('marketing.automation.enrol', { automationId: String(automationId), contactIds: [reader, other] })
  const [mail, ...rest] = await mails(w)
  assert.deepEqual(rest, [], 'the contact without the topic gets none')
  assert.deepEqual([mail?.to, mail?.subject], ['a@example.com', 'Tea for Mira'])
  assert.match(String(mail?.text), /^Dear Mira, Tea for 7 days/)
  const { rows } = await w.app.pools.work.query('select from_name, from_email, reply_to from marketing_message limit 1')
  assert.deepEqual(rows[0], { from_name: 'Desk', from_email: 'desk@fair.example', reply_to: 'help@fair.example' })
})

test('a mail without a topic is named in the advice, one with the topic of its template is not', async () => {
  await using w = await world()
  await w.call('marketing.topic.create', { key: 'offers', name: 'Offers' })
  const template = { format: 'text', subject: 'Hello', body: 'Hello' } as const
  const { id: plain } = await w.call('marketing.template.create', { ...template, name: 'Plain' })
  const { id: offers } = await w.call('marketing.template.create', { ...template, name: 'Offers', topic: 'offers' })
  const { warnings } = await w.call(create, {
    name: 'Two mails',
    trigger: { type: 'manual' },
    nodes: [
      { nodeId: 'first', type: 'sendEmail', templateId: String(plain), next: 'second' },
      { nodeId: 'second', type: 'sendEmail', templateId: String(offers) },
    ],
  })
  assert.deepEqual(warnings, [
    { nodeId: 'first', message: 'The mail has no topic: a contact can only unsubscribe from everything.' },
  ])
})

test('contacts that enter by hand bring properties of the request', async () => {
  await using w = await world()
  const { id } = await w.call(create, {
    name: 'Invoice',
    status: 'active',
    trigger: { type: 'manual' },
    nodes: [{ nodeId: 'mail', type: 'sendEmail', inline: text('Invoice {{ event.properties.number }}', 'See above') }],
  })
  const contactIds = [await makeContact(w)]
  const input = { automationId: String(id), contactIds }
  await w.call('marketing.automation.enrol', { ...input, properties: { number: 'F-7' } })
  assert.equal((await mails(w))[0]?.subject, 'Invoice F-7')
  const properties = {
    text: 'x'.repeat(4_000),
    a: 'x'.repeat(4_000),
    b: 'x'.repeat(4_000),
    c: 'x'.repeat(4_000),
    d: 'x'.repeat(900),
  }
  await w.refused('marketing.automation.enrol', { ...input, properties }, { code: 'invalid_request', mention: 'bytes' })
})

test('a mail waits for its window and for the end of the quiet hours on the clock of the contact', async () => {
  await using w = await world()
  const { id } = await w.call(create, {
    name: 'Calm',
    status: 'active',
    trigger: { type: 'manual' },
    settings: { quietHours: { from: '20:00', to: '10:30' } },
    nodes: [
      {
        nodeId: 'mail',
        type: 'sendEmail',
        inline: text('Hello', 'Hello'),
        sendWindow: { from: '09:00', to: '17:00', days: ['mo'] },
      },
    ],
  })
  const contactIds = [await makeContact(w, 'a@example.com', { timezone: 'America/New_York' })]
  await w.call('marketing.automation.enrol', { automationId: String(id), contactIds })
  await w.settle()
  const due = async () => (await w.app.pools.work.query('select due_at from marketing_timer')).rows[0]?.due_at
  // Saturday 04:00 in New York: quiet until 10:30, then no Monday; on Monday at 09:00 it is quiet again.
  assert.equal(new Date(await due()).toISOString(), '2026-11-23T14:00:00.000Z')
  w.clock.set('2026-11-23T14:00:00.000Z')
  assert.deepEqual(await mails(w), [])
  assert.equal(new Date(await due()).toISOString(), '2026-11-23T15:30:00.000Z')
  w.clock.set('2026-11-23T15:30:00.000Z')
  assert.equal((await mails(w)).length, 1)
})

test('a payment link that a run makes is for its contact and one payment, and stands in the next mail', async () => {
  await using w = await world()
  const paymentLink = { title: 'Balcony seat', amount: 2_500, currency: 'EUR', expiresAfter: 'P3D' } as const
  const draft = {
    name: 'Pay later',
    status: 'active',
    trigger: ordered,
    nodes: [
      { nodeId: 'link', type: 'createPaymentLink', paymentLink, next: 'mail' },
      { nodeId: 'mail', type: 'sendEmail', inline: text('Pay', '{{ paymentLink.title }}: {{ paymentLink.url }}') },
    ],
  } as const
  const key = await w.key({ kind: 'restricted', scopes: ['marketing.automation:write', 'marketing.campaign:send'] })
  await w.refused(create, draft, { key, code: 'not_authorized', mention: 'payments.paymentLink:write' })
  await w.call(create, draft)
  const contactId = await makeContact(w)
  await track(w, contactId, ['order_placed', { number: 1 }])
  const { items } = await w.call('payments.paymentLink.all')
  const [link, ...others] = items
  assert.deepEqual(others, [])
  assert.deepEqual([link?.contactId, link?.maxPayments, link?.expiresAt], [contactId, 1, '2026-11-24T09:00:00.000Z'])
  const [mail] = await mails(w)
  assert.ok(String(mail?.text).includes(`Balcony seat: ${String(link?.url)}`), String(mail?.text))
})

test('a coupon that a run issues is for its contact and one use, and its code stands in the next mail', async () => {
  await using w = await world()
  const { id: couponId } = await w.call('loyalty.coupon.create', {
    name: 'Thank you',
    code: 'THANKS',
    discount: { type: 'percent', percentOff: 15 },
    maxRedemptions: 1_000,
  })
  await w.call(create, {
    name: 'Thanks',
    status: 'active',
    trigger: ordered,
    nodes: [
      { nodeId: 'coupon', type: 'issueCoupon', couponId: String(couponId), expiresAfter: 'P7D', next: 'mail' },
      { nodeId: 'mail', type: 'sendEmail', inline: text('{{ coupon.name }}', 'Your code: {{ coupon.code }}') },
    ],
  })
  const contactId = await makeContact(w)
  await track(w, contactId, ['order_placed', { number: 1 }])
  const { items } = await w.call('loyalty.coupon.all', { contactId })
  const [copy, ...others] = items
  assert.deepEqual(others, [])
  assert.deepEqual([copy?.maxRedemptions, copy?.expiresAt], [1, '2026-11-28T09:00:00.000Z'])
  const [mail] = await mails(w)
  assert.equal(mail?.subject, 'Thank you')
  assert.ok(String(mail?.text).includes(`Your code: ${String(copy?.code)}`), String(mail?.text))
  // The copy is for this contact, and follows it.
  const other = await makeContact(w, 'other@example.com')
  const use = { code: String(copy?.code), order: { subtotal: 1_000, currency: 'EUR' } }
  await w.refused(
    'loyalty.redemption.create',
    { ...use, contactId: other, clientReference: 'one' },
    { code: 'conflict' },
  )
  await w.call('marketing.contact.update', { contactId: other, mergeFrom: contactId })
  await w.settle()
  await w.call('loyalty.redemption.create', { ...use, contactId: other, clientReference: 'two' })
  await w.refused(
    'loyalty.redemption.create',
    { ...use, contactId: other, clientReference: 'three' },
    { code: 'conflict' },
  )
})

test('tokens that a run grants are in the balance of its contact once, and a branch reads the balance', async () => {
  await using w = await world()
  await w.call(create, {
    name: 'Points',
    status: 'active',
    trigger: ordered,
    entry: { reEntry: 'always' },
    nodes: [
      { nodeId: 'points', type: 'grantTokens', amount: 60, reason: 'An order', next: 'enough' },
      {
        nodeId: 'enough',
        type: 'branch',
        cases: [{ when: { loyalty: { balance: { token: 'POINTS', is: 'gte', value: 100 } } }, next: 'tag' }],
      },
      { nodeId: 'tag', type: 'updateContact', addTags: ['hundred'] },
    ],
  })
  const contactId = await makeContact(w)
  const tags = async () => (await w.call('marketing.contact.get', { contactId })).tags
  await track(w, contactId, ['order_placed', { number: 1 }])
  assert.deepEqual(await tags(), [])
  await track(w, contactId, ['order_placed', { number: 2 }])
  assert.deepEqual(await tags(), ['hundred'])
  assert.equal((await w.call('marketing.contact.count', { text: 'balance of POINTS = 120' })).count, 1)
})
