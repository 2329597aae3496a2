import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'

/** Fate of a request: it passes, gets this status, loses its response, or gets none. */
export type Fate = 'pass' | 'lose' | 'hang' | number | { status: number; text: string }

/** A proxy that can fail requests. `seen` has every request, as `METHOD path`. */
export type FaultyProxy = { endpoint: string; seen: string[]; close: () => Promise<void> }

/**
 * Opens a proxy to a server of this machine, on any port or a given one. `judge` decides the fate of every request;
 * passed requests are unchanged.
 */
export async function openFaultyProxy(target: string, judge: (line: string) => Fate, port = 0): Promise<FaultyProxy> {
  const seen: string[] = []
  const server = createServer((request, response) => {
    const line = `${request.method} ${request.url}`
    seen.push(line)
    treat(judge(line), { target, request, response })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    seen,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

type Exchange = { target: string; request: IncomingMessage; response: ServerResponse }

function treat(fate: Fate, { target, request, response }: Exchange): void {
  request.on('error', () => undefined)
  if (fate === 'hang') {
    request.resume()
    return
  }
  if (fate !== 'pass' && fate !== 'lose') {
    const { status, text } = typeof fate === 'number' ? { status: fate, text: '' } : fate
    request.resume().on('end', () => response.writeHead(status).end(text))
    return
  }
  const { method, headers, url } = request
  const onward = httpRequest(new URL(url ?? '', target), { method, headers }, (back) => {
    if (fate === 'lose') {
      back.resume().on('end', () => request.socket.destroy())
      return
    }
    response.writeHead(back.statusCode ?? 502, back.headers)
    back.on('error', () => request.socket.destroy()).pipe(response)
  })
  onward.on('error', () => request.socket.destroy())
  request.pipe(onward)
}
