import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailedLinkTokens } from '#test/world/personSteps.ts'
import { until } from '#test/world/until.ts'
import { arrayOf, world, type World } from '#test/world/world.ts'
import { phone, sharedConsole } from './consoleStage.ts'

const venue = { type: 'venue', location: { latitude: 53.5, longitude: 10 } } as const

const password = 'quiet harbour at night'

let w: World
const { visit } = sharedConsole(async (publicUrl) => {
  w = await world({ publicUrl })
  return { app: w.app, person: await w.signIn('owner'), [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
})

test('an invited reader joins on a phone, and sees and may do exactly as the role says', async (t) => {
  const owner = await visit(t)
  const reader = await visit(t, { person: null, size: phone, colorScheme: 'dark' })
  if (owner === undefined || reader === undefined) return
  await owner.open('/account/member/new')
  await owner.page.getByLabel('Email').fill('noor@example.com')
  await owner.page.getByRole('radio', { name: 'Reader' }).check()
  await owner.page.getByRole('button', { name: 'Create' }).click()
  await owner.page.getByText('Invited').first().waitFor()
  const [token = ''] = await mailedLinkTokens(w, 'noor@example.com')
  const { page } = reader
  await reader.open(`/link#${token}`)
  await page.getByRole('heading', { name: 'Join Test fair' }).waitFor()
  await page.getByLabel('Your name').fill('Noor Haddad')
  await page.getByRole('textbox', { name: 'New password' }).fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/console\/acc_[a-z0-9]+$/)
  const menu = page.getByRole('navigation')
  await page.getByRole('button', { name: 'Navigation' }).first().click()
  await menu.getByRole('link', { name: 'Places' }).waitFor()
  assert.equal(await menu.getByRole('link', { name: /Members|Keys|Webhooks/ }).count(), 0)
  const place = await w.call('places.place.create', { name: 'Old Net Loft', ...venue })
  const home = `${reader.origin}/console/${w.account.account.publicId}`
  await page.goto(`${home}/places/place/${place.id}`)
  await page.getByRole('heading', { name: 'Old Net Loft' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Edit' }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Close temporarily' }).count(), 0)
  await page.goto(`${home}/account/key`)
  await page.getByText('Your role does not open this').waitFor()
  assert.deepEqual([...owner.failures, ...reader.failures], [])
})

test('a role that an owner changes, and a removal, reach the person’s open page', async (t) => {
  const owner = await visit(t)
  const visitor = await visit(t, { person: null })
  if (owner === undefined || visitor === undefined) return
  const { id: memberId } = await w.call('account.member.create', { email: 'mary@example.com', role: 'reader' })
  const [token = ''] = await mailedLinkTokens(w, 'mary@example.com')
  await w.call('account.link.open', { token, name: 'Mary Jackson', password }, { key: null })
  const { page } = visitor
  await visitor.open('/sign-in')
  await page.getByLabel('E-mail').fill('mary@example.com')
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/\/console\/acc_[a-z0-9]+$/)
  const account = w.account.account.publicId
  const place = await w.call('places.place.create', { name: 'Sail Loft', ...venue })
  await page.goto(`${visitor.origin}/console/${account}/places/place/${place.id}`)
  await page.getByRole('heading', { name: 'Sail Loft' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Edit' }).count(), 0)
  await owner.open(`/account/member/${memberId}/edit`)
  await owner.page.getByRole('radio', { name: 'Operator' }).check()
  await owner.page.getByRole('button', { name: 'Save' }).click()
  await owner.page.getByText('Saved.').waitFor()
  await page.reload()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('New Sail Loft')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'New Sail Loft' }).waitFor()
  const changes = await w.call('account.audit.all', { target: place.id })
  const { personId } = await w.call('account.member.get', { memberId })
  assert.ok(arrayOf(changes.items).some(({ actor }) => actor === personId))
  await owner.open(`/account/member/${memberId}`)
  await owner.page.getByRole('button', { name: 'More actions' }).click()
  await owner.page.getByRole('menuitem', { name: 'Delete…' }).click()
  await owner.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await owner.page.waitForURL(/\/account\/member$/)
  const headers = { 'x-account': account }
  await until(
    async () => (await page.request.get(`${visitor.origin}/api/places/general/all`, { headers })).status(),
    (status) => status !== 200,
  )
  await page.reload()
  await page.getByText('There is nothing at this address').waitFor()
  assert.deepEqual([...owner.failures, ...visitor.failures], [])
})
