import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Handshake } from './handshake.ts'

const rest = Buffer.from('rest')

test('both sides complete the handshake and return the bytes behind it', () => {
  const toServer: Buffer[] = []
  const toClient: Buffer[] = []
  const client = new Handshake('client', (bytes) => toServer.push(bytes))
  const server = new Handshake('server', (bytes) => toClient.push(bytes))
  assert.equal(server.feed(Buffer.concat(toServer.splice(0))), undefined)
  assert.deepEqual(client.feed(Buffer.concat([...toClient, rest])), rest)
  assert.deepEqual(server.feed(Buffer.concat([...toServer, rest])), rest)
})

test('the server sends random bytes and echoes the packet of the client, also one with a digest', () => {
  const digested = Buffer.concat([Buffer.from('0000000080000702', 'hex'), randomBytes(1_528)])
  const sent: Buffer[] = []
  const server = new Handshake('server', (bytes) => sent.push(bytes))
  server.feed(Buffer.concat([Buffer.of(3), digested]))
  const echo = Buffer.concat(sent)
  assert.equal(echo.length, 1 + 2 * 1_536)
  assert.equal(echo[0], 3)
  // Zeros stand where a server of the complex form puts its version.
  assert.deepEqual(echo.subarray(5, 9), Buffer.alloc(4))
  assert.deepEqual(echo.subarray(1_537), digested)
  assert.deepEqual(server.feed(randomBytes(1_536)), Buffer.alloc(0))
})

test('the handshake reads bytes that arrive one by one', () => {
  let sentCount = 0
  const server = new Handshake('server', (bytes) => {
    sentCount += bytes.length
  })
  const bytes = Buffer.concat([Buffer.of(3), randomBytes(3_072), rest])
  const ends = Array.from(bytes.subarray(0, 3_073), (byte) => server.feed(Buffer.of(byte)))
  assert.deepEqual([sentCount, ends.findIndex((end) => end !== undefined)], [3_073, 3_072])
})

test('another version is refused with the first byte', () => {
  for (const first of ['GET / HTTP/1.1', '\u0016\u0003\u0001', '\u0006']) {
    const server = new Handshake('server', () => assert.fail('a refused peer received bytes'))
    assert.throws(() => server.feed(Buffer.from(first)), { name: 'RtmpDamage' })
  }
})
