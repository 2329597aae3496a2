/** A mail that will not be delivered however often it is tried: a wrong address, a body too large, a receiver's no. */
export class MailRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MailRefused'
  }
}

/** A mail that could not be handed over at this moment. It may be when it is tried again. */
export class MailFailed extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'MailFailed'
  }
}
