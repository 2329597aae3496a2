import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barriers } from '#test/world/barriers.ts'
import { until } from '#test/world/until.ts'
import { world, type World } from '#test/world/world.ts'
import { fitsWindow, phone, sharedConsole } from './consoleStage.ts'

let w: World
let automationId = ''
const { visit } = sharedConsole(async (publicUrl) => {
  w = await world({ publicUrl, startsAt: new Date().toISOString() })
  const example = await w.example('marketing.automation.create')
  automationId = String((await w.call('marketing.automation.create', example)).id)
  return { app: w.app, person: await w.signIn('owner'), [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
})

const stored = () => w.call('marketing.automation.get', { automationId })

test('a step is chosen, changed in its form and saved as a version, and the change is undone before', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open(`/marketing/automation/${automationId}`)
  const canvas = page.locator('.automation-canvas')
  await canvas.locator('[data-id=pause]').click()
  const form = page.getByRole('region', { name: 'Step: Delay' })
  await form.getByRole('textbox', { name: 'For', exact: true }).fill('3')
  await canvas.getByText('3 days').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await until(
    () => canvas.getByText('3 days').count(),
    (count) => count === 0,
  )
  await page.getByRole('button', { name: 'Redo' }).click()
  await canvas.getByText('3 days').waitFor()
  assert.deepEqual(await barriers(page), [])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The automation is saved as a new version.').waitFor()
  const { definitionVersion, nodes } = await stored()
  assert.equal(definitionVersion, 2)
  assert.equal(nodes.find(({ nodeId }) => nodeId === 'pause')?.for, 'P3D')
  assert.deepEqual(failures, [])
})

test('the runs of an automation show contact, state, step and time, and are filtered by state', async (t) => {
  const { page, failures, open } = (await visit(t, { size: phone, colorScheme: 'dark' })) ?? {}
  if (page === undefined || open === undefined) return
  const { id } = await w.call('marketing.automation.create', {
    name: 'Welcome',
    status: 'active',
    trigger: { type: 'manual' },
    nodes: [{ nodeId: 'pause', type: 'delay', for: 'P3D' }],
  })
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'runner@example.com' })
  await w.call('marketing.automation.enrol', { automationId: String(id), contactIds: [String(contactId)] })
  await w.settle()
  await open(`/marketing/automation/${String(id)}?tab=runs`)
  const row = page.getByRole('row').filter({ hasText: 'runner@example.com' })
  await row.getByText('Delay: 3 days').waitFor()
  await row.getByText('Active').waitFor()
  assert.deepEqual(await barriers(page), [])
  await fitsWindow(page)
  await page.getByRole('combobox', { name: 'State' }).click()
  await page.getByRole('option', { name: 'Completed' }).click()
  await page.getByText('No contact is in this state.').waitFor()
  assert.deepEqual(failures, [])
})

test('a sequence is made of mails with waits in words, from a template and with a text of its own', async (t) => {
  const { page, failures, open } = (await visit(t, { size: phone, colorScheme: 'dark' })) ?? {}
  if (page === undefined || open === undefined) return
  const body = 'Hello [Leave]({{ unsubscribeUrl }})'
  const input = { name: 'Greeting', format: 'markdown', subject: 'Hello', body } as const
  const { id: templateId } = await w.call('marketing.template.create', input)
  await open('/marketing/emailSequence/new')
  await page.getByRole('textbox', { name: 'Name', exact: true }).first().fill('First steps')
  const first = page.getByRole('group', { name: 'Mail 1', exact: true })
  await first.getByRole('combobox', { name: 'Template' }).click()
  await page.getByRole('option', { name: 'Greeting' }).click()
  await page.getByRole('button', { name: 'Add a mail' }).click()
  const second = page.getByRole('group', { name: 'Mail 2', exact: true })
  await second.getByRole('textbox', { name: 'Wait after the mail before', exact: true }).fill('5')
  await second.getByText('Own text', { exact: true }).click()
  await second.getByRole('textbox', { name: 'Subject' }).fill('Three tips')
  await second.getByRole('textbox', { name: /^Body/ }).fill(body)
  await second.getByRole('button', { name: 'Preview' }).click()
  await second.frameLocator('iframe[title="Preview of the mail"]').getByText('Hello').waitFor()
  assert.deepEqual(await barriers(page), [])
  await fitsWindow(page)
  await page.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(/seq_/)
  const [made] = (await w.call('marketing.emailSequence.all')).items
  const { steps } = await w.call('marketing.emailSequence.get', { emailSequenceId: String(made?.id) })
  assert.deepEqual(
    steps.map(({ delay, templateId: of, inline }) => [delay, of, inline?.subject]),
    [
      ['P0D', templateId, undefined],
      ['P5D', undefined, 'Three tips'],
    ],
  )
  assert.deepEqual(
    failures?.filter((each) => !each.includes('Applying inline style')),
    [],
  )
})

