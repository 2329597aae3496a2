import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { until } from '#test/world/until.ts'
import type { InboundHost, InboundMail } from './inboundHostPort.ts'
import { openInboundServer, type InboundOptions } from './inboundServer.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }
const ours = 'b-1@bounces.test'

/** A host with one address. Returns the mails that it kept. */
function hostOf(keep: (mail: InboundMail) => Promise<void> = async () => {}): {
  host: InboundHost
  kept: InboundMail[]
} {
  const kept: InboundMail[] = []
  const host: InboundHost = {
    async admit(address) {
      if (address !== ours) return undefined
      return {
        async keep(mail) {
          await keep(mail)
          kept.push(mail)
        },
      }
    },
  }
  return { host, kept }
}

async function listen(recipients: InboundHost, more: Partial<InboundOptions> = {}) {
  const server = await openInboundServer({ host: '127.0.0.1', port: 0, name: 'mx.test', log, recipients, ...more })
  return { port: server.port, [Symbol.asyncDispose]: () => server.stop() }
}

/** A connection that sends lines as they are, and its replies. */
class Dialogue {
  readonly socket: Socket
  received = ''
  isClosed = false

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1')
    this.socket.on('data', (bytes) => (this.received += String(bytes)))
    this.socket.on('error', () => undefined)
    this.socket.on('close', () => (this.isClosed = true))
  }

  codes(): string[] {
    return this.received.split('\r\n').flatMap((line) => /^(\d{3}) /.exec(line)?.[1] ?? [])
  }

  /** Sends text and waits for this many replies in all. */
  async say(text: string, count: number): Promise<string[]> {
    this.socket.write(text)
    return until(
      () => this.codes(),
      (codes) => codes.length >= count || this.isClosed,
    )
  }
}

async function greeted(port: number): Promise<Dialogue> {
  const dialogue = new Dialogue(port)
  await dialogue.say('', 1)
  await dialogue.say('EHLO sender.test\r\n', 2)
  return dialogue
}

test('a mail that cannot be stored is answered with 451, so that the sender keeps it', async () => {
  let isBroken = true
  const { host, kept } = hostOf(async () => {
    if (isBroken) throw new Error('the database is away')
  })
  await using server = await listen(host)
  const dialogue = await greeted(server.port)
  const mail = `MAIL FROM:<>\r\nRCPT TO:<${ours}>\r\nDATA\r\n`
  await dialogue.say(mail, 5)
  assert.equal((await dialogue.say('Subject: a\r\n\r\nb\r\n.\r\n', 6)).at(-1), '451')
  isBroken = false
  await dialogue.say(mail, 9)
  assert.equal((await dialogue.say('Subject: a\r\n\r\nb\r\n.\r\n', 10)).at(-1), '250')
  assert.deepEqual(
    kept.map(({ from, raw }) => [from, raw.toString()]),
    [['', 'Subject: a\r\n\r\nb\r\n']],
  )
  dialogue.socket.destroy()
})

test('a line end that is none in SMTP does not end a mail and begin another one', async () => {
  const { host, kept } = hostOf()
  await using server = await listen(host)
  const dialogue = await greeted(server.port)
  await dialogue.say(`MAIL FROM:<>\r\nRCPT TO:<${ours}>\r\nDATA\r\n`, 5)
  const second = `MAIL FROM:<x@y.test>\r\nRCPT TO:<${ours}>\r\nDATA\r\nsmuggled`
  await dialogue.say(`a\n.\n${second}\r\n\n.\r\n${second}\r\n.\r\n`, 6)
  assert.equal(kept.length, 1)
  dialogue.socket.destroy()
})

test('AUTH, STARTTLS without a certificate, VRFY and pipelined nonsense give nothing away', async () => {
  const { host } = hostOf()
  await using server = await listen(host)
  const dialogue = await greeted(server.port)
  assert.doesNotMatch(dialogue.received, /STARTTLS|AUTH/)
  const codes = await dialogue.say('AUTH PLAIN AGEAYg==\r\nSTARTTLS\r\nVRFY ada\r\nEXPN all\r\nNONSENSE\r\n', 7)
  assert.ok(
    codes.slice(2).every((code) => /^(25|50|53)/.test(code)),
    codes.join(' '),
  )
  assert.doesNotMatch(dialogue.received, /b-1@/)
  dialogue.socket.destroy()
})

test('a network has a bounded number of connections, a mail a bounded number of recipients', async () => {
  const { host } = hostOf()
  await using server = await listen(host, { limits: { connectionsPerPrefixMax: 2, recipientsMax: 1 } })
  const first = await greeted(server.port)
  const second = await greeted(server.port)
  const third = new Dialogue(server.port)
  assert.deepEqual(await third.say('', 1), ['421'])
  first.socket.destroy()
  await until(
    async () => {
      const again = new Dialogue(server.port)
      const codes = await again.say('', 1)
      again.socket.destroy()
      return codes
    },
    (codes) => codes[0] === '220',
  )
  // The same address twice is one recipient.
  await second.say(`MAIL FROM:<>\r\nRCPT TO:<${ours}>\r\n`, 4)
  assert.equal((await second.say(`RCPT TO:<${ours}>\r\n`, 5)).at(-1), '452')
  second.socket.destroy()
})

test('a connection ends at its deadline, however busy it is', async () => {
  const { host } = hostOf()
  await using server = await listen(host, { limits: { connectionMs: 300 } })
  const dialogue = await greeted(server.port)
  const chatter = setInterval(() => dialogue.socket.write('NOOP\r\n'), 20)
  await until(
    () => dialogue.isClosed,
    (isClosed) => isClosed,
  )
  clearInterval(chatter)
})

test('a flood of mails of one network is put off', async () => {
  const { host, kept } = hostOf()
  await using server = await listen(host, { nowMs: () => 0, limits: { mailsBurst: 3 } })
  const dialogue = await greeted(server.port)
  const mail = `MAIL FROM:<>\r\nRCPT TO:<${ours}>\r\nDATA\r\nx\r\n.\r\n`
  let count = 2
  for (let sent = 0; sent < 5; sent += 1) {
    count += 4
    await dialogue.say(mail, count)
  }
  assert.equal(kept.length, 3)
  assert.equal(dialogue.codes().filter((code) => code === '451').length, 2)
  dialogue.socket.destroy()
})
