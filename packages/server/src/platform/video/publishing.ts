import type { MediaTag } from './mediaTypes.ts'

/** Protocol of an encoder's connection. */
export type PublishProtocol = 'rtmp' | 'rtmps'

/** Request of an encoder to publish. The key is a secret: no log and no response holds it. */
export type PublishRequest = {
  /**
   * Path of the server's address, without slashes around it: `live` in `rtmp://host/live`. A user may have put the key
   * there, so no log and no response holds it.
   */
  app: string
  /** Stream key: the name of the published stream, without a query behind it. Empty where the encoder sent none. */
  key: string
  /** Network address of the encoder. */
  address: string
  protocol: PublishProtocol
  connection: PublisherConnection
}

/** Sink for the tags, or a refusal: a whole sentence, which the encoder displays to its user. */
export type PublishVerdict = { sink: PublishSink } | { refusal: string }

/** Receiver of the tags of one publisher. Its methods must not throw: an error drops the publisher. */
export type PublishSink = {
  /** Receives a tag, in the order of arrival. Timestamps are those of the encoder: ms, unsigned 32 bit. */
  tag(tag: MediaTag): void
  /** Ends the sink: called once and last, also when the encoder disconnected before the verdict. */
  end(why: PublishEnd, fault?: EncoderFault): void
}

/** Limit or rule of the protocol that an encoder broke: a stable name, and a sentence for the person at it. */
export type EncoderFault = { code: 'limit_exceeded' | 'protocol_broken'; message: string }

/**
 * Reason why publishing ended: the encoder unpublished; its connection closed; it was silent for too long; it broke the
 * protocol; it was dropped, by `drop` or at a limit; or the listener stopped.
 */
export type PublishEnd = 'unpublished' | 'closed' | 'silent' | 'damaged' | 'dropped' | 'stopped'

/** Connection of a publisher. */
export type PublisherConnection = {
  /** Closes the connection; the sink's `end` runs before this returns. The encoder displays the reason, a sentence. */
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