test('a new sequence is a draft, and its start shows the number of contacts before it begins', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  for (const name of ['eve', 'finn'])
    await w.call('marketing.contact.create', { email: `${name}@example.com`, tags: ['fans'] })
  const filter = { field: 'tags', is: 'any', value: ['fans'] } as const
  const { id: segmentId } = await w.call('marketing.segment.create', { name: 'Fans', kind: 'dynamic', filter })
  await w.settle()
  const inline = { subject: 'Hi', format: 'markdown', body: '[Leave]({{ unsubscribeUrl }})' } as const
  await open('/marketing/emailSequence/new')
  const status = page.getByRole('radiogroup', { name: 'Status' })
  assert.equal(await status.getByRole('radio', { name: 'Draft' }).isChecked(), true)
  const { id: emailSequenceId } = await w.call('marketing.emailSequence.create', {
    name: 'For fans',
    steps: [{ stepId: 'hello', delay: 'PT0S', inline }],
    enrol: { segmentId },
    status: 'draft',
  })
  const stateOf = async () => (await w.call('marketing.emailSequence.get', { emailSequenceId })).status
  await open(`/marketing/emailSequence/${emailSequenceId}/edit`)
  await status.getByText('Active').click()
  await page.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('dialog')
  await question.getByText(/^2 contacts of the segment are enrolled now/).waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  assert.equal(await stateOf(), 'draft')
  await page.getByRole('button', { name: 'Save' }).click()
  await question.getByRole('button', { name: 'Start the sequence' }).click()
  await until(stateOf, (each) => each === 'active')
  assert.deepEqual(failures, [])
})

test('the mails of a sequence show waits and numbers, and its contacts their state and their mail', async (t) => {
  const { page, failures, open } = (await visit(t, { size: phone })) ?? {}
  if (page === undefined || open === undefined) return
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'reader@example.com' })
  const inline = (subject: string) =>
    ({ subject, format: 'markdown', body: 'Hello [Leave]({{ unsubscribeUrl }})' }) as const
  const { id } = await w.call('marketing.emailSequence.create', {
    name: 'Onboarding',
    steps: [
      { stepId: 'hello', delay: 'PT0S', inline: inline('Hello there') },
      { stepId: 'tips', delay: 'P3D', inline: inline('Three tips') },
    ],
    enrol: { contactIds: [contactId] },
  })
  await w.settle()
  await open(`/marketing/emailSequence/${id}`)
  const [first, second] = [page.locator('.sequence-steps > li').first(), page.locator('.sequence-steps > li').last()]
  await first.getByText('Hello there').waitFor()
  assert.match((await first.innerText()).replaceAll(/\s+/g, ' '), /Hello there Sent 1 Opened 0 Clicked 0/)
  assert.match((await second.innerText()).replaceAll(/\s+/g, ' '), /3 days.* Three tips Sent 0/)
  assert.deepEqual(await barriers(page), [])
  await fitsWindow(page)
  await page.getByRole('tab', { name: 'Contacts' }).click()
  const row = page.getByRole('row').filter({ hasText: 'reader@example.com' })
  await row.getByText('Active').waitFor()
  await row.getByText('Mail 2').waitFor()
  assert.deepEqual(await barriers(page), [])
  await fitsWindow(page)
  assert.deepEqual(failures, [])
})

test('the keyboard alone adds a step after another one, fills it in and saves; a refusal names the step', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open(`/marketing/automation/${automationId}`)
  const canvas = page.locator('.automation-canvas')
  // A node takes the focus once it is measured and visible.
  await canvas.locator('[data-id=pause]').waitFor()
  await canvas.locator('[data-id=pause]').focus()
  await page.keyboard.press('Alt+ArrowUp')
  assert.equal(await focusedNode(page), (await stored()).nodes[0]?.nodeId)
  await page.keyboard.press('Alt+ArrowDown')
  assert.equal(await focusedNode(page), 'pause')
  await canvas.getByRole('button', { name: 'Add a step after pause' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Add score' }).focus()
  await page.keyboard.press('Enter')
  await until(
    () => focusedNode(page),
    (id) => id === 'addScore',
  )
  await page.keyboard.press('Control+s')
  await page.getByText('The automation cannot run like this').waitFor()
  assert.match((await canvas.locator('[data-id=addScore]').getAttribute('aria-label')) ?? '', /Reason is needed/)
  await canvas.locator('[data-id=addScore]').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Reason' }).fill('Read the welcome')
  await page.keyboard.press('Control+s')
  await page.getByText('The automation is saved as a new version.').waitFor()
  const { nodes } = await stored()
  assert.equal(nodes.find(({ nodeId }) => nodeId === 'pause')?.next, 'addScore')
  await canvas.locator('[data-id=addScore]').focus()
  await page.keyboard.press('Enter')
  // The form takes the focus as it opens.
  await page.getByRole('textbox', { name: 'Reason' }).waitFor()
  await canvas.locator('[data-id=addScore]').focus()
  await page.keyboard.press('Delete')
  await until(
    () => canvas.locator('[data-id=addScore]').count(),
    (count) => count === 0,
  )
  assert.deepEqual(failures, [])
})

test('a simulation and the way of one contact are drawn on the canvas', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const contact = await w.call('marketing.contact.create', { email: 'ada@example.com', firstName: 'Ada' })
  await open(`/marketing/automation/${automationId}`)
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  const trial = page.getByRole('region', { name: 'Test' })
  await trial.getByRole('button', { name: 'Simulate' }).click()
  await trial.getByText('Concerned').waitFor()
  await trial.getByText('One contact').click()
  await trial.getByRole('combobox', { name: 'Contact' }).click()
  await page.getByRole('option', { name: 'ada@example.com' }).click()
  await trial.getByRole('button', { name: 'Step through' }).click()
  await trial.getByRole('status').waitFor()
  await trial
    .getByText(/ · Waited$/)
    .first()
    .waitFor()
  await page.locator('.automation-steps').first().waitFor()
  assert.match(String(contact['id']), /^con_/)
  assert.deepEqual(failures, [])
})

