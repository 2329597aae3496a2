import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)

/** Shorter texts fit into one packet uncompressed. Bytes. */
const gzipBytesMin = 1_200

/** Playlists repeat themselves: a higher level costs more time than it saves bytes. */
const gzipLevel = 4

/** Playlist as it is sent. `maxAgeSeconds`: how long a cache may reuse it; 0 forbids caching. */
export type Playlist = { text: PlaylistText; maxAgeSeconds: number }

/** Text of a playlist, encoded and compressed once for all players that load it. */
export class PlaylistText {
  readonly bytes: Buffer
  #gzipped: Buffer | Promise<Buffer> | undefined
  #etag: string | undefined

  constructor(text: string | Buffer) {
    this.bytes = typeof text === 'string' ? Buffer.from(text) : text
  }

  /** Validator of the text: a weak one, since it is the same for the compressed text. */
  get etag(): string {
    this.#etag ??= `W/"${createHash('sha1').update(this.bytes).digest('base64url')}"`
    return this.#etag
  }

  /** The text compressed with gzip, on the first call; later calls share the result. Undefined for a short text. */
  gzipped(): Buffer | Promise<Buffer> | undefined {
    if (this.bytes.length >= gzipBytesMin) this.#gzipped ??= this.#compress()
    return this.#gzipped
  }

  async #compress(): Promise<Buffer> {
    const gzipped = await compress(this.bytes, { level: gzipLevel })
    this.#gzipped = gzipped
    return gzipped
  }
}
