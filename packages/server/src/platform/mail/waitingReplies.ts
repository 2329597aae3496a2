import SMTPConnection from 'nodemailer/lib/smtp-connection'

/** Replies that wait to be read: a server answers each command once. */
const repliesMax = 100

type Connection = {
  _responseQueue: readonly string[]
  _onData(chunk: Uint8Array | null): void
  _onResponseTooLarge(): void
}

/**
 * Ends each connection whose mail server sends many replies ahead of their commands. The client bounds the length of
 * one reply alone: it keeps each empty line, and reads one in a turn of its own, also after the end of the connection.
 */
export function boundWaitingReplies(): void {
  // cast: internal members of the client, which a test reads with its version.
  const client = SMTPConnection.prototype as unknown as Connection & { isBounded?: true }
  if (client.isBounded === true) return
  client.isBounded = true
  const read = client._onData
  client._onData = function (chunk) {
    read.call(this, chunk)
    if (this._responseQueue.length > repliesMax) this._onResponseTooLarge()
  }
}
