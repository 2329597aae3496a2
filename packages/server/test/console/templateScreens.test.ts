import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword } from '#platform/secrets/password.ts'
import { barriers } from '#test/world/barriers.ts'
import { until } from '#test/world/until.ts'
import { world, type World } from '#test/world/world.ts'
import { sharedConsole } from './consoleStage.ts'

const password = 'quiet harbour at night'
const column = (words: string) => `<mj-column><mj-text>${words}</mj-text></mj-column>`
const wideBody = `<mjml><mj-body><mj-section>${column('Left')}${column('Right')}</mj-section></mj-body></mjml>`
let w: World
const { visit } = sharedConsole(async (publicUrl) => {
  w = await world({ publicUrl, startsAt: new Date().toISOString() })
  return { app: w.app, person: await w.signIn('owner'), [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
})

test('a template begins with a starter, and is written with its preview beside it', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/marketing/template')
  await page.getByRole('button', { name: 'Starters' }).click()
  await page.getByRole('menuitem', { name: /^Announcement/ }).click()
  await page.waitForURL(/tpl_/)
  const mail = page.frameLocator('iframe[title="Preview of the mail"]')
  await mail.getByRole('heading', { name: 'Something new is here' }).waitFor()
  assert.deepEqual(await barriers(page), [])
  await page.getByText('Code', { exact: true }).click()
  const code = page.getByRole('textbox', { name: /^Body/ })
  const former = await code.innerText()
  await code.fill('<mjml><mj-body>{{ x | nothing }}</mj-body></mjml>')
  await page
    .getByRole('alert')
    .getByText(/^Body, line 1, column \d+: undefined filter: nothing/)
    .waitFor()
  assert.match(former, /mjml/)
  const words =
    '<mjml><mj-body><mj-section><mj-column><mj-text>Good news</mj-text></mj-column></mj-section></mj-body></mjml>'
  await code.fill(words)
  await mail.getByText('Good news').waitFor()
  await page.getByText('There is no link to unsubscribe.').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The template is saved as a new version.').waitFor()
  await page.getByRole('button', { name: 'Open version 1 in the editor' }).click()
  await mail.getByRole('heading', { name: 'Something new is here' }).waitFor()
  const [made] = (await w.call('marketing.template.all')).items
  assert.equal(made?.currentVersion, 2)
  await w.call('marketing.template.update', { templateId: String(made.id), subject: 'Of another person' })
  const refused = page.waitForResponse((response) => response.status() === 409)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await refused
  assert.equal((await w.call('marketing.template.all')).items[0]?.subject, 'Of another person')
  // The document that the styles of the mail are read from is under the page's policy, and shown nowhere.
  const others = (failures ?? []).filter((each) => !each.includes('Applying inline style'))
  assert.deepEqual(others, [])
})

test('a new template is written with its preview beside it, and a mistake is named at its place', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/marketing/template/new')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('is needed').first().waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('Letter')
  await page.getByRole('textbox', { name: 'Subject' }).fill('Hello {{ contact.firstName }}')
  await page.getByRole('button', { name: 'Add a block' }).click()
  await page.getByRole('menuitem', { name: /^Footer/ }).click()
  const mail = page.frameLocator('iframe[title="Preview of the mail"]')
  await mail.getByRole('link', { name: 'Unsubscribe' }).waitFor()
  assert.deepEqual(await barriers(page), [])
  const subject = page.getByRole('textbox', { name: 'Subject' })
  await subject.fill('Hello {{ contact.firstName')
  await page.getByText('The texts have mistakes').waitFor()
  // The mail before the mistake stays.
  assert.equal(await mail.getByRole('link', { name: 'Unsubscribe' }).isVisible(), true)
  assert.deepEqual(await barriers(page), [])
  await subject.fill('Hello {{ contact.firstName }}')
  await page.getByText('The texts have mistakes').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(/tpl_/)
  const [made] = (await w.call('marketing.template.all', { query: 'letter' })).items
  assert.deepEqual([made?.format, made?.type], ['mjml', 'email'])
  await w.call('marketing.template.delete', { templateId: String(made?.id) })
  assert.deepEqual(
    failures?.filter((each) => !each.includes('Applying inline style')),
    [],
  )
})

