import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const pack = promisify(gzip)

/** Shorter texts fit into one packet anyway. */
const packedBytesMin = 1_200

/** Playlists repeat themselves a lot: a higher level costs more time than it saves bytes. */
const level = 4

/** A text that is made once and sent to many: its bytes, and, as soon as somebody takes them, its packed bytes. */
export class KeptText {
  readonly bytes: Buffer
  #packed: Buffer | Promise<Buffer> | undefined

  constructor(text: string) {
    this.bytes = Buffer.from(text)
  }

  /** Packed by gzip, once for all who ask. Undefined for a text that is too short for it. */
  packed(): Buffer | Promise<Buffer> | undefined {
    if (this.bytes.length >= packedBytesMin) this.#packed ??= this.#pack()
    return this.#packed
  }

  async #pack(): Promise<Buffer> {
    const packed = await pack(this.bytes, { level })
    this.#packed = packed
    return packed
  }
}
