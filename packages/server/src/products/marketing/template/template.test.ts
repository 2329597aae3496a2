import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '#test/world/world.ts'

const welcome = {
  name: 'Welcome',
  format: 'markdown',
  subject: 'Hello {{ contact.firstName }}',
  body: 'Hello {{ contact.firstName }}, your plan is {{ contact.attributes.plan }}.\n\n[Leave]({{ unsubscribeUrl }})',
} as const

test('a template is compiled, and rendered for a contact and for sample data', async () => {
  await using w = await world()
  const made = await w.call('marketing.template.create', welcome)
  assert.deepEqual(made.usedVariables, ['contact.attributes.plan', 'contact.firstName', 'unsubscribeUrl'])
  assert.deepEqual(made.warnings, [])
  const templateId = String(made.id)
  const attributes = { plan: '<b>pro</b>' }
  const contact = await w.call('marketing.contact.create', { email: 'ada@example.com', firstName: 'Ada', attributes })
  const preview = { contactId: String(contact.id) }
  const { rendered } = await w.call('marketing.template.get', { templateId, preview })
  assert.equal(rendered?.subject, 'Hello Ada')
  assert.match(String(rendered?.html), /your plan is &lt;b&gt;pro&lt;\/b&gt;/)
  assert.match(String(rendered?.text), /http:\/\/fairground\.test\/preferences\/con_/)
  const sample = await w.call('marketing.template.get', {
    templateId,
    preview: { data: { contact: { firstName: 'Bo' } } },
  })
  assert.equal(sample.rendered?.subject, 'Hello Bo')
})

test('a change of the texts makes a version; an older one still renders as it was', async () => {
  await using w = await world()
  const templateId = String((await w.call('marketing.template.create', welcome)).id)
  const renamed = await w.call('marketing.template.update', { templateId, name: 'Welcome!' })
  assert.equal(renamed.currentVersion, 1)
  const rewritten = await w.call('marketing.template.update', { templateId, subject: 'Good day' })
  assert.equal(rewritten.currentVersion, 2)
  const first = await w.call('marketing.template.get', { templateId, version: 1, preview: {} })
  assert.equal(first.rendered?.subject, 'Hello Mira')
  const second = await w.call('marketing.template.get', { templateId, preview: {} })
  assert.equal(second.rendered?.subject, 'Good day')
  const missing = { templateId, version: 3, preview: {} }
  await w.refused('marketing.template.get', missing, { code: 'invalid_request', mention: '/version' })
})

test('mistakes are named with line and column, and nothing is kept', async () => {
  await using w = await world()
  const wrong = { ...welcome, body: 'a\n{{ x | shout }}', subject: '{% if x %}' }
  const error = await w.refused('marketing.template.create', wrong, {
    code: 'invalid_request',
    mention: 'template_error',
  })
  const { problems } = Object(error['details'])
  assert.deepEqual(
    problems.map(({ path, line }: { path: string; line: number }) => [path, line]),
    [
      ['/subject', 1],
      ['/body', 2],
    ],
  )
  assert.deepEqual((await w.call('marketing.template.all')).items, [])
  const templateId = String((await w.call('marketing.template.create', welcome)).id)
  const update = { templateId, body: '{{' }
  await w.refused('marketing.template.update', update, { code: 'invalid_request', mention: 'template_error' })
  assert.equal((await w.call('marketing.template.get', { templateId })).version, 1)
})

test('a layout stands around its templates, and is in use', async () => {
  await using w = await world()
  const body = '<div class="frame">{{ content }}<p>{{ account.name }}</p></div>'
  const layout = await w.call('marketing.template.create', { name: 'Frame', type: 'page', format: 'html', body })
  const layoutId = String(layout.id)
  const made = await w.call('marketing.template.create', { ...welcome, layoutId })
  const { rendered } = await w.call('marketing.template.get', { templateId: String(made.id), preview: {} })
  assert.match(String(rendered?.html), /class="frame"[\s\S]*Hello Mira/)
  await w.refused('marketing.template.delete', { templateId: layoutId }, { code: 'conflict', mention: 'in_use' })
  const none = { ...welcome, layoutId: String(made.id) }
  await w.refused('marketing.template.create', none, { code: 'invalid_request', mention: '/layoutId' })
})

test('a list has no bodies', async () => {
  await using w = await world()
  await w.call('marketing.template.create', welcome)
  const { items } = await w.call('marketing.template.all', { query: 'welc' })
  assert.deepEqual(
    items.map((each) => ['body' in each, each.name]),
    [[false, 'Welcome']],
  )
})
