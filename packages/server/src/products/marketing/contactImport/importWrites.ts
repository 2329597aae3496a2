import type { Ctx } from '#kit/call/context.ts'
import type { Contact } from '#products/marketing/contact/contact.ts'
import type { NewContact } from './importPrepare.ts'
import * as sql from './importStatements.ts'

/** A contact as rows leave it. `made`: its columns, as a new contact, before further rows. */
export type WrittenContact = { uuid: string; after: Contact; made?: NewContact }

const rowsPerStatementMax = 500

/**
 * Inserts contacts. Returns whether one is new: another request may have made it at this moment. The first attempt of a
 * batch fails at such a one, which saves a tenth of the insert's time.
 */
export async function insertNew(
  ctx: Ctx,
  { isContended }: { isContended: boolean },
  made: readonly WrittenContact[],
): Promise<(written: WrittenContact) => boolean> {
  if (isContended) {
    const ids = new Set(await writeInPieces(ctx, sql.insertOtherContacts, made))
    return ({ uuid }) => ids.has(uuid)
  }
  await writeInPieces(ctx, sql.insertContacts, made)
  return () => true
}

type Writing = typeof sql.insertContacts | typeof sql.insertOtherContacts | typeof sql.updateContacts

/** Writes contacts, some in each statement: the next ones are encoded while the database writes the ones before. */
export async function writeInPieces(ctx: Ctx, writing: Writing, held: readonly WrittenContact[]): Promise<string[]> {
  const ids: string[] = []
  let sent: Promise<{ id: string }[]> = Promise.resolve([])
  for (let from = 0; from < held.length; from += rowsPerStatementMax) {
    const values = valuesOf(ctx, held.slice(from, from + rowsPerStatementMax))
    ids.push(...(await sent).map(({ id }) => id))
    sent = ctx.db.rows(writing, values)
  }
  ids.push(...(await sent).map(({ id }) => id))
  return ids
}

function valuesOf(ctx: Ctx, held: readonly WrittenContact[]): unknown[] {
  const rows = held.map(({ uuid, after, made }) => {
    const columns = made?.contact === after ? made.columns : sql.columnsJson(after)
    return { uuid, status: after.status, columns }
  })
  return [ctx.account.id, ctx.now().toISOString(), sql.contactsJson(rows)]
}
