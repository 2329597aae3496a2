import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { knownStatements } from '#kit/call/statement.ts'
import type { FoundedAccount } from '#app/founding.ts'
import { until } from '#test/world/until.ts'
import { world, type World } from '#test/world/world.ts'
import { rowsRead } from './plans.ts'

/** Contacts of the account that is newer than the statistics. */
const newCount = 3_000
const copies = `insert into marketing_contact select r.* from marketing_contact t, generate_series(1, $2::integer) n,
  lateral (select 'c' || n || '@example.com' as email) a,
  lateral jsonb_populate_record(t,
    jsonb_build_object('id', gen_random_uuid(), 'email', a.email, 'email_key', a.email)) r where t.account_id = $1`

/** Gives an account a contact and a number of copies of it. */
async function fill(w: World, { account, secretKey: key }: FoundedAccount, count: number): Promise<string> {
  await w.call('marketing.contact.create', { email: 'ada@example.com' }, { key })
  const client = await w.app.pools.work.connect()
  try {
    await client.query(copies, [account.id, count])
    // Counts of changed rows reach the statistics of the server once a second.
    await client.query('select pg_stat_force_next_flush()')
  } finally {
    client.release()
  }
  const text = 'select id from marketing_contact where account_id = $1 order by id desc limit 1'
  return (await w.app.pools.work.query<{ id: string }>(text, [account.id])).rows[0]?.id ?? ''
}

/** Waits until a plan expects the rows of an account. */
async function untilKnown(w: World, accountId: number): Promise<void> {
  const text = `explain (format json) select from marketing_contact where account_id = ${accountId}`
  const expected = async () => {
    w.clock.advance(5_000)
    await w.settle()
    const { rows } = await w.app.pools.work.query(text)
    return Number(rows[0]['QUERY PLAN'][0].Plan['Plan Rows'])
  }
  await until(expected, (count) => count > newCount / 2)
}

const textOf = (name: string) => knownStatements().find((each) => each.name === name)?.text ?? ''

test('statistics know a new account seconds after its first rows, so that look-ups read few rows', async () => {
  await using w = await world()
  const { work } = w.app.pools
  await fill(w, w.account, 10_000)
  await work.query('analyze marketing_contact')
  const founded = await w.another()
  const { id: accountId } = founded.account
  const contactId = await fill(w, founded, newCount)
  await untilKnown(w, accountId)
  const looked: [name: string, second: unknown][] = [
    ['marketing_contact.findRemaining', [contactId]],
    ['marketing_contact.byEmailKeys', ['c7@example.com', 'c8@example.com']],
    ['marketing_contact.lockMany', [contactId]],
  ]
  for (const [name, second] of looked) {
    const read = await rowsRead(work, textOf(name), [accountId, second])
    assert.ok(read > 0 && read < 20, `${name} reads ${read} rows`)
  }
})

test('a plan that a connection made and kept on an empty table ends once the table has rows', async () => {
  await using w = await world()
  const { id: accountId } = w.account.account
  const client = await w.app.pools.work.connect()
  try {
    const run = (contactId: string) => `execute looked (${accountId}, '{${contactId}}')`
    await client.query('set plan_cache_mode = force_generic_plan')
    await client.query(`prepare looked (bigint, uuid[]) as ${textOf('marketing_contact.findRemaining')}`)
    await rowsRead(client, run(randomUUID()))
    const contactId = await fill(w, w.account, newCount)
    await untilKnown(w, accountId)
    const read = await rowsRead(client, run(contactId))
    assert.ok(read > 0 && read < 20, `${read} rows`)
  } finally {
    client.release(true)
  }
})
