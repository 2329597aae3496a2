import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { test } from 'node:test'
import { problem, reasons } from '#kit/call/problem.ts'
import { until } from '#test/world/until.ts'
import { world, type World } from '#test/world/world.ts'
import { openMemoryShares } from './memoryShares.ts'

const mebibyte = 1_048_576
const refusal = (reason: string) => ({ reason })

test('enter() refuses a holder beyond its share, and every holder with bytes when the process is full', () => {
  const shares = openMemoryShares({ holderMax: 100, totalMax: 150 })
  const leave = shares.enter({ name: 'a' }, 80)
  assert.throws(() => shares.enter({ name: 'a' }, 21), refusal('rate_limited'))
  shares.enter({ name: 'b' }, 60)
  assert.throws(() => shares.enter({ name: 'b' }, 20), refusal(problem(reasons.unavailable).reason))
  shares.enter({ name: 'c' }, 1)()
  leave()
  leave()
  shares.enter({ name: 'b' }, 20)
  shares.enter({ name: 'a' }, 60)
  assert.equal(shares.size(), 2)
})

test('enter() bounds all hosts of an IPv6 site together by half of all bytes', () => {
  const shares = openMemoryShares({ holderMax: 100, totalMax: 150 })
  const leave = shares.enter({ name: 'host 1', site: 'site' }, 60)
  assert.throws(() => shares.enter({ name: 'host 2', site: 'site' }, 60), refusal('rate_limited'))
  shares.enter({ name: 'host 3', site: 'other site' }, 60)
  leave()
  shares.enter({ name: 'host 2', site: 'site' }, 60)
  assert.equal(shares.size(), 4)
})

test('unfinished bodies take up to 64 MiB of an account, until their connections close', async () => {
  await using w = await world()
  const other = await w.another()
  await using sender = await senderTo(w)
  for (let index = 0; index < 70; index++) {
    await sender.open(bodyOf(index % 2 === 0 ? w.account.secretKey : w.account.testSecretKey))
  }
  await until(() => sender.texts().filter((text) => text.startsWith('HTTP/1.1 429')).length === 6)
  await sender.open(bodyOf(other.secretKey))
  const draft = { ...(await w.example('places.place.create')), metadata: largeMetadata }
  const create = async (key: string) => (await w.send('places.place.create', draft, { key })).status
  assert.equal(await create(w.account.secretKey), 429)
  assert.equal(await create(other.secretKey), 200)
  sender.close()
  await until(
    () => create(w.account.secretKey),
    (status) => status === 200,
  )
})

test('a list that the client does not read counts for its account until the connection closes', async () => {
  await using w = await world()
  await using sender = await senderTo(w)
  const draft = { ...(await w.example('places.place.create')), metadata: largeMetadata }
  const create = (_: unknown, n: number) =>
    w.call('places.place.create', { ...draft, name: `Place ${n}`, clientReference: `r${n}` })
  await Promise.all(Array.from({ length: 50 }, create))
  const { secretKey: key } = w.account
  const list = async () => (await w.send('places.place.all', { limit: 100 })).status
  for (let index = 0; index < 62; index++) await sender.open(bodyOf(key))
  assert.equal(await list(), 200)
  const path = '/api/places/general/all?limit=100'
  // The first responses fill the socket buffers.
  const lists = `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Service-API-Key: ${key}\r\n\r\n`.repeat(30)
  const socket = await sender.open(lists, { isRead: false })
  await until(list, (status) => status === 429)
  socket.destroy()
  await until(list, (status) => status === 200)
})

const largeMetadata = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, 'x'.repeat(500)]))

function bodyOf(key: string): string {
  return (
    `POST /api/places/general/create HTTP/1.1\r\nHost: x\r\nX-Service-API-Key: ${key}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${mebibyte}\r\n\r\n{`
  )
}

/** Connections to the server of a world, with the text that each received. */
async function senderTo(w: World) {
  await w.app.server.listen({ port: 0, host: '127.0.0.1' })
  // cast: a server that listens on a port has such an address.
  const { port } = w.app.server.server.address() as AddressInfo
  const all: { socket: Socket; text: string }[] = []
  const close = () => {
    for (const { socket } of all) socket.destroy()
  }
  return {
    close,
    texts: () => all.map(({ text }) => text),
    async open(sent: string, { isRead } = { isRead: true }): Promise<Socket> {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined)
      await once(socket, 'connect')
      const each = { socket, text: '' }
      all.push(each)
      if (isRead) socket.on('data', (chunk: Buffer) => (each.text += chunk.toString()))
      else socket.pause()
      socket.write(sent)
      return socket
    },
    [Symbol.asyncDispose]: async () => close(),
  }
}
