import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailPort } from '#platform/mail/mailPort.ts'
import { arrayOf, world, type World } from '#test/world/world.ts'
import { sharedConsole } from './consoleStage.ts'

let w: World
const { visit } = sharedConsole(async (publicUrl) => {
  w = await world({ publicUrl })
  const person = await w.signIn('owner')
  return { app: w.app, person, [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
})

const markup = '<img src=x onerror="window.hostile=1"><script>window.hostile=1</script>'

test('markup in names, metadata and mails stays text: no script runs and no address of a script is left', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const name = markup.slice(0, 100)
  const place = { name, type: 'venue', address: { city: markup.slice(0, 60) }, metadata: { note: markup } } as const
  const { id } = await w.call('places.place.create', place)
  const html = `<p>Hall ${markup}</p><a href="java\n\tscript:window.hostile=1">Open</a><svg onload="window.hostile=1">`
  const to = 'ada@example.com'
  await w.app.kernel.ports
    .get(mailPort)
    .send(w.account.account, { to, subject: markup, text: markup, html, idempotencyKey: 'x' })
  const [mail] = arrayOf((await w.call('account.mail.all', { to })).items)
  for (const path of ['', '/places/place', `/places/place/${id}`, '/account/audit', `/account/mail/${mail?.['id']}`]) {
    await open(path)
    await page.waitForLoadState('networkidle')
    assert.equal(await page.locator('main img[src="x"]').count(), 0, path)
  }
  assert.match(String(await page.locator('main h1').first().textContent()), /<img src=x onerror/)
  const frame = page.frameLocator('iframe.mail-frame')
  await frame.getByText('Hall').waitFor()
  assert.equal(await frame.getByText('Open').getAttribute('href'), null)
  assert.equal(await frame.locator('script, svg, [onerror]').count(), 0)
  assert.equal(await page.evaluate(() => 'hostile' in window), false)
  assert.deepEqual(failures, [])
})
