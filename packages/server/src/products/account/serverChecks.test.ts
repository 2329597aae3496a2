import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listSettings } from '#app/config.ts'
import { world } from '#test/world/world.ts'

const full = {
  check: 'disk',
  result: 'fail',
  says: '/data has 0.1 GiB free',
  advice: 'make room now: PostgreSQL stops when the disk is full',
} as const

test('the operator’s account sees health and settings, and no other account does', async () => {
  await using w = await world({ health: { operators: 'oldest', examine: async () => [full] } })
  const { result, checks } = await w.call('account.health.get')
  assert.deepEqual([result, checks], ['fail', [full]])
  const { items } = await w.call('account.health.settings')
  assert.ok(items.some(({ name, value }) => name === 'PORT' && value === '8080'))
  const other = await w.another()
  for (const operation of ['account.health.get', 'account.health.settings']) {
    const refusal = { code: 'not_authorized', mention: 'operator_account_only' }
    await w.refused(operation, {}, { ...refusal, key: other.secretKey })
    await w.refused(operation, {}, { ...refusal, key: w.account.testSecretKey })
  }
})

test('a session names the account of the operator; developers see the health, and other roles do not', async () => {
  await using w = await world({ health: { operators: 'oldest' } })
  const developer = await w.signIn('developer')
  const { accounts } = await developer.call('account.session.get')
  assert.deepEqual(
    accounts.map(({ isOperator }) => isOperator),
    [true],
  )
  assert.equal((await developer.call('account.health.get')).result, 'ok')
  const operator = await w.signIn('operator')
  await operator.refused('account.health.get', {}, { code: 'not_authorized', mention: 'scope_missing' })
})

test('a disk that is nearly full needs the attention of the operator’s account alone', async () => {
  await using w = await world({ health: { operators: 'oldest', lookAtDisk: async () => [full] } })
  const { attention } = await w.call('account.overview.get')
  assert.deepEqual(
    attention.map(({ kind, severity, title }) => [kind, severity, title]),
    [['account.health', 'bad', 'Disk is nearly full']],
  )
  const other = await w.another()
  assert.deepEqual((await w.call('account.overview.get', {}, { key: other.secretKey })).attention, [])
})

test('secrets of the settings have no value, and a changed setting is marked', () => {
  const env = { SMTP_URL: 'smtp://mail:swordfish@mail.example.com', PORT: '9090' }
  const settings = listSettings(env)
  assert.ok(!JSON.stringify(settings).includes('swordfish'))
  const of = (name: string) => settings.find((each) => each.name === name)
  assert.deepEqual([of('SMTP_URL')?.isSet, of('SMTP_URL')?.isSecret, of('SMTP_URL')?.value], [true, true, null])
  assert.deepEqual([of('PORT')?.isSet, of('PORT')?.value], [true, '9090'])
})
