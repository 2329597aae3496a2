import pg from 'pg'
import { encodeId, parseId } from '#kit/values/ids.ts'
import type { SocketAddress } from '#platform/db/embedded/embedded.ts'
import { seedPlaces } from '#test/world/seedPlaces.ts'
import type { Ids } from './measures.ts'

export type Filling = { accountId: number; placesCount: number; neighbour: number }

/** Places of the neighbour, an account of ordinary size. */
const neighbourCount = 2_000

/** Fills places and keys, the tables of the bare subject and of pgbench. Returns 20,000 ids of each for requests. */
export async function fill(address: SocketAddress, { accountId, placesCount, neighbour }: Filling): Promise<Ids> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    console.log(`seeding ${placesCount.toLocaleString('en')} places`)
    await seedPlaces(client, { accountId, count: placesCount, isRebuilding: true })
    await seedPlaces(client, { accountId: neighbour, count: neighbourCount })
    // The bare subject writes into a copy with the same columns, rows and indexes.
    await client.query('create table bench_place (like places_place including all) with (fillfactor = 85)')
    await client.query('insert into bench_place select * from places_place')
    await client.query(keysSql, [accountId])
    await client.query(
      `create table bench_view (account_id bigint, place_id uuid, person_key text, day date,
         primary key (account_id, place_id, person_key, day))`,
    )
    const sampledPercent = placesCount > 100_000 ? 5 : 50
    const { rows } = await client.query<{ id: string }>(
      `select id from places_place tablesample system (${sampledPercent}) where account_id = $1 limit 20000`,
      [accountId],
    )
    const keys = await client.query<{ id: string }>('select id from account_key where account_id = $1', [accountId])
    return {
      places: rows.map((row) => encodeId('plc', accountId, row.id)),
      keys: keys.rows.map((row) => encodeId('key', accountId, row.id)),
    }
  } finally {
    await client.end()
  }
}

/**
 * Updates each place once, in our table and in that of the bare subject: the first update of a page after a checkpoint
 * reads it and writes it whole, and in a round the slower subject has more of those per request.
 */
export async function touch(address: SocketAddress, { accountId, places }: Touched): Promise<void> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    const ids = places.map((id) => parseId('plc', id)?.uuid)
    for (const table of ['places_place', 'bench_place']) {
      await client.query(`update ${table} set version = version + 1 where account_id = $1 and id = any($2)`, [
        accountId,
        ids,
      ])
    }
  } finally {
    await client.end()
  }
}

type Touched = { accountId: number; places: readonly string[] }

const keysSql = `insert into account_key (account_id, id, status, version, created_at, updated_at, metadata, name, kind,
    hint, scopes, allowed_origins, allowed_apps, allowed_addresses)
  select $1, md5(n::text)::uuid, 'active', 1, now(), now(), '{}', 'Key ' || n, 'restricted', 'fg_rk_live_…' || n,
    '{places.place:read,livestream.channel:read}', '{}', '{}', '{}' from generate_series(1, 20000) n`

/** Vacuums the tables and writes a checkpoint. Needs a superuser. */
export async function settle(address: SocketAddress): Promise<void> {
  const client = new pg.Client(address)
  await client.connect()
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  await client.end()
}
