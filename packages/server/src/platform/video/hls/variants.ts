import { setTimeout as sleep } from 'node:timers/promises'
import type { Broadcast } from './broadcast.ts'
import { type Playlist, PlaylistText } from './playlist.ts'
import { multivariantText, reportLine, type Variant } from './playlistTags.ts'

/** Smaller rendition of a live session, offered beside the source. */
export type SmallerVariant = {
  /** Name in addresses: the playlist is `<name>-<asset>.m3u8`, the media lies under `<asset>/<name>/`. */
  name: string
  broadcast: Broadcast
  /** Resolves when its codec and size are known, and when it ends before that. */
  begun(): Promise<void>
  /** Entry in the multivariant playlist; undefined while new players must not choose the rendition. */
  variant(): Variant | undefined
}

/**
 * Longest wait of the first players for the smaller renditions. A player loads the multivariant playlist once: a
 * rendition that is missing there is never chosen.
 */
const begunTimeoutMs = 3_000
const newestAgeSeconds = 1

/** Renditions of one live session: the source and the smaller ones. */
export class Variants {
  readonly #source: () => Broadcast
  readonly #smaller: SmallerVariant[] = []
  #begun: Promise<unknown> | undefined
  #text: PlaylistText | undefined

  constructor(source: () => Broadcast) {
    this.#source = source
  }

  /** Adds a smaller rendition. */
  add(variant: SmallerVariant): void {
    this.#smaller.push(variant)
  }

  /** Broadcast of a smaller rendition, by name. */
  find(name: string): Broadcast | undefined {
    return this.#smaller.find((each) => each.name === name)?.broadcast
  }

  /** Rendition reports for the playlist of one broadcast: the newest segment and part of each other rendition. */
  reportsBeside(broadcast: Broadcast): string {
    return [this.#source(), ...this.#smaller.map((each) => each.broadcast)]
      .map((other) => {
        const position = other === broadcast ? undefined : other.position()
        return position === undefined ? '' : reportLine(other.playlistName, position)
      })
      .join('')
  }

  /** Multivariant playlist, once the source has a segment. Rejects with a Problem after the time limit. */
  async multivariant(): Promise<Playlist> {
    const source = await this.#source().variant()
    this.#begun ??= Promise.race([
      Promise.all(this.#smaller.map((each) => each.begun())),
      sleep(begunTimeoutMs, undefined, { ref: false }),
    ])
    await this.#begun
    const smaller = this.#smaller.flatMap((each) => each.variant() ?? []).filter((each) => isLess(each, source))
    const text = multivariantText([source, ...smaller])
    if (this.#text?.bytes.toString() !== text) this.#text = new PlaylistText(text)
    return { text: this.#text, maxAgeSeconds: newestAgeSeconds }
  }
}

/** Whether a rendition needs less bandwidth than the source: players would otherwise choose it for its bitrate. */
function isLess(rendition: Variant, source: Variant): boolean {
  return rendition.averageBitRate < source.averageBitRate && rendition.peakBitRate <= source.peakBitRate
}
