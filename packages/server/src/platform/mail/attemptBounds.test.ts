import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { test } from 'node:test'
import { TLSSocket } from 'node:tls'
import { makeCertificate } from '#test/world/certificate.ts'
import { mailServer } from '#test/world/mailServer.ts'
import { lackOf } from '#test/world/program.ts'
import { openSmtpPool, verifySmtp } from './smtpPool.ts'
import type { SmtpAccess } from './transportPort.ts'

const rules = { allowPrivate: true }
const mail = {
  messageId: '<1@fair.example>',
  from: { name: 'Fair', address: 'news@fair.example' },
  to: 'ada@example.test',
  subject: 'News',
  text: 'Hello',
  headers: {},
}

function accessOf(port: number, connectionsMax = 1): SmtpAccess {
  return { kind: 'smtp', host: '127.0.0.1', port, isSecure: false, user: '', password: '', connectionsMax }
}

/** A server that begins an endless reply, byte by byte, to the first text that `isLast` accepts. */
function drippingServer(isLast: (text: string) => boolean) {
  return tcpServer((socket) => {
    let timer: NodeJS.Timeout | undefined
    socket.on('close', () => clearInterval(timer))
    socket.write('220 slow\r\n')
    let text = ''
    socket.on('data', (piece) => {
      text += String(piece)
      if (isLast(text)) timer ??= setInterval(() => socket.write('2'), 10)
      else if (text.endsWith('DATA\r\n')) socket.write('354 go on\r\n')
      else if (!text.includes('DATA\r\n')) socket.write('250 ok\r\n')
    })
  })
}

async function tcpServer(serve: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    serve(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // cast: a server on a port has an address with one.
  const { port } = server.address() as AddressInfo
  return {
    port,
    sockets,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Waits for the end of a connection, by a reset as well. */
function closeOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => void socket.once('close', () => resolve()))
}

test('a mail server that drips its replies ends the attempt at its bound, and the mail may leave again', async () => {
  await using server = await drippingServer((text) => text.includes('RCPT TO'))
  const pool = openSmtpPool(rules, accessOf(server.port), { bounds: { waitMs: 10_000, sendMs: 500 } })
  const { state, reply } = await pool.deliver(mail)
  assert.deepEqual([state, reply], ['deferred', 'the mail server did not finish in time'])
  const [socket] = server.sockets
  if (socket?.destroyed === false) await closeOf(socket)
  pool.close()
})

test('a mail server that drips its reply to a whole mail leaves it uncertain', async () => {
  await using server = await drippingServer((text) => text.endsWith('\r\n.\r\n'))
  const pool = openSmtpPool(rules, accessOf(server.port), { bounds: { waitMs: 10_000, sendMs: 1_000 } })
  assert.equal((await pool.deliver(mail)).state, 'uncertain')
  pool.close()
})

test('a verification of a mail server that drips its replies ends at its bound, with its connection', async () => {
  await using server = await drippingServer((text) => text.includes('EHLO'))
  const { ok, isTemporary, checks } = await verifySmtp(rules, accessOf(server.port), 500)
  const connect = { name: 'connect', ok: false, message: 'the mail server did not finish in time' }
  assert.deepEqual([ok, isTemporary, checks], [false, true, [connect]])
  const [socket] = server.sockets
  if (socket?.destroyed === false) await closeOf(socket)
})

const emptyLines = '\r\n'.repeat(8_000)

/** Sends empty lines until the connection ends. */
function flood(socket: Socket): void {
  while (!socket.destroyed && socket.write(emptyLines));
  if (!socket.destroyed) socket.once('drain', () => flood(socket))
}

test('a mail server that sends empty lines without end loses its connection', async () => {
  await using server = await tcpServer(flood)
  const pool = openSmtpPool(rules, accessOf(server.port))
  const { state, reply } = await pool.deliver(mail)
  assert.equal(state, 'deferred')
  assert.match(reply, /^the mail server cannot be used/)
  pool.close()
})

test('a mail server that sends empty lines behind STARTTLS loses its connection, long before the bound', async (t) => {
  const certificate = await makeCertificate()
  if (certificate === undefined) return t.skip(lackOf('openssl'))
  await using server = await tcpServer((socket) => {
    socket.write('220 hello\r\n')
    socket.on('data', (piece) => {
      if (String(piece).startsWith('EHLO')) socket.write('250-hello\r\n250 STARTTLS\r\n')
      if (!String(piece).startsWith('STARTTLS')) return
      socket.removeAllListeners('data')
      const inner = new TLSSocket(socket, { isServer: true, ...certificate })
      inner.on('error', () => undefined)
      inner.once('data', () => flood(inner))
      socket.write('220 go on\r\n')
    })
  })
  // In these letters the name stands for another machine, which needs TLS.
  const access = { ...accessOf(server.port), host: 'LOCALHOST' }
  const pool = openSmtpPool({ ...rules, ca: certificate.cert }, access, { bounds: { waitMs: 10_000, sendMs: 600_000 } })
  const { state, reply } = await pool.deliver(mail)
  assert.equal(state, 'deferred')
  assert.match(reply, /^the mail server cannot be used/)
  pool.close()
})

test('a mail that waits too long for a connection is not tried', async () => {
  await using slow = await drippingServer((text) => text.includes('EHLO'))
  const pool = openSmtpPool(rules, accessOf(slow.port), { bounds: { waitMs: 50, sendMs: 500 } })
  const fates = await Promise.all([pool.deliver(mail), pool.deliver(mail), pool.deliver(mail)])
  assert.deepEqual(
    fates.map((fate) => [fate.state, 'isUntried' in fate]),
    [
      ['deferred', false],
      ['deferred', true],
      ['deferred', true],
    ],
  )
  assert.equal(slow.sockets.size, 1)
  pool.close()
  await using server = await mailServer()
  const other = openSmtpPool(rules, accessOf(server.port))
  assert.equal((await other.deliver(mail)).state, 'sent')
  other.close()
})
