import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barriers } from '#test/world/barriers.ts'
import { world, type World } from '#test/world/world.ts'
import { fitsWindow, phone, sharedConsole } from './consoleStage.ts'

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

test('the list of campaigns shows the recipients of each and the shares that opened and clicked', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const mail = { audience: { tags: ['all'] }, subject: 'Later', format: 'markdown', body: 'Hello' } as const
  await w.call('marketing.campaign.create', { ...mail, name: 'Not yet' })
  await open('/marketing/campaign')
  const cells = async (name: string) => page.getByRole('row', { name }).getByRole('cell').allTextContents()
  await page.getByRole('row', { name: 'Spring' }).getByText('0%').first().waitFor()
  assert.deepEqual((await cells('Spring')).slice(1, 6), ['Spring', 'Sent', '3', '0%', '0%'])
  assert.deepEqual((await cells('Not yet')).slice(1, 6), ['Not yet', 'Draft', '–', '–', '–'])
  assert.deepEqual(await barriers(page), [])
  const [draft] = (await w.call('marketing.campaign.all', { query: 'not yet' })).items
  await w.call('marketing.campaign.delete', { campaignId: String(draft?.id) })
  assert.deepEqual(failures, [])
})

test('a sent campaign offers a duplicate in place of Edit, with all but its schedule', async (t) => {
  const { page, failures, open } = (await visit(t, { size: phone, colorScheme: 'dark' })) ?? {}
  if (page === undefined || open === undefined) return
  await open(`/marketing/campaign/${campaignId}`)
  await page.getByRole('button', { name: 'Duplicate' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Edit' }).count(), 0)
  await open(`/marketing/campaign/${campaignId}/edit`)
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await page.waitForURL(/campaign\/new/)
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Spring (copy)')
  await page.getByRole('region', { name: 'Recipients now' }).getByText('of 4 contacts get it').waitFor()
  assert.deepEqual(await barriers(page), [])
  await fitsWindow(page)
  await page.getByRole('button', { name: 'Next: Content' }).click()
  await page.waitForURL(/cmp_\w+\/edit\?step=content/)
  const [copy] = (await w.call('marketing.campaign.all', { query: 'spring (copy' })).items
  assert.deepEqual([copy?.status, copy?.subject, copy?.sendAt], ['draft', 'Spring', null])
  await w.call('marketing.campaign.delete', { campaignId: String(copy?.id) })
  assert.deepEqual(failures, [])
})

test('a campaign goes from its audience to its start, and the draft is on the server between the steps', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/marketing/campaign/new')
  await page.getByRole('textbox', { name: 'Name' }).fill('Summer')
  await page.getByRole('combobox', { name: 'Tags' }).fill('all')
  await page.getByRole('combobox', { name: 'Tags' }).press('Enter')
  const count = page.getByRole('region', { name: 'Recipients now' })
  await count.getByText('of 4 contacts get it').waitFor()
  await count.getByText('Not subscribed').waitFor()
  assert.deepEqual(await barriers(page), [])
  await page.getByRole('button', { name: 'Next: Content' }).click()
  await page.waitForURL(/cmp_\w+\/edit\?step=content/)
  const [draft] = (await w.call('marketing.campaign.all', { query: 'summer' })).items
  assert.equal(draft?.status, 'draft')
  await page.getByRole('textbox', { name: 'Subject' }).fill('')
  await page.getByRole('button', { name: 'Next: Delivery' }).click()
  await page.getByRole('alert').getByText('Subject').waitFor()
  await page.getByRole('textbox', { name: 'Subject' }).fill('Hello {{ contact.email }}')
  await page.getByRole('textbox', { name: /^Body/ }).fill('Sun and [leave]({{ unsubscribeUrl }})')
  await page.frameLocator('iframe[title="Preview of the mail"]').getByText('Sun and').waitFor()
  assert.deepEqual(await barriers(page), [])
  await page.getByRole('button', { name: 'Next: Delivery' }).click()
  await page.getByRole('radio', { name: 'When I start it' }).waitFor()
  assert.deepEqual(await barriers(page), [])
  await page.reload()
  await page.getByRole('button', { name: 'Next: Check' }).click()
  await page.getByText('No mail server sends for this account').waitFor()
  assert.equal(await page.getByText('Everything is ready.').count(), 0)
  await page.getByText('Hello {{ contact.email }}').first().waitFor()
  await page.frameLocator('iframe[title="Preview of the mail"]').getByText('Sun and').waitFor()
  assert.deepEqual(await barriers(page), [])
  await page.getByRole('button', { name: 'Start for 3' }).click()
  await page.getByRole('button', { name: 'Send to 3 contacts' }).click()
  await page.getByText('“Summer” has started.').waitFor()
  await w.settle()
  const sent = await w.call('marketing.campaign.get', { campaignId: String(draft?.id) })
  assert.equal(sent.subject, 'Hello {{ contact.email }}')
  assert.equal(Object(sent.stats).sent, 3)
  const others = (failures ?? []).filter((each) => !each.includes('Applying inline style'))
  assert.deepEqual(others, [])
})

test('a campaign says that its recipients are being fixed, and why it did not start', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const body = '[Leave]({{ unsubscribeUrl }})'
  const mail = { audience: { tags: ['all'] }, subject: 'Hi', format: 'markdown', body } as const
  const started = await w.call('marketing.campaign.create', { name: 'Autumn', ...mail, status: 'sending' })
  await open(`/marketing/campaign/${String(started.id)}`)
  await page.getByText('The recipients are being fixed').waitFor()
  await w.settle()
  await page.getByText('4 of 4 contacts are done').waitFor()
  const sendAt = new Date(w.clock.now().getTime() + 60_000).toISOString()
  const schedule = { status: 'scheduled', sendAt, latestStart: 'PT1M' } as const
  const late = await w.call('marketing.campaign.create', { name: 'Winter', ...mail, ...schedule })
  w.clock.advance(600_000)
  await w.settle()
  await open(`/marketing/campaign/${String(late.id)}`)
  await page.getByText('after its latest start').waitFor()
  assert.deepEqual(await barriers(page), [])
  assert.deepEqual(failures, [])
})

