import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barriers } from '#test/world/barriers.ts'
import { until } from '#test/world/until.ts'
import { world, type World } from '#test/world/world.ts'
import { fitsWindow, phone, sharedConsole } from './consoleStage.ts'

let w: World
const { visit } = sharedConsole(async (publicUrl) => {
  w = await world({ publicUrl, startsAt: new Date().toISOString() })
  await w.call('marketing.topic.create', { key: 'news', name: 'News' })
  return { app: w.app, person: await w.signIn('owner'), [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
})

const made = async (input: { email: string; phone?: string; country?: string }) =>
  String((await w.call('marketing.contact.create', input)).id)

test('a segment shows its size and why a contact is in or out, and a static one gets and loses members', async (t) => {
  const { page, failures, open, follow } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined || follow === undefined) return
  await made({ email: 'ada@example.com', country: 'DE' })
  await made({ email: 'bob@example.com', country: 'FR' })
  const filter = { field: 'country', is: 'eq', value: 'DE' } as const
  const { id } = await w.call('marketing.segment.create', { name: 'Germans', filter })
  await open(`/marketing/segment/${String(id)}`)
  const why = page.getByRole('region', { name: 'Why is a contact in or out?' })
  await pick(why.getByRole('combobox', { name: 'Contact' }), 'bob')
  await why.getByText('Not in the segment').waitFor()
  await why.getByRole('img', { name: 'False' }).waitFor()
  assert.deepEqual(await barriers(page), [])
  const list = await w.call('marketing.segment.create', { name: 'By hand', kind: 'static' })
  await follow(`/marketing/segment/${String(list.id)}?tab=members`)
  await pick(page.getByRole('combobox', { name: 'Add a contact' }), 'ada')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Remove ada@example.com' }).click()
  await page.getByText('No contact is in the segment.').waitFor()
  assert.deepEqual(failures, [])
})

test('a contact subscribes to a topic by a switch and takes over another one, on a phone in the dark', async (t) => {
  const { page, failures, open } = (await visit(t, { size: phone, colorScheme: 'dark' })) ?? {}
  if (page === undefined || open === undefined) return
  const contactId = await made({ email: 'cleo@example.com' })
  await made({ email: 'cleo@work.example', phone: '+4930123456' })
  await open(`/marketing/contact/${contactId}`)
  await page.getByRole('switch', { name: 'News' }).check()
  const stored = () => w.call('marketing.contact.get', { contactId })
  await until(stored, ({ topics }) => topics.includes('news'))
  await fitsWindow(page)
  await page.getByRole('button', { name: 'Merge with another contact' }).click()
  const dialog = page.getByRole('dialog')
  await pick(dialog.getByRole('combobox', { name: 'The other contact' }), 'cleo@work')
  await dialog.getByRole('cell', { name: '+4930123456' }).first().waitFor()
  assert.deepEqual(await barriers(page), [])
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await page.getByText('Both contacts are one.').waitFor()
  assert.equal((await stored()).phone, '+4930123456')
  assert.deepEqual(failures, [])
})

test('the activity of a contact has one entry a mail, and names of campaigns, segments and tags', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const contactId = await made({ email: 'emil@example.com' })
  await w.call('marketing.contact.update', { contactId, addTags: ['vip'] })
  const list = await w.call('marketing.segment.create', { name: 'Regulars', kind: 'static' })
  await w.call('marketing.segment.update', { segmentId: String(list.id), addContactIds: [contactId] })
  await w.call('marketing.campaign.create', {
    name: 'Spring letter',
    audience: { tags: ['vip'] },
    subject: 'Spring',
    format: 'markdown',
    body: 'Hello [Leave]({{ unsubscribeUrl }})',
    status: 'sending',
  })
  await w.settle()
  await open(`/marketing/contact/${contactId}?tab=activity`)
  await page.getByRole('link', { name: 'Spring letter' }).waitFor()
  await page.getByText('Tags added: vip').waitFor()
  await page.getByRole('link', { name: 'Regulars' }).waitFor()
  assert.equal(await page.locator('.timeline > li').filter({ hasText: 'Spring letter' }).count(), 1)
  assert.equal(await page.locator('.timeline').getByText('marketing.message').count(), 0)
  await page
    .locator('.timeline')
    .getByText(/^Sent ·/)
    .waitFor()
  assert.deepEqual(await barriers(page), [])
  assert.deepEqual(failures, [])
})

