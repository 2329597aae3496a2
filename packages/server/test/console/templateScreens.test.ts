import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barriers } from '#test/world/barriers.ts'
import { world, type World } from '#test/world/world.ts'
import { sharedConsole } from './consoleStage.ts'

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
  await page.getByRole('tab', { name: 'Editor' }).click()
  const mail = page.frameLocator('iframe[title="Preview of the mail"]')
  await mail.getByRole('heading', { name: 'Something new is here' }).waitFor()
  assert.deepEqual(await barriers(page), [])
  const code = page.getByRole('textbox', { name: /^Body/ })
  const former = await code.innerText()
  await code.fill('<mjml><mj-body>{{ x | nothing }}</mj-body></mjml>')
  await page
    .getByRole('alert')
    .getByText(/nothing/)
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
