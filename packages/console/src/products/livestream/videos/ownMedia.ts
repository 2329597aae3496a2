import { useQuery } from '@tanstack/react-query'
import { useAccount } from '#console/app/session.tsx'
import type { OutputOf } from '#console/app/client.ts'

/** Addresses at which the account plays a video of its own, closed ones too, and its views. */
export type OwnMedia = OutputOf<'livestream.static.media'>['items'][number]

/** Ids of one call. */
const idsMax = 100
/** Addresses of closed videos hold for twelve hours at least; views may be this old. */
const staleMs = 10 * 60_000
/** Posters are made after the video is published. */
const posterMs = 20_000

/** The media of up to 100 videos, by id; empty until they are read. */
export function useOwnMedia(staticIds: readonly string[]): ReadonlyMap<string, OwnMedia> {
  const { id: accountId, client } = useAccount()
  const ids = staticIds.slice(0, idsMax).join(',')
  const { data } = useQuery({
    queryKey: [accountId, 'livestream.static', 'livestream.static.media', ids],
    queryFn: ({ signal }) => client.call('livestream.static.media', { staticIds: ids }, { signal }),
    enabled: ids !== '',
    staleTime: staleMs,
    refetchInterval: ({ state }) => (state.data?.items.some(isWithoutPoster) ? posterMs : false),
  })
  return new Map(data?.items.map((each) => [each.id, each]))
}

function isWithoutPoster({ hlsUrl, posterUrl }: OwnMedia): boolean {
  return hlsUrl !== null && posterUrl === null
}
