import { statement } from '#kit/call/statement.ts'
import { arrayLiteral } from '#platform/db/arrayLiteral.ts'
import { mappingOf, type Column } from '#platform/db/columns.ts'
import { contact } from '#products/marketing/contact/contact.ts'

const { columns, selectList } = mappingOf(contact)
const names = columns.map(({ name }) => name)
const isList = ({ sqlType }: Column) => sqlType.endsWith('[]')
/** A list is an element in its text form, since arrays of PostgreSQL have elements of one length. */
const valueOf = (column: Column) => (isList(column) ? `r.${column.name}::${column.sqlType}` : `r.${column.name}`)
const parameters = columns.map((column, index) => `$${index + 5}::${isList(column) ? 'text' : column.sqlType}[]`)
const contactRows = `unnest($3::uuid[], $4::text[], ${parameters.join(', ')}) as r (id, status, ${names.join(', ')})`

/** The columns of a contact, lists as text. */
export function columnsOf(record: Record<string, unknown>): unknown[] {
  return columns.map((column) => {
    const value = column.encode(record)
    return Array.isArray(value) ? arrayLiteral(value) : value
  })
}

/** Contacts as one array a column, as the statements below take them after account and time. */
export function contactArrays(
  rows: readonly { uuid: string; status: string; columns: readonly unknown[] }[],
): string[] {
  const arrayOf = (read: (row: (typeof rows)[number]) => unknown) => arrayLiteral(rows.map(read))
  return [
    arrayOf(({ uuid }) => uuid),
    arrayOf(({ status }) => status),
    ...names.map((_, index) => arrayOf((row) => row.columns[index])),
  ]
}

const insertion = `insert into marketing_contact (account_id, id, status, version, created_at, updated_at, metadata,
     ${names.join(', ')})
   select $1::bigint, r.id, r.status, 1, $2::timestamptz, $2::timestamptz, '{}', ${columns.map(valueOf).join(', ')}
   from ${contactRows}`

/** Inserts contacts. Fails where one shares an address or id with another one. */
export const insertContacts = statement('marketing_contact.insertMany', 'account', insertion)

/** Inserts contacts, except those that share an address or id with another one. Returns the row ids of the new ones. */
export const insertOtherContacts = statement(
  'marketing_contact.insertOthers',
  'account',
  `${insertion} on conflict do nothing returning id`,
)

/** Writes contacts that `lockContacts` has locked. */
export const updateContacts = statement(
  'marketing_contact.updateMany',
  'account',
  `update marketing_contact t set status = r.status, version = t.version + 1, updated_at = $2::timestamptz,
     ${columns.map((column) => `${column.name} = ${valueOf(column)}`).join(', ')}
   from ${contactRows}
   where t.account_id = $1::bigint and t.id = any($3::uuid[]) and t.id = r.id`,
)

/** Contacts by row id. */
export const readContacts = statement(
  'marketing_contact.readMany',
  'account',
  `select ${selectList} from marketing_contact t
   where t.account_id = $1 and t.id = any($2::uuid[]) and t.deleted_at is null`,
)

/** Contacts by row id, locked in the order of their ids. */
export const lockContacts = statement(
  'marketing_contact.lockMany',
  'account',
  `select ${selectList} from marketing_contact t
   where t.account_id = $1 and t.id = any($2::uuid[]) and t.deleted_at is null order by t.id for no key update`,
)

/** Row ids by the keys of addresses. */
export const byEmailKeys = statement(
  'marketing_contact.byEmailKeys',
  'account',
  `select id, email_key as key from marketing_contact
   where account_id = $1 and email_key = any($2::text[]) and deleted_at is null`,
)

/** Row ids by external id. */
export const byExternalIds = statement(
  'marketing_contact.byExternalIds',
  'account',
  `select id, external_id as key from marketing_contact
   where account_id = $1 and external_id = any($2::text[]) and deleted_at is null`,
)

