import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { barriers } from '#test/world/barriers.ts'
import { until } from '#test/world/until.ts'
import { world, type World } from '#test/world/world.ts'
import { sharedConsole } from './consoleStage.ts'

let w: World
const { visit } = sharedConsole(async (publicUrl) => {
  w = await world({ publicUrl, startsAt: new Date().toISOString() })
  return { app: w.app, person: await w.signIn('owner'), [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
})

type Page = NonNullable<Awaited<ReturnType<typeof visit>>>['page']

const trigger = { type: 'manual' } as const
const chain = [
  { nodeId: 'one', type: 'delay', for: 'P1D', next: 'two' },
  { nodeId: 'two', type: 'delay', for: 'P2D', next: 'end' },
  { nodeId: 'end', type: 'exit' },
] as const

async function made(name: string): Promise<string> {
  return String((await w.call('marketing.automation.create', { name, trigger, nodes: [...chain] })).id)
}

const stored = (automationId: string) => w.call('marketing.automation.get', { automationId })
const nodeOf = (page: Page, id: string) => page.locator(`.automation-canvas .react-flow__node[data-id="${id}"]`)
const wayOf = (page: Page, id: string) => page.locator(`.automation-canvas .react-flow__edge[data-id="${id}"]`)

async function focusedId(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute('data-id'))
}

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox()
  assert.ok(box)
  return box
}

/** Distances of a step from the edges of the canvas, which moves until the page has its last height. */
async function onCanvas(page: Page, id: string) {
  const canvas = await boxOf(page.locator('.automation-canvas'))
  const step = await boxOf(nodeOf(page, id))
  const [left, top] = [step.x - canvas.x, step.y - canvas.y]
  return { left, top, right: canvas.width - left - step.width, bottom: canvas.height - top - step.height }
}

async function hasFocus(page: Page, id: string): Promise<void> {
  await until(
    () => focusedId(page),
    (found) => found === id,
  )
}

/** Waits, since the focus moves before the ways are drawn. */
async function leadsTo(page: Page, way: string, label: string): Promise<void> {
  await until(
    () => wayOf(page, way).getAttribute('aria-label'),
    (found) => found === label,
  )
}

test('a step of the palette stands after the chosen step, and before an exit', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const automationId = await made('Palette')
  await open(`/marketing/automation/${automationId}`)
  await until(
    () => onCanvas(page, 'end'),
    ({ top, bottom }) => top > 0 && bottom >= 0,
  )
  const palette = page.getByRole('toolbar', { name: 'Steps to add' })
  await nodeOf(page, 'one').click()
  await palette.getByRole('button', { name: 'Wait for' }).click()
  await hasFocus(page, 'waitFor')
  await leadsTo(page, 'one next', 'From one to waitFor')
  await nodeOf(page, 'end').click()
  await palette.getByRole('button', { name: 'Split' }).click()
  await hasFocus(page, 'split')
  await leadsTo(page, 'two next', 'From two to split')
  await leadsTo(page, '$trigger', 'From Trigger to one')
  assert.deepEqual(failures, [])
})

test('Delete removes the step or the way with the focus, and undo brings it back', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const automationId = await made('Removal')
  await open(`/marketing/automation/${automationId}`)
  await nodeOf(page, 'one').click()
  await nodeOf(page, 'two').focus()
  await page.keyboard.press('Delete')
  await nodeOf(page, 'two').waitFor({ state: 'detached' })
  await hasFocus(page, 'one')
  await page.keyboard.press('Control+z')
  await nodeOf(page, 'two').waitFor()
  await wayOf(page, 'two next').focus()
  await page.keyboard.press('Delete')
  await wayOf(page, 'two next').waitFor({ state: 'detached' })
  await hasFocus(page, 'two')
  await page.keyboard.press('Control+s')
  await page.getByText('The automation cannot run like this').waitFor()
  assert.match((await nodeOf(page, 'end').getAttribute('aria-label')) ?? '', /^Exit, end, .+/)
  await page.keyboard.press('Control+z')
  await page.getByText('The automation cannot run like this').waitFor({ state: 'detached' })
  assert.equal(await nodeOf(page, 'end').getAttribute('aria-label'), 'Exit, end')
  const line = wayOf(page, 'two next').locator('.react-flow__edge-interaction')
  await line.evaluate((path) => path.scrollIntoView({ block: 'center' }))
  // The canvas moves as the notice above it goes.
  await until(async () => {
    const { x, y, width, height } = await boxOf(line)
    await page.mouse.click(x + width / 2, y + height / 4)
    return wayOf(page, 'two next').evaluate((way) => way === document.activeElement)
  })
  await page.keyboard.press('Delete')
  await wayOf(page, 'two next').waitFor({ state: 'detached' })
  assert.deepEqual(failures, [])
})

