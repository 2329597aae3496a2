import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** A fake of an IMAP server with one mailbox of 900 mails. `logins`: names that signed in. */
export type ImapServer = { port: number; logins: number; [Symbol.asyncDispose](): Promise<void> }

/** Opens a fake that answers each command with OK, and FETCH by `fetch`. `uidNext`: the UID that it promises next. */
export async function imapServer(
  fetch: (socket: Socket, tag: string) => void,
  { uidNext = 1_000, validity = () => 7 }: { uidNext?: number; validity?: () => number } = {},
): Promise<ImapServer> {
  const sockets = new Set<Socket>()
  const fake: ImapServer = {
    port: 0,
    logins: 0,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  const selected = () =>
    `* 900 EXISTS\r\n* OK [UIDVALIDITY ${validity()}] x\r\n* OK [UIDNEXT ${uidNext}] x\r\n* FLAGS (\\Seen)\r\n`
  const replies: Record<string, () => string> = {
    CAPABILITY: () => '* CAPABILITY IMAP4rev1\r\n',
    LIST: () => '* LIST () "/" INBOX\r\n',
    SELECT: selected,
    EXAMINE: selected,
  }
  const answer = (socket: Socket, line: string) => {
    const [tag = '', first = '', second = ''] = line.toUpperCase().split(' ')
    const command = first === 'UID' ? second : first
    if (command === 'LOGIN') fake.logins += 1
    if (command === 'FETCH') fetch(socket, tag)
    else socket.write(`${replies[command]?.() ?? ''}${tag} OK done\r\n`)
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).write('* OK [CAPABILITY IMAP4rev1] ready\r\n')
    let text = ''
    socket.on('data', (piece) => {
      const lines = `${text}${String(piece)}`.split('\r\n')
      text = lines.pop() ?? ''
      for (const line of lines) answer(socket, line)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // cast: a server on a port has an address with one.
  fake.port = (server.address() as AddressInfo).port
  return fake
}
