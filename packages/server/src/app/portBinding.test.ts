import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { bindPort } from './portBinding.ts'

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