test('an automation is activated and paused with a choice for its contacts, on a phone in the dark', async (t) => {
  const { page, failures, open } = (await visit(t, { size: phone, colorScheme: 'dark' })) ?? {}
  if (page === undefined || open === undefined) return
  await open(`/marketing/automation/${automationId}`)
  await page.getByRole('button', { name: 'Activate' }).click()
  const question = page.getByRole('dialog')
  await question.getByText(/^From now on contacts enter when/).waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  assert.equal((await stored()).status, 'draft')
  await page.getByRole('button', { name: 'Activate' }).click()
  await question.getByRole('button', { name: 'Activate' }).click()
  await page.getByText('The automation is active.').waitFor()
  await fitsWindow(page)
  assert.deepEqual(await barriers(page), [])
  await page.getByRole('button', { name: 'Pause' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'They wait' }).check()
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('The automation is paused.').waitFor()
  const { status, inFlight } = await stored()
  assert.deepEqual({ status, inFlight }, { status: 'paused', inFlight: 'hold' })
  assert.deepEqual(failures, [])
})

test('two versions stand side by side with their differences, and the earlier one is restored', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const made = await w.call('marketing.automation.create', {
    name: 'Versions',
    trigger: { type: 'manual' },
    nodes: [{ nodeId: 'pause', type: 'delay', for: 'P1D' }],
  })
  const id = String(made.id)
  const longer = { nodeId: 'pause', type: 'delay', for: 'P2D', next: 'end' } as const
  const nodes = [longer, { nodeId: 'end', type: 'exit' } as const]
  await w.call('marketing.automation.update', { automationId: id, nodes })
  await open(`/marketing/automation/${id}?tab=versions`)
  const compared = page.getByRole('region', { name: 'Side by side' })
  await compared.getByText('pause: For, Next').waitFor()
  assert.equal(await compared.locator('.automation-node[data-change=added]').count(), 1)
  assert.deepEqual(await barriers(page), [])
  await compared.getByRole('button', { name: 'Restore version 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore version 1' }).click()
  await page.getByText('The automation is saved as a new version.').waitFor()
  const restored = await w.call('marketing.automation.get', { automationId: id })
  assert.deepEqual([restored.definitionVersion, restored.nodes.length], [3, 1])
  assert.deepEqual(failures, [])
})

test('a new automation has a name and a trigger, and opens on its canvas', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/marketing/automation/new')
  await page.getByRole('textbox', { name: 'Name' }).fill('Birthdays')
  await page.getByRole('combobox', { name: 'Contacts enter' }).click()
  await page.getByRole('option', { name: 'around a date of theirs' }).click()
  await page.getByRole('textbox', { name: 'Field' }).fill('attributes.birthday')
  assert.deepEqual(await barriers(page), [])
  await page.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(/aut_/)
  await page.locator('.automation-node[data-type=exit]').waitFor()
  assert.deepEqual(failures, [])
})

test('a trigger suggests the properties of its event and their values', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'plan@example.com' })
  const properties = { plan: 'gold' }
  await w.call('marketing.event.track', { events: [{ name: 'app.plan.chosen', contactId, properties }] })
  await open('/marketing/automation/new')
  await page.getByRole('textbox', { name: 'Name' }).fill('Gold plans')
  await page.getByRole('combobox', { name: 'Contacts enter' }).click()
  await page.getByRole('option', { name: 'when an event happens' }).click()
  await page.getByRole('combobox', { name: 'Event' }).fill('app.plan.chosen')
  await page.getByRole('button', { name: 'Property', exact: true }).click()
  await page.getByRole('combobox', { name: 'Property' }).click()
  await page.getByRole('option', { name: 'plan', exact: true }).click()
  await page.getByRole('combobox', { name: 'Value' }).click()
  await page.getByRole('option', { name: 'gold' }).click()
  assert.deepEqual(await barriers(page), [])
  await page.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(/aut_/)
  const made = (/aut_[0-9a-z]+/.exec(page.url()) ?? [''])[0]
  const { trigger } = await w.call('marketing.automation.get', { automationId: made })
  const where = [{ prop: 'plan', is: 'eq', value: 'gold' }]
  assert.deepEqual([trigger.event, trigger.where], ['app.plan.chosen', where])
  assert.deepEqual(failures, [])
})

type Page = NonNullable<Awaited<ReturnType<typeof visit>>>['page']

async function focusedNode(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute('data-id'))
}
