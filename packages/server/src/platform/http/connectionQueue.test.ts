import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import { until } from '#test/world/until.ts'
import { createQueueingServer } from './connectionQueue.ts'

/** A server on a free port that counts its open requests, and one connection to it that does not read by itself. */
async function opened(respond: RequestListener) {
  const counts = { started: 0, open: 0, openMax: 0 }
  const server = createQueueingServer({}, (request, response) => {
    counts.started += 1
    counts.open += 1
    counts.openMax = Math.max(counts.openMax, counts.open)
    response.prependOnceListener('close', () => (counts.open -= 1))
    respond(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // cast: a server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  await once(socket, 'connect')
  return {
    counts,
    socket,
    async [Symbol.asyncDispose]() {
      socket.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const gets = (count: number) => Array.from({ length: count }, (_, index) => get(`/${index}`)).join('')

async function readAll(socket: Socket, end: string): Promise<string> {
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
  await until(() => text.endsWith(end))
  return text
}

test('pipelined requests are handled one at a time, and responses keep their order', async () => {
  await using server = await opened((request, response) => {
    setImmediate(() => response.end(`[${request.url}]`))
  })
  server.socket.write(gets(100))
  const text = await readAll(server.socket, '[/99]')
  assert.deepEqual(
    [...text.matchAll(/\[\/(\d+)\]/g)].map((match) => Number(match[1])),
    Array.from({ length: 100 }, (_, index) => index),
  )
  assert.equal(server.counts.openMax, 1)
})

test('a request waits for the previous response, while the client does not read', async () => {
  // Socket buffers cannot take in a response of this size.
  const large = Buffer.alloc(32 * 1024 * 1024, 'a')
  await using server = await opened((_request, response) => void response.end(large))
  server.socket.pause()
  server.socket.write(gets(50))
  await until(() => server.counts.started === 1)
  // After a round trip on another connection, all bytes of the first one have been parsed.
  const { remotePort = 0 } = server.socket
  const other = connect(remotePort, '127.0.0.1')
  other.write(get('/'))
  await once(other, 'data')
  other.destroy()
  assert.equal(server.counts.started, 2)
  assert.equal(server.counts.open, 2)
})

test('a connection with more than 100 waiting requests is closed, and starts none of them', async () => {
  await using server = await opened(() => undefined)
  server.socket.write(gets(1_000))
  await until(() => server.socket.closed)
  assert.equal(server.counts.started, 1)
  await until(() => server.counts.open === 0)
})

test('a connection whose waiting requests have more than 64 KiB of headers is closed', async () => {
  await using server = await opened(() => undefined)
  const large = `GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'a'.repeat(15_000)}\r\n\r\n`
  server.socket.write(large.repeat(4))
  await until(() => server.counts.started === 1)
  assert.equal(server.socket.closed, false)
  server.socket.write(large.repeat(20))
  await until(() => server.socket.closed)
  assert.equal(server.counts.started, 1)
})

test('a connection whose waiting requests have more than 64 KiB of bodies is closed', async () => {
  await using server = await opened(() => undefined)
  const post = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 15000\r\n\r\n${'b'.repeat(15_000)}`
  server.socket.write(post.repeat(4))
  await until(() => server.counts.started === 1)
  assert.equal(server.socket.closed, false)
  server.socket.write(post.repeat(20))
  await until(() => server.socket.closed)
  assert.equal(server.counts.started, 1)
})

test('a body that arrives for a waiting request is read when that request starts', async () => {
  const bodies: string[] = []
  await using server = await opened((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      bodies.push(body)
      setImmediate(() => response.end(`[${bodies.length}]`))
    })
  })
  const post = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n${'b'.repeat(200_000)}`
  server.socket.write(post + post + get('/'))
  await readAll(server.socket, '[3]')
  assert.deepEqual(
    bodies.map((body) => body.length),
    [200_000, 200_000, 0],
  )
})
