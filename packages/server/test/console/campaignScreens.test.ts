import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barriers } from '#test/world/barriers.ts'
import { world, type World } from '#test/world/world.ts'
import { sharedConsole } from './consoleStage.ts'

let w: World
let campaignId = ''
const { visit } = sharedConsole(async (publicUrl) => {
  w = await world({ publicUrl, startsAt: new Date().toISOString() })
  for (const name of ['ada', 'bob', 'cleo']) {
    await w.call('marketing.contact.create', { email: `${name}@example.com`, tags: ['all'] })
  }
  const { id } = await w.call('marketing.contact.create', { email: 'dora@example.com', tags: ['all'] })
  await w.call('marketing.contact.update', { contactId: String(id), action: 'unsubscribe' })
  const made = await w.call('marketing.campaign.create', {
    name: 'Spring',
    audience: { tags: ['all'] },
    subject: 'Spring',
    format: 'markdown',
    body: 'Hello [Leave]({{ unsubscribeUrl }})',
    status: 'sending',
  })
  campaignId = String(made.id)
  await w.settle()
  return { app: w.app, person: await w.signIn('owner'), [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
})

test('the report of a campaign shows its contacts by state and one by one', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open(`/marketing/campaign/${campaignId}`)
  await page.getByText('4 of 4 contacts are done').waitFor()
  const states = page.getByRole('region', { name: 'Contacts by state' })
  await states.getByText('Left out: not subscribed').waitFor()
  const recipients = page.getByRole('region', { name: 'Contacts of the campaign' }).first()
  await recipients.getByText('dora@example.com').waitFor()
  assert.equal(await recipients.getByRole('row').count(), 5)
  assert.deepEqual(await barriers(page), [])
  await recipients.getByRole('combobox', { name: 'State' }).click()
  await page.getByRole('option', { name: 'Skipped' }).click()
  await recipients.getByText('ada@example.com').waitFor({ state: 'detached' })
  await recipients.getByText('dora@example.com').waitFor()
  assert.equal(await recipients.getByRole('row').count(), 2)
  assert.deepEqual(failures, [])
})
