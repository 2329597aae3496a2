import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openCommandLine, type CommandLine } from '#test/world/commandLine.ts'
import { arrayOf, objectOf } from '#test/world/world.ts'

let line: CommandLine
before(async () => (line = await openCommandLine()))
after(() => line?.stop())

test('payments verify names a difference and exits with 1, and with 0 where all matches', async () => {
  const account = await line.json('account', 'create', '--name', 'Books')
  const of = ['--account', String(account['accountId'])]
  const draft = { title: 'Seat', currency: 'EUR', lineItems: [{ name: 'Seat', amount: 2_500 }] }
  const made = await line.request(account['secretKey'], '/api/payment/paymentLink/create', draft)
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const clean = await line.fairground(['payments', 'verify', ...of, '--output', 'json'])
  assert.deepEqual([clean.code, clean.err], [0, ''])
  assert.deepEqual(
    arrayOf(JSON.parse(clean.out)).map(({ account: id, ok, rule }) => [id, ok, rule]),
    [[account['accountId'], true, null]],
  )
  await line.inDatabase('update payments_link_count set succeeded = succeeded + 1')
  const found = await line.fairground(['payments', 'verify', ...of, '--output', 'json'])
  assert.equal(found.code, 1, found.err)
  const [row] = arrayOf(JSON.parse(found.out))
  assert.deepEqual(
    [row?.['name'], row?.['ok'], row?.['rule']],
    ['Books', false, 'counts of a link are those of its payments'],
  )
  assert.match(String(row?.['about']), /^[0-9a-f-]{36}$/)
  const all = await line.fairground(['payments', 'verify'])
  assert.equal(all.code, 1)
  assert.match(all.out, /Books +no|Books +false/)
  assert.match(all.out, /counts of a link are those of its payments/)
  assert.ok(objectOf(made.body['data'])['id'])
})
