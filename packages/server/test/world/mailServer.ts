import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail that a server received. */
export type TakenMail = { from: string; to: string[]; raw: string }

/** An SMTP server that stores received mails. */
export type MailServer = {
  port: number
  taken: TakenMail[]
  /** Replies other than 250, by the recipient's address: `450 Later`. */
  refuse: Map<string, string>
  [Symbol.asyncDispose](): Promise<void>
}

/** Opens the server on loopback, without TLS and authentication unless set. */
export async function mailServer(options: SMTPServerOptions = {}, host = '127.0.0.1'): Promise<MailServer> {
  const taken: TakenMail[] = []
  const refuse = new Map<string, string>()
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      const reply = refuse.get(address)
      if (reply === undefined) return done()
      const responseCode = Number(reply.slice(0, 3))
      return done(Object.assign(new Error(reply.slice(4)), { responseCode }))
    },
    onData(stream, { envelope }, done) {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address)
        taken.push({ from, to, raw: Buffer.concat(pieces).toString() })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  const listening = server.listen(0, host)
  await once(listening, 'listening')
  // cast: a server on a port has an address with one.
  const { port } = listening.address() as AddressInfo
  return {
    port,
    taken,
    refuse,
    [Symbol.asyncDispose]: () => new Promise((closed) => server.close(() => closed())),
  }
}
