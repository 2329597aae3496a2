import { RtmpDamage } from './damage.ts'
import type { WireLimits } from './rtmpLimits.ts'
import { controlValue, isMedia, messageType, type RtmpMessage } from './rtmpMessage.ts'

/** Header fields of a chunk stream, which its later chunks leave out (Adobe RTMP 1.0, 5.3.1.2). */
type ChunkStream = {
  type: number
  streamId: number
  length: number
  timestampMs: number
  /** Milliseconds from the message before to one without a timestamp of its own. */
  deltaMs: number
  /** Whether chunks carry the extended timestamp (5.3.1.3); those of type 3 where the encoder does not omit it. */
  isExtended: boolean
  /** The incomplete message, and its bytes so far. */
  body: Buffer | undefined
  filled: number
}

/** A parsed chunk header: type, chunk stream, offsets of message header and payload, timestamp field. */
type ChunkHead = { format: number; chunkStreamId: number; at: number; timeField: number | undefined; end: number }

/** Bounds of chunk sizes (5.4.1). A large one costs no memory: a message is allocated by its own length. */
const chunkBytesMin = 128
const chunkBytesMax = 0x7fff_ffff
/** Lengths of message headers by chunk type (5.3.1.2). */
const headerBytes = [11, 7, 3, 0] as const
const extendedMark = 0xff_ffff
const extendedBytes = 4
const nothing = Buffer.alloc(0)

/**
 * Assembles messages from the bytes of a peer (Adobe RTMP 1.0, 5.3.1). Call `feed` with bytes, then `next` until it
 * returns undefined. Set Chunk Size and Abort take effect here and are returned too. Methods throw RtmpDamage when the
 * peer breaks the protocol or a limit; the reader cannot be used afterwards.
 */
export class ChunkReader {
  readonly #limits: WireLimits
  readonly #streams = new Map<number, ChunkStream>()
  #input: Buffer = nothing
  #at = 0
  #chunkBytes = chunkBytesMin
  #isMediaLong = false
  #partialBytes = 0
  /** The chunk whose payload is being read. */
  #current: ChunkStream | undefined
  #currentLeft = 0

  constructor(limits: WireLimits) {
    this.#limits = limits
  }

  /** Raises the limit of audio and video messages from `commandBytesMax` to `messageBytesMax`. */
  allowMedia(): void {
    this.#isMediaLong = true
  }

  /** Announced lengths of all incomplete messages, in bytes. */
  partialBytes(): number {
    return this.#partialBytes
  }

  /** Adds bytes, which must not change later. Call it after `next` returned undefined: only a header may be left. */
  feed(bytes: Buffer): void {
    const isEmpty = this.#at === this.#input.length
    this.#input = isEmpty ? bytes : Buffer.concat([this.#input.subarray(this.#at), bytes])
    this.#at = 0
  }

  /** The next message, in a body of its own. Undefined when more bytes are needed. */
  next(): RtmpMessage | undefined {
    for (;;) {
      const stream = this.#current ?? this.#beginChunk()
      if (stream === undefined) return undefined
      this.#readPayload(stream)
      if (this.#currentLeft > 0) return undefined
      this.#current = undefined
      if (stream.body !== undefined && stream.filled === stream.length) return this.#complete(stream, stream.body)
    }
  }

  #beginChunk(): ChunkStream | undefined {
    const head = readHead(this.#input, this.#at, this.#streams)
    if (head === undefined) return undefined
    const stream = this.#streams.get(head.chunkStreamId) ?? this.#open(head)
    if (stream.body === undefined) this.#beginMessage(stream, head)
    else if (head.format !== 3) throw new RtmpDamage('a message that begins within another')
    this.#at = head.end
    this.#current = stream
    this.#currentLeft = Math.min(this.#chunkBytes, stream.length - stream.filled)
    return stream
  }

  /** Type 1 may open a chunk stream, with message stream 0: librtmp opens its control stream so. */
  #open({ format, chunkStreamId }: ChunkHead): ChunkStream {
    if (format > 1) throw new RtmpDamage('a chunk stream that begins without a header')
    if (this.#streams.size === this.#limits.chunkStreamsMax) throw new RtmpDamage('too many chunk streams')
    const stream: ChunkStream = {
      type: 0,
      streamId: 0,
      length: 0,
      timestampMs: 0,
      deltaMs: 0,
      isExtended: false,
      body: undefined,
      filled: 0,
    }
    this.#streams.set(chunkStreamId, stream)
    return stream
  }

  #beginMessage(stream: ChunkStream, { format, at, timeField }: ChunkHead): void {
    const input = this.#input
    if (format <= 1) {
      stream.length = input.readUIntBE(at + 3, 3)
      stream.type = input.readUInt8(at + 6)
    }
    if (format === 0) stream.streamId = input.readUInt32LE(at + 7)
    if (format < 3) stream.isExtended = input.readUIntBE(at, 3) === extendedMark
    if (timeField !== undefined) stream.deltaMs = timeField
    // After a type 0 chunk, one of type 3 that begins a message repeats its timestamp as a difference (5.3.1.2.4).
    stream.timestampMs = format === 0 ? stream.deltaMs : (stream.timestampMs + stream.deltaMs) >>> 0
    this.#checkLength(stream)
    this.#partialBytes += stream.length
    stream.body = Buffer.allocUnsafe(stream.length)
    stream.filled = 0
  }

