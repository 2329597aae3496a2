import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMigrations } from '#platform/db/migrations.ts'
import { until } from '#test/world/until.ts'
import { world, type World } from '#test/world/world.ts'

/** Fills an account with contacts: 20,000 names, each once. */
async function fill(w: World): Promise<void> {
  await w.call('marketing.contact.create', { email: 'greta@example.com', firstName: 'Greta', lastName: 'Full Name' })
  await w.app.pools.work.query(
    `insert into marketing_contact select r.* from marketing_contact c, generate_series(1, 20000) n,
     lateral jsonb_populate_record(c, jsonb_build_object('id', md5(n::text)::uuid, 'email', null, 'email_key', null,
       'first_name', md5('f' || n), 'last_name', md5('l' || n), 'name_key', md5('l' || n) || ' ' || md5('f' || n),
       'given_key', md5('f' || n) || ' ' || md5('l' || n))) r`,
  )
  await w.app.pools.work.query('analyze marketing_contact')
}

test('a search by first and last name reads an index of each order, in an account of many contacts', async () => {
  await using w = await world()
  await fill(w)
  for (const query of ['Greta Full', 'Full Name Gr', 'greta@']) {
    const { items } = await w.call('marketing.contact.all', { query })
    assert.deepEqual(
      items.map(({ email }) => email),
      ['greta@example.com'],
    )
  }
  const { rows } = await w.app.pools.work.query(
    `explain (format json) select id from marketing_contact t
     where account_id = ${w.account.account.id} and deleted_at is null and t.status <> 'archived'
       and (t.email_key like 'greta full%' or t.name_key like 'greta full%' or t.given_key like 'greta full%')
     order by created_at desc, id desc limit 26`,
  )
  const plan = JSON.stringify(rows)
  assert.doesNotMatch(plan, /Seq Scan/)
  for (const index of ['email_key', 'name_ix', 'given_ix']) assert.match(plan, new RegExp(`marketing_contact_${index}`))
})

test('the migration of names puts the first name first, as the server does', async () => {
  await using w = await world()
  for (const [firstName, lastName] of [
    ['Greta', 'Full Name'],
    ['Mary Ann', ' Löwe'],
    ['Ada', null],
  ] as const) {
    await w.call('marketing.contact.create', { externalId: String(lastName), firstName, lastName })
  }
  const keys = () => queried(w, 'select given_key from marketing_contact order by given_key')
  const before = await keys()
  assert.deepEqual(before, [{ given_key: 'greta full name' }, { given_key: 'mary ann lowe' }, { given_key: null }])
  await queried(w, 'update marketing_contact set given_key = null')
  await fillNames(w)
  assert.deepEqual(await keys(), before)
})

test('the migration of names holds up no write of other contacts for as long as it runs', async () => {
  await using w = await world()
  await fill(w)
  await queried(w, 'update marketing_contact set given_key = null')
  const other = await w.app.pools.work.connect()
  try {
    await other.query('begin')
    const [last] = await queried(w, 'select id from marketing_contact order by id desc limit 1')
    await other.query('select from marketing_contact where id = $1 for update', [last?.['id']])
    const running = fillNames(w)
    const isBegun = 'select 1 from marketing_contact where given_key is not null limit 1'
    await until(async () => (await queried(w, isBegun)).length > 0)
    await other.query('commit')
    await running
  } finally {
    other.release(true)
  }
  assert.deepEqual(await queried(w, 'select id from marketing_contact where given_key is null'), [])
})

/** Runs the migration that fills the keys of names. */
async function fillNames(w: World): Promise<void> {
  const file = (await readMigrations()).find(({ name }) => name.endsWith('_marketing_contact_given_fill'))
  const session = await w.app.pools.work.connect()
  try {
    await session.query('set statement_timeout = 0; set lock_timeout = 0')
    for (const statement of file?.statements ?? []) await session.query(statement)
  } finally {
    session.release(true)
  }
}

async function queried(w: World, text: string): Promise<Record<string, unknown>[]> {
  return (await w.app.pools.work.query(text)).rows
}
