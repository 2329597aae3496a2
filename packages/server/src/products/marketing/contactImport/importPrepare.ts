import type { Ctx } from '#kit/call/context.ts'
import { nextTurn } from '#kit/call/nextTurn.ts'
import { Problem } from '#kit/call/problem.ts'
import { encodeId, uuidv7 } from '#kit/values/ids.ts'
import { checkEvidence } from '#products/marketing/contact/consent.ts'
import { checkWords, contact, type Contact } from '#products/marketing/contact/contact.ts'
import { contactFields } from '#products/marketing/contact/contactFields.ts'
import { hashedOf, type Hashed } from '#products/marketing/contact/suppression.ts'
import { keysOf } from './importMatch.ts'
import { errorsOf, readRow, withValues, type ImportRow, type RowError, type RowReading } from './importRow.ts'
import { columnsOf } from './importStatements.ts'
import type { FileRow } from './importText.ts'

/** Rows whose check the event loop waits for. */
const rowsAtOnceMax = 50

/** A contact to insert. `columns`: as the insert takes them. */
export type NewContact = { uuid: string; contact: Contact; columns: unknown[] }

/** A row with all that its batch needs of it and that no other row changes. */
export type PreparedRow = ImportRow & {
  /** Address and ids, in the form of `keysOf`. */
  keys: readonly string[]
  /** The mail address and the number, with their hashes. */
  hashed: readonly Hashed[]
  /** The contact that the row makes where none exists, or the reasons against it. */
  made: NewContact | Problem
}

/** Rows of one transaction, and the position of the file behind them. */
export type Batch = { rows: FileRow[]; byteCount: number; position: number }

/** The rows of a batch, read and checked. */
export type Prepared = {
  contacts: PreparedRow[]
  errors: RowError[]
  count: number
  byteCount: number
  position: number
}

/** The values of an empty contact. */
export const blankContact: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(contactFields).map(([name, of]) => [name, of.fallback ?? null]),
)

const base = { id: '', status: '', version: 1, createdAt: '', updatedAt: '', clientReference: null, metadata: {} }
// The engine gives parsed JSON a fast shape, which its copies share.
// cast: the fields are those of contacts.
const blank = JSON.parse(JSON.stringify({ ...blankContact, ...base })) as Contact

/** Reads and checks the rows of a batch, with turns for the event loop. */
export async function prepare(ctx: Ctx, reading: RowReading, { rows, byteCount, position }: Batch): Promise<Prepared> {
  const prepared: Prepared = { contacts: [], errors: [], count: 0, byteCount, position }
  for (const [index, row] of rows.entries()) {
    if (index % rowsAtOnceMax === rowsAtOnceMax - 1) await nextTurn()
    const read = readRow(reading, row)
    if (read === undefined) continue
    prepared.count += 1
    const errors = 'contact' in read ? evidenceErrors(ctx, reading, read.contact) : read.errors
    if ('contact' in read && errors.length === 0) prepared.contacts.push(preparedRow(ctx, reading, read.contact))
    else prepared.errors.push(...withValues(reading, row, errors))
  }
  return prepared
}

function evidenceErrors(ctx: Ctx, reading: RowReading, { row, consent }: ImportRow): RowError[] {
  try {
    checkEvidence(ctx, consent)
    return []
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return errorsOf(reading, row, error)
  }
}

/** Prepares a row for its batch. This is most of the work of a new contact, and needs no database. */
function preparedRow(ctx: Ctx, { record }: RowReading, row: ImportRow): PreparedRow {
  return { ...row, keys: keysOf(row.draft), hashed: hashedOf(ctx, row.draft), made: newContact(ctx, record, row) }
}

function newContact(ctx: Ctx, record: RowReading['record'], row: ImportRow): NewContact | Problem {
  const { draft, consent } = row
  const now = ctx.now()
  const uuid = uuidv7(now.getTime())
  // cast: the fields are those of contacts, with the values that the check of a row accepted.
  const made = Object.assign({ ...blank }, draft) as Contact
  made.id = encodeId('con', ctx.account.id, uuid)
  // Without evidence a contact is known, and gets no mail.
  made.status = consent === undefined ? 'unsubscribed' : (row.status ?? record.contactStatus ?? 'subscribed')
  made.createdAt = made.updatedAt = now.toISOString()
  made.tags = joined(draft.tags, record.tags)
  made.topics = joined(draft.topics, record.topics)
  try {
    contact.check(made)
    checkWords(undefined, made)
    return { uuid, contact: made, columns: columnsOf(made) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error
  }
}

/** Lists one after the other, each value once. */
export function joined(...lists: readonly (readonly string[] | undefined)[]): string[] {
  const all = lists.flatMap((list) => list ?? [])
  return all.length < 2 ? all : [...new Set(all)]
}
