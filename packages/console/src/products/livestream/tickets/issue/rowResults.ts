import type { CsvCell } from '#console/parts/csvFile.ts'
import { t, type TextKey } from '#console/texts/texts.ts'
import type { AttendeeRow } from './attendeeRows.ts'
import type { IssueRun, RowResult } from './issueRuns.ts'

/** Tickets of a list by their outcome, and rows of which some ticket is not issued. */
export type Totals = { issued: number; known: number; failedRows: number }

/** Sums of the results of a list. */
export function totalsOf({ rows, results, phase }: IssueRun): Totals {
  const sum = (of: 'issued' | 'known') => results.reduce((total, result) => total + (result?.[of] ?? 0), 0)
  const failedRows = rows.filter((row, index) => failureOf(row, results[index] ?? null, phase) !== undefined).length
  return { issued: sum('issued'), known: sum('known'), failedRows }
}

const reasons: Readonly<Record<string, TextKey>> = {
  incomplete: 'issue.reason.incomplete',
  address: 'issue.reason.address',
  code: 'issue.reason.code',
  count: 'issue.reason.count',
  duplicate: 'issue.reason.duplicate',
  type: 'issue.reason.type',
  revoked: 'issue.reason.revoked',
  full: 'issue.reason.full',
  unread: 'issue.reason.unread',
}

/** Reason for which tickets of a row are not issued; undefined for a row without a failure so far. */
export function failureOf(row: AttendeeRow, result: RowResult | null, phase: IssueRun['phase']): string | undefined {
  const reason = row.problem ?? result?.reason ?? (result === null && phase === 'done' ? 'unsent' : null)
  if (reason === null) return undefined
  if (reason === 'unsent') return t('issue.reason.unsent')
  const key = reasons[reason]
  return key === undefined ? reason : t(key)
}

/** Rows of a list that failed, as a table that can be corrected and sent again. */
export function failedRows({ rows, results, phase }: IssueRun): CsvCell[][] {
  const lines = rows.flatMap((row, index) => {
    const failure = failureOf(row, results[index] ?? null, phase)
    if (failure === undefined) return []
    const { line, email, name, count, ticketCode, ticketTypeId } = row
    return [[line, email ?? null, name ?? null, count, ticketCode ?? null, ticketTypeId ?? null, failure]]
  })
  return [['line', 'email', 'name', 'count', 'ticketCode', 'ticketTypeId', 'reason'], ...lines]
}
