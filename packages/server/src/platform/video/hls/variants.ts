import { setTimeout as sleep } from 'node:timers/promises'
import type { Broadcast } from './broadcast.ts'
import { KeptText } from './keptText.ts'
import type { Playlist } from './playlist.ts'
import { multivariantText, reportLine, type Variant } from './playlistTags.ts'

/** A smaller rendition that stands beside the source. */
export type SmallerVariant = {
  /** Its playlist is `<name>.m3u8`, its media lies under `<asset>/<name>/`. */
  name: string
  broadcast: Broadcast
  /** Resolves when it is known what it is, and at its end. */
  begun(): Promise<void>
  /** What it is; undefined where newcomers are not to choose it. */
  variant(): Variant | undefined
}

/** How long the first players wait for smaller renditions, without which they would never know of them. */
const begunWithinMs = 3_000
const newestAgeSeconds = 1
const sourceUri = 'video.m3u8'

/** What there is to choose from of one session that is live: the source, and smaller renditions of it. */
export class Variants {
  readonly #source: () => Broadcast
  readonly #smaller: SmallerVariant[] = []
  #begun: Promise<unknown> | undefined
  #text: KeptText | undefined

  constructor(source: () => Broadcast) {
    this.#source = source
  }

  /** Puts a rendition beside the others. */
  add(variant: SmallerVariant): void {
    this.#smaller.push(variant)
  }

  /** The broadcast of a smaller rendition. */
  find(name: string): Broadcast | undefined {
    return this.#smaller.find((each) => each.name === name)?.broadcast
  }

  /** Lines that tell a playlist how far the other ones have come. */
  reportsBeside(broadcast: Broadcast): string {
    const all = [
      { uri: sourceUri, broadcast: this.#source() },
      ...this.#smaller.map(({ name, broadcast: of }) => ({ uri: uriOf(name), broadcast: of })),
    ]
    return all
      .map(({ uri, broadcast: other }) => {
        const position = other === broadcast ? undefined : other.position()
        return position === undefined ? '' : reportLine(uri, position)
      })
      .join('')
  }

  /** The multivariant playlist, as soon as there is something. Rejects with a Problem where nothing came in time. */
  async multivariant(): Promise<Playlist> {
    const source = await this.#source().variant(sourceUri)
    this.#begun ??= Promise.race([
      Promise.all(this.#smaller.map((each) => each.begun())),
      sleep(begunWithinMs, undefined, { ref: false }),
    ])
    await this.#begun
    const smaller = this.#smaller.flatMap((each) => each.variant() ?? [])
    const text = multivariantText([source, ...smaller])
    if (this.#text?.bytes.toString() !== text) this.#text = new KeptText(text)
    return { text: this.#text, maxAgeSeconds: newestAgeSeconds }
  }
}

function uriOf(name: string): string {
  return `${name}.m3u8`
}
