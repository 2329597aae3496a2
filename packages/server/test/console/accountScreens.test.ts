import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { mailPort } from '#platform/mail/mailPort.ts'
import { barriers } from '#test/world/barriers.ts'
import { receiver } from '#test/world/receiver.ts'
import { sampleImages } from '#test/world/sampleImages.ts'
import { until } from '#test/world/until.ts'
import { world, type SignedIn, type World } from '#test/world/world.ts'
import { fitsWindow, phone, sharedConsole } from './consoleStage.ts'

let w: World
let person: SignedIn
const { visit } = sharedConsole(async (publicUrl) => {
  w = await world({ publicUrl })
  person = await w.signIn('owner')
  return { app: w.app, person, [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
})

/** The secret in the open dialog, read after it is revealed. */
async function revealedSecret(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog')
  const secret = dialog.getByText(/^fg_[a-z]{2}_/)
  const reveal = dialog.getByRole('button', { name: 'Reveal Secret' })
  await secret.or(reveal).first().waitFor()
  if (await reveal.isVisible()) await reveal.click()
  return String(await secret.textContent())
}

test('a key is created with scopes, shown once, rotated and revoked', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/account/key/new')
  await page.getByLabel('Name').fill('Programme screens')
  await page.getByText('Restricted', { exact: true }).click()
  await page.locator('summary', { hasText: 'Places' }).click()
  await page.getByRole('checkbox', { name: 'Place: places.place:read' }).check()
  await page.getByRole('button', { name: 'Create' }).click()
  const secret = await revealedSecret(page)
  assert.equal((await w.send('places.place.all', {}, { key: secret })).status, 200)
  assert.equal((await w.send('account.key.all', {}, { key: secret })).status, 403)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('heading', { level: 1, name: 'Programme screens' }).waitFor()
  assert.equal(await page.getByText(secret).count(), 0)
  await page.getByRole('button', { name: 'Rotate…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
  const rotated = await revealedSecret(page)
  assert.notEqual(rotated, secret)
  assert.equal((await w.send('places.place.all', {}, { key: rotated })).status, 200)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Revoke…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Revoke: done.').waitFor()
  const states = page.getByRole('region', { name: 'State' })
  await until(
    () => states.locator('[aria-current]').textContent(),
    (text) => text === 'Revoked',
  )
  assert.deepEqual(failures, [])
})

test('a test fact goes to a receiver, and its delivery is shown and sent again', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await using at = await receiver()
  const endpoint = await w.call('account.webhookEndpoint.create', { url: at.url, facts: ['account.*'] })
  await w.settle()
  const earlier = at.received.length
  await open(`/account/webhookEndpoint/${endpoint.id}`)
  await page.getByRole('button', { name: 'Send a test fact' }).click()
  await page.getByText('Send a test fact: done.').waitFor()
  await w.settle()
  await until(
    () => at.received.length,
    (count) => count === earlier + 1,
  )
  await open(`/account/webhookEndpoint/${endpoint.id}`)
  await page.getByRole('link', { name: 'account.webhookEndpoint.tested, delivered' }).click()
  await page.getByRole('heading', { level: 1, name: 'account.webhookEndpoint.tested' }).waitFor()
  await page.getByText('"message": "It works."').waitFor()
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('Send again: done.').waitFor()
  await w.settle()
  await until(
    () => at.received.length,
    (count) => count === earlier + 2,
  )
  await page.reload()
  await until(
    () => page.locator('.webhook-attempts tr').count(),
    (count) => count === 2,
  )
  assert.deepEqual(failures, [])
})

test('the audit log is a time line of persons and changes, and its seals are verified', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await person.call('account.account.update', { name: 'Harbour Lights' })
  await open('/account/audit')
  await page.getByText('Harbour Lights').first().waitFor()
  await page.getByText(person.person.name).first().waitFor()
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByRole('dialog').getByText('Every sealed row is unchanged.').waitFor()
  assert.deepEqual(failures, [])
})

const hostileMail = `<style>p { color: rgb(1, 2, 3) }</style>
<p style="font-size: 31px" onclick="top.taken = 1">Hello</p>
<img src="data:," onerror="top.taken = 1"><script>top.taken = 1</script>
<iframe src="javascript:top.taken = 1"></iframe>
<a href="javascript:top.taken = 1">here</a>`

test('a caught mail is shown with its own styles, and nothing in it runs', async (t) => {
  const { page, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const mail = { to: 'ada@example.com', subject: 'Your ticket', text: 'Hello https://example.com/t', html: hostileMail }
  await w.app.kernel.ports.get(mailPort).deliver(w.account.account, {
    ...mail,
    messageId: '<mail-of-console@fair.example>',
    from: { name: 'Fair', address: 'tickets@fair.example' },
    headers: { 'List-Unsubscribe': '<https://fair.example/u>' },
  })
  const [caught] = (await w.call('account.mail.all', {})).items
  await open(`/account/mail/${String(caught?.id)}`)
  await page.getByText('Fair <tickets@fair.example>').waitFor()
  await page.getByText('Headers', { exact: true }).click()
  await page.getByText('List-Unsubscribe: <https://fair.example/u>').waitFor()
  const body = page.frameLocator('iframe[title="Your ticket"]')
  await until(
    () => body.locator('p').evaluate((element) => getComputedStyle(element).fontSize),
    (size) => size === '31px',
  )
  assert.equal(await body.locator('p').evaluate((element) => getComputedStyle(element).color), 'rgb(1, 2, 3)')
  await body.locator('p').click()
  await body.getByText('here').click()
  assert.equal(await page.evaluate(() => Object(globalThis)['taken']), undefined)
  assert.equal(await body.locator('script, iframe, [onclick], [onerror]').count(), 0)
  await page.getByText('Text', { exact: true }).click()
  assert.equal(
    await page.getByRole('link', { name: 'https://example.com/t' }).getAttribute('rel'),
    'noopener noreferrer',
  )
})

test('the account is renamed on its page', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/account/settings')
  await page.getByLabel('Name').fill('Harbour Lights Festival')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  assert.equal((await w.call('account.account.get', {})).name, 'Harbour Lights Festival')
  await page.getByText('Harbour Lights Festival').first().waitFor()
  assert.deepEqual(failures, [])
})

test('the operator sees the checks and the settings of the server', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('')
  await page.getByRole('link', { name: 'Server' }).click()
  await page.getByRole('heading', { name: 'Everything is as it should be' }).waitFor()
  await page.getByText(`Node ${process.versions.node}`).waitFor()
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('smtp_url')
  await page.getByText('SMTP_URL', { exact: true }).waitFor()
  assert.equal(await page.getByText('DATABASE_URL', { exact: true }).count(), 0)
  assert.deepEqual(await barriers(page), [])
  assert.deepEqual(failures, [])
})

