import type { Db } from '#kit/call/context.ts'
import { encodeId } from '#kit/values/ids.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import { namedShape } from './shapes.ts'

/** Ids of an account's records with a `clientReference`, one per noun at most: a probe of its unique index each. */
export async function readReferences(
  db: Db,
  nouns: readonly Resource[],
  { accountId, reference }: { accountId: number; reference: string },
): Promise<string[]> {
  if (nouns.length === 0) return []
  const probes = nouns.map(
    ({ prefix, table }) =>
      `select '${prefix}' as prefix, t.id from ${table} t ` +
      'where t.account_id = $1 and t.client_reference = $2 and t.deleted_at is null',
  )
  const statement = namedShape<{ prefix: string; id: string }>(
    'records.reference',
    'account',
    probes.join(' union all '),
  )
  const rows = await db.rows(statement, [accountId, reference])
  return rows.map(({ prefix, id }) => encodeId(prefix, accountId, id))
}