  #checkLength({ type, length }: ChunkStream): void {
    const { messageBytesMax, commandBytesMax, partialBytesMax } = this.#limits
    const bytesMax = isMedia(type) && this.#isMediaLong ? messageBytesMax : commandBytesMax
    if (length > bytesMax) throw new RtmpDamage(`a message of more than ${bytesMax} bytes`)
    if (this.#partialBytes + length > partialBytesMax) throw new RtmpDamage('too many incomplete messages')
  }

  #readPayload(stream: ChunkStream): void {
    const byteCount = Math.min(this.#currentLeft, this.#input.length - this.#at)
    stream.body?.set(this.#input.subarray(this.#at, this.#at + byteCount), stream.filled)
    stream.filled += byteCount
    this.#at += byteCount
    this.#currentLeft -= byteCount
  }

  #complete(stream: ChunkStream, body: Buffer): RtmpMessage {
    this.#drop(stream)
    const { type, timestampMs, streamId } = stream
    if (type === messageType.setChunkSize) this.#setChunkBytes(controlValue(body))
    if (type === messageType.abort) this.#abort(controlValue(body))
    return { type, timestampMs, streamId, body }
  }

  #drop(stream: ChunkStream): void {
    this.#partialBytes -= stream.length
    stream.body = undefined
  }

  #setChunkBytes(byteCount: number): void {
    if (byteCount < chunkBytesMin || byteCount > chunkBytesMax) throw new RtmpDamage('a chunk size out of bounds')
    this.#chunkBytes = byteCount
  }

  /** Abort Message (5.4.2): drops the incomplete message of a chunk stream. */
  #abort(chunkStreamId: number): void {
    const stream = this.#streams.get(chunkStreamId)
    if (stream?.body !== undefined) this.#drop(stream)
  }
}

/** Reads a chunk header (5.3.1.1 to 5.3.1.3). Undefined while it is incomplete. */
function readHead(input: Buffer, start: number, streams: Map<number, ChunkStream>): ChunkHead | undefined {
  const first = input[start]
  if (first === undefined) return undefined
  const format = first >> 6
  const low = first & 0x3f
  const at = start + (low > 1 ? 1 : 2 + low)
  if (at > input.length) return undefined
  // Streams 2 to 63 are in the first byte; 64 and above in the next one or, lower byte first, the next two.
  const chunkStreamId = low > 1 ? low : 64 + input.readUIntLE(start + 1, 1 + low)
  const header = at + (headerBytes[format] ?? 0)
  if (header > input.length) return undefined
  const field = format === 3 ? undefined : input.readUIntBE(at, 3)
  const stream = streams.get(chunkStreamId)
  const isExtended = field === undefined ? stream?.isExtended === true : field === extendedMark
  const withoutField = { format, chunkStreamId, at, timeField: field, end: header }
  if (!isExtended) return withoutField
  if (format === 3 && stream?.body !== undefined && !isFieldOf(stream, input.subarray(header))) return withoutField
  const end = header + extendedBytes
  if (end > input.length) return undefined
  return { format, chunkStreamId, at, timeField: input.readUInt32BE(header), end }
}

/**
 * Whether the bytes behind a type 3 header may begin with the extended timestamp of its message. Some encoders omit it
 * within a message (5.3.1.3 requires it). As in SRS, a value other than the message's own is already payload.
 */
function isFieldOf({ deltaMs }: ChunkStream, bytes: Buffer): boolean {
  const field = Buffer.alloc(extendedBytes)
  field.writeUInt32BE(deltaMs)
  const compared = bytes.subarray(0, extendedBytes)
  return compared.equals(field.subarray(0, compared.length))
}
