/** The peer broke the protocol or a limit. The message is a phrase for the log and holds no bytes of the peer. */
export class RtmpDamage extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'RtmpDamage'
  }
}
