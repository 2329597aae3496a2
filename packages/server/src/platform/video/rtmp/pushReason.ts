import { OutboundRefused } from '#platform/net/outboundRefused.ts'
import { errnoOf } from '#platform/startProblem.ts'

const sentenceCharsMax = 300
const phrases: [pattern: RegExp, phrase: string][] = [
  [/^ECONNREFUSED$/, 'refused the connection'],
  [/^(ENOTFOUND|EAI_|ENODATA)/, 'has no address'],
  [/TIMEDOUT|^TimeoutError$/, 'did not respond in time'],
  [/^(ECONNRESET|EPIPE|ERR_STREAM_WRITE_AFTER_END)$/, 'closed the connection'],
]

/** Reason why a connection failed, as a phrase whose subject is the target. */
export function reasonOf(error: unknown): string {
  if (error instanceof OutboundRefused) return error.message
  const code = errnoOf(error) ?? (error instanceof Error ? error.name : 'unknown')
  const known = phrases.find(([pattern]) => pattern.test(code))?.[1]
  if (known !== undefined) return known
  return /CERT|SSL|TLS|EPROTO|SELF_SIGNED|UNABLE_TO/.test(code)
    ? `has no valid certificate (${code})`
    : `could not be reached (${code})`
}

/**
 * Cleans sentences about a target for display: the stream key and the queries of key and address are replaced wherever
 * the target repeats them, control characters and line breaks become spaces, the length is at most 300 characters.
 */
export function concealing({ url, streamKey }: { url: string; streamKey: string }): (sentence: string) => string {
  const [name = '', query = ''] = streamKey.split('?', 2)
  const secrets = [streamKey, name, query, url.split('?', 2)[1] ?? ''].filter((secret) => secret !== '')
  return (sentence) => {
    const clean = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), sentence)
    return clean.replaceAll(/[\p{Cc}\s]+/gu, ' ').slice(0, sentenceCharsMax)
  }
}
