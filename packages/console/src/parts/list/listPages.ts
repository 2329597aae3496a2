import { keepPreviousData, skipToken, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useAccount } from '#console/app/session.tsx'
import type { ApiRecord } from '#console/parts/descriptor.ts'
import type { ApiPage } from '#console/parts/recordQueries.ts'
import type { ListInput } from './listInput.ts'
import { emptyTrail, extended, pageRows, type Trail } from './listTrail.ts'

/** Pages far from the window leave the cache after this time; their cursors stay. */
const farMs = 60_000

/** Rows of a list by their number; rows that are not loaded are undefined. */
export type ListRows = {
  /** Rows that are known to exist, and one page more while another follows. */
  count: number
  at(index: number): ApiRecord | undefined
  loaded: readonly ApiRecord[]
  total: { count: number; isCapped: boolean } | undefined
  /** Loads the rows of a range, and the page behind it. */
  show(from: number, to: number): void
  isFirstLoading: boolean
  error: unknown
  reload(): Promise<void>
}

const movingMs = 4_000
const moving = new Set(['sending', 'building', 'importing', 'reading', 'checking', 'processing'])

/** Whether a record changes by itself: its state is under way. */
function isMoving({ status }: ApiRecord): boolean {
  return moving.has(String(status))
}

/** Reads an endless list page by page, by cursor. The cursors stay known, so that a way back finds its place. */
export function useListRows(operationId: string, input: ListInput): ListRows {
  const { id: accountId, client } = useAccount()
  const queries = useQueryClient()
  const nounId = operationId.slice(0, operationId.lastIndexOf('.'))
  const listKey = useMemo(() => [accountId, nounId, operationId, input], [accountId, nounId, operationId, input])
  const [range, setRange] = useState<{ first: number; last: number }>({ first: 0, last: 0 })
  const trailKey = [...listKey, 'trail']
  // The observer keeps the cursors for as long as the list is open.
  const { data: trail = emptyTrail } = useQuery<Trail>({ queryKey: trailKey, queryFn: skipToken })
  const last = Math.min(range.last + 1, trail.cursors.length - 1)
  const first = Math.min(range.first, last)
  const numbers = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const results = useQueries({
    queries: numbers.map((number) => ({
      queryKey: [...listKey, 'page', trail.cursors[number] ?? ''],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const cursor = trail.cursors[number]
        const more = cursor === undefined ? { withTotal: 'true' } : { cursor }
        // cast: operations named `all` return a page.
        const page = (await client.callAny(operationId, { ...input, limit: pageRows, ...more }, { signal })) as ApiPage
        const known = queries.getQueryData<Trail>(trailKey) ?? emptyTrail
        if (known.cursors[number] === cursor) queries.setQueryData(trailKey, extended(known, number, page))
        return page
      },
      gcTime: farMs,
      refetchInterval: ({ state: { data } }: { state: { data: ApiPage | undefined } }) =>
        data?.items.some(isMoving) === true ? movingMs : false,
      ...(number === 0 ? { placeholderData: keepPreviousData } : {}),
    })),
  })
  const pageOf = new Map(numbers.map((number, at) => [number, results[at]?.data]))
  const firstPage = queries.getQueryData<ApiPage>([...listKey, 'page', '']) ?? pageOf.get(0)
  const { total, totalIsCapped = false } = firstPage?.pagination ?? {}
  useEffect(() => setRange({ first: 0, last: 0 }), [listKey])
  return {
    count: trail.isComplete ? trail.rows : trail.cursors.length === 1 ? 0 : trail.cursors.length * pageRows,
    at: (index) => pageOf.get(Math.floor(index / pageRows))?.items[index % pageRows],
    loaded: [...pageOf.values()].flatMap((page) => page?.items ?? []),
    total: total === undefined ? undefined : { count: total, isCapped: totalIsCapped },
    show(from, to) {
      const next = { first: Math.floor(from / pageRows), last: Math.floor(Math.max(from, to) / pageRows) }
      if (next.first !== range.first || next.last !== range.last) setRange(next)
    },
    isFirstLoading: firstPage === undefined && (results[0]?.isPending ?? true),
    error: results.find(({ error }) => error !== null)?.error,
    async reload() {
      await queries.resetQueries({ queryKey: listKey })
    },
  }
}
