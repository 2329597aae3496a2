import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { secretSetting, setting, settingGroup, wholeNumber } from '#kit/nouns/setting.ts'
import { world } from '#test/world/world.ts'
import { ConfigProblem, readSettings, settingSections } from './readSettings.ts'
import { oneOf, optional, token } from './settingReaders.ts'

const lamp = settingGroup(
  'Lamps',
  {
    colour: setting('LAMP_COLOUR', 'Colour of a new lamp.', { fallback: 'red', read: oneOf('red', 'green') }),
    watts: setting('LAMP_WATTS', 'Power of a lamp.', { fallback: '40', read: wholeNumber(1, 100) }),
    token: secretSetting('LAMP_TOKEN', 'Token of the shop.', optional(token)),
  },
  (isSet) => (isSet('LAMP_WATTS') && !isSet('LAMP_COLOUR') ? ['LAMP_WATTS needs LAMP_COLOUR.'] : []),
)
const door = settingGroup('Doors', {
  count: setting('DOOR_COUNT', 'Number of doors.', { fallback: '1', read: wholeNumber(1, 9) }),
})

function mistakesOf(env: Record<string, string>): string[] {
  try {
    readSettings([lamp, door], env)
  } catch (error) {
    assert.ok(error instanceof ConfigProblem)
    return error.mistakes
  }
  return []
}

test('settings of every group have their defaults and types', () => {
  const settings = readSettings([lamp, door], { LAMP_WATTS: '60', LAMP_COLOUR: 'green', DOOR_COUNT: ' ' })
  const { colour, watts } = settings.of(lamp)
  const typed: ['red' | 'green', number] = [colour, watts]
  assert.deepEqual(typed, ['green', 60])
  assert.equal(settings.of(lamp).token, undefined)
  assert.equal(settings.of(door).count, 1)
})

test('mistakes of all groups are reported together, and no secret is repeated', () => {
  assert.deepEqual(mistakesOf({ LAMP_WATTS: 'many', LAMP_TOKEN: 'hunter2', DOOR_COUNT: '10' }), [
    'LAMP_WATTS must be a whole number from 1 to 100 (it is "many").',
    'LAMP_TOKEN must be 16 to 200 printable characters without spaces.',
    'DOOR_COUNT must be a whole number from 1 to 9 (it is "10").',
    'LAMP_WATTS needs LAMP_COLOUR.',
  ])
})

test('a group that the start does not read throws an error that names the list', () => {
  assert.throws(() => readSettings([door], {}).of(lamp), /"Lamps" are missing from products\/productSettings\.ts/)
})

test('the README has one section and table for each group', () => {
  const text = settingSections([lamp, door])
  assert.match(text, /^### Lamps\n\n\| Variable /)
  assert.match(text, /\n### Doors\n/)
  assert.match(text, /\| `LAMP_TOKEN` \| – \| Token of the shop\. Secret\. \|/)
})

test('a handler reads the settings of its product by ctx.settings.of()', async () => {
  await using w = await world({ settings: readSettings([lamp], { LAMP_COLOUR: 'green' }) })
  const ctx = w.app.operatorCtx(w.account.account, 'lamps')
  assert.equal(ctx.settings.of(lamp).colour, 'green')
})

test('products/productSettings.ts lists the settings of every product', async () => {
  const folder = join(import.meta.dirname, '../../products')
  const files = (await readdir(folder, { recursive: true })).filter((name) => /^\w+\/settings\.ts$/.test(name))
  const { productSettings } = await import('#products/productSettings.ts')
  const modules = await Promise.all(files.map(async (name) => Object(await import(join(folder, name)))))
  const groups = modules.flatMap((module) => Object.values(module))
  assert.ok(files.length >= 2)
  assert.deepEqual(new Set(productSettings), new Set(groups), `${files.join(', ')} and the list differ`)
})
