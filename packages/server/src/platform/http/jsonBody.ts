import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { field, problem, reasons, type Problem } from '#kit/call/problem.ts'
import { errorOf } from './errorBody.ts'
import { checkJsonCost } from './jsonCost.ts'

/** Accepts JSON bodies only. An empty body is an empty object; another type, charset or coding is refused. */
export function acceptJsonOnly(server: FastifyInstance): void {
  // Keys such as `__proto__` pass the parser: the check of the input names them.
  const parse = server.getDefaultJsonParser('ignore', 'ignore')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(/^application\/json(\s*;.*)?$/i, { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, {})
    // cast: with `parseAs: 'buffer'` the body is a Buffer; a copy would cost as much as the check.
    const bytes = body as Buffer
    const refusal = refusalOf(request) ?? refusalOfBytes(bytes, request.routeOptions.bodyLimit)
    if (refusal === undefined) parse(request, bytes.toString(), done)
    else done(refusal)
  })
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) done(null, {})
    else done(refusalOf(request) ?? problem(reasons.unsupportedMediaType))
  })
}

/** The refusal of a body by its headers: Content-Encoding first, since it hides the rest. */
function refusalOf({ headers }: FastifyRequest): Problem | undefined {
  const compressed = refusalOfCoding(headers)
  if (compressed !== undefined) return compressed
  return isOtherCharset(headers['content-type']) ? problem(reasons.unsupportedMediaType) : undefined
}

/** The refusal of a compressed body, which names the header; undefined for any other body. */
export function refusalOfCoding(headers: IncomingHttpHeaders): Problem | undefined {
  const coding = headers['content-encoding'] ?? 'identity'
  if (coding.trim().toLowerCase() === 'identity') return undefined
  const named = field('/headers/Content-Encoding', 'const', 'must be left out, or be identity')
  return problem(reasons.unsupportedContentEncoding, { fields: [named] })
}

function refusalOfBytes(bytes: Buffer, bytesMax: number): Error | undefined {
  if (!isUtf8(bytes)) return problem(reasons.malformedJson, { message: 'The body is not UTF-8.' })
  return errorOf(() => checkJsonCost(bytes, bytesMax))
}

function isOtherCharset(contentType = ''): boolean {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType)?.[1]
  return charset !== undefined && charset.toLowerCase() !== 'utf-8'
}
