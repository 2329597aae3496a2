import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'

/** A record of a name server: an address, and its TTL in seconds. */
export type NameRecord = { address: string; ttl?: number }

/** A name server on loopback, by UDP. */
export type NameServer = {
  /** Address of the server as `address:port`. */
  at: string
  /** Received queries, such as `A one.example`. */
  questions: string[]
  /** Returns the records of a question; none is NXDOMAIN. The server responds when it resolves. */
  answer: (name: string, type: 'A' | 'AAAA') => NameRecord[] | Promise<NameRecord[]>
  /** TXT records by name. */
  texts: Map<string, string[]>
  /** CNAME records by name. */
  aliases: Map<string, string>
  /** Hosts of MX records by name; the empty host is that of a domain without mail. */
  mailHosts: Map<string, string[]>
  [Symbol.asyncDispose](): Promise<void>
}

const typeCodes: Record<number, 'A' | 'AAAA' | 'TXT' | 'CNAME' | 'MX'> = {
  1: 'A',
  5: 'CNAME',
  15: 'MX',
  16: 'TXT',
  28: 'AAAA',
}

/** Opens a name server (RFC 1035, 4.1); it knows no name until one is set. */
export async function nameServer(): Promise<NameServer> {
  const socket = createSocket('udp4')
  const made: NameServer = {
    at: '',
    questions: [],
    answer: () => [],
    texts: new Map(),
    aliases: new Map(),
    mailHosts: new Map(),
    async [Symbol.asyncDispose]() {
      socket.close()
      await once(socket, 'close')
    },
  }
  let isOpen = true
  socket.once('close', () => (isOpen = false))
  socket.on('message', async (message: Buffer, { port, address }: RemoteInfo) => {
    const { name, end } = readName(message)
    const type = typeCodes[message.readUInt16BE(end)] ?? 'A'
    made.questions.push(`${type} ${name}`)
    const records = await recordsAt(made, name, type)
    if (isOpen) socket.send(responseTo(message, end + 4, records), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  made.at = `127.0.0.1:${socket.address().port}`
  return made
}

async function recordsAt(server: NameServer, name: string, type: string): Promise<RawRecord[]> {
  if (type === 'TXT') return textsAt(server, name)
  if (type === 'CNAME') return aliasesAt(server, name)
  if (type === 'MX') return mailHostsAt(server, name)
  return addressesIn(await server.answer(name, type === 'AAAA' ? 'AAAA' : 'A'))
}

function readName(message: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

/** Data of a record, its code of the type, and its TTL in seconds. */
type RawRecord = { code: number; ttl: number; bytes: Buffer }

/** The question, followed by its records; each name is a pointer to that of the question. */
function responseTo(message: Buffer, questionEnd: number, records: readonly RawRecord[]): Buffer {
  const head = Buffer.alloc(12)
  message.copy(head, 0, 0, 2)
  head.writeUInt16BE(records.length === 0 ? 0x81_83 : 0x81_80, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(records.length, 6)
  const answers = records.map(({ code, ttl, bytes }) => {
    const record = Buffer.alloc(12)
    record.writeUInt16BE(0xc0_0c, 0)
    record.writeUInt16BE(code, 2)
    record.writeUInt16BE(1, 4)
    record.writeUInt32BE(ttl, 6)
    record.writeUInt16BE(bytes.length, 10)
    return Buffer.concat([record, bytes])
  })
  return Buffer.concat([head, message.subarray(12, questionEnd), ...answers])
}

function addressesIn(records: readonly NameRecord[]): RawRecord[] {
  return records.map(({ address, ttl = 60 }) => {
    const bytes = addressBytes(address)
    return { code: bytes.length === 4 ? 1 : 28, ttl, bytes }
  })
}

/** Texts in pieces of at most 255 bytes. */
function textsAt({ texts }: NameServer, name: string): RawRecord[] {
  return (texts.get(name) ?? []).map((text) => {
    const pieces = text.match(/.{1,255}/gs) ?? []
    const bytes = Buffer.concat(pieces.flatMap((piece) => [Buffer.from([piece.length]), Buffer.from(piece, 'latin1')]))
    return { code: 16, ttl: 60, bytes }
  })
}

function aliasesAt({ aliases }: NameServer, name: string): RawRecord[] {
  const target = aliases.get(name)
  return target === undefined ? [] : [{ code: 5, ttl: 60, bytes: nameBytes(target) }]
}

/** Each host after its preference. */
function mailHostsAt({ mailHosts }: NameServer, name: string): RawRecord[] {
  const hosts = mailHosts.get(name) ?? []
  return hosts.map((host) => ({ code: 15, ttl: 60, bytes: Buffer.concat([Buffer.from([0, 10]), nameBytes(host)]) }))
}

/** A name in labels; the empty name is the root. */
function nameBytes(name: string): Buffer {
  const labels = name === '' ? [] : name.split('.')
  const bytes = labels.map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]))
  return Buffer.concat([...bytes, Buffer.from([0])])
}

/** IPv4 in four parts, or IPv6 in eight groups. */
function addressBytes(address: string): Buffer {
  if (!address.includes(':')) return Buffer.from(address.split('.').map(Number))
  return Buffer.from(
    address
      .split(':')
      .map((group) => group.padStart(4, '0'))
      .join(''),
    'hex',
  )
}
