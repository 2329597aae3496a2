import { rowsOfCsv, type CsvRow } from '#console/parts/csvRows.ts'

/** Reason of a row that is not sent. */
export type RowProblem = 'incomplete' | 'address' | 'code' | 'count' | 'duplicate'

/** A row of a list of holders, with the number of its line. */
export type AttendeeRow = {
  line: number
  email?: string
  name?: string
  ticketCode?: string
  ticketTypeId?: string
  count: number
  problem?: RowProblem
}

/** Most rows of a list: an event has no more valid tickets. */
export const rowsMax = 20_000
/** Most tickets of one row. */
export const rowCountMax = 50
const codeForm = /^.{6,64}$/

type Column = 'email' | 'name' | 'count' | 'ticketCode' | 'ticketTypeId'

/** Titles of columns, in letters of lower case alone. */
const titles: Readonly<Record<Column, readonly string[]>> = {
  email: ['email', 'mail', 'emailaddress', 'emailadresse', 'mailadresse'],
  name: ['name', 'fullname', 'firstname', 'lastname', 'holder', 'vorname', 'nachname', 'inhaber'],
  count: ['count', 'number', 'quantity', 'tickets', 'anzahl', 'menge'],
  ticketCode: ['code', 'ticketcode', 'barcode'],
  ticketTypeId: ['type', 'tickettype', 'tickettypeid', 'typ', 'tickettyp', 'tickettypid'],
}

/** Holders of a CSV text. A first line with titles names the columns; else they are address, name and count. */
export function readAttendeeRows(text: string): AttendeeRow[] {
  const lines = rowsOfCsv(text)
  const named = lines[0]?.cells.map(columnOf) ?? []
  const hasTitles = named.some((each) => each === 'email' || each === 'ticketCode')
  const columns = hasTitles ? named : columnsWithoutTitles(lines[0]?.cells ?? [])
  const seen = new Set<string>()
  return (hasTitles ? lines.slice(1) : lines).map((each) => {
    const row = rowOf(each, columns)
    const name = (row.ticketCode ?? row.email ?? '').toLowerCase()
    const problem = problemOf(row) ?? (seen.has(name) ? 'duplicate' : undefined)
    if (problem !== undefined) return { ...row, problem }
    seen.add(name)
    return row
  })
}

function columnOf(title: string): Column | undefined {
  const plain = title.toLowerCase().replaceAll(/[^a-z]/g, '')
  return columnNames.find((each) => titles[each].includes(plain))
}
const columnNames = ['email', 'name', 'count', 'ticketCode', 'ticketTypeId'] as const

/** Columns by the content of the first line: an address, a whole number, and a name. */
function columnsWithoutTitles(cells: readonly string[]): (Column | undefined)[] {
  const taken = new Set<Column>()
  return cells.map((cell) => {
    const column = cell.includes('@') ? 'email' : /^\d+$/.test(cell) ? 'count' : 'name'
    if (taken.has(column)) return undefined
    taken.add(column)
    return column
  })
}

function rowOf({ line, cells }: CsvRow, columns: readonly (Column | undefined)[]): AttendeeRow {
  const valueOf = (column: Column) =>
    cells
      .filter((cell, index) => columns[index] === column && cell !== '')
      .join(' ')
      .trim()
  const texts = (['email', 'name', 'ticketCode', 'ticketTypeId'] as const).flatMap((column) => {
    const value = valueOf(column)
    return value === '' ? [] : [[column, value] as const]
  })
  const count = valueOf('count')
  return { line, count: count === '' ? 1 : /^\d{1,6}$/.test(count) ? Number(count) : 0, ...Object.fromEntries(texts) }
}

function problemOf({ email, ticketCode, count }: AttendeeRow): RowProblem | undefined {
  if (email === undefined && ticketCode === undefined) return 'incomplete'
  if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email)) return 'address'
  if (ticketCode !== undefined && (!codeForm.test(ticketCode) || count > 1)) return 'code'
  return count < 1 || count > rowCountMax ? 'count' : undefined
}

const batchRowsMax = 100
const batchTicketsMax = 200

/** Indexes of the rows without a problem, in the batches of one call each. They depend on the rows alone. */
export function batchesOf(rows: readonly AttendeeRow[]): number[][] {
  const batches: number[][] = []
  let tickets = Infinity
  for (const [index, { count, problem }] of rows.entries()) {
    if (problem !== undefined) continue
    const last = batches.at(-1)
    if (last === undefined || last.length >= batchRowsMax || tickets + count > batchTicketsMax) {
      batches.push([index])
      tickets = count
    } else {
      last.push(index)
      tickets += count
    }
  }
  return batches
}
