import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fastify from 'fastify'
import { Problem } from '#kit/call/problem.ts'
import type { Db } from '#kit/call/context.ts'
import { acceptJsonOnly } from '#platform/http/jsonBody.ts'
import type { LiveEngine } from './liveEngine.ts'
import { registerNodeCommands } from './nodeCommands.ts'
import { openNodes } from './nodes.ts'

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const closing: (() => Promise<unknown>)[] = []
after(() => Promise.all(closing.map((close) => close())))

type Sent = { method: string; url: string; authorization: string; body: string }

test('a call between nodes is accepted with its own path, method and body alone', async () => {
  const ran: { name: string; body: unknown }[] = []
  const sent: Sent[] = []
  const server = fastify({ forceCloseConnections: true })
  closing.push(() => server.close())
  acceptJsonOnly(server)
  server.setErrorHandler((error, _request, reply) => {
    void reply.code(error instanceof Problem ? error.status : 500).send({})
  })
  server.addHook('preHandler', async ({ method, url, headers, body }) => {
    sent.push({ method, url, authorization: String(headers.authorization), body: JSON.stringify(body) })
  })
  const engine: Pick<LiveEngine, 'command'> = {
    async command(_session, name, body) {
      ran.push({ name, body })
      return {}
    },
  }
  const rows: unknown[] = []
  // cast: the register reads one row of the table of nodes.
  const db = { rows: async () => rows } as unknown as Db
  const ingest = () => ({ rtmpUrl: null, rtmpsUrl: null, forwardUrl: null })
  const nodes = openNodes({ id: 'a', db, key: Buffer.alloc(32, 7), ingest, log: quiet })
  closing.push(() => nodes.stop())
  // cast: the routes run commands and nothing else of the engine.
  registerNodeCommands(server, nodes, engine as LiveEngine)
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  rows.push({ url, forward_url: null })
  const path = '/internal/live/0192f3a4-5b6c-7d8e-9f01-23456789abcd/end'
  assert.deepEqual(await nodes.call('b', path, { body: { why: 'ended' }, timeoutMs: 5_000 }), {})
  const [captured] = sent
  assert.ok(captured)
  const replay = async (change: Partial<Sent>) => {
    const call = { ...captured, ...change }
    const headers = { authorization: call.authorization, 'content-type': 'application/json' }
    const response = await fetch(url + call.url, { method: call.method, headers, body: call.body })
    await response.arrayBuffer()
    return response.status
  }
  assert.equal(await replay({ body: '{"why":"deleted"}' }), 404)
  assert.equal(await replay({ body: `${captured.body} ` }), 404)
  assert.equal(await replay({ body: '' }), 404)
  assert.equal(await replay({ url: path.replace('/end', '/goLive') }), 404)
  assert.equal(await replay({ authorization: captured.authorization.slice(0, -1) }), 404)
  assert.equal(await replay({ body: 'x'.repeat(900_000) }), 404)
  assert.deepEqual(ran, [{ name: 'end', body: { why: 'ended' } }])
})
