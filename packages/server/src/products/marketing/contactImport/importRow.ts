import { excerpt } from '#kit/values/foreignText.ts'
import { Type } from '#kit/values/schema.ts'
import { Problem, type FieldProblem } from '#kit/call/problem.ts'
import type { Draft } from '#kit/nouns/resource.ts'
import { closed, createInput } from '#kit/nouns/standard.ts'
import type { InputCheck } from '#platform/call/inputCheckPort.ts'
import type { ConsentSent } from '#products/marketing/contact/consent.ts'
import { contact } from '#products/marketing/contact/contact.ts'
import { consentInput } from '#products/marketing/contact/contactFields.ts'
import { normalEmail } from '#products/marketing/contact/emailAddress.ts'
import type { ContactImport, Mapped } from './contactImport.ts'
import { readAttribute, readCell } from './importCells.ts'
import { valueAt } from './importColumns.ts'
import type { FileRow } from './importText.ts'

/** A contact as a row of a file has it. */
export type ImportRow = {
  row: number
  draft: Draft<typeof contact>
  /** State that a column names. */
  status: 'subscribed' | 'unsubscribed' | undefined
  consent: ConsentSent | undefined
}

/** Reason why a row is left out, with the column, its value and the part of the contact where there is one. */
export type RowError = {
  row: number
  column: string | null
  field: string | null
  value?: string | null
  reason: string
}

/** A row that was read: a contact, or reasons against it; undefined for an empty row. */
export type RowRead = { contact: ImportRow } | { errors: RowError[] } | undefined

/** Columns of a file with their parts of the contact. */
export type RowReading = {
  record: ContactImport
  mapped: readonly (Mapped & { index: number })[]
  check: InputCheck['check']
  /** Parts that a new contact has of a row. */
  newFields: readonly string[]
}

/** The reading of the rows of an import, whose columns are known. */
export function readingOf(record: ContactImport, { check }: InputCheck): RowReading {
  const positions = new Map(record.columns.map(({ name }, index) => [name, index]))
  const mapped = record.mapping.map((each) => ({ ...each, index: positions.get(each.columnName) ?? -1 }))
  const fields = record.mapping.map(({ field, attribute }) => field ?? `attributes.${attribute}`)
  return { record, mapped, check, newFields: [...new Set([...fields, 'tags', 'topics', 'status'])] }
}

/** The input of contact/create, which a row has to satisfy, with evidence. */
const rowInput = closed({ ...createInput(contact).properties, consent: Type.Optional(consentInput) })

/** Reads a row and checks it as contact/create checks its input. */
export function readRow(reading: RowReading, fileRow: FileRow): RowRead {
  const { row } = fileRow
  if ('problem' in fileRow) return refused(row, fileRow.problem)
  const { cells } = fileRow
  const width = reading.record.columns.length
  if (reading.record.format === 'csv') {
    if (cells.every((cell) => cell === '')) return undefined
    const extra = cells.slice(width).some((cell) => cell !== '')
    if (extra || cells.length < width) return refused(row, `has ${cells.length} cells and not ${width}`)
  }
  const { draft, status, consent, errors } = draftOf(reading, fileRow.cells, row)
  if (errors.length > 0) return { errors }
  const evidence = consentOf(reading.record, consent)
  try {
    // cast: the schema of a contact's create accepted it.
    const checked = reading.check(rowInput, {
      ...draft,
      ...(evidence && { consent: evidence }),
    }) as ImportRow['draft'] & {
      consent?: ConsentSent
    }
    const { consent: kept, ...normal } = checked
    if (typeof normal.email === 'string') normal.email = normalEmail(normal.email)
    return { contact: { row, draft: normal, status, consent: kept } }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { errors: errorsOf(reading, row, error) }
  }
}

/**
 * Reasons of a refusal, each with the column that fills the refused part: the first reason of a part, and one that
 * names several parts once.
 */
export function errorsOf({ mapped }: RowReading, row: number, problem: Problem): RowError[] {
  const isFirst = (key: 'path' | 'message') => (each: FieldProblem, index: number, all: readonly FieldProblem[]) =>
    all.findIndex((other) => other[key] === each[key]) === index
  const fields = problem.fields.filter(isFirst('path')).filter(isFirst('message'))
  return fields.slice(0, errorsPerRowMax).map(({ path, message }) => {
    const [first = '', second = ''] = path.split('/').slice(1)
    const isOf = ({ field, attribute }: Mapped) =>
      field === first ||
      (first === 'attributes' && attribute === second) ||
      (first === 'consent' && field === consentTargets[second])
    const name = first === 'attributes' && second !== '' ? `attributes.${second}` : first
    return { row, column: mapped.find(isOf)?.columnName ?? null, field: name === '' ? null : name, reason: message }
  })
}

