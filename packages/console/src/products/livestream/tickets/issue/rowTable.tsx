import { Table, Text } from '@mantine/core'
import { numberText } from '#console/texts/formats.ts'
import { plural, t } from '#console/texts/texts.ts'
import type { AttendeeRow } from './attendeeRows.ts'
import type { IssueRun, RowResult } from './issueRuns.ts'
import { failureOf } from './rowResults.ts'

const shownMax = 200

/** Rows of a list with their results, those with a failure first. */
export function RowTable({ run }: { run: IssueRun }) {
  const all = run.rows.map((row, index) => {
    const result = run.results[index] ?? null
    return { row, result, failure: failureOf(row, result, run.phase) }
  })
  const failed = all.filter(({ failure }) => failure !== undefined)
  const others = all.filter(({ failure }) => failure === undefined)
  const shown = [...failed, ...others].slice(0, shownMax)
  const hidden = all.length - shown.length
  return (
    <>
      <div className="issue-rows" role="region" aria-label={t('issue.rows')} tabIndex={0}>
        <Table fz="sm" verticalSpacing={6} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('issue.line')}</Table.Th>
              <Table.Th>{t('issue.holder')}</Table.Th>
              <Table.Th>{t('issue.count')}</Table.Th>
              <Table.Th>{t('issue.result')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map(({ row, result, failure }) => (
              <Table.Tr key={row.line}>
                <Table.Td>{numberText(row.line)}</Table.Td>
                <Table.Td>
                  <Holder row={row} />
                </Table.Td>
                <Table.Td>{numberText(row.count)}</Table.Td>
                <Table.Td>
                  <Outcome result={result} failure={failure} isDone={run.phase === 'done' || run.phase === 'issuing'} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {hidden === 0 ? null : (
        <Text size="sm" c="dimmed">
          {plural('issue.more', hidden)}
        </Text>
      )}
    </>
  )
}

function Holder({ row: { name, email, ticketCode } }: { row: AttendeeRow }) {
  const [first = '–', ...others] = [name, email, ticketCode].filter((each) => each !== undefined)
  return (
    <>
      <span className="issue-holder">{first}</span>
      {others.map((each) => (
        <Text key={each} size="xs" c="dimmed" className="issue-holder">
          {each}
        </Text>
      ))}
    </>
  )
}

type OutcomeProps = { result: RowResult | null; failure: string | undefined; isDone: boolean }

function Outcome({ result, failure, isDone }: OutcomeProps) {
  const { issued = 0, known = 0 } = result ?? {}
  const parts = [
    issued === 0 ? undefined : plural(isDone ? 'issue.issued' : 'issue.new', issued),
    known === 0 ? undefined : plural('issue.known', known),
  ].filter((part) => part !== undefined)
  return (
    <>
      {parts.length === 0 ? null : <span>{parts.join(' · ')}</span>}
      {failure === undefined ? null : <div className="issue-failure">{failure}</div>}
      {parts.length === 0 && failure === undefined ? '–' : null}
    </>
  )
}
