import type { AssetSegment } from '#platform/video/mediaTypes.ts'
import { numbersOf, segmentFrom, segmentNumberCount as width } from '#platform/video/asset/assetIndex.ts'

/** Rows of the first page, and of each full one: growth copies no more than a full page. */
const rowsMin = 64
const rowsMax = 4_096

/** Segments in order, as numbers in arrays: a week of segments of one second takes 44 MB, as objects 130. */
export class SegmentTable {
  readonly #pages: Float64Array[] = []
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Bytes of memory. */
  get byteCount(): number {
    return this.#pages.reduce((sum, page) => sum + page.byteLength, 0)
  }

  add(segment: AssetSegment): void {
    const page = this.#pageFor(this.#length)
    const from = (this.#length % rowsMax) * width
    page.set(numbersOf(segment), from)
    this.#length += 1
  }

  /** Segment at an index; undefined beyond the table. */
  at(index: number): AssetSegment | undefined {
    if (index < 0 || index >= this.#length) return undefined
    return segmentFrom(this.#row(index))
  }

  /** Index of the first segment with this number or a higher one. */
  indexFrom(number: number): number {
    let [low, high] = [0, this.#length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#row(middle)[0] ?? 0) < number) low = middle + 1
      else high = middle
    }
    return low
  }

  #row(index: number): Float64Array {
    const from = (index % rowsMax) * width
    return this.#pages[Math.floor(index / rowsMax)]?.subarray(from, from + width) ?? new Float64Array(width)
  }

  /** The page of a new row. The first page grows, so that a short recording takes little memory. */
  #pageFor(index: number): Float64Array {
    const at = Math.floor(index / rowsMax)
    const page = this.#pages[at]
    const rows = page === undefined ? 0 : page.length / width
    if (page !== undefined && index % rowsMax < rows) return page
    const grown = new Float64Array(width * (at > 0 ? rowsMax : Math.max(rowsMin, 2 * rows)))
    if (page !== undefined) grown.set(page)
    this.#pages[at] = grown
    return grown
  }
}
