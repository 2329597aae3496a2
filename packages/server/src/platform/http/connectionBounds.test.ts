import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { until } from '#test/world/until.ts'
import { boundConnections } from './connectionBounds.ts'

test('a network prefix at its limit of connections gets a further one only after one is closed', async () => {
  const server = createServer((_request, response) => response.end('ok'))
  boundConnections(server, { prefixMax: 3, countMax: 100 })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // cast: a server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo
  const open = () => connect(port, '127.0.0.1').on('error', () => undefined)
  const openAnswered = async () => {
    const socket = open()
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await until(() => socket.closed || text.endsWith('ok'))
    return { socket, isAnswered: text !== '' }
  }
  const connections = [await openAnswered(), await openAnswered(), await openAnswered()]
  assert.ok(connections.every(({ isAnswered }) => isAnswered))
  assert.equal((await openAnswered()).isAnswered, false)
  connections[0]?.socket.destroy()
  await until(async () => (await openAnswered()).isAnswered)
  server.closeAllConnections()
  server.close()
})
