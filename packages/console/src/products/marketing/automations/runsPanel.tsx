import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { useAccount } from '#console/app/session.tsx'
import { useCards } from '#console/parts/cards.ts'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { labelOf } from '#console/parts/labels.ts'
import { ContactTable } from '#console/products/marketing/contactTable.tsx'
import { RunCells, runHeads } from '#console/products/marketing/runCells.tsx'
import { t } from '#console/texts/texts.ts'
import { recordOf, summaryOf } from './stepTexts.ts'

type Automation = OutputOf<'marketing.automation.get'>
type Run = NonNullable<Automation['runs']>[number]

const states = ['active', 'completed', 'exited', 'failed'] as const
const pageRows = 25
const freshMs = 10_000
const firstPage: string | undefined = undefined

/** Runs of an automation: each contact with its state, the step at which it is, since when and until when. */
export function Panel({ record }: PanelProps) {
  const [status, setStatus] = useState<Run['status'] | null>(null)
  const { runs, nodes, isLoading, hasMore, more } = useRuns(record.id, status)
  const nameOf = useNodeNames(nodes)
  return (
    <ContactTable
      title={t('automation.runs')}
      states={{
        all: states,
        chosen: status,
        choose: (next) => setStatus(states.find((each) => each === next) ?? null),
      }}
      heads={runHeads()}
      none={isLoading ? undefined : t(status === null ? 'automation.runs.none' : 'automation.runs.noneOf')}
      more={hasMore ? more : undefined}
    >
      {runs.map((run) => (
        <RunRow key={run.runId} run={run} nameOf={nameOf} />
      ))}
    </ContactTable>
  )
}

function RunRow({ run, nameOf }: { run: Run; nameOf(nodeId: string): string }) {
  const { currentNodeId, arrivedAt, contactId, status, reason, dueAt, endedAt } = run
  const step = currentNodeId === null ? '–' : nameOf(currentNodeId)
  return <RunCells {...{ contactId, status, reason, dueAt, endedAt, step }} stepId={currentNodeId} since={arrivedAt} />
}

/** The name of a step by its id: its type and what it does; the id for a step that the newest version lacks. */
function useNodeNames(nodes: Automation['nodes']): (nodeId: string) => string {
  const ids = nodes.map(recordOf)
  const cards = useCards(ids)
  const titleOf = (id: string) => cards[ids.indexOf(id)]?.title ?? ''
  return (nodeId) => {
    const node = nodes.find((each) => each.nodeId === nodeId)
    if (node === undefined) return nodeId
    const summary = summaryOf(node, titleOf)
    return `${labelOf(node.type)}${summary === '' ? '' : `: ${summary}`}`
  }
}

function useRuns(automationId: string, status: Run['status'] | null) {
  const { id: accountId, client } = useAccount()
  const query = useInfiniteQuery({
    queryKey: [accountId, 'marketing.automation', 'runs', automationId, status],
    queryFn: ({ pageParam }) =>
      client.call('marketing.automation.get', {
        automationId,
        include: ['runs'],
        ...(status === null ? {} : { runStatus: status }),
        pagination: { limit: pageRows, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
      }),
    initialPageParam: firstPage,
    getNextPageParam: ({ pagination }: Automation) => pagination?.nextCursor ?? undefined,
    refetchInterval: freshMs,
  })
  const pages = query.data?.pages ?? []
  return {
    runs: pages.flatMap(({ runs = [] }) => runs),
    nodes: pages[0]?.nodes ?? [],
    isLoading: query.isLoading,
    hasMore: query.hasNextPage,
    more: () => void query.fetchNextPage(),
  }
}