test('the focus goes from a step to its first field and back, as from the trigger', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const automationId = await made('Focus')
  await open(`/marketing/automation/${automationId}`)
  await nodeOf(page, 'one').waitFor()
  await nodeOf(page, 'one').focus()
  await page.keyboard.press('Insert')
  await page.getByRole('dialog').getByRole('button', { name: 'Send email' }).waitFor()
  await page.keyboard.press('Escape')
  await hasFocus(page, 'one')
  assert.equal(await nodeOf(page, 'one').getAttribute('aria-label'), 'Delay, 1 day, one')
  await nodeOf(page, '$trigger').focus()
  await page.keyboard.press('Enter')
  const when = page.getByRole('combobox', { name: 'Contacts enter' })
  await until(
    () => when.evaluate((input) => input === document.activeElement),
    (isFocused) => isFocused,
  )
  await page.keyboard.press('Escape')
  await hasFocus(page, '$trigger')
  assert.deepEqual(await barriers(page), [])
  assert.deepEqual(failures, [])
})

test('a condition that lacks is named on its step by its way, until the step is changed', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const automationId = await made('Conditions')
  await open(`/marketing/automation/${automationId}`)
  await nodeOf(page, 'one').click()
  await page.getByRole('toolbar', { name: 'Steps to add' }).getByRole('button', { name: 'Branch' }).click()
  await hasFocus(page, 'branch')
  await page.keyboard.press('Control+s')
  await page.getByRole('button', { name: 'Branch (branch): Way 1 When is needed' }).waitFor()
  assert.match((await nodeOf(page, 'branch').getAttribute('aria-label')) ?? '', /Way 1 When is needed/)
  await page.getByRole('region', { name: 'Step: Branch' }).getByRole('textbox', { name: 'Title' }).first().fill('VIP')
  await page.getByText('The automation cannot run like this').waitFor({ state: 'detached' })
  assert.deepEqual(failures, [])
})

test('ways begin at the ends of their step also after these changed their order', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const automationId = await made('Ends')
  await open(`/marketing/automation/${automationId}`)
  await nodeOf(page, 'one').click()
  const palette = page.getByRole('toolbar', { name: 'Steps to add' })
  await palette.getByRole('button', { name: 'Branch' }).click()
  await hasFocus(page, 'branch')
  await palette.getByRole('button', { name: 'Split' }).click()
  await hasFocus(page, 'split')
  await until(
    () => onCanvas(page, 'split'),
    ({ left, right }) => left >= 0 && right >= 0,
  )
  const distance = () =>
    page.evaluate(() => {
      const path = document.querySelector<SVGPathElement>('[data-id="branch else"] .react-flow__edge-path')
      const end = document.querySelector('[data-id=branch] .react-flow__handle[data-handleid=else]')
      if (path === null || end === null) return Number.NaN
      const start = path.getPointAtLength(0).matrixTransform(path.getScreenCTM() ?? undefined)
      const { left, width } = end.getBoundingClientRect()
      return Math.abs(start.x - left - width / 2)
    })
  assert.ok((await until(distance, (pixels) => pixels < 3)) < 3)
  assert.deepEqual(failures, [])
})

/** A paused automation that holds a contact on its way. */
async function held(name: string): Promise<string> {
  const automationId = await made(name)
  await w.call('marketing.automation.update', { automationId, status: 'active' })
  const { id: contactId } = await w.call('marketing.contact.create', { email: `${name}@example.com` })
  await w.call('marketing.automation.enrol', { automationId, contactIds: [String(contactId)] })
  await w.settle()
  await w.call('marketing.automation.update', { automationId, status: 'paused', inFlight: 'hold' })
  return automationId
}

