import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { makeConsoleLink } from '#app/consoleLink.ts'
import { hashPassword } from '#platform/secrets/password.ts'
import { barriers } from '#test/world/barriers.ts'
import { codeAt, mailedLinkTokens } from '#test/world/personSteps.ts'
import { world, type World } from '#test/world/world.ts'
import { fitsWindow, phone, sharedConsole } from './consoleStage.ts'

const password = 'quiet harbour at night'

let w: World
const { visit } = sharedConsole(async (publicUrl) => {
  w = await world({ publicUrl })
  return { app: w.app, person: await w.signIn('owner'), [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
})

/** Gives the browser of a page a device that checks its person at once. */
async function addAuthenticator(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  })
}

const home = /\/console\/acc_[a-z0-9]+$/

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'You' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
}

async function signInBy(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('the first link leads to a passkey, which signs in again, and the link opens nothing twice', async (t) => {
  const { page, failures, open } = (await visit(t, { person: null })) ?? {}
  if (page === undefined || open === undefined) return
  await addAuthenticator(page)
  const link = await makeConsoleLink(w.app, w.account.account)
  await page.goto(link)
  await page.getByRole('heading', { name: 'Welcome to Test fair' }).waitFor()
  assert.deepEqual(await barriers(page), [])
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('E-mail').fill('ada@example.com')
  await page.getByText('With a passkey').click()
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.waitForURL(home)
  await signOut(page)
  assert.deepEqual(await page.context().cookies(), [])
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(home)
  await signOut(page)
  await page.goto(link)
  await page.getByRole('heading', { name: 'This link has ended' }).waitFor()
  assert.deepEqual(failures, [])
})

test('a password is followed by a second factor, on a phone: a code of the app, then a recovery code', async (t) => {
  const { page, failures, open } = (await visit(t, { person: null, size: phone, colorScheme: 'dark' })) ?? {}
  if (page === undefined || open === undefined) return
  await page.goto(await makeConsoleLink(w.app, w.account.account))
  await page.getByLabel('Your name').fill('Grace Hopper')
  await page.getByLabel('E-mail').fill('grace@example.com')
  await page.getByRole('textbox', { name: 'New password' }).fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(home)
  await open('/person')
  await page.getByRole('button', { name: 'Set up' }).click()
  const secret = String(await page.locator('code').first().textContent())
  await page.getByLabel('Code').fill(codeAt(secret, w.clock.now(), -1))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('Your recovery codes').waitFor()
  const codes = await page.locator('code').allTextContents()
  assert.equal(codes.length, 10)
  await fitsWindow(page)
  assert.deepEqual(await barriers(page), [])
  await open('/')
  await page.waitForURL(home)
  await signOut(page)
  await signInBy(page, 'grace@example.com', 'another harbour at noon')
  await page.getByRole('alert').waitFor()
  await signInBy(page, 'grace@example.com', password)
  await page.getByRole('heading', { name: 'Second step' }).waitFor()
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Code').fill(codeAt(secret, w.clock.now()))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(home)
  await signOut(page)
  await signInBy(page, 'grace@example.com', password)
  await page.getByLabel('Code').fill(String(codes[0]))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(home)
  assert.deepEqual(failures, [])
})

test('a forgotten password is replaced by the link of a mail', async (t) => {
  const { page, failures, open } = (await visit(t, { person: null, colorScheme: 'dark' })) ?? {}
  if (page === undefined || open === undefined) return
  await w.signIn('owner', { email: 'mary@example.com', passwordHash: await hashPassword('a name long forgotten') })
  await open('/sign-in')
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByText('Enter your e-mail first.').waitFor()
  await page.getByLabel('E-mail').fill('mary@example.com')
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByText('a link to a new password is on its way').waitFor()
  const [token = ''] = await mailedLinkTokens(w, 'mary@example.com')
  await open(`/link#${token}`)
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
  await page.getByRole('textbox', { name: 'New password' }).fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(home)
  assert.deepEqual(failures, [])
})

test('a sign-in leads back to the requested page, and never to another host', async (t) => {
  const { page, failures, open, origin } = (await visit(t, { person: null })) ?? {}
  if (page === undefined || open === undefined) return
  const email = 'jean@example.com'
  const jean = await w.signIn('owner', { email, passwordHash: await hashPassword(password) })
  const account = jean.headers['x-account']
  await page.goto(`${origin}/console/${account}/places/place?type=studio`)
  await page.getByText('Your session has ended.').waitFor()
  await signInBy(page, email, password)
  await page.waitForURL(`${origin}/console/${account}/places/place?type=studio`)
  await page.getByRole('heading', { level: 1, name: 'Places' }).waitFor()
  for (const next of ['//example.net/', 'https://example.net/', '/\\example.net', 'javascript:alert(1)']) {
    await page.context().clearCookies()
    await open(`/sign-in?next=${encodeURIComponent(next)}`)
    await signInBy(page, email, password)
    await page.waitForURL(home)
    assert.equal(new URL(page.url()).origin, origin)
  }
  assert.deepEqual(failures, [])
})
