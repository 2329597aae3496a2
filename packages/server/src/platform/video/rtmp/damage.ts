/**
 * The peer broke the protocol or one of the bounds. The message is a phrase for the log: it says what was wrong and
 * holds nothing of what was sent.
 */
export class RtmpDamage extends Error {
  constructor(what: string) {
    super(what)
    this.name = 'RtmpDamage'
  }
}
