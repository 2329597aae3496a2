import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { InputOf, OutputOf } from '#console/app/client.ts'
import { useAccount } from '#console/app/session.tsx'
import type { TimeRange } from '#console/parts/charts/timeRange.ts'
import { readQuery } from '#console/parts/recordQueries.ts'

type Input = InputOf<'livestream.stream.getAnalytics'>

/** Figures of an audience over a range. */
export type Analytics = OutputOf<'livestream.stream.getAnalytics'>

/** Audience of a record, by its id; of the whole account without one. */
export type AudienceSubject = Pick<Input, 'streamId' | 'staticId' | 'channelId' | 'sessionId'>

/** Parts of the figures, and the property that they are grouped by. `isOn`: whether they are read at all. */
type Parts = Pick<Input, 'metrics' | 'groupBy' | 'limit'> & { isOn?: boolean }

const operation = 'livestream.stream.getAnalytics'
const presentEveryMs = 10_000
const nowEveryMs = 60_000

/** Figures of an audience; those of the range before stay until the new ones are there. */
export function useAnalytics(subject: AudienceSubject, range: TimeRange, { isOn = true, ...parts }: Parts) {
  const { fromMs, toMs, interval } = range
  const input = { ...subject, from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), interval }
  return useQuery({
    ...readQuery<Analytics>(useAccount(), operation, { ...input, ...parts }),
    enabled: isOn,
    placeholderData: keepPreviousData,
    refetchInterval: nowEveryMs,
  })
}

/** The most watched videos and streams of the account, or of a channel. */
export function useMostWatched({ channelId }: AudienceSubject, { fromMs, toMs }: TimeRange) {
  const input = {
    ...(channelId === undefined ? {} : { channelId }),
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
  }
  return useQuery({
    ...readQuery<OutputOf<'livestream.stream.mostWatched'>>(useAccount(), 'livestream.stream.mostWatched', input),
    placeholderData: keepPreviousData,
    refetchInterval: nowEveryMs,
  })
}

/** Number of viewers at this moment, read every ten seconds; undefined until it is known. */
export function usePresentViewers(subject: AudienceSubject): number | undefined {
  const { data } = useQuery({
    ...readQuery<Analytics>(useAccount(), operation, { ...subject, metrics: ['realtime'] }),
    refetchInterval: presentEveryMs,
  })
  return data?.realtime?.currentViewers
}

/** The current time in milliseconds, renewed every minute. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), nowEveryMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
