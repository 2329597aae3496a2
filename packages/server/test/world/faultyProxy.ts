import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'

/** Fate of a request: it passes, gets this status, loses its response, or gets none. */
export type Fate = 'pass' | 'lose' | 'hang' | number | { status: number; text: string }

/** A way to a server on which things go wrong. `seen` has every request, as `METHOD path`. */
export type FaultyProxy = { endpoint: string; seen: string[]; close: () => Promise<void> }

/**
 * Opens a proxy to a server of this machine, on any port or a given one. `judge` decides about every request; the
 * requests pass unchanged.
 */
export async function openFaultyProxy(target: string, judge: (line: string) => Fate, port = 0): Promise<FaultyProxy> {
  const seen: string[] = []
  const server = createServer((asked, answer) => {
    const line = `${asked.method} ${asked.url}`
    seen.push(line)
    treat(judge(line), { target, asked, answer })
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

type Way = { target: string; asked: IncomingMessage; answer: ServerResponse }

function treat(fate: Fate, { target, asked, answer }: Way): void {
  asked.on('error', () => undefined)
  if (fate === 'hang') {
    asked.resume()
    return
  }
  if (fate !== 'pass' && fate !== 'lose') {
    const { status, text } = typeof fate === 'number' ? { status: fate, text: '' } : fate
    asked.resume().on('end', () => answer.writeHead(status).end(text))
    return
  }
  const { method, headers, url } = asked
  const onward = request(new URL(url ?? '', target), { method, headers }, (back) => {
    if (fate === 'lose') {
      back.resume().on('end', () => asked.socket.destroy())
      return
    }
    answer.writeHead(back.statusCode ?? 502, back.headers)
    back.on('error', () => asked.socket.destroy()).pipe(answer)
  })
  onward.on('error', () => asked.socket.destroy())
  asked.pipe(onward)
}
