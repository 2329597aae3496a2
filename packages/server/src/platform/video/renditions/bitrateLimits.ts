import type { Segment, VideoTrack } from '#platform/video/mediaTypes.ts'
import type { RenditionSize } from './rungs.ts'

type Rated = Pick<Segment, 'byteCount' | 'durationSeconds'>

/** Segments over which the bitrate of the source is measured. */
const ratedCountMax = 10
const ratedCountMin = 3
/** Lowest maximum bitrate: frames of less are not worth encoding. */
const kbpsMin = 50
/** Changes of a maximum bitrate that are worth a restart of ffmpeg. */
const lowerShare = 0.7
const higherShare = 1.5

/**
 * Maximum bitrates of renditions: those of their sizes, until a rendition needs more than its source, as where the
 * source is encoded well or shows little motion. From then on a rendition gets the bitrate of the source in the
 * proportion of their heights.
 */
export class BitrateLimits {
  readonly #sizes: readonly RenditionSize[]
  #source: Rated[] = []
  #isFollowing = false

  constructor(sizes: readonly RenditionSize[]) {
    this.#sizes = sizes
  }

  /** Counts a segment of the source. */
  add({ byteCount, durationSeconds }: Rated): void {
    this.#source = [...this.#source, { byteCount, durationSeconds }].slice(-ratedCountMax)
  }

  /** Sizes with their maximum bitrates for now. `renditions` holds the segments of each size so far. */
  sizes(source: Pick<VideoTrack, 'height'>, renditions: readonly (readonly Rated[])[]): readonly RenditionSize[] {
    if (this.#source.length < ratedCountMin) return this.#sizes
    const kbps = kbpsOf(this.#source)
    this.#isFollowing ||= renditions.some((segments) => kbpsOf(segments.slice(-this.#source.length)) > kbps)
    if (!this.#isFollowing) return this.#sizes
    return this.#sizes.map((size) => {
      const share = size.height / source.height
      return { ...size, kbpsMax: Math.max(kbpsMin, Math.min(size.kbpsMax, Math.floor(kbps * share))) }
    })
  }
}

/** Whether sizes with other maximum bitrates are worth a restart of ffmpeg. */
export function isWorthRestart(current: readonly RenditionSize[], next: readonly RenditionSize[]): boolean {
  return next.some(({ kbpsMax }, at) => {
    const share = kbpsMax / (current[at]?.kbpsMax ?? kbpsMax)
    return share < lowerShare || share > higherShare
  })
}

function kbpsOf(segments: readonly Rated[]): number {
  const bytes = segments.reduce((sum, { byteCount }) => sum + byteCount, 0)
  const seconds = segments.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0)
  return seconds === 0 ? 0 : (8 * bytes) / seconds / 1_000
}
