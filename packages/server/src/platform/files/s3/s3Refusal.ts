import { OutboundFailed } from '#platform/net/outboundRefused.ts'
import { textOf } from './s3Xml.ts'

/** The request to an object store, for errors and the log. */
export type S3Request = { method: string; name: string }

/** An error response. `date` is the clock of the server. */
export type Refusal = { status: number; text: string; date?: string | undefined }

/**
 * A failed call to an object store. `code` is that of S3 (`AccessDenied`, `SlowDown`), or the reason for a missing
 * response (`timeout`, `connection`). Neither the message nor a field holds a key or a signature.
 */
export class S3Failed extends Error {
  readonly code: string
  /** Status of the response; undefined without one. */
  readonly status: number | undefined
  /** Whether a retry may succeed. */
  readonly isTransient: boolean
  /** Milliseconds by which this machine's clock is ahead of the server's, when the response has a date. */
  readonly aheadMs: number | undefined

  constructor(request: S3Request, reason: Refusal | OutboundFailed) {
    const where = `to ${request.method} ${request.name}`
    if (reason instanceof OutboundFailed) {
      super(`the object store ${reason.message}, ${where}`, { cause: reason.cause })
      this.code = reason.reason
      this.status = undefined
      this.isTransient = reason.reason !== 'tls' && reason.reason !== 'cancelled'
      this.aheadMs = undefined
    } else {
      const code = codeOf(reason)
      super(`the object store answered ${reason.status} ${code}, ${where}`)
      this.code = code
      this.status = reason.status
      this.isTransient = transientStatuses.has(reason.status) || transientCodes.has(code)
      const date = Date.parse(reason.date ?? '')
      this.aheadMs = Number.isNaN(date) ? undefined : Date.now() - date
    }
    this.name = 'S3Failed'
  }
}

const transientStatuses = new Set([408, 429, 500, 502, 503, 504])
/** Codes of transient errors. CompleteMultipartUpload may send them with status 200. */
const transientCodes = new Set(['InternalError', 'RequestTimeout', 'ServiceUnavailable', 'SlowDown'])
/** Codes for responses without an error document: those to HEAD, and those of a proxy. */
const codesByStatus: Record<number, string> = { 403: 'Forbidden', 404: 'NotFound', 413: 'EntityTooLarge' }
const codeLengthMax = 60

function codeOf({ status, text }: Refusal): string {
  const code = textOf(text, 'Code') ?? ''
  if (/^[A-Za-z0-9.]+$/.test(code)) return code.slice(0, codeLengthMax)
  return codesByStatus[status] ?? 'without a reason'
}

/** Explanation and remedy for the operator. Undefined for codes without one. */
export function explainS3({ code, aheadMs = 0 }: S3Failed): { says: string; advice: string } | undefined {
  const skew = `${Math.abs(Math.round(aheadMs / 1_000))} s ${aheadMs < 0 ? 'behind' : 'ahead of'}`
  const known: Record<string, [says: string, advice: string]> = {
    NoSuchBucket: ['there is no such bucket', 'make it, or correct S3_BUCKET'],
    InvalidAccessKeyId: ['it does not know this access key', 'correct S3_ACCESS_KEY_ID'],
    SignatureDoesNotMatch: ['the secret does not belong to the access key', 'correct S3_SECRET_ACCESS_KEY'],
    RequestTimeTooSkewed: [`the clock of this machine is ${skew} the store's`, 'run a time service on both'],
    AccessDenied: [
      'the access key may not do this',
      'allow it to get, put, delete and list objects of the bucket, and to abort and list multipart uploads',
    ],
    EntityTooLarge: ['something before it refuses large requests', 'let a proxy before it take bodies of 64 MiB'],
    PermanentRedirect: ['the bucket is in another region', 'correct S3_REGION and S3_ENDPOINT'],
    AuthorizationHeaderMalformed: ['the bucket is in another region', 'correct S3_REGION'],
    QuotaExceeded: ['its quota is used up', 'raise the quota, or make room'],
    name_not_found: ['its name has no address', 'correct S3_ENDPOINT, or S3_PATH_STYLE when the bucket is in the name'],
    connection: ['nothing answers there', 'correct S3_ENDPOINT, or start the store'],
    timeout: ['it does not respond in time', 'see whether it is overloaded or behind a firewall'],
    tls: ['its certificate is not valid for this name', 'correct S3_ENDPOINT; NODE_EXTRA_CA_CERTS adds an authority'],
    protocol: ['what answers there does not speak HTTP as it should', 'correct S3_ENDPOINT'],
  }
  const found = known[code]
  return found === undefined ? undefined : { says: found[0], advice: found[1] }
}
