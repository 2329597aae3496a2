import { useQuery } from '@tanstack/react-query'
import { ownPath } from '#console/parts/ownAddress.ts'
import { readStoryboard, type StoryboardTile } from './storyboardTiles.ts'

/** The small frames of a video; empty while they load, and for a video without them. */
export function useStoryboard(storyboardUrl: string | null): readonly StoryboardTile[] {
  const { data } = useQuery({
    queryKey: ['storyboard', storyboardUrl],
    queryFn: async ({ signal }) => {
      const response = await fetch(ownPath(storyboardUrl ?? ''), { signal })
      return response.ok ? readStoryboard(await response.text(), response.url) : []
    },
    enabled: storyboardUrl !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? []
}

/** The frame of a time. */
export function StoryboardFrame({
  tiles,
  seconds,
  width,
}: {
  tiles: readonly StoryboardTile[]
  seconds: number
  width: number
}) {
  const tile = tiles.findLast(({ startSeconds }) => startSeconds <= seconds) ?? tiles[0]
  if (tile === undefined) return null
  const scale = width / tile.width
  return (
    <span className="storyboard-frame" style={{ width, height: tile.height * scale }} aria-hidden>
      <span
        style={{
          width: tile.width,
          height: tile.height,
          transform: `scale(${scale})`,
          background: `url(${JSON.stringify(tile.url)}) ${-tile.x}px ${-tile.y}px`,
        }}
      />
    </span>
  )
}

/** Frames side by side over the length of a video. */
export function StoryboardStrip({
  tiles,
  durationSeconds,
  count,
}: {
  tiles: readonly StoryboardTile[]
  durationSeconds: number
  count: number
}) {
  if (tiles.length === 0) return null
  return (
    <span className="storyboard-strip" aria-hidden>
      {Array.from({ length: count }, (_, at) => (
        <StoryboardFrame key={at} tiles={tiles} seconds={((at + 0.5) * durationSeconds) / count} width={96} />
      ))}
    </span>
  )
}
