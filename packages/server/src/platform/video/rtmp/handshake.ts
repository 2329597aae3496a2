import { randomBytes } from 'node:crypto'
import { RtmpDamage } from './damage.ts'

/** Which end of a connection this is. */
export type Side = 'server' | 'client'

const version = 3
const versionBytes = 1
const packetBytes = 1_536
const timeBytes = 8

/**
 * The simple handshake (Adobe RTMP 1.0, 5.2): each side sends a version byte and a random packet, then the packet of
 * the other side. Peers of the undocumented "complex" form see zeros in our packet and use the simple form.
 */
export class Handshake {
  readonly #side: Side
  readonly #write: (bytes: Buffer) => void
  #pieces: Buffer[] = []
  #byteCount = 0
  #hasAnswered = false

  /** `write` sends bytes to the peer; a client sends its first bytes at once. */
  constructor(side: Side, write: (bytes: Buffer) => void) {
    this.#side = side
    this.#write = write
    if (side === 'client') write(greeting())
  }

  /**
   * Takes bytes of the peer. Returns those behind the complete handshake, else undefined. Throws RtmpDamage for another
   * version or another protocol.
   */
  feed(bytes: Buffer): Buffer | undefined {
    if (this.#byteCount === 0 && bytes.length > 0 && bytes[0] !== version) throw new RtmpDamage('not RTMP version 3')
    this.#pieces.push(bytes)
    this.#byteCount += bytes.length
    if (!this.#hasAnswered && this.#byteCount >= versionBytes + packetBytes) this.#answer()
    if (this.#byteCount < versionBytes + 2 * packetBytes) return undefined
    return Buffer.concat(this.#pieces).subarray(versionBytes + 2 * packetBytes)
  }

  /** Echoes the packet unchanged: librtmp warns when its second time field is set (5.2.4). */
  #answer(): void {
    this.#hasAnswered = true
    const all = Buffer.concat(this.#pieces)
    this.#pieces = [all]
    if (this.#side === 'server') this.#write(greeting())
    this.#write(all.subarray(versionBytes, versionBytes + packetBytes))
  }
}

/** Version byte, zero time, zero player version, then random bytes. */
function greeting(): Buffer {
  return Buffer.concat([Buffer.of(version), Buffer.alloc(timeBytes), randomBytes(packetBytes - timeBytes)])
}
