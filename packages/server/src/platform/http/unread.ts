import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { looseId } from '#kit/values/ids.ts'
import { problem, reasons, type Problem } from '#kit/call/problem.ts'
import { errorBody } from './errorBody.ts'
import { mayTakeLong } from './longRequests.ts'

/** Refuses bytes that Node cannot parse as a request, with the body of every refusal. Closes the connection. */
export function refuseUnread(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && mayTakeLong(socket)) return
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const { headers, body } = rawRefusal(problem(reasons.malformedRequest, unreadMessage(error.code)))
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const head = ['HTTP/1.1 400 Bad Request', ...lines].join('\r\n')
  socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy())
}

/** Refuses an Expect header to which Node would respond with an empty 417. Closes the connection. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const why = problem(reasons.malformedRequest, { message: 'The Expect header must be 100-continue.' })
  const { headers, body } = rawRefusal(why)
  response.writeHead(why.status, headers).end(body)
}

function rawRefusal(why: Problem) {
  const requestId = looseId('req', Date.now())
  const body = errorBody(why, requestId)
  const headers = {
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    vary: 'Origin',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  return { headers, body }
}

function unreadMessage(code: string | undefined): { message?: string } {
  if (code === 'HPE_HEADER_OVERFLOW') return { message: 'Address and headers are larger than 16 KiB.' }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { message: 'The request did not arrive in time.' }
  return {}
}
