import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** File of a caption server: its text, a promise of it, or an HTTP status instead. */
export type CaptionFile = string | Uint8Array | number | Promise<string>

/** Opens a web server with caption files by path, which a test may change; `await using` closes it. */
export async function captionServer(files: Record<string, CaptionFile>) {
  let requestCount = 0
  const server = createServer(async (request, response) => {
    requestCount += 1
    const file = (await files[request.url ?? '']) ?? 404
    const status = typeof file === 'number' ? file : 200
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' })
    response.end(typeof file === 'number' ? '' : file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // cast: a server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  return {
    files,
    requestCount: () => requestCount,
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
