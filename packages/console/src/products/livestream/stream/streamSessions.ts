import { useInfiniteQuery } from '@tanstack/react-query'
import type { OutputOf } from '#console/app/client.ts'
import { useAccount } from '#console/app/session.tsx'
import { rangeOfSpan, type TimeRange } from '#console/parts/charts/timeRange.ts'

/** One session of a stream: an admission of its encoder with its reconnects. */
export type StreamSession = OutputOf<'livestream.stream.sessions'>['items'][number]

const pageSize = 25
const everyMs = 15_000

/** The sessions of a stream, newest first, and a function that reads older ones. */
export function useSessions(streamId: string) {
  const { id: accountId, client } = useAccount()
  const query = useInfiniteQuery({
    queryKey: [accountId, 'livestream.stream', 'livestream.stream.sessions', streamId],
    queryFn: ({ pageParam, signal }) => {
      const input = { streamId, limit: pageSize, ...(pageParam === '' ? {} : { cursor: pageParam }) }
      return client.call('livestream.stream.sessions', input, { signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
    refetchInterval: everyMs,
  })
  return {
    sessions: query.data?.pages.flatMap(({ items }) => items),
    hasMore: query.hasNextPage,
    readMore: () => void query.fetchNextPage(),
  }
}

/** Seconds on air; undefined for a session that never went live. */
export function secondsOnAir({ liveAt, endedAt }: StreamSession, nowMs: number): number | undefined {
  return liveAt === null
    ? undefined
    : Math.max(0, ((endedAt === null ? nowMs : Date.parse(endedAt)) - Date.parse(liveAt)) / 1000)
}

/** Time in which late heartbeats of a session arrive. */
const lateMs = 60_000

/** The range of the figures of a session; undefined for one that never went live. */
export function rangeOfSession({ liveAt, endedAt }: StreamSession, nowMs: number): TimeRange | undefined {
  if (liveAt === null) return undefined
  const endMs = endedAt === null ? nowMs : Math.min(nowMs, Date.parse(endedAt) + lateMs)
  return rangeOfSpan(Date.parse(liveAt), Math.max(endMs, Date.parse(liveAt) + lateMs), nowMs)
}