/** Row ids by viewer id. */
export const byViewerIds = statement(
  'marketing_contact.byViewerIds',
  'account',
  `select id, viewer_id as key from marketing_contact
   where account_id = $1 and viewer_id = any($2::text[]) and deleted_at is null`,
)

/** Locks an import at a position of its file; no row where it was cancelled, or another process is further. */
export const holdImport = statement(
  'marketing_contact_import.hold',
  'account',
  `select id from marketing_contact_import
   where account_id = $1 and id = $2 and status = $3 and row_position = $4 and deleted_at is null for update`,
)

/** Writes the progress of an import. */
export const advanceImport = statement(
  'marketing_contact_import.advance',
  'account',
  `update marketing_contact_import set row_position = $3, read_byte_count = $4, row_count = row_count + $5,
     created_count = created_count + $6, updated_count = updated_count + $7, unchanged_count = unchanged_count + $8,
     skipped_count = skipped_count + $9, suppressed_count = suppressed_count + $10, error_count = error_count + $11
   where account_id = $1 and id = $2 returning error_count`,
)

/** Keeps reasons of rows that were left out. */
export const addErrors = statement(
  'marketing_contact_import_error.add',
  'account',
  `insert into marketing_contact_import_error (
     account_id, import_id, row_number, position, column_name, field, value, reason)
   select $1, $2, e.row_number, e.position, e.column_name, e.field, e.value, e.reason
   from unnest($3::integer[], $4::integer[], $5::text[], $6::text[], $7::text[], $8::text[])
     e (row_number, position, column_name, field, value, reason)`,
)

/** Removes the reasons of a run before. */
export const clearErrors = statement(
  'marketing_contact_import_error.clear',
  'account',
  'delete from marketing_contact_import_error where account_id = $1 and import_id = $2',
)

/** Adds a part behind the stored ones; no row for a gap, an overlap, or a file that takes no more. */
export const addPart = statement(
  'marketing_contact_import_part.add',
  'account',
  `insert into marketing_contact_import_part (account_id, file_id, from_byte, to_byte, part_id)
   select i.account_id, i.file_id, $3::bigint, $4::bigint, $5::uuid from marketing_contact_import i
   where i.account_id = $1 and i.file_id = $2 and i.status in ('waiting', 'reading') and i.deleted_at is null
     and $3::bigint = coalesce((
       select max(to_byte) from marketing_contact_import_part where account_id = $1 and file_id = $2), 0)
   for key share of i on conflict do nothing returning part_id`,
)

/** Parts of a file in order. */
export const partsOfFile = statement(
  'marketing_contact_import_part.ofFile',
  'account',
  `select part_id, to_byte::float8 as to_byte from marketing_contact_import_part
   where account_id = $1 and file_id = $2 order by from_byte limit 20000`,
)

/** Deletes the parts of a file. */
export const dropParts = statement(
  'marketing_contact_import_part.drop',
  'account',
  'delete from marketing_contact_import_part where account_id = $1 and file_id = $2',
)

/** Keeps the first values of the columns of a file, in place of those before. $3: texts of a list in JSON, each. */
export const keepSamples = statement(
  'marketing_contact_import_sample.keep',
  'account',
  `insert into marketing_contact_import_sample as s (account_id, import_id, position, samples)
   select $1, $2, c.position - 1, array(select jsonb_array_elements_text(c.samples::jsonb))
   from unnest($3::text[]) with ordinality as c (samples, position)
   on conflict (account_id, import_id, position) do update set samples = excluded.samples`,
)

/** First values of the columns of a file, in order. */
export const readSamples = statement(
  'marketing_contact_import_sample.read',
  'account',
  `select samples from marketing_contact_import_sample
   where account_id = $1 and import_id = $2 order by position limit 500`,
)

/** Removes the first values with their file ($2). */
export const dropSamples = statement(
  'marketing_contact_import_sample.drop',
  'account',
  `delete from marketing_contact_import_sample s using marketing_contact_import i
   where s.account_id = $1 and i.account_id = $1 and i.file_id = $2 and s.import_id = i.id`,
)
