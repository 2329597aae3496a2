import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { barriers } from '#test/world/barriers.ts'
import { eventOf, makeGeneric, ticketsOf } from '#test/video/ticketing.ts'
import { world, type World } from '#test/world/world.ts'
import { fitsWindow, phone, sharedConsole } from './consoleStage.ts'
import { fakeCamera } from './fakeCamera.ts'

let w: World
let eventId = ''
const { visit } = sharedConsole(
  async (publicUrl) => {
    w = await world({ publicUrl })
    const attendees = [
      { ticketCode: 'BALCONY-12', name: 'Ada Lund', email: 'ada@example.com' },
      { ticketCode: 'BALCONY-13', name: 'Ben Okoro' },
    ]
    const event = await makeGeneric(w, { attendees })
    eventId = event.id
    await w.settle()
    w.clock.advance(61_000)
    return { app: w.app, person: await w.signIn('owner'), [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
  },
  () => fakeCamera('https://fair.example/night?ticket=BALCONY-12'),
)

const door = (page: Page) => page.locator('section', { has: page.getByRole('heading', { name: 'Check a code' }) })

async function scan(page: Page, code: string): Promise<void> {
  await door(page).getByRole('textbox', { name: 'Code' }).fill(code)
  await page.keyboard.press('Enter')
}

test('codes are checked one after the other, and a code is mailed again', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open(`/livestream/ticketingEvent/${eventId}`)
  await page.getByRole('heading', { level: 1, name: 'Summer Night' }).waitFor()
  await door(page).getByRole('link', { name: '2 valid tickets' }).waitFor()
  assert.deepEqual(await page.locator('nav [aria-current=page]').allInnerTexts(), ['Ticketing events'])
  await scan(page, 'balcony 12')
  await door(page).getByText('Opens the video').waitFor()
  await door(page).getByText('Ada Lund').waitFor()
  assert.deepEqual(await barriers(page), [])
  await door(page).getByRole('button', { name: 'Mail code again' }).click()
  await page.getByText('The code is on its way to ada@example.com.').waitFor()
  await scan(page, 'BALCONY-99')
  await door(page).getByText('No ticket of this event has this code').waitFor()
  const ben = (await ticketsOf(w, eventId)).find(({ name }) => name === 'Ben Okoro')
  await w.call('livestream.ticket.revoke', { ticketId: ben?.id ?? '' })
  await scan(page, 'BALCONY-13')
  await door(page).getByText('Revoked').waitFor()
  assert.equal(await door(page).getByRole('button', { name: 'Mail code again' }).count(), 0)
  assert.deepEqual(failures, [])
})

test('a door admits each code once, by its camera and by a scanner that types', async (t) => {
  const { page, failures, open } = (await visit(t, { size: phone })) ?? {}
  if (page === undefined || open === undefined) return
  await w.call('livestream.ticketingEvent.update', {
    ticketingEventId: eventId,
    attendees: [{ ticketCode: 'STALLS-7' }],
  })
  // The door counts from the midnight of the browser.
  await page.clock.setSystemTime(w.clock.now())
  await open(`/livestream/ticketingEvent/${eventId}`)
  await page.getByRole('link', { name: 'Scan at the door' }).click()
  const answer = page.getByRole('status').filter({ has: page.locator('.door-answer') })
  // The server admits the ticket, and its response is lost: the code that stays in view is not a second scan.
  await page.route('**/api/video/ticket/admit', async (route) => {
    await route.fetch()
    return route.abort()
  })
  await page.getByRole('button', { name: 'Use the camera' }).click()
  await answer.getByText('Not checked').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await answer.getByText('Admitted', { exact: true }).waitFor()
  await answer.getByText('Ada Lund').waitFor()
  assert.deepEqual(await barriers(page), [])
  await fitsWindow(page)
  await page.getByText(/^1 of \d admitted today$/).waitFor()
  await page.getByRole('button', { name: 'Camera off' }).click()
  await page.keyboard.type('stalls7\n')
  await page.getByText(/^2 of \d admitted today$/).waitFor()
  w.clock.advance(120_000)
  await page.keyboard.type('STALLS-7\n')
  await answer.getByText('Already admitted').waitFor()
  await answer.getByText(/First admitted/).waitFor()
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/video/ticket/admit', async (route) => gate.promise.then(() => route.continue()))
  await page.keyboard.type('STALLS-7\n')
  // A result of the guest before would be taken for one of the next.
  await answer.getByText('Checking').waitFor()
  await page.keyboard.type('BALCONY-99\n')
  gate.resolve()
  await answer.getByText('No ticket').waitFor()
  assert.deepEqual(await barriers(page), [])
  await page.getByRole('link', { name: 'Leave the door' }).click()
  await page.getByRole('heading', { level: 1, name: 'Summer Night' }).waitFor()
  assert.deepEqual(failures, [])
})

test('a list of holders is issued once, over a lost response and a reload', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const event = await makeGeneric(w, { sendAccessEmails: false, attendees: [{ email: 'known@example.com' }] })
  await open(`/livestream/ticketingEvent/${event.id}?tab=issue`)
  const rows = Array.from({ length: 120 }, (_, index) => `a${index}@example.com,Holder ${index},1`)
  const list = ['email,name,count', 'known@example.com,Known,2', 'nobody,No Address,1', ...rows].join('\n')
  await page.getByRole('textbox', { name: 'List of holders' }).fill(list)
  await page.getByRole('button', { name: 'Check list' }).click()
  await page.getByText('121 new tickets · 1 exists already · 1 row not issued').waitFor()
  assert.equal((await eventOf(w, event.id)).ticketsSold, 1)
  assert.deepEqual(await barriers(page), [])
  await page.route('**/api/video/ticket/issue', async (route) => {
    // The server issues the batch, and its response is lost. A reload ends the request.
    await route.fetch().catch(() => undefined)
    return route.abort().catch(() => undefined)
  })
  // The reload comes with the first request: the browser must have kept the list before it.
  const left = page.waitForRequest('**/api/video/ticket/issue')
  await page.getByRole('button', { name: 'Issue 121 tickets' }).click()
  await left
  await page.reload()
  await page.getByText(/^A reload interrupted the list after \d+ rows\.$/).waitFor()
  await page.getByText(/^Waiting for the connection: \d+ of 122 rows/).waitFor()
  assert.deepEqual(await barriers(page), [])
  const second = await page.context().newPage()
  await second.goto(page.url())
  await second.getByText(/^In another tab: \d+ of 122 rows/).waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByText('121 tickets issued · 1 exists already · 1 row not issued').waitFor()
  assert.equal((await eventOf(w, event.id)).ticketsSold, 122)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download failures (CSV)' }).click(),
  ])
  assert.match(await readFile(await file.path(), 'utf8'), /\r\n3,nobody,No Address,1,,,No mail address\r\n$/)
  await page.getByRole('button', { name: 'New list' }).click()
  await page.getByRole('textbox', { name: 'List of holders' }).waitFor()
  await second.getByRole('textbox', { name: 'List of holders' }).waitFor()
  assert.deepEqual(failures, [])
})

test('the valid tickets of an event lead to a ticket, whose code is mailed again there', async (t) => {
  const { page, failures, open } = (await visit(t, { size: phone, colorScheme: 'dark' })) ?? {}
  if (page === undefined || open === undefined) return
  await open(`/livestream/ticketingEvent/${eventId}`)
  await fitsWindow(page)
  await scan(page, 'BALCONY-12')
  await door(page).getByRole('link', { name: 'Open ticket' }).waitFor()
  assert.deepEqual(await barriers(page), [])
  await door(page)
    .getByRole('link', { name: /valid ticket/ })
    .click()
  await page.getByRole('link', { name: 'Ada Lund' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ada Lund' }).waitFor()
  await page.getByRole('img', { name: 'QR code' }).waitFor()
  await fitsWindow(page)
  w.clock.advance(61_000)
  await page.getByRole('button', { name: 'Mail code again' }).click()
  await page.getByText('Mail code again: done.').waitFor()
  assert.deepEqual(failures, [])
})
