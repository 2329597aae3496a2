import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

// Baseline of node:http: the bytes of a file, from memory, with the headers of a segment.

const body = readFileSync(process.argv[2] ?? '')
const headers = {
  'content-type': 'video/iso.segment',
  'content-length': body.length,
  'cache-control': 'public, max-age=86400, immutable',
  'access-control-allow-origin': '*',
}
const server = createServer((_request, response) => response.writeHead(200, headers).end(body))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
process.once('SIGTERM', () => process.exit(0))
