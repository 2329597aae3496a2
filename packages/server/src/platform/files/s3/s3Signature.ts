import { createHash, createHmac } from 'node:crypto'

/** Credentials, region and service of a signature; the service is `s3` when left out. */
export type S3Credentials = { accessKeyId: string; secretAccessKey: string; region: string; service?: string }

/** A request before it is signed. `path` is encoded for the wire; the query is not. */
export type Unsigned = {
  method: string
  host: string
  path: string
  query: Record<string, string>
  /** Headers by name in lower case, all of them signed. */
  headers: Record<string, string>
  /** SHA-256 of the body in hexadecimal digits. */
  bodyHash: string
}

/** SHA-256 of a body of no bytes. */
export const emptyHash = hashOf('')

/** SHA-256 in hexadecimal digits. */
export function hashOf(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * The headers of a request with its signature among them: AWS Signature Version 4, with one chunk and a signed body
 * (docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html).
 */
export function signed(request: Unsigned, credentials: S3Credentials, at: Date): Record<string, string> {
  const { service = 's3' } = credentials
  const time = at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const day = time.slice(0, 8)
  const headers: Record<string, string> = {
    ...request.headers,
    host: request.host,
    'x-amz-content-sha256': request.bodyHash,
    'x-amz-date': time,
  }
  const names = Object.keys(headers).toSorted()
  const lines = names.map((name) => `${name}:${headers[name]?.trim().replaceAll(/ +/g, ' ')}\n`)
  const { method, path, query, bodyHash } = request
  const canonical = [method, path, queryOf(query), lines.join(''), names.join(';'), bodyHash].join('\n')
  const scope = `${day}/${credentials.region}/${service}/aws4_request`
  const signedText = ['AWS4-HMAC-SHA256', time, scope, hashOf(canonical)].join('\n')
  const steps = [day, credentials.region, service, 'aws4_request', signedText]
  const signature = steps.reduce<Buffer>(keyed, Buffer.from(`AWS4${credentials.secretAccessKey}`)).toString('hex')
  const claims = `Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${names.join(';')}`
  return { ...headers, authorization: `AWS4-HMAC-SHA256 ${claims}, Signature=${signature}` }
}

/** A query in the one form that signature and wire share: encoded after RFC 3986, sorted by name. */
export function queryOf(query: Record<string, string>): string {
  const names = Object.keys(query).toSorted()
  return names.map((name) => `${encoded(name)}=${encoded(query[name] ?? '')}`).join('&')
}

/** A key as a path: every part encoded after RFC 3986, the slashes kept. */
export function pathOf(key: string): string {
  return key.split('/').map(encoded).join('/')
}

function encoded(text: string): string {
  const escaped = (found: string) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, escaped)
}

function keyed(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
