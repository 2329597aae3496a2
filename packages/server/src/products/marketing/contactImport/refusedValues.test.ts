import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/world/until.ts'
import { objectOf, world, type World } from '#test/world/world.ts'
import { pruneRefusedValues } from './refusedValues.ts'

/** Imports a file with one wrong row, which names a person. */
async function refused(w: World): Promise<void> {
  const mapping = [
    { columnName: 'email', field: 'email' },
    { columnName: 'country', field: 'country' },
  ] as const
  const made = await w.call('marketing.contact.import', { mapping })
  const { pathname, search } = new URL(String(objectOf(made['upload'])['url']))
  const payload = 'email,country\nfine@example.com,DE\ngood@example.com,ada@example.com\n'
  await w.app.server.inject({ method: 'PUT', url: `${pathname}${search}`, payload })
  await w.settle()
}

async function valuesOf(w: World) {
  const { items } = await w.call('marketing.contactImportError.all', {})
  return items.map(({ row, value }) => ({ row, value }))
}

test('refused values are removed 30 days after the end of their import, and their rows stay', async () => {
  await using w = await world()
  await refused(w)
  const left = async () => {
    await pruneRefusedValues.run(w.app.operatorCtx(w.account.account, 'prune'))
    return valuesOf(w)
  }
  const [{ row = 0 } = {}] = await valuesOf(w)
  assert.deepEqual(await left(), [{ row, value: 'ada@example.com' }])
  w.clock.advance(29 * 86_400_000)
  assert.deepEqual(await left(), [{ row, value: 'ada@example.com' }])
  w.clock.advance(2 * 86_400_000)
  assert.deepEqual(await left(), [{ row, value: null }])
})

test('an erasure reads refused values before it takes the lock of audiences', async () => {
  await using w = await world()
  const { id: ada } = await w.call('marketing.contact.create', { email: 'ada@example.com' })
  await refused(w)
  const client = await w.app.pools.work.connect()
  try {
    await client.query('begin')
    await client.query('select from marketing_contact_import_error for update')
    const waiting = w.call('marketing.contact.delete', { contactId: String(ada), mode: 'erase' })
    const held = async () => (await client.query(locksOfWaiting)).rows
    const [{ count } = { count: -1 }] = await until(held, (rows) => rows.length > 0)
    assert.equal(count, 0)
    await client.query('rollback')
    assert.equal((await waiting).status, 'deleted')
    assert.equal((await valuesOf(w))[0]?.value, null)
  } finally {
    client.release(true)
  }
})

/** Advisory locks that waiting transactions hold. */
const locksOfWaiting = `
  select (select count(*) from pg_locks a where a.pid = l.pid and a.locktype = 'advisory' and a.granted)
  from pg_locks l where not l.granted`