test('a save leaves contacts on their way on their version, or moves them', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const automationId = await held('Moving')
  const runsByVersion = async () => {
    await w.settle()
    const { items } = await w.call('marketing.automation.versions', { automationId })
    return items.map(({ version, activeRuns }) => [version, activeRuns])
  }
  await open(`/marketing/automation/${automationId}`)
  const save = async (days: string, choice: string) => {
    await nodeOf(page, 'two').click()
    const form = page.getByRole('region', { name: 'Step: Delay' })
    await form.getByRole('textbox', { name: 'For', exact: true }).fill(days)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Contacts on their way' })
    await question.getByText(/^1 contact is on its way/).waitFor()
    await question.getByRole('radio', { name: choice }).check()
    await question.getByRole('button', { name: 'Save' }).click()
    await question.waitFor({ state: 'detached' })
  }
  await save('5', 'They keep their version')
  const stayed = await runsByVersion()
  assert.deepEqual(stayed, [
    [2, 0],
    [1, 1],
  ])
  await save('6', 'They move to the new version')
  const moved = await until(runsByVersion, ([newest]) => newest?.[1] === 1)
  assert.deepEqual(moved[0], [3, 1])
  assert.deepEqual(failures, [])
})

test('Resume of a changed automation shows one dialog at a time, whose keys do not reach the canvas', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const automationId = await held('Resuming')
  await open(`/marketing/automation/${automationId}`)
  await nodeOf(page, 'two').click()
  const form = page.getByRole('region', { name: 'Step: Delay' })
  await form.getByRole('textbox', { name: 'For', exact: true }).fill('8')
  const resume = page.getByRole('button', { name: 'Resume' })
  await resume.click()
  const first = page.getByRole('dialog', { name: 'Resume' })
  await first.getByText(/^1 contact was held/).waitFor()
  await first.getByRole('button', { name: 'Resume' }).click()
  const second = page.getByRole('dialog', { name: 'Contacts on their way' })
  await second.getByRole('radio', { name: 'They keep their version' }).focus()
  await first.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+s')
  await page.keyboard.press('Escape')
  await second.waitFor({ state: 'detached' })
  await until(
    () => resume.evaluate((button) => button === document.activeElement),
    (isFocused) => isFocused,
  )
  await page.getByText('8 days').waitFor()
  const { status, definitionVersion } = await stored(automationId)
  assert.deepEqual({ status, definitionVersion }, { status: 'paused', definitionVersion: 1 })
  assert.deepEqual(failures, [])
})

test('unsaved changes that came back after a reload do not replace the version of another person', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const automationId = await made('Two persons')
  await open(`/marketing/automation/${automationId}`)
  await nodeOf(page, 'two').click()
  const length = page.getByRole('region', { name: 'Step: Delay' }).getByRole('textbox', { name: 'For', exact: true })
  await length.fill('9')
  await page.getByText('9 days').waitFor()
  await open('/marketing/segment')
  const nodes = [{ ...chain[0], for: 'P6D' }, chain[1], chain[2]]
  await w.call('marketing.automation.update', { automationId, nodes })
  await open(`/marketing/automation/${automationId}`)
  await page.getByText(/^Another person saved another version/).waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page
    .getByRole('status')
    .getByText(/^Another person saved another version/)
    .waitFor()
  assert.equal((await stored(automationId)).definitionVersion, 2)
  await page.getByRole('button', { name: 'Load theirs' }).click()
  await page.getByText('6 days').waitFor()
  assert.equal(await page.getByText('9 days').count(), 0)
  assert.deepEqual(failures, [])
})

test('an automation that another person activated is paused without the unsaved changes, which stay', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const automationId = await made('Emergency')
  await open(`/marketing/automation/${automationId}`)
  await nodeOf(page, 'two').click()
  const length = page.getByRole('region', { name: 'Step: Delay' }).getByRole('textbox', { name: 'For', exact: true })
  await length.fill('9')
  await page.getByText('9 days').waitFor()
  await w.call('marketing.automation.update', { automationId, status: 'active' })
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
  await page.getByText('The automation is paused.').waitFor()
  const { status, definitionVersion } = await stored(automationId)
  assert.deepEqual({ status, definitionVersion }, { status: 'paused', definitionVersion: 1 })
  await page.getByText('9 days').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The automation is saved as a new version.').waitFor()
  assert.equal((await stored(automationId)).nodes[1]?.for, 'P9D')
  assert.deepEqual(failures, [])
})
