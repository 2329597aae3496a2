import { randomBytes } from 'node:crypto'
import { RtmpDamage } from './damage.ts'

/** Which end of a connection this is. */
export type Side = 'server' | 'client'

const version = 3
const versionBytes = 1
const packetBytes = 1_536
const timeBytes = 8

/**
 * The simple handshake (Adobe RTMP 1.0, 5.2): a version byte and a packet of random bytes each way, then the other's
 * packet back. Peers that put a digest into their packet (the undocumented "complex" form) see from the zeros in ours
 * that we do not, and go on with the simple form.
 */
export class Handshake {
  readonly #side: Side
  readonly #write: (bytes: Buffer) => void
  #pieces: Buffer[] = []
  #byteCount = 0
  #hasAnswered = false

  /** `write` sends bytes to the peer; a client's first ones at once. */
  constructor(side: Side, write: (bytes: Buffer) => void) {
    this.#side = side
    this.#write = write
    if (side === 'client') write(greeting())
  }

  /**
   * Takes bytes of the peer. Returns those that follow the handshake once it is complete, else undefined. Throws
   * RtmpDamage when the peer speaks another version, or something else altogether.
   */
  feed(bytes: Buffer): Buffer | undefined {
    if (this.#byteCount === 0 && bytes.length > 0 && bytes[0] !== version) throw new RtmpDamage('not RTMP version 3')
    this.#pieces.push(bytes)
    this.#byteCount += bytes.length
    if (!this.#hasAnswered && this.#byteCount >= versionBytes + packetBytes) this.#answer()
    if (this.#byteCount < versionBytes + 2 * packetBytes) return undefined
    return Buffer.concat(this.#pieces).subarray(versionBytes + 2 * packetBytes)
  }

  /** The whole packet goes back as it came: librtmp warns when its second time field is filled in (5.2.4). */
  #answer(): void {
    this.#hasAnswered = true
    const all = Buffer.concat(this.#pieces)
    this.#pieces = [all]
    if (this.#side === 'server') this.#write(greeting())
    this.#write(all.subarray(versionBytes, versionBytes + packetBytes))
  }
}

/** The version, then a packet whose time is 0 and which bears no version of a Flash player, then random bytes. */
function greeting(): Buffer {
  return Buffer.concat([Buffer.of(version), Buffer.alloc(timeBytes), randomBytes(packetBytes - timeBytes)])
}
