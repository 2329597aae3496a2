/** Error: a mail that no retry can deliver: a wrong address, a body too large, a refusal by the receiver. */
export class MailRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MailRefused'
  }
}

/** Error: a mail that could not be sent now. A retry may succeed. */
export class MailFailed extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'MailFailed'
  }
}
