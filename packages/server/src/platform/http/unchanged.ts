import type { FastifyReply } from 'fastify'

/** Whether a request names this validator in If-None-Match (RFC 9110, 13.1.2). */
export function isUnchanged({ request }: FastifyReply, etag: string | undefined): boolean {
  const known = request.headers['if-none-match']
  if (etag === undefined || known === undefined) return false
  const bare = (text: string) => text.trim().replace(/^W\//, '')
  return known.trim() === '*' || known.split(',').some((each) => bare(each) === bare(etag))
}
