import { Table, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useAccount } from '#console/app/session.tsx'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { labelOf } from '#console/parts/labels.ts'
import { RecordLink } from '#console/parts/values/recordLink.tsx'
import { StatusBadge } from '#console/parts/values/statusBadge.tsx'
import { ContactTable } from '#console/products/marketing/contactTable.tsx'
import { momentText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import type { Sequence } from './mailsPanel.tsx'

type Enrolment = NonNullable<Sequence['enrolments']>[number]

const pageRows = 25
const freshMs = 10_000
const firstPage: string | undefined = undefined

/** Contacts of a sequence, the newest first: each with its state, its mail, since when and until when. */
export function Panel({ record }: PanelProps) {
  const { id: accountId, client } = useAccount()
  const query = useInfiniteQuery({
    queryKey: [accountId, 'marketing.emailSequence', 'enrolments', record.id],
    queryFn: ({ pageParam }) =>
      client.call('marketing.emailSequence.get', {
        emailSequenceId: record.id,
        include: ['enrolments'],
        pagination: { limit: pageRows, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
      }),
    initialPageParam: firstPage,
    getNextPageParam: ({ enrolmentsPagination }: Sequence) => enrolmentsPagination?.nextCursor ?? undefined,
    refetchInterval: freshMs,
  })
  const pages = query.data?.pages ?? []
  const steps = pages[0]?.steps ?? []
  const numberOf = (stepId: string) => steps.findIndex((each) => each.stepId === stepId) + 1
  return (
    <ContactTable
      title={t('automation.runs')}
      heads={[
        t('automation.runs.contact'),
        t('automation.runs.state'),
        t('automation.runs.step'),
        t('automation.runs.since'),
        t('automation.runs.until'),
      ]}
      none={query.isLoading ? undefined : t('automation.runs.none')}
      more={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
    >
      {pages
        .flatMap(({ enrolments = [] }) => enrolments)
        .map((each) => (
          <EnrolmentRow key={each.enrolmentId} enrolment={each} numberOf={numberOf} />
        ))}
    </ContactTable>
  )
}

function EnrolmentRow({ enrolment, numberOf }: { enrolment: Enrolment; numberOf(stepId: string): number }) {
  const { contactId, status, reason, currentStepId, startedAt, dueAt, endedAt } = enrolment
  const number = currentStepId === null ? 0 : numberOf(currentStepId)
  const until = endedAt ?? dueAt
  return (
    <Table.Tr>
      <Table.Td>
        <RecordLink id={contactId} />
      </Table.Td>
      <Table.Td>
        <StatusBadge status={status} />
        {reason === null ? null : (
          <Text size="xs" c="dimmed">
            {labelOf(reason)}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{number === 0 ? (currentStepId ?? '–') : t('sequence.mail', { number })}</Table.Td>
      <Table.Td>{momentText(startedAt)}</Table.Td>
      <Table.Td>
        {until === null ? '–' : endedAt === null ? momentText(until) : t('activity.ended', { at: momentText(until) })}
      </Table.Td>
    </Table.Tr>
  )
}
