import { openCsvReader, type CsvProblem } from '#kit/values/csvReader.ts'
import { delimiters, type Delimiter, type Encoding } from './importFields.ts'
import { ImportFailed } from './importRefusal.ts'

/** Form of a file: what its bytes mean. */
export type FileForm = {
  format: 'csv' | 'jsonl'
  encoding: Encoding
  delimiter: Delimiter
  hasHeader: boolean
}

/**
 * A row of a file: its number, from 1, and its cells, or the reason why it cannot be read. `chars`: its length where
 * its cells do not show it.
 */
export type FileRow = { row: number; cells: unknown[]; chars?: number } | { row: number; problem: string }

/** Most characters of a row. */
export const rowCharsMax = 262_144

const magics: readonly (readonly [string, string])[] = [
  ['504b0304', 'is a spreadsheet or an archive (ZIP)'],
  ['d0cf11e0', 'is a spreadsheet of an older Excel'],
  ['25504446', 'is a PDF'],
  ['1f8b', 'is compressed (gzip)'],
]

/** The encoding of a file by its first bytes. Throws ImportFailed for one that is no text. */
export function encodingOf(sample: Uint8Array): Encoding {
  const hex = Buffer.from(sample.subarray(0, 4)).toString('hex')
  const magic = magics.find(([prefix]) => hex.startsWith(prefix))
  if (magic !== undefined) throw new ImportFailed(`The file ${magic[1]}. Save it as CSV.`)
  if (hex.startsWith('efbbbf')) return 'utf-8'
  if (hex.startsWith('fffe')) return 'utf-16le'
  if (hex.startsWith('feff')) return 'utf-16be'
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > sample.length / 5 && even < odd / 10) return 'utf-16le'
  if (even > sample.length / 5 && odd < even / 10) return 'utf-16be'
  return isUtf8(sample) ? 'utf-8' : 'windows-1252'
}

function isUtf8(sample: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Throws ImportFailed for a text with too many control characters. */
export function checkText(text: string): void {
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  const controls = text.match(/[\u0000-\u0008\u000e-\u001f]/g)?.length ?? 0
  if (controls > text.length / 100) throw new ImportFailed('The file is no text: it has too many control characters.')
  if (text.trim() === '') throw new ImportFailed('The file has no rows.')
  if (text.trimStart().startsWith('[')) {
    throw new ImportFailed('The file is a list in JSON. Write one object in each line, without brackets around them.')
  }
}

/** The form of a text. Given parts come first. */
export function formOf(text: string, given: Partial<FileForm> & { encoding: Encoding }): FileForm {
  const format = given.format ?? (text.trimStart().startsWith('{') ? 'jsonl' : 'csv')
  const delimiter = given.delimiter ?? (format === 'csv' ? delimiterOf(text) : 'comma')
  const form = { ...given, format, delimiter, encoding: given.encoding, hasHeader: format === 'csv' }
  if (format === 'jsonl' || given.hasHeader !== undefined) {
    return { ...form, hasHeader: format === 'csv' && given.hasHeader === true }
  }
  const [first] = openReader(form).read(text)
  const isNamed = first === undefined || !('cells' in first) || !first.cells.some(isAddress)
  return { ...form, hasHeader: isNamed }
}

function isAddress(cell: unknown): boolean {
  return typeof cell === 'string' && /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/.test(cell)
}

/** The separator that gives the most columns in most of the first rows. */
function delimiterOf(text: string): Delimiter {
  // cast: the names of the separators, which `Object.keys` widens.
  const names = Object.keys(delimiters) as Delimiter[]
  const scores = names.map((name) => {
    const reader = openCsvReader({ delimiter: delimiters[name], recordCharsMax: rowCharsMax })
    const lengths = reader.read(text.slice(0, 65_536)).map((each) => ('cells' in each ? each.cells.length : 0))
    const [first = 0] = lengths
    const alike = lengths.filter((each) => each === first).length
    return first < 2 ? 0 : (alike / lengths.length) * Math.min(first, 20)
  })
  const best = Math.max(...scores)
  return best === 0 ? 'comma' : (names[scores.indexOf(best)] ?? 'comma')
}

/** A reader of the rows of a text that comes piece by piece. */
export type RowReader = { read(text: string): FileRow[]; end(): FileRow[] }

const csvProblems: Record<CsvProblem, string> = {
  quote: 'has a quotation mark that does not end where its cell ends',
  length: `has more than ${rowCharsMax} characters`,
}

/** Opens the reader of a form. Rows of JSON lines have one cell: the object. */
export function openReader({ format, delimiter }: Pick<FileForm, 'format' | 'delimiter'>): RowReader {
  if (format === 'jsonl') return openLineReader()
  const reader = openCsvReader({ delimiter: delimiters[delimiter], recordCharsMax: rowCharsMax })
  const told = (records: ReturnType<typeof reader.read>): FileRow[] =>
    records.map((each) => ('cells' in each ? each : { row: each.row, problem: csvProblems[each.problem] }))
  return { read: (text) => told(reader.read(text)), end: () => told(reader.end()) }
}

function openLineReader(): RowReader {
  let rest = ''
  let row = 0
  let isLong = false
  const lineOf = (line: string): FileRow[] => {
    row += 1
    const isCut = isLong
    isLong = false
    if (isCut || line.length > rowCharsMax) return [{ row, problem: csvProblems.length }]
    return line.trim() === '' ? [] : [objectOf(line, row)]
  }
  return {
    read(text) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      const rows = lines.flatMap(lineOf)
      if (rest.length > rowCharsMax) [rest, isLong] = ['', true]
      return rows
    },
    end: () => lineOf(rest),
  }
}

function objectOf(line: string, row: number): FileRow {
  try {
    const value: unknown = JSON.parse(line)
    if (nestsDeeper(value, levelsMax)) return { row, problem: `nests deeper than ${levelsMax} levels` }
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { row, cells: [value], chars: line.length }
    return { row, problem: 'is no object in JSON' }
  } catch {
    return { row, problem: 'is no JSON' }
  }
}

/** Most levels of a row: what reads its values calls itself for each one. */
const levelsMax = 20

function nestsDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((each) => nestsDeeper(each, levels - 1))
}

/** Rows of a file, in groups, with the bytes that were read for them. Gives the event loop turns between the groups. */
export async function* readRows(
  bytes: AsyncIterable<Uint8Array>,
  form: FileForm,
): AsyncGenerator<{ rows: FileRow[]; byteCount: number; isLast: boolean }> {
  const decoder = new TextDecoder(form.encoding)
  const reader = openReader(form)
  let byteCount = 0
  for await (const piece of bytes) {
    for (let at = 0; at < piece.length; at += pieceBytesMax) {
      const some = piece.subarray(at, at + pieceBytesMax)
      byteCount += some.length
      const rows = reader.read(decoder.decode(some, { stream: true }))
      if (rows.length > 0) yield { rows, byteCount, isLast: false }
    }
  }
  yield { rows: [...reader.read(decoder.decode()), ...reader.end()], byteCount, isLast: true }
}

const pieceBytesMax = 65_536