const errorsPerRowMax = 5
const consentTargets: Record<string, Mapped['field']> = {
  source: 'consentSource',
  at: 'consentAt',
  ip: 'consentIp',
  text: 'consentText',
}

/** Most characters of a refused value that are kept. */
export const refusedValueMax = 100
const secretName = /passw|secret|token|api.?key|iban|cvc|cvv|card.?number|kennwort|karten.?nummer/i

/** Reasons with the value of their column, shortened. A column whose name speaks of secrets keeps none. */
export function withValues({ record }: RowReading, fileRow: FileRow, errors: RowError[]): RowError[] {
  if (!('cells' in fileRow)) return errors
  const { cells } = fileRow
  return errors.map((each) => {
    if (each.column === null || secretName.test(each.column)) return each
    const index = record.columns.findIndex(({ name }) => name === each.column)
    const cell: unknown = record.format === 'jsonl' ? valueAt(cells[0], each.column) : cells[index]
    if (cell === undefined || cell === null || cell === '') return each
    return { ...each, value: excerpt(typeof cell === 'string' ? cell : JSON.stringify(cell), refusedValueMax) }
  })
}

/** Reasons against a row that was read, with the values of its draft, as `withValues` has them. */
export function withOwnValues(draft: ImportRow['draft'], errors: RowError[]): RowError[] {
  const values: Readonly<Record<string, unknown>> = draft
  return errors.map((each) => {
    if (each.column === null || each.field === null || secretName.test(each.column)) return each
    const [name = '', key] = each.field.split('.')
    const value = key === undefined ? values[name] : Object(values[name])[key]
    return value === undefined || value === null ? each : { ...each, value: valueText(value) }
  })
}

function valueText(value: unknown): string {
  const text = Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value)
  return excerpt(text, refusedValueMax)
}

function refused(row: number, reason: string): RowRead {
  return { errors: [{ row, column: null, field: null, reason }] }
}

type DraftRead = {
  draft: Record<string, unknown>
  status: ImportRow['status']
  consent: Record<string, unknown>
  errors: RowError[]
}

function draftOf({ record, mapped }: RowReading, cells: readonly unknown[], row: number): DraftRead {
  const found: DraftRead = { draft: {}, status: undefined, consent: {}, errors: [] }
  const attributes: Record<string, unknown> = {}
  for (const { columnName: column, field, attribute, type, index } of mapped) {
    const cell = record.format === 'jsonl' ? valueAt(cells[0], column) : cells[index]
    if (typeof cell === 'string' && (cell.includes('\0') || cell.includes('\ufffd'))) {
      found.errors.push({ row, column, field: field ?? `attributes.${attribute}`, reason: unreadable })
      continue
    }
    const { value, problem } = field === undefined ? readAttribute(cell, type) : readCell(cell, field)
    if (problem !== undefined) {
      found.errors.push({ row, column, field: field ?? `attributes.${attribute}`, reason: problem })
    }
    if (value === undefined) continue
    if (field === undefined) attributes[attribute ?? ''] = value
    else if (field === 'attributes') Object.assign(attributes, value)
    else if (field === 'status') found.status = value === 'subscribed' ? 'subscribed' : 'unsubscribed'
    else if (field.startsWith('consent')) found.consent[consentKeys[field] ?? ''] = value
    else found.draft[field] = value
  }
  if (Object.keys(attributes).length > 0) found.draft['attributes'] = attributes
  return found
}

const unreadable = 'has a character that is not of the encoding of the file, or a zero byte'
const consentKeys: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(consentTargets).map(([key, target]) => [target, key]),
)

/** Evidence of a row: its own first, then that of the import. */
function consentOf({ consent, name }: ContactImport, own: Record<string, unknown>) {
  if (consent === null && own['source'] === undefined && own['at'] === undefined) return undefined
  return { source: `Import${name === null ? '' : ` ${name}`}`.slice(0, 200), ...consent, ...own }
}
