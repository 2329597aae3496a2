import type { VideoTrack } from '#platform/video/mediaTypes.ts'

/** One rung of the ladder: the shorter side in pixels, and the maximum bitrate. */
export type Rung = { shortSide: number; kbpsMax: number }

/** Default rungs. */
export const rungs: readonly Rung[] = [
  { shortSide: 720, kbpsMax: 2_500 },
  { shortSide: 480, kbpsMax: 1_200 },
]

/** Frame size of a rendition, whose name is part of addresses. Sides are even for 4:2:0. */
export type RenditionSize = { name: string; width: number; height: number; kbpsMax: number }

/** The sizes that are smaller than a source, largest first, in its shape. */
export function sizesFor({ width, height }: Pick<VideoTrack, 'width' | 'height'>, from = rungs): RenditionSize[] {
  const sourceSide = Math.min(width, height)
  return from
    .filter(({ shortSide }) => shortSide < sourceSide)
    .map(({ shortSide, kbpsMax }) => {
      const scaled = (side: number) => 2 * Math.round((side * shortSide) / sourceSide / 2)
      return { name: `${shortSide}p`, width: scaled(width), height: scaled(height), kbpsMax }
    })
}
