import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** An SMTP server that counts mails and drops them, in a process of its own; prints its port and that of its counts. */
const counts = { mails: 0, bytes: 0 }
const smtp = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  logger: false,
  onData(stream, _session, done) {
    stream.on('data', (piece: Buffer) => (counts.bytes += piece.length))
    stream.on('end', () => {
      counts.mails += 1
      done()
    })
  },
})
smtp.on('error', () => undefined)
const listening = smtp.listen(0, '127.0.0.1')
const reader = createServer((_request, response) => response.end(JSON.stringify(counts))).listen(0, '127.0.0.1')
await Promise.all([once(listening, 'listening'), once(reader, 'listening')])
// cast: a server on a port has an address with one.
const [smtpAddress, readerAddress] = [listening.address() as AddressInfo, reader.address() as AddressInfo]
console.log(`${smtpAddress.port} ${readerAddress.port}`)
process.once('SIGTERM', () => process.exit(0))
