/** A line of a CSV text: its number in the text, from 1, and its cells. */
export type CsvRow = { line: number; cells: readonly string[] }

const delimiters = [',', ';', '\t']

/**
 * Rows of a CSV text (RFC 4180), with the delimiter that its first line has most often: comma, semicolon or tab. Empty
 * lines are left out.
 */
export function rowsOfCsv(text: string): CsvRow[] {
  const delimiter = delimiterOf(text.slice(0, Math.max(0, text.search(/[\r\n]|$/))))
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${delimiter}\\r\\n]*))(${delimiter}|\\r\\n|\\r|\\n|$)`, 'gy')
  const rows: CsvRow[] = []
  let cells: string[] = []
  let line = 1
  let next = 1
  while (cell.lastIndex <= text.length) {
    const [whole = '', quoted, plain = '', end = ''] = cell.exec(text) ?? []
    cells.push((quoted?.replaceAll('""', '"') ?? plain).trim())
    next += whole.split(/\r\n|\r|\n/).length - 1
    if (end === delimiter) continue
    if (cells.some((each) => each !== '')) rows.push({ line, cells })
    cells = []
    line = next
    if (end === '') break
  }
  return rows
}

function delimiterOf(firstLine: string): string {
  const counts = delimiters.map((each) => firstLine.split(each).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}
