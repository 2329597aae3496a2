import type { Ctx, Statement } from '#kit/call/context.ts'
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
    const ids = new Set((await writeInPieces(ctx, sql.insertOtherContacts, made)).map(({ id }) => id))
    return ({ uuid }) => ids.has(uuid)
  }
  await writeInPieces(ctx, sql.insertContacts, made)
  return () => true
}

/** Writes contacts, some in each statement: the next ones are encoded while the database writes the ones before. */
export async function writeInPieces<Row>(
  ctx: Ctx,
  writing: Statement<Row>,
  held: readonly WrittenContact[],
): Promise<Row[]> {
  const rows: Row[] = []
  let sent: Promise<Row[]> = Promise.resolve([])
  for (let from = 0; from < held.length; from += rowsPerStatementMax) {
    const values = valuesOf(ctx, held.slice(from, from + rowsPerStatementMax))
    rows.push(...(await sent))
    sent = ctx.db.rows(writing, values)
  }
  rows.push(...(await sent))
  return rows
}

function valuesOf(ctx: Ctx, held: readonly WrittenContact[]): unknown[] {
  const rows = held.map(({ uuid, after, made }) => {
    const columns = made?.contact === after ? made.columns : sql.columnsOf(after)
    return { uuid, status: after.status, columns }
  })
  return [ctx.account.id, ctx.now().toISOString(), ...sql.contactArrays(rows)]
}
