import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barriers } from '#test/world/barriers.ts'
import { world, type World } from '#test/world/world.ts'
import { sharedConsole } from './consoleStage.ts'

let w: World
let automationId = ''
const { visit } = sharedConsole(async (publicUrl) => {
  w = await world({ publicUrl, startsAt: new Date().toISOString() })
  const example = await w.example('marketing.automation.create')
  automationId = String((await w.call('marketing.automation.create', example)).id)
  return { app: w.app, person: await w.signIn('owner'), [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
})

test('the canvas of an automation shows its nodes, simulates it and saves a changed node as a version', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open(`/marketing/automation/${automationId}`)
  await page.getByRole('tab', { name: 'Canvas' }).click()
  const canvas = page.locator('.automation-canvas')
  await canvas.getByText('pause', { exact: true }).waitFor()
  assert.equal(await canvas.locator('.automation-node').count(), 4)
  assert.deepEqual(await barriers(page), [])
  await page.getByRole('button', { name: 'Simulate 30 days' }).click()
  await page.getByText(/contacts would have entered/).waitFor()
  await canvas.getByText('pause', { exact: true }).click()
  const form = page.getByRole('textbox', { name: 'Node pause' })
  await form.fill(JSON.stringify({ nodeId: 'pause', type: 'delay', for: 'P3D', next: 'plan' }))
  await page.getByRole('button', { name: 'Save graph' }).click()
  await page.getByText('The graph is saved as a new version.').waitFor()
  assert.equal((await w.call('marketing.automation.get', { automationId })).definitionVersion, 2)
  assert.deepEqual(failures, [])
})
