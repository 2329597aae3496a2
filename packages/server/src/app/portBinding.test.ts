import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { bindPort, reservePort } from './portBinding.ts'

test('bindPort() returns the bound port, and names a busy port and an address of another machine', async (t) => {
  const server = fastify()
  t.after(() => server.close())
  const port = await bindPort(server, { host: '127.0.0.1', port: 0 })
  const busy = {
    code: 'port_busy',
    message: new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is in use by another program`),
  }
  await assert.rejects(bindPort(fastify(), { host: '127.0.0.1', port }), busy)
  const missing = { code: 'address', message: /no address 192\.0\.2\.1/ }
  await assert.rejects(bindPort(fastify(), { host: '192.0.2.1', port: 0 }), missing)
})

test('reservePort() holds a free port for 0 until its release, and leaves other ports alone', async (t) => {
  const host = '127.0.0.1'
  const reserved = await reservePort({ host, port: 0 })
  assert.ok(reserved.port > 0)
  await assert.rejects(bindPort(fastify(), { host, port: reserved.port }), { code: 'port_busy' })
  await reserved.release()
  const server = fastify()
  t.after(() => server.close())
  assert.equal(await bindPort(server, { host, port: reserved.port }), reserved.port)
  assert.equal((await reservePort({ host, port: reserved.port })).port, reserved.port)
  assert.equal((await reservePort({ host: '192.0.2.1', port: 0 })).port, 0)
})