test('an image is dropped on a field, a refused file says why, and another form chooses the image', async (t) => {
  const { page, failures, open, follow } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined || follow === undefined) return
  await open('/livestream/channel/new')
  const avatar = page.locator('[data-path="/avatarUrl"]')
  const file = avatar.locator('input[type=file]')
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
  await avatar.getByText('SVG can hold scripts').waitFor()
  const data = await page.evaluateHandle(
    (bytes) => {
      const dropped = new DataTransfer()
      dropped.items.add(new File([new Uint8Array(bytes)], 'Harbour.jpg', { type: 'image/jpeg' }))
      return dropped
    },
    [...sampleImages.jpg],
  )
  await avatar.locator('.image-input').dispatchEvent('drop', { dataTransfer: data })
  await avatar.getByRole('img', { name: 'Preview' }).waitFor()
  const address = await avatar.getByRole('textbox').inputValue()
  assert.match(address, /\/images\/[0-9a-z]{8}\/[0-9a-f]{32}\.jpg$/)
  assert.deepEqual(await barriers(page), [])
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbour')
  await page.getByRole('textbox', { name: 'Handle' }).fill('harbour')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Harbour' }).waitFor()

  await follow('/livestream/channel/new')
  await page.setViewportSize(phone)
  const cover = page.locator('[data-path="/coverPhotoUrl"]')
  await cover.getByRole('button', { name: 'From your images' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Harbour.jpg' }).click()
  assert.equal(await cover.getByRole('textbox').inputValue(), address)
  await cover.getByRole('img', { name: 'Preview' }).waitFor()
  await fitsWindow(page)
  await follow('/account/image')
  await page.locator('main').getByRole('link', { name: 'Harbour.jpg' }).click()
  await page.getByRole('img', { name: 'Harbour.jpg' }).waitFor()
  await fitsWindow(page)
  assert.deepEqual(failures, [])
})

test('screens of the account are accessible and fit a phone', async (t) => {
  const { page, open } = (await visit(t, { size: phone, colorScheme: 'dark' })) ?? {}
  if (page === undefined || open === undefined) return
  for (const path of [
    'key/new',
    'member/new',
    'audit',
    'settings',
    'image',
    'webhookEndpoint',
    'delivery',
    'request',
    'mail',
    'server',
  ]) {
    await open(`/account/${path}`)
    await page.getByRole('progressbar').waitFor({ state: 'detached' })
    await fitsWindow(page)
    assert.deepEqual(await barriers(page), [], path)
  }
})
