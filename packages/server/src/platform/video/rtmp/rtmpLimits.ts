import { doublingDelaysMs, type BackOff } from '#kit/values/backOff.ts'

/** Limits of reading messages from a peer. */
export type WireLimits = {
  /** Bytes of one message's body. */
  messageBytesMax: number
  /** Bytes of a message that is neither audio nor video, and of any message before its publisher is admitted. */
  commandBytesMax: number
  /** Announced lengths of all incomplete messages, in bytes. */
  partialBytesMax: number
  /** Chunk streams that a peer may use. */
  chunkStreamsMax: number
  /** Messages read from one peer before the event loop serves other connections. */
  messageBatchMax: number
  /** Bytes queued for a peer that does not read. */
  outgoingBytesMax: number
}

/** Limits of an ingest listener and of each of its connections. */
export type IngestLimits = WireLimits & {
  /** Open connections in all. */
  connectionsMax: number
  /** Open connections of one network prefix that do not publish (yet). */
  waitingPerPrefixMax: number
  /** Time from the connection to the end of the handshake, TLS included. */
  handshakeTimeoutMs: number
  /** Time from the handshake to the `publish` command. */
  publishTimeoutMs: number
  /** Time for the admission of a stream key. */
  admissionTimeoutMs: number
  /** Time without a byte from a publisher. */
  idleTimeoutMs: number
  /** Time for a peer to read the final status and to close. */
  lingerTimeoutMs: number
  /** Bytes a second of one connection, averaged over `rateSeconds`. */
  bytesPerSecondMax: number
  messagesPerSecondMax: number
  rateSeconds: number
}

const wireLimits: Omit<WireLimits, 'outgoingBytesMax'> = {
  messageBytesMax: 4 * 1_048_576,
  commandBytesMax: 65_536,
  partialBytesMax: 8 * 1_048_576,
  chunkStreamsMax: 64,
  messageBatchMax: 256,
}

/** Default limits: an encoder may send up to 100 Mbit/s. */
export const ingestLimits: IngestLimits = {
  ...wireLimits,
  outgoingBytesMax: 65_536,
  connectionsMax: 500,
  waitingPerPrefixMax: 20,
  handshakeTimeoutMs: 10_000,
  publishTimeoutMs: 10_000,
  admissionTimeoutMs: 5_000,
  idleTimeoutMs: 15_000,
  lingerTimeoutMs: 2_000,
  bytesPerSecondMax: 12_500_000,
  messagesPerSecondMax: 2_000,
  rateSeconds: 5,
}

/** Limits of a push to one target. */
export type PushLimits = Omit<WireLimits, 'outgoingBytesMax'> & {
  /** Bytes queued for a slow target. A full queue drops tags up to a key frame that fits. */
  queueBytesMax: number
  /** Bytes a second that a target may send (responses, acknowledgements), averaged over `rateSeconds`. */
  bytesPerSecondMax: number
  rateSeconds: number
  /** Time for one attempt: look-up, connection, handshake and the target's publish status. */
  startTimeoutMs: number
  /** Time without a byte read by the target while bytes are queued. */
  stallTimeoutMs: number
  /** Time for the target to read the queue after the push is stopped. */
  lingerTimeoutMs: number
  /** Retry schedule of a failed connection. */
  backOff: BackOff
  /** Duration of a connection that counts as a success and resets the failures in a row. */
  steadyAfterMs: number
}

/** Default limits of a push. A target only responds, so its messages are small. */
export const pushLimits: PushLimits = {
  ...wireLimits,
  messageBytesMax: 65_536,
  partialBytesMax: 262_144,
  queueBytesMax: 4 * 1_048_576,
  bytesPerSecondMax: 65_536,
  rateSeconds: 5,
  startTimeoutMs: 10_000,
  stallTimeoutMs: 15_000,
  lingerTimeoutMs: 2_000,
  backOff: { delaysMs: doublingDelaysMs(1_000, 60_000), jitterShare: 0.25 },
  steadyAfterMs: 30_000,
}
