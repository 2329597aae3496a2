import type { Terminal } from './terminal.ts'

/** Output of a command: JSON for programs, a table for people. */
export type Output = {
  format: 'json' | 'table'
  /** Prints one record. */
  record(record: Record<string, unknown>): void
  /** Prints records; the table has `columns` only. */
  rows(rows: readonly Record<string, unknown>[], columns: readonly string[]): void
  /** Prints a line in the table format only. */
  note(text: string): void
  /** Prints a line for people and programs: to standard error in the JSON format. */
  aside(text: string): void
  /** Prints a line unchanged: for commands that print while they run. */
  line(text: string): void
  /** Prints a line to standard error in both formats. */
  warning(text: string): void
}

const cellCharsMax = 60

/** Opens the output in a format. */
export function openOutput(format: Output['format'], { stdout, stderr }: Terminal): Output {
  const print = (text: string) => void stdout.write(`${text}\n`)
  const warn = (text: string) => void stderr.write(`${text}\n`)
  const isJson = format === 'json'
  return {
    format,
    record: (record) => print(isJson ? JSON.stringify(record, undefined, 2) : recordText(record)),
    rows: (rows, columns) => print(isJson ? JSON.stringify(rows, undefined, 2) : tableText(rows, columns)),
    note: (text) => void (isJson || print(text)),
    aside: (text) => (isJson ? warn(text) : print(text)),
    line: print,
    warning: warn,
  }
}

function recordText(record: Record<string, unknown>): string {
  const entries = Object.entries(record).filter(([, value]) => value !== undefined)
  const width = Math.max(0, ...entries.map(([name]) => name.length))
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${cell(value)}`).join('\n')
}

function tableText(rows: readonly Record<string, unknown>[], columns: readonly string[]): string {
  if (rows.length === 0) return '(none)'
  const cells = rows.map((row) => columns.map((column) => cut(cell(row[column]))))
  const widths = columns.map((column, at) => Math.max(column.length, ...cells.map((row) => row[at]?.length ?? 0)))
  const lineOf = (row: readonly string[]) =>
    row
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  return [lineOf(columns), lineOf(widths.map((width) => '-'.repeat(width))), ...cells.map(lineOf)].join('\n')
}

/** One line without control characters: values may come from other users. */
export function cell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (Array.isArray(value)) return value.map(cell).join(', ')
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.replaceAll(/\p{Cc}+/gu, ' ')
}

function cut(text: string): string {
  return text.length > cellCharsMax ? `${text.slice(0, cellCharsMax - 1)}…` : text
}
