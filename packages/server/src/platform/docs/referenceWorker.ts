import { parentPort } from 'node:worker_threads'
import fastify from 'fastify'
import reference from '@scalar/fastify-api-reference'
import { keep } from './keptBytes.ts'

// Worker thread: takes the script from the package's own plugin, posts it compressed, and ends.
const server = fastify()
await server.register(reference, { routePrefix: '/reference', configuration: { url: '/openapi.json' } })
const { statusCode, body } = await server.inject('/reference/js/scalar.js')
if (statusCode !== 200) throw new Error(`the package of the API reference answers ${statusCode} for its script`)
await server.close()
// The source map is not served: browsers with open developer tools would request it.
const script = body.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n')
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- the port of a thread has no origin
parentPort?.postMessage(await keep('text/javascript; charset=utf-8', script))
