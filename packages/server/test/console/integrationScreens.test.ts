import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings } from '#platform/settings/readSettings.ts'
import { productSettings } from '#products/productSettings.ts'
import { barriers } from '#test/world/barriers.ts'
import { mailServer, type MailServer } from '#test/world/mailServer.ts'
import { nameServer, type NameServer } from '#test/world/nameServer.ts'
import { world, type World } from '#test/world/world.ts'
import { fitsWindow, phone, sharedConsole } from './consoleStage.ts'

let w: World
let names: NameServer
let server: MailServer
const { visit } = sharedConsole(async (publicUrl) => {
  names = await nameServer()
  server = await mailServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === 'right'
        ? done(null, { user: 'fair' })
        : done(Object.assign(new Error('5.7.8 Wrong password'), { responseCode: 535 })),
  })
  const settings = readSettings(productSettings, { INBOUND_MAIL_DOMAIN: 'bounces.operator.example' })
  w = await world({ publicUrl, nameServers: [names.at], settings })
  const close = async () => {
    await w[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
    await names[Symbol.asyncDispose]()
  }
  return { app: w.app, person: await w.signIn('owner'), [Symbol.asyncDispose]: close }
})

test('a new integration shows the step that failed, and works after its secret is replaced', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/marketing/integration/new')
  assert.deepEqual(await barriers(page), [])
  await page.getByRole('link', { name: /^SMTP/ }).click()
  await page.getByLabel('Host').fill('127.0.0.1')
  assert.equal(await page.getByLabel('Region').count(), 0)
  await page.getByLabel('Port', { exact: true }).fill(String(server.port))
  await page.getByLabel('Username').fill('fair')
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong')
  assert.deepEqual(await barriers(page), [])
  await page.getByRole('button', { name: 'Save and check' }).click()
  const checks = page.getByRole('list', { name: 'Checks' })
  await checks.getByText('Wrong password').waitFor()
  assert.equal(await checks.getByRole('listitem').count(), 3)
  assert.deepEqual(await barriers(page), [])
  await page.getByRole('link', { name: 'Open its page' }).click()
  await page.getByText('a check has to succeed first').waitFor()
  await page.getByRole('textbox', { name: 'Password' }).fill('right')
  await page.getByRole('button', { name: 'Replace and check' }).click()
  await page.getByText('It works and is used.').waitFor()
  await page.getByRole('switch', { name: 'Default' }).click()
  await page.getByText('It is the default now.').waitFor()
  assert.deepEqual(await barriers(page), [])
  const { items } = await w.call('marketing.integration.all')
  assert.deepEqual([items[0]?.status, items[0]?.isDefault], ['active', true])
  assert.deepEqual(failures, [])
})

test('the secret of a webhook is shown once, and again only by its replacement', async (t) => {
  const { page, failures, open } = (await visit(t, { size: phone, colorScheme: 'dark' })) ?? {}
  if (page === undefined || open === undefined) return
  await open('/marketing/integration/new?type=inboundWebhook')
  await page.getByRole('button', { name: 'Save and check' }).click()
  await page.getByRole('button', { name: 'Copy Secret' }).waitFor()
  await page.getByRole('button', { name: 'Copy Address to call' }).waitFor()
  await fitsWindow(page)
  await page.getByRole('link', { name: 'Open its page' }).click()
  await page.getByRole('button', { name: 'Replace the secret' }).click()
  assert.equal(await page.getByRole('button', { name: 'Copy Secret' }).count(), 0)
  await page.getByRole('dialog').getByRole('button', { name: 'Replace the secret' }).click()
  await page.getByRole('button', { name: 'Copy Secret' }).waitFor()
  await fitsWindow(page)
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('is deleted.').waitFor()
  assert.equal((await w.call('marketing.integration.all', { type: 'inboundWebhook' })).items.length, 0)
  assert.deepEqual(failures, [])
})

test('an integration by which a campaign sends is disabled after a question, and the campaign pauses', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const secrets = { apiKey: 'd7e1f5c0-0000' }
  const draft = { name: 'Postmark', type: 'postmark', secrets, limits: { perDay: 100 }, verify: false } as const
  const { id: integrationId } = await w.call('marketing.integration.create', draft)
  const news = {
    name: 'News',
    audience: { tags: ['all'] },
    subject: 'News',
    format: 'markdown',
    body: 'Hello',
  } as const
  const { id } = await w.call('marketing.campaign.create', { ...news, integrationId })
  await w.app.pools.work.query("update marketing_campaign set status = 'sending'")
  await open(`/marketing/integration/${integrationId}`)
  await page.getByText('0 of 100 mails have left.').waitFor()
  await page.getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pause and disable' }).click()
  await page.getByText('Postmark is disabled.').waitFor()
  assert.equal((await w.call('marketing.campaign.get', { campaignId: String(id) })).status, 'paused')
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('choose one in its place').waitFor()
  assert.deepEqual(failures, [])
})

test('a sending domain shows each record of the DNS as found or missing', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const { id, records } = await w.call('marketing.sendingDomain.create', { domain: 'news.fair.example' })
  await open(`/marketing/sendingDomain/${id}`)
  const table = page.getByRole('region', { name: 'DNS records' })
  await table.getByText('Not checked').first().waitFor()
  assert.equal(await table.getByText('Not checked').count(), 4)
  assert.equal(await table.getByRole('button', { name: /^Copy/ }).count(), 8)
  await page.getByRole('button', { name: 'Check now' }).click()
  await table.getByText('Missing', { exact: true }).waitFor()
  for (const { type, name, value } of records) {
    if (type === 'TXT') names.texts.set(name, [value])
    else names.aliases.set(name, value)
  }
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('It is verified').waitFor()
  assert.equal(await table.getByText('Found', { exact: true }).count(), 4)
  assert.deepEqual(await barriers(page), [])
  await page.setViewportSize(phone)
  await fitsWindow(page)
  assert.deepEqual(failures, [])
})
