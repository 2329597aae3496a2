import type { MediaTag } from '#platform/video/mediaTypes.ts'

/** How an encoder is connected. */
export type PublishProtocol = 'rtmp' | 'rtmps'

/** An encoder that asks to publish. The key is a secret: it is in no log and no answer. */
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

/** Where tags go, or why not: a whole sentence, which the encoder shows to its user. */
export type PublishVerdict = { sink: PublishSink } | { refusal: string }

/** What takes the tags of one publisher. Neither may throw: an error drops the publisher. */
export type PublishSink = {
  /** In the order of arrival; timestamps are the encoder's own, unsigned 32 bit. */
  tag(tag: MediaTag): void
  /** Exactly once for every sink, last, even when the encoder was gone before the verdict. */
  end(why: PublishEnd): void
}

/**
 * How publishing ended: the encoder said so; its connection closed; nothing came for a while; it broke the protocol;
 * it was dropped, by `drop` or for a limit; or the listener stopped.
 */
export type PublishEnd = 'unpublished' | 'closed' | 'silent' | 'damaged' | 'dropped' | 'stopped'

/** The connection of a publisher. */
export type PublisherConnection = {
  /** Ends it. The encoder is shown the reason, a whole sentence. The sink's `end` is called before this returns. */
  drop(reason: string): void
  /** Stops taking what it sends until `resume`: an encoder notices, and sends less. */
  pause(): void
  resume(): void
  /** For how long neither picture, sound nor data has come; before the first, since it was let in. */
  silenceMs(): number
  /** Bytes received so far. */
  byteCount(): number
  remoteAddress: string
}
