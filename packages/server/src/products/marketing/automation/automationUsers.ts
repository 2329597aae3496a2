import type { Ctx } from '#kit/call/context.ts'
import { encodeId } from '#kit/values/ids.ts'
import { usersOf } from './automationRows.ts'

/** A record that refers to another one: its kind, id and name. */
export type RecordUser = { kind: string; id: string; name: string }

/** Automations and sequences that use the record with a row id, at most 100; those that are archived are left out. */
export async function automationUsers(ctx: Ctx, usedRowId: string): Promise<RecordUser[]> {
  const rows = await ctx.db.rows(usersOf, [ctx.account.id, usedRowId])
  return rows.map(({ id, name, sequence_id: sequenceId }) =>
    sequenceId === null
      ? { kind: 'automation', id: encodeId('aut', ctx.account.id, id), name }
      : { kind: 'emailSequence', id: encodeId('seq', ctx.account.id, sequenceId), name },
  )
}
