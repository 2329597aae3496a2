import { useInfiniteQuery } from '@tanstack/react-query'
import { useAccount } from '#console/app/session.tsx'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { ContactTable } from '#console/products/marketing/contactTable.tsx'
import { RunCells, runHeads } from '#console/products/marketing/runCells.tsx'
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
    getNextPageParam: ({ pagination }: Sequence) => pagination?.nextCursor ?? undefined,
    refetchInterval: freshMs,
  })
  const pages = query.data?.pages ?? []
  const steps = pages[0]?.steps ?? []
  const numberOf = (stepId: string) => steps.findIndex((each) => each.stepId === stepId) + 1
  return (
    <ContactTable
      title={t('automation.runs')}
      heads={runHeads()}
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
  const { currentStepId, startedAt, contactId, status, reason, dueAt, endedAt } = enrolment
  const number = currentStepId === null ? 0 : numberOf(currentStepId)
  const step = number === 0 ? (currentStepId ?? '–') : t('sequence.mail', { number })
  return <RunCells {...{ contactId, status, reason, dueAt, endedAt, step }} stepId={currentStepId} since={startedAt} />
}
