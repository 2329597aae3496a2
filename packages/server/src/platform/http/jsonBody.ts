import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem, reasons, type Problem } from '#kit/problem.ts'

/** Accepts JSON bodies alone. An empty body is an empty object; another type, charset or coding is refused. */
export function acceptJsonOnly(server: FastifyInstance): void {
  // Odd keys pass the parser: the check of the input names them.
  const parse = server.getDefaultJsonParser('ignore', 'ignore')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(/^application\/json(\s*;.*)?$/i, { parseAs: 'buffer' }, (request, body, done) => {
    const refusal = body.length === 0 ? undefined : refusalOf(request)
    if (body.length === 0) done(null, {})
    else if (refusal !== undefined) done(refusal)
    // cast: with `parseAs: 'buffer'` it is one; a copy would cost what the check does.
    else if (!isUtf8(body as Buffer)) done(problem(reasons.malformedJson, { message: 'The body is not UTF-8.' }))
    else parse(request, body.toString(), done)
  })
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) done(null, {})
    else done(refusalOf(request) ?? problem(reasons.unsupportedMediaType))
  })
}

/** The refusal of a body by its headers: Content-Encoding first, since it hides the rest. */
function refusalOf({ headers }: FastifyRequest): Problem | undefined {
  const coding = headers['content-encoding'] ?? 'identity'
  if (coding.trim().toLowerCase() !== 'identity') return problem(reasons.unsupportedContentEncoding)
  return isOtherCharset(headers['content-type']) ? problem(reasons.unsupportedMediaType) : undefined
}

function isOtherCharset(contentType = ''): boolean {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType)?.[1]
  return charset !== undefined && charset.toLowerCase() !== 'utf-8'
}
