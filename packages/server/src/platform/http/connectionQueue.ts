import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'

/** Pipelined requests that may wait on one connection. A connection with more is closed. */
const waitingMax = 100
/** Characters of their headers. Node keeps them for each request, in up to twice as many bytes. */
const waitingHeadersMax = 65_536

type Exchange = { request: IncomingMessage; response: ServerResponse }
type Queue = { isBusy: boolean; waiting: Exchange[]; headers: number }

/** An HTTP server that handles one request per connection at a time. */
export function createQueueingServer(options: ServerOptions, handle: RequestListener): Server {
  return createServer(options, oneAtATime(handle))
}

/**
 * Node starts every pipelined request as soon as it is parsed, and holds all their responses in memory. This listener
 * starts a request when the response before it has left for the network, or its connection is closed.
 */
function oneAtATime(handle: RequestListener): RequestListener {
  const queues = new WeakMap<object, Queue>()
  const start = (queue: Queue, { request, response }: Exchange) => {
    queue.isBusy = true
    response.once('close', () => {
      queue.isBusy = false
      const next = request.socket.destroyed ? undefined : queue.waiting.shift()
      if (next === undefined) return
      queue.headers -= headersOf(next.request)
      start(queue, next)
    })
    handle(request, response)
  }
  return (request, response) => {
    const { socket } = request
    let queue = queues.get(socket)
    if (queue === undefined) {
      queue = { isBusy: false, waiting: [], headers: 0 }
      queues.set(socket, queue)
    }
    if (!queue.isBusy) return start(queue, { request, response })
    queue.headers += headersOf(request)
    if (queue.waiting.length < waitingMax && queue.headers <= waitingHeadersMax) {
      queue.waiting.push({ request, response })
      return
    }
    queue.waiting = []
    socket.destroy()
  }
}

function headersOf({ rawHeaders, url = '' }: IncomingMessage): number {
  return rawHeaders.reduce((sum, text) => sum + text.length, url.length)
}
