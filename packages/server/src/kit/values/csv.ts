import type { TSchema } from './schema.ts'

/** A column of a table: the path of a value within a row. */
export type CsvColumn = { name: string; path: readonly string[] }

/**
 * Columns of rows with this schema, in its order: members of an object become columns such as `address.city`. Lists and
 * objects without declared members stay one column.
 */
export function csvColumns(schema: TSchema, path: readonly string[] = []): CsvColumn[] {
  // cast: a schema is a plain JSON object; TypeBox types hide that.
  const { properties } = schema as { properties?: Record<string, TSchema> }
  const members = Object.entries(properties ?? {})
  if (members.length === 0) return [{ name: path.join('.'), path }]
  return members.flatMap(([name, member]) => csvColumns(member, [...path, name]))
}

/** The header line of a table (RFC 4180), with its line break. */
export function csvHeader(columns: readonly CsvColumn[]): string {
  return lineOf(columns.map(({ name }) => quoted(name)))
}

/** The line of a row, with its line break: null and missing values are empty, lists and free objects are JSON. */
export function csvLine(columns: readonly CsvColumn[], row: unknown): string {
  return lineOf(columns.map(({ path }) => cellOf(valueAt(row, path))))
}

function lineOf(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`
}

function valueAt(row: unknown, path: readonly string[]): unknown {
  return path.reduce((value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined), row)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return quoted(guarded(value))
  return quoted(JSON.stringify(value))
}

/** Spreadsheets run a text with these first characters as a formula; an apostrophe keeps it a text. */
function guarded(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
}

/** An empty text has quotes, so that it differs from null. */
function quoted(cell: string): string {
  return cell === '' || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