test('the check names sample texts and an unproven sender, and leads to where they are mended', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const made = await w.call('marketing.campaign.create', {
    name: 'Untouched',
    audience: { tags: ['all'] },
    subject: 'Tickets',
    format: 'markdown',
    body: '[Buy](https://example.com/) [Leave]({{ unsubscribeUrl }})',
    from: { name: 'Fair', email: 'news@fair.example' },
  })
  await open(`/marketing/campaign/${made.id}/edit?step=check`)
  await page.getByText('The texts still hold links or words of a sample.').waitFor()
  const sender = page.getByRole('listitem').filter({ hasText: 'The domain of the sender is not verified.' })
  await sender.waitFor()
  assert.deepEqual(await barriers(page), [])
  await sender.getByRole('link', { name: 'Mend it' }).click()
  await page.waitForURL(/sendingDomain$/)
  await w.call('marketing.campaign.delete', { campaignId: String(made.id) })
  const others = (failures ?? []).filter((each) => !each.includes('Applying inline style'))
  assert.deepEqual(others, [])
})

test('a test of variants says that the rest waits for the winner, at its start and in its report', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const made = await w.call('marketing.campaign.create', {
    name: 'Two subjects',
    audience: { tags: ['all'] },
    subject: 'Plain news',
    format: 'markdown',
    body: 'Hello [Leave]({{ unsubscribeUrl }})',
    variants: [
      { name: 'A', weight: 1 },
      { name: 'B', weight: 1, subject: 'Bold news' },
    ],
    abTest: { samplePercent: 50, metric: 'opens', decideAfter: 'PT4H' },
  })
  await open(`/marketing/campaign/${made.id}/edit?step=check`)
  await page.getByRole('button', { name: 'Start the test with 50 % of 3' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/50 % of 3 contacts get a variant, the others the winner 4 hours later/).waitFor()
  await dialog.getByRole('button', { name: 'Start', exact: true }).click()
  await page.waitForURL(new RegExp(`${String(made.id)}$`))
  await w.settle()
  await page.getByText(/the rest leaves when the winner is chosen/).waitFor()
  const mail = page.getByRole('region', { name: 'The mail' })
  await mail.getByText('Plain news').waitFor()
  await mail.getByRole('button', { name: 'Preview' }).click()
  await mail.frameLocator('iframe[title="Preview of the mail"]').getByText('Hello').waitFor()
  assert.deepEqual(await barriers(page), [])
  await page.getByRole('rowheader', { name: 'B Bold news' }).waitFor()
  await page.getByRole('button', { name: 'Choose variant B' }).click()
  await dialog.getByRole('button', { name: 'Send it to the rest' }).click()
  await page.getByText('“B” was chosen').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Choose variant B' }).count(), 0)
  await w.settle()
  const { winner, stats } = await w.call('marketing.campaign.get', { campaignId: String(made.id) })
  assert.deepEqual([winner, Object(stats).sent], ['B', 3])
  const others = (failures ?? []).filter((each) => !each.includes('Applying inline style'))
  assert.deepEqual(others, [])
})
