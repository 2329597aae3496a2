import assert from 'node:assert/strict'
import { parseId } from '#kit/values/ids.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import type { World } from './world.ts'

/** A record whose copies differ by id and by one text column: `<text>?<number>`. */
export type Original = { resource: Pick<Resource, 'prefix' | 'table'>; id: unknown; column: string }

/** Copies a record by one statement, for tests where only the number of records matters. No fact is emitted. */
export async function copyRecord(w: World, { resource, id, column }: Original, count: number): Promise<void> {
  const { prefix, table } = resource
  const parsed = parseId(prefix, String(id))
  assert.ok(parsed, `${String(id)} is no id of ${table}`)
  const { rowCount } = await w.app.pools.work.query(
    `insert into ${table} select copy.* from ${table} t cross join generate_series(1, $3::integer) as n
     cross join lateral jsonb_populate_record(t,
       jsonb_build_object('id', gen_random_uuid(), '${column}', t.${column} || '?' || n)) as copy
     where t.account_id = $1 and t.id = $2`,
    [parsed.accountId, parsed.uuid, count],
  )
  assert.equal(rowCount, count)
}