test('blocks are added, written, ordered with keys and saved as MJML, and versions are compared', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const section = (words: string) => `<mj-section><mj-column><mj-text>${words}</mj-text></mj-column></mj-section>`
  const body = `<mjml><mj-body>${section('First')}${section('Second')}</mj-body></mjml>`
  const made = await w.call('marketing.template.create', { name: 'Blocks', format: 'mjml', subject: 'Hello', body })
  const templateId = String(made.id)
  await open(`/marketing/template/${templateId}`)
  const blocks = page.getByRole('list', { name: 'Blocks of the mail' })
  await blocks.getByRole('button', { name: 'Second', exact: true }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await blocks.getByRole('button', { name: 'Second', exact: true }).first().click()
  await blocks.getByRole('textbox', { name: 'Text' }).fill('Seconds first')
  await page.getByRole('button', { name: 'Add a block' }).click()
  await page.getByRole('menuitem', { name: /^Footer/ }).click()
  const mail = page.frameLocator('iframe[title="Preview of the mail"]')
  await mail.getByText('Seconds first').waitFor()
  await mail.getByRole('link', { name: 'Unsubscribe' }).waitFor()
  assert.deepEqual(await barriers(page), [])
  await page.getByRole('switch', { name: 'Dark' }).check()
  await mail.getByText('Seconds first').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The template is saved as a new version.').waitFor()
  const saved = await w.call('marketing.template.get', { templateId })
  assert.match(saved.body, /Seconds first[\s\S]*First[\s\S]*unsubscribeUrl/)
  await page.getByRole('button', { name: 'Compare version 1 with the editor' }).click()
  await page.getByRole('dialog').locator('ins').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Test mail' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Send to' }).fill('ada@example.com')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Send test' }).click()
  await page.getByText('The test mail leaves now.').waitFor()
  assert.deepEqual(
    failures?.filter((each) => !each.includes('Applying inline style')),
    [],
  )
})

test('the editor keeps unsaved texts over another page and a lost session', async (t) => {
  const email = 'nina@example.com'
  const own = await w.signIn('owner', { email, passwordHash: await hashPassword(password) })
  const made = await own.call('marketing.template.create', {
    name: 'Letter',
    format: 'text',
    subject: 'Hi',
    body: 'Hello',
  })
  const { page, failures, open } = (await visit(t, { person: own })) ?? {}
  if (page === undefined || open === undefined) return
  await open(`/marketing/template/${String(made.id)}`)
  const subject = page.getByRole('textbox', { name: 'Subject', exact: true })
  await subject.fill('Spring is here')
  await page.getByRole('link', { name: 'Contacts', exact: true }).click()
  await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor()
  await page.goBack()
  await page.getByText('Your unsaved input is back.').waitFor()
  assert.equal(await subject.inputValue(), 'Spring is here')
  await page.getByText('Spring is here', { exact: true }).waitFor()
  await own.call('account.session.end')
  await subject.fill('Summer is here')
  await page.getByRole('alert').getByText('Your session has ended. Sign in again.').first().waitFor()
  await page.getByRole('button', { name: 'Sign in' }).first().click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await subject.waitFor()
  assert.equal(await subject.inputValue(), 'Summer is here')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The template is saved as a new version.').waitFor()
  await page.getByText('Your unsaved input is back.').waitFor({ state: 'detached' })
  assert.equal(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('draft')).length), 0)
  assert.deepEqual(failures, [])
})

test('unsaved texts replace a newer version only when the person goes on with them', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const made = await w.call('marketing.template.create', { name: 'Note', format: 'text', body: 'Hi', subject: 'First' })
  const templateId = String(made.id)
  await open(`/marketing/template/${templateId}`)
  const subject = page.getByRole('textbox', { name: 'Subject', exact: true })
  await subject.fill('Mine')
  await page.getByText('Mine', { exact: true }).waitFor()
  await w.call('marketing.template.update', { templateId, subject: 'Theirs' })
  await open(`/marketing/template/${templateId}`)
  await page.getByText('Another person has saved a newer version.').waitFor()
  assert.equal(await subject.inputValue(), 'Mine')
  const refused = page.waitForResponse((response) => response.status() === 409)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await refused
  assert.equal((await w.call('marketing.template.get', { templateId })).subject, 'Theirs')
  await page.getByRole('button', { name: 'Go on with these' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The template is saved as a new version.').waitFor()
  assert.equal((await w.call('marketing.template.get', { templateId })).subject, 'Mine')
  assert.deepEqual(failures, [])
})

test('a new template is kept over another page until it is created or discarded', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/marketing/template/new')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Greeting')
  await page.getByRole('link', { name: 'Contacts', exact: true }).click()
  await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor()
  await page.goBack()
  await page.getByText('Your unsaved input is back.').waitFor()
  assert.equal(await name.inputValue(), 'Greeting')
  await page.getByRole('button', { name: 'Discard it' }).click()
  assert.equal(await name.inputValue(), '')
  assert.deepEqual(failures, [])
})

