import type { Duplex } from 'node:stream'
import { ChunkReader } from './chunkReader.ts'
import { chunkSizeMessage, chunksOf } from './chunkWriter.ts'
import { RtmpDamage } from './damage.ts'
import { Handshake, type Side } from './handshake.ts'
import type { WireLimits } from './rtmpLimits.ts'
import { controlMessage, controlValue, messageType, type RtmpMessage, userControl, userEvent } from './rtmpMessage.ts'

/** Callbacks of a wire. `message` may throw RtmpDamage for a message that breaks the protocol. */
export type WireEvents = {
  /** Bytes arrived and are about to be read. */
  received(byteCount: number): void
  /** A message arrived and is about to be handled, also one that the wire handles. */
  arrived?(): void
  /** The handshake is done, messages may be sent. */
  ready(): void
  /** A message of the peer, without those that the wire handles: chunk size, acknowledgement, window, ping. */
  message(message: RtmpMessage): void
  /**
   * The peer broke the protocol or a limit (RtmpDamage), or `message` threw. The wire reads and sends nothing more; the
   * owner closes it.
   */
  damaged(error: unknown): void
  /** The socket is closed, after `error` if there was one. Called once, last. */
  closed(error: Error | undefined): void
}

/** Acknowledgement window until the peer announces one, in bytes: the common value of servers. */
export const windowBytes = 2_500_000

/**
 * One RTMP connection of a server or a client over a connected duplex stream: handshake, chunks, acknowledgements and
 * pings (Adobe RTMP 1.0, 5 and 6.2). It reads at most `messageBatchMax` messages, then yields to the event loop.
 */
export class Wire {
  readonly #socket: Duplex
  readonly #limits: WireLimits
  readonly #events: WireEvents
  readonly #reader: ChunkReader
  #handshake: Handshake | undefined
  #isPaused = false
  /** True while closing: further bytes are dropped. */
  #isShut = false
  #nextBatch: NodeJS.Immediate | undefined
  #receivedBytes = 0
  #acknowledgedBytes = 0
  #windowBytes = windowBytes
  #error: Error | undefined

  constructor(socket: Duplex, { side, limits, events }: { side: Side; limits: WireLimits; events: WireEvents }) {
    this.#socket = socket
    this.#limits = limits
    this.#events = events
    this.#reader = new ChunkReader(limits)
    socket.on('data', (bytes: Buffer) => this.#take(bytes))
    socket.on('error', (error) => {
      this.#error = error
    })
    socket.on('close', () => this.#close())
    this.#handshake = new Handshake(side, (bytes) => socket.write(bytes))
  }

  /** Bytes received so far, the handshake included. */
  receivedBytes(): number {
    return this.#receivedBytes
  }

  /** Bytes queued for the peer. */
  queuedBytes(): number {
    return this.#socket.writableLength
  }

  /** Raises the length limit of audio and video messages. */
  allowMedia(): void {
    this.#reader.allowMedia()
  }

  /** Sends a message. More than `outgoingBytesMax` unread bytes damage the wire. */
  send(message: RtmpMessage): void {
    if (this.#isShut) return
    this.#socket.write(chunksOf(message))
    if (this.#socket.writableLength > this.#limits.outgoingBytesMax)
      this.#fail(new RtmpDamage('sent bytes that the peer does not read'))
  }

  /** Stops reading until `resume`, also within bytes that have arrived. */
  pause(): void {
    this.#isPaused = true
    this.#socket.pause()
  }

  resume(): void {
    this.#isPaused = false
    this.#schedule()
  }

  /** Sends the queue, then closes; reads nothing more. A peer that stays open needs `destroy`. */
  end(): void {
    this.#isShut = true
    this.#socket.end()
    // Unread bytes would turn the end into a reset, and the peer would never see the last message.
    this.#socket.resume()
  }

  /** Closes at once. */
  destroy(): void {
    this.#isShut = true
    this.#socket.destroy()
  }

  #take(bytes: Buffer): void {
    this.#receivedBytes += bytes.length
    if (this.#isShut) return
    this.#events.received(bytes.length)
    if (this.#isShut) return
    const rest = this.#handshake === undefined ? bytes : this.#shakeHands(this.#handshake, bytes)
    if (rest === undefined) return
    this.#reader.feed(rest)
    this.#read()
    this.#acknowledge()
  }

  #shakeHands(handshake: Handshake, bytes: Buffer): Buffer | undefined {
    const rest = this.#guarded(() => handshake.feed(bytes))
    if (rest === undefined) return undefined
    this.#handshake = undefined
    this.send(chunkSizeMessage)
    this.#events.ready()
    return rest
  }

  #read(): void {
    this.#nextBatch = undefined
    const mayHaveMore = this.#guarded(() => this.#readBatch())
    if (this.#isPaused || this.#isShut) return
    if (mayHaveMore === true) this.#schedule()
    else this.#socket.resume()
  }

  /** Reads one batch of messages. Returns whether the limit of the batch stopped it. */
  #readBatch(): boolean {
    for (let left = this.#limits.messageBatchMax; left > 0; left -= 1) {
      if (this.#isPaused || this.#isShut || !this.#readMessage()) return false
    }
    return true
  }

  #schedule(): void {
    this.#socket.pause()
    this.#nextBatch ??= setImmediate(() => this.#read())
  }

  /** Reads one message. Returns false when more bytes are needed. */
  #readMessage(): boolean {
    const message = this.#reader.next()
    if (message === undefined) return false
    this.#events.arrived?.()
    if (this.#isShut) return false
    if (message.type > messageType.setPeerBandwidth) this.#events.message(message)
    else this.#control(message)
    return true
  }

  /** Chunk size and abort took effect in the reader; bandwidths and acknowledgements need no response. */
  #control({ type, body }: RtmpMessage): void {
    if (type === messageType.windowAckSize) this.#windowBytes = controlValue(body)
    if (type !== messageType.userControl || body.length < 6) return
    if (body.readUInt16BE(0) === userEvent.pingRequest) {
      this.send(userControl(userEvent.pingResponse, body.readUInt32BE(2)))
    }
  }

  /** Acknowledgement (5.4.3), at most one for each read of the socket. */
  #acknowledge(): void {
    if (this.#receivedBytes - this.#acknowledgedBytes < this.#windowBytes) return
    this.#acknowledgedBytes = this.#receivedBytes
    this.send(controlMessage(messageType.acknowledgement, this.#receivedBytes))
  }

  #guarded<T>(work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      this.#fail(error)
      return undefined
    }
  }

  #fail(error: unknown): void {
    if (this.#isShut) return
    this.#isShut = true
    this.#events.damaged(error)
  }

  #close(): void {
    this.#isShut = true
    clearImmediate(this.#nextBatch)
    this.#events.closed(this.#error)
  }
}
