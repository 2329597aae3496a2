import type { MediaTag } from '#platform/video/mediaTypes.ts'

/** How an encoder is connected. */
export type PublishProtocol = 'rtmp' | 'rtmps'

/** The `publish` request of an encoder. The key is a secret: no log and no response holds it. */
export type PublishRequest = {
  /** The path of the server's address, without slashes around it: `live` in `rtmp://host/live`. */
  app: string
  /** The stream's name, without the query that may follow it. */
  key: string
  /** Where the encoder connects from. */
  address: string
  protocol: PublishProtocol
  connection: PublisherConnection
}

/** The sink for the tags, or a refusal: a whole sentence, which the encoder shows to its user. */
export type PublishVerdict = { sink: PublishSink } | { refusal: string }

/** Receiver of the tags of one publisher. Its methods must not throw: an error drops the publisher. */
export type PublishSink = {
  /** In the order of arrival; timestamps are the encoder's own, unsigned 32 bit. */
  tag(tag: MediaTag): void
  /** Called exactly once for every sink, last, also when the encoder disconnected before the verdict. */
  end(why: PublishEnd): void
}

/**
 * Reason why publishing ended: the encoder unpublished; its connection closed; it was silent for too long; it broke the
 * protocol; it was dropped, by `drop` or at a limit; or the listener stopped.
 */
export type PublishEnd = 'unpublished' | 'closed' | 'silent' | 'damaged' | 'dropped' | 'stopped'

/** The connection of a publisher. */
export type PublisherConnection = {
  /** Ends the connection. The encoder shows the reason, a whole sentence. The sink's `end` runs before this returns. */
  drop(reason: string): void
  /** Stops reading until `resume`; the encoder sees backpressure and lowers its bitrate. */
  pause(): void
  resume(): void
  /** Milliseconds since the last tag; before the first one, since admission. */
  silenceMs(): number
  /** Bytes received so far. */
  byteCount(): number
  remoteAddress: string
}
