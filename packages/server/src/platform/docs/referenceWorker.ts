import { parentPort } from 'node:worker_threads'
import fastify from 'fastify'
import reference from '@scalar/fastify-api-reference'
import { keep } from './keptBytes.ts'

// Runs as a thread: asks the package's own plugin for its script, hands it over compressed, and ends.
const server = fastify()
await server.register(reference, { routePrefix: '/reference', configuration: { url: '/openapi.json' } })
const { statusCode, body } = await server.inject('/reference/js/scalar.js')
if (statusCode !== 200) throw new Error(`the package of the API reference answers ${statusCode} for its script`)
await server.close()
// A map that is not served would be asked for by every open console.
const script = body.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n')
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- the port of a thread has no origin
parentPort?.postMessage(await keep('text/javascript; charset=utf-8', script))
