import type { IncomingMessage } from 'node:http'
import { problem, reasons } from '#kit/call/problem.ts'

/** A name or address with an optional port. Percent signs and sub-delims belong to names (RFC 3986, 3.2.2). */
const hostForm = /^(\[[0-9a-f:.]*\]|[\w.~!$&'()*+,;=%-]*)(:\d{0,5})?$/i

/** Checks the Host header (RFC 9112, 3.2). Throws malformed_request when it is missing, repeated or not a host. */
export function checkHost({ headers, rawHeaders, httpVersion }: IncomingMessage): void {
  const { host } = headers
  if (host === undefined) {
    if (httpVersion === '1.1') throw refused('The Host header is missing.')
    return
  }
  if (!hostForm.test(host)) throw refused('The Host header does not name a host.')
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  if (count > 1) throw refused('The Host header is repeated.')
}

function refused(message: string) {
  return problem(reasons.malformedRequest, { message })
}