test('the code of the sign-up form subscribes a visitor of any website to its topics', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/marketing/topic')
  await page.getByRole('button', { name: 'Sign-up form' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('link', { name: /\/subscribe\/acc_/ }).waitFor()
  await dialog.getByRole('combobox', { name: 'Topics of the form' }).click()
  await page.getByRole('option', { name: 'News' }).click()
  const code = dialog.getByText('fairground-sign-up')
  await code.filter({ hasText: 'news' }).waitFor()
  await dialog.getByText('Hosted page', { exact: true }).click()
  assert.deepEqual(await barriers(page), [])
  const website = await page.context().newPage()
  await website.setContent(await code.innerText())
  await website.getByLabel('E-mail address').fill('visitor@example.com')
  await website.getByRole('button', { name: 'Subscribe' }).click()
  await website.getByText('Look into your mailbox').waitFor()
  const { status, topics } = await w.call('marketing.contact.get', { email: 'visitor@example.com' })
  assert.deepEqual([status, topics], ['pending', ['news']])
  assert.deepEqual(failures, [])
})

test('a contact is erased after its name is typed', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const contactId = await made({ email: 'dora@example.com' })
  await open(`/marketing/contact/${contactId}`)
  await page.getByRole('button', { name: 'Erase', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const erase = dialog.getByRole('button', { name: 'Erase for good' })
  assert.equal(await erase.isDisabled(), true)
  await dialog.getByRole('textbox').fill('dora@example.com')
  await erase.click()
  await page.getByText('The contact is erased.').waitFor()
  assert.equal((await w.call('marketing.contact.count')).count, (await w.call('marketing.contact.all')).items.length)
  assert.equal(
    (await w.call('marketing.contact.all')).items.some(({ email }) => email === 'dora@example.com'),
    false,
  )
  assert.deepEqual(failures, [])
})

test('a contact that unsubscribed subscribes again with the source of its agreement', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const contactId = await made({ email: 'fay@example.com' })
  await w.call('marketing.contact.update', { contactId, action: 'unsubscribe' })
  await open(`/marketing/contact/${contactId}`)
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Source of the agreement' }).fill('Call of 5 May')
  assert.deepEqual(await barriers(page), [])
  await page.keyboard.press('Enter')
  await page.getByText('The contact is subscribed.').waitFor()
  await page.getByText(/Call of 5 May/).waitFor()
  assert.equal((await w.call('marketing.contact.get', { contactId })).status, 'subscribed')
  const topics = (await w.call('marketing.topic.all')).items
  await w.call('marketing.contact.update', { contactId, topics: ['news'], consent: { source: 'Call' } })
  await open(`/marketing/topic/${String(topics.find(({ key }) => key === 'news')?.id)}`)
  await page.getByRole('region', { name: 'Subscribers' }).getByRole('link', { name: 'See the contacts' }).click()
  await page.getByRole('link', { name: 'fay@example.com' }).waitFor()
  assert.deepEqual(failures, [])
})

type Locator = ReturnType<NonNullable<Awaited<ReturnType<typeof visit>>>['page']['getByRole']>

async function pick(input: Locator, text: string): Promise<void> {
  await input.fill(text)
  const page = input.page()
  await page.getByRole('option').filter({ hasText: text }).first().click()
}

test('tags in a cell of a list keep their words', async (t) => {
  const { page, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await w.call('marketing.contact.create', { email: 'tags@example.com', tags: ['friend', 'festival', 'press'] })
  await open('/marketing/contact')
  const tag = page.locator('.value-tags', { hasText: 'friend' }).locator('.mantine-Badge-label').first()
  assert.equal(await tag.evaluate((label) => label.scrollWidth <= label.clientWidth), true)
})

test('a tag is added to selected contacts and removed from them', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const ids: string[] = []
  for (const name of ['tag-one', 'tag-two'])
    ids.push(String((await w.call('marketing.contact.create', { email: `${name}@example.com`, tags: ['kept'] })).id))
  const tagsOf = () =>
    Promise.all(ids.map(async (contactId) => (await w.call('marketing.contact.get', { contactId })).tags?.toSorted()))
  await open('/marketing/contact?query=tag-')
  const change = async (title: string) => {
    await page.getByRole('checkbox', { name: 'Select all loaded' }).check()
    await page.getByRole('toolbar').getByRole('button', { name: title }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Tags' }).fill('vip')
    await dialog.getByRole('combobox', { name: 'Tags' }).press('Tab')
    await dialog.getByRole('button', { name: title }).click()
    await page.getByText(`${title}: 2 done.`).waitFor()
  }
  await change('Add tags')
  assert.deepEqual(await tagsOf(), [
    ['kept', 'vip'],
    ['kept', 'vip'],
  ])
  await change('Remove tags')
  assert.deepEqual(await tagsOf(), [['kept'], ['kept']])
  assert.deepEqual(failures, [])
})
