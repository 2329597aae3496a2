import type { VideoTrack } from '#platform/video/mediaTypes.ts'

/** A size that pictures are made: their shorter side in pixels, and the most bits a second that they may take. */
export type Rung = { shortSide: number; kbpsMax: number }

/** What a stream is made smaller to. */
export const rungs: readonly Rung[] = [
  { shortSide: 720, kbpsMax: 2_500 },
  { shortSide: 480, kbpsMax: 1_200 },
]

/** The pictures of a rendition, whose name stands in addresses. Sides are even, as 4:2:0 needs them. */
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
