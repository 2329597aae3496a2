/** What bounds the reading of messages from a peer. */
export type WireLimits = {
  /** Bytes of one message's body. */
  messageBytesMax: number
  /** Bytes of a message that is neither picture nor sound; and of any message before a publisher is admitted. */
  commandBytesMax: number
  /** Bytes of the messages that have begun and are not complete, by their announced lengths. */
  partialBytesMax: number
  /** Chunk streams that a peer may use. */
  chunkStreamsMax: number
  /** The longest chunk that a peer may announce; the shortest is 128 bytes, which is where it begins. */
  chunkBytesMax: number
  /** Messages that are taken from one peer before everybody else has a turn. */
  messagesPerTurnMax: number
  /** Bytes that wait for a peer that does not read. */
  outgoingBytesMax: number
}

/** What bounds an ingest listener and each of its connections. */
export type IngestLimits = WireLimits & {
  /** Open connections in all. */
  connectionsMax: number
  /** Open connections of one network prefix that do not publish (yet). */
  waitingPerPrefixMax: number
  /** From the connection to the end of the handshake, TLS included. */
  handshakeTimeoutMs: number
  /** From the handshake to the `publish` command. */
  publishTimeoutMs: number
  /** For the judgement of a stream key. */
  judgeTimeoutMs: number
  /** Without a byte from a publisher. */
  idleTimeoutMs: number
  /** For a peer to read why it is turned away, and to close. */
  lingerTimeoutMs: number
  /** What one connection may send, averaged over `rateSeconds`. */
  bytesPerSecondMax: number
  messagesPerSecondMax: number
  rateSeconds: number
}

const wireLimits: Omit<WireLimits, 'outgoingBytesMax'> = {
  messageBytesMax: 4 * 1_048_576,
  commandBytesMax: 65_536,
  partialBytesMax: 8 * 1_048_576,
  chunkStreamsMax: 64,
  chunkBytesMax: 1_048_576,
  messagesPerTurnMax: 256,
}

/** The limits unless others are given: generous for an encoder of up to 100 Mbit/s, tight for everything else. */
export const ingestLimits: IngestLimits = {
  ...wireLimits,
  outgoingBytesMax: 65_536,
  connectionsMax: 500,
  waitingPerPrefixMax: 20,
  handshakeTimeoutMs: 10_000,
  publishTimeoutMs: 10_000,
  judgeTimeoutMs: 5_000,
  idleTimeoutMs: 15_000,
  lingerTimeoutMs: 2_000,
  bytesPerSecondMax: 12_500_000,
  messagesPerSecondMax: 2_000,
  rateSeconds: 5,
}

/** What bounds a push to one target. */
export type PushLimits = Omit<WireLimits, 'outgoingBytesMax'> & {
  /** Bytes that wait for a slow target. Beyond, everything is left out until a key frame fits. */
  queueBytesMax: number
  /** Bytes that a target may send, averaged over `rateSeconds`: it answers commands and acknowledges. */
  bytesPerSecondMax: number
  rateSeconds: number
  /** For one attempt: look-up, connection, handshake and the target's word that it takes the stream. */
  startTimeoutMs: number
  /** Without a byte taken by the target while some wait. */
  stallTimeoutMs: number
  /** For the target to take what waits, when the push is stopped. */
  lingerTimeoutMs: number
  /** Before the second attempt; doubled with each further one. */
  retryDelayMsMin: number
  retryDelayMsMax: number
  /** How long a connection lasts that counts as a success, after which delays begin anew. */
  steadyAfterMs: number
}

/** The limits of a push unless others are given. A target only answers, so its messages are small. */
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
  retryDelayMsMin: 1_000,
  retryDelayMsMax: 60_000,
  steadyAfterMs: 30_000,
}