test('the preview for desktops has the wide layout of a mail, scaled to its room', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const made = await w.call('marketing.template.create', {
    name: 'Wide',
    subject: 'Hi',
    format: 'mjml',
    body: wideBody,
  })
  await open(`/marketing/template/${String(made.id)}`)
  const frame = page.locator('iframe[title="Preview of the mail"]')
  const mail = frame.contentFrame()
  const column = (words: string) => mail.getByText(words).boundingBox()
  const isBeside = async () => {
    const [left, right] = [await column('Left'), await column('Right')]
    return left !== null && right !== null && left.y === right.y && left.x < right.x
  }
  await until(isBeside, (is) => is)
  const room = await page.locator('.template-frame').boundingBox()
  const shown = await frame.boundingBox()
  assert.ok(shown !== null && room !== null && shown.width <= room.width)
  assert.ok((await mail.locator('body').evaluate(() => innerWidth)) >= 640)
  await page.getByText('Phone', { exact: true }).click()
  await until(isBeside, (is) => !is)
  assert.equal(await mail.locator('body').evaluate(() => innerWidth), 375)
  assert.deepEqual(
    failures?.filter((each) => !each.includes('Applying inline style')),
    [],
  )
})

test('a preview follows a change of styles alone, and is that of the contact who is chosen', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const texts = { subject: 'For {{ contact.firstName }}', body: '<p style="color: rgb(200, 0, 0)">Hello</p>' }
  const made = await w.call('marketing.template.create', { name: 'Colours', format: 'html', ...texts })
  const ada = await w.call('marketing.contact.create', { email: 'colour@example.com', firstName: 'Colour' })
  await open(`/marketing/template/${String(made.id)}`)
  const colour = () =>
    page
      .frameLocator('iframe[title="Preview of the mail"]')
      .locator('p')
      .evaluate((paragraph) => getComputedStyle(paragraph).color)
  await until(colour, (each) => each === 'rgb(200, 0, 0)')
  await page.getByRole('textbox', { name: /^Body/ }).fill('<p style="color: rgb(0, 0, 200)">Hello</p>')
  await until(colour, (each) => each === 'rgb(0, 0, 200)')
  await page.route('**/marketing/template/preview', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('combobox', { name: 'Preview for' }).fill('Colour')
  await page.getByRole('option', { name: /Colour/ }).click()
  await page.locator('.template-mail').waitFor({ state: 'detached' })
  await w.call('marketing.contact.delete', { contactId: String(ada.id), mode: 'erase' })
  await w.call('marketing.template.delete', { templateId: String(made.id) })
  assert.ok(failures?.every((each) => /Applying inline style|500/.test(each)))
})

test('a test mail goes to addresses that are typed, and an invalid one is named', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const made = await w.call('marketing.template.create', { name: 'Test', subject: 'Hi', format: 'text', body: 'Hello' })
  await open(`/marketing/template/${String(made.id)}`)
  await page.getByRole('button', { name: 'Test mail' }).click()
  const dialog = page.getByRole('dialog')
  const input = dialog.getByRole('combobox', { name: 'Send to' })
  const send = dialog.getByRole('button', { name: 'Send test' })
  await send.click()
  await dialog.getByText('Enter an address.').waitFor()
  await input.fill('ada@example')
  await send.click()
  await dialog.getByText('ada@example is no mail address.').waitFor()
  assert.deepEqual(await barriers(page), [])
  const addresses = page.waitForRequest((request) => request.url().endsWith('/template/test'))
  await input.fill('ada@example.com, bob@example.com')
  await send.click()
  assert.deepEqual((await addresses).postDataJSON().to, ['ada@example.com', 'bob@example.com'])
  await page.getByText('The test mail leaves now.').waitFor()
  assert.deepEqual(failures, [])
})
