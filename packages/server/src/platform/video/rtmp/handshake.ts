import { randomBytes } from 'node:crypto'
import { RtmpDamage } from './damage.ts'

/** Role of this process in a connection. */
export type Side = 'server' | 'client'

const version = 3
const versionBytes = 1
const packetBytes = 1_536
const timeBytes = 8

/**
 * The simple handshake (Adobe RTMP 1.0, 5.2): each side sends a version byte and a random packet, then the packet of
 * the other side. Peers of the undocumented "complex" form read zeros in our packet and use the simple form.
 */
export class Handshake {
  readonly #side: Side
  readonly #write: (bytes: Buffer) => void
  #received: Buffer[] = []
  #byteCount = 0
  #hasEchoed = false

  /** `write` sends bytes to the peer; a client sends its first bytes at once. */
  constructor(side: Side, write: (bytes: Buffer) => void) {
    this.#side = side
    this.#write = write
    if (side === 'client') write(firstPackets())
  }

  /**
   * Takes bytes of the peer. Returns those behind the complete handshake, else undefined. Throws RtmpDamage for another
   * version or another protocol.
   */
  feed(bytes: Buffer): Buffer | undefined {
    if (this.#byteCount === 0 && bytes.length > 0 && bytes[0] !== version) throw new RtmpDamage('not RTMP version 3')
    this.#received.push(bytes)
    this.#byteCount += bytes.length
    if (!this.#hasEchoed && this.#byteCount >= versionBytes + packetBytes) this.#echo()
    if (this.#byteCount < versionBytes + 2 * packetBytes) return undefined
    return Buffer.concat(this.#received).subarray(versionBytes + 2 * packetBytes)
  }

  /** Echoes the packet unchanged: librtmp warns when its second time field is set (5.2.4). */
  #echo(): void {
    this.#hasEchoed = true
    const all = Buffer.concat(this.#received)
    this.#received = [all]
    if (this.#side === 'server') this.#write(firstPackets())
    this.#write(all.subarray(versionBytes, versionBytes + packetBytes))
  }
}

/** Packets C0 and C1, or S0 and S1: version byte, zero time, zero player version, then random bytes. */
function firstPackets(): Buffer {
  return Buffer.concat([Buffer.of(version), Buffer.alloc(timeBytes), randomBytes(packetBytes - timeBytes)])
}
