import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openCommandLine, type CommandLine } from '#test/world/commandLine.ts'
import { arrayOf } from '#test/world/world.ts'

let line: CommandLine
before(async () => (line = await openCommandLine()))
after(() => line?.stop())

test('loyalty audit names a balance that is not the sum of its entries and exits with 1, else with 0', async () => {
  const account = await line.json('account', 'create', '--name', 'Stars')
  const of = ['--account', String(account['accountId'])]
  const post = async (path: string, body: object) => {
    const made = await line.request(account['secretKey'], path, { ...body })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    return Object(made.body['data'])
  }
  const { id: contactId } = await post('/api/marketing/contact/create', { email: 'ada@example.com' })
  await post('/api/incentive/reward/create', { name: 'Points', contactId, amount: 50 })
  const clean = await line.fairground(['loyalty', 'audit', ...of, '--output', 'json'])
  assert.deepEqual([clean.code, clean.err], [0, ''])
  await line.inDatabase("update ledger_balance set balance = balance + 1 where ledger like 'member:%'")
  const found = await line.fairground(['loyalty', 'audit', ...of, '--output', 'json'])
  assert.equal(found.code, 1, found.err)
  const [row] = arrayOf(JSON.parse(found.out))
  assert.deepEqual(
    [row?.['name'], row?.['ok'], row?.['problem']],
    ['Stars', false, 'the balance is 51, its entries sum to 50'],
  )
  assert.match(String(row?.['place']), /^tokens member:/)
})
