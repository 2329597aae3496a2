/** Reason why a record cannot be read: a quote that does not close where a cell ends, or too many characters. */
export type CsvProblem = 'quote' | 'length'

/** A record of a CSV text: its number, from 1, and its cells, or the reason why it cannot be read. */
export type CsvRecord = { row: number; cells: string[] } | { row: number; problem: CsvProblem }

/** A reader that takes a text piece by piece. */
export type CsvReader = {
  /** Records that are complete with this piece. */
  read(text: string): CsvRecord[]
  /** The last record, and what a quote without its end had swallowed. */
  end(): CsvRecord[]
}

export type CsvForm = { delimiter: string; recordCharsMax: number }

type Scanned = { cells: string[]; next: number } | 'more' | 'quote'

/**
 * Opens a reader of CSV (RFC 4180) with LF, CRLF or CR. It holds one record at most. A record with a wrong quote costs
 * its first line alone: reading goes on behind it. A quote inside an unquoted cell is a character.
 */
export function openCsvReader({ delimiter, recordCharsMax }: CsvForm): CsvReader {
  let rest = ''
  let row = 0
  let isSkipping = false

  const take = (isEnd: boolean): CsvRecord[] => {
    const records: CsvRecord[] = []
    let at = 0
    /** Goes on behind the line that begins at `at`; the end of a line that is not here yet is skipped when it comes. */
    const skipLine = () => {
      const end = lineEnd(rest, at)
      isSkipping = end === undefined
      at = end ?? rest.length
    }
    if (isSkipping) skipLine()
    while (at < rest.length) {
      const scanned = scan(rest, at, { delimiter, isEnd })
      if (typeof scanned === 'object') {
        records.push({ row: (row += 1), cells: scanned.cells })
        at = scanned.next
        continue
      }
      const isLong = scanned === 'more' && rest.length - at > recordCharsMax
      if (scanned === 'more' && !isLong) break
      const isOneLine = isLong && lineEnd(rest, at) === undefined
      records.push({ row: (row += 1), problem: isOneLine ? 'length' : 'quote' })
      skipLine()
    }
    rest = rest.slice(at)
    return records
  }
  return {
    read(text) {
      rest += text
      return take(false)
    },
    end: () => take(true),
  }
}

function scan(text: string, from: number, { delimiter, isEnd }: { delimiter: string; isEnd: boolean }): Scanned {
  const cells: string[] = []
  const separator = delimiter.charCodeAt(0)
  for (let at = from; ; at++) {
    if (text.charCodeAt(at) === quote) {
      const close = closingQuote(text, at + 1)
      if (close === -1 || (close + 1 === text.length && !isEnd)) return isEnd ? 'quote' : 'more'
      const cell = text.slice(at + 1, close)
      cells.push(cell.includes('"') ? cell.replaceAll('""', '"') : cell)
      at = close + 1
    } else {
      const begin = at
      for (; at < text.length; at++) {
        const code = text.charCodeAt(at)
        if (code === separator || code === lineFeed || code === carriageReturn) break
      }
      cells.push(text.slice(begin, at))
    }
    if (at >= text.length) return isEnd ? { cells, next: at } : 'more'
    const code = text.charCodeAt(at)
    if (code === separator) continue
    if (code === lineFeed) return { cells, next: at + 1 }
    if (code !== carriageReturn) return 'quote'
    if (at + 1 === text.length && !isEnd) return 'more'
    return { cells, next: text.charCodeAt(at + 1) === lineFeed ? at + 2 : at + 1 }
  }
}

const [quote, lineFeed, carriageReturn] = [34, 10, 13]

/** The quote that ends a cell; a doubled one belongs to it. -1 where it is not here. */
function closingQuote(text: string, from: number): number {
  for (let at = from; ; at += 2) {
    at = text.indexOf('"', at)
    if (at === -1 || text.charCodeAt(at + 1) !== quote) return at
  }
}

function lineEnd(text: string, from: number): number | undefined {
  const pattern = /\r\n?|\n/g
  pattern.lastIndex = from
  return pattern.exec(text) === null ? undefined : pattern.lastIndex
}
