import type { Log } from '#kit/call/context.ts'
import type { S3Client } from './s3Client.ts'
import { S3Failed } from './s3Refusal.ts'
import { elementsOf, escaped, textOf } from './s3Xml.ts'

/** A file of this machine on its way to an object. */
export type Upload = { name: string; path: string; bytes: number; type: string }

/** Files above this many bytes go in parts. */
export const partBytesMin = 16 * 1024 * 1024
/** The most parts that S3 allows of one object. */
const partsMax = 10_000
const partsAtOnce = 4
/** Putting thousands of parts together takes some servers long. */
const completeTimeoutMs = 120_000

/** Size of each part but the last: 16 MiB, or more above the limit of parts. Some stores need equal parts. */
export function partBytesOf(bytes: number): number {
  return Math.max(partBytesMin, Math.ceil(bytes / partsMax / partBytesMin) * partBytesMin)
}

/** Uploads a file in parts, a few at a time. The object appears when all are there; else none of it is left behind. */
export async function uploadInParts(client: S3Client, upload: Upload, log: Log): Promise<void> {
  const { name, type, bytes } = upload
  const started = await client.send({ method: 'POST', name, query: { uploads: '' }, headers: { 'content-type': type } })
  const uploadId = textOf(String(started.bytes), 'UploadId') ?? ''
  try {
    const tags = await sendParts(client, upload, uploadId)
    await complete(client, { name, uploadId, tags, bytes })
  } catch (error) {
    await abort(client, { name, uploadId }, log)
    throw error
  }
  await abortEarlier(client, name, log)
}

/** Sends every part and returns their entity tags in order. After a failure the others end before it is thrown. */
async function sendParts(client: S3Client, { name, path, bytes }: Upload, uploadId: string): Promise<string[]> {
  const partBytes = partBytesOf(bytes)
  const tags: string[] = Array.from({ length: Math.ceil(bytes / partBytes) }, () => '')
  const failure = new AbortController()
  const waiting = tags.keys()
  const work = async () => {
    for (const part of waiting) {
      if (failure.signal.aborted) return
      const body = { path, from: part * partBytes, to: Math.min((part + 1) * partBytes, bytes) }
      const query = { partNumber: `${part + 1}`, uploadId }
      try {
        const { headers } = await client.send({ method: 'PUT', name, query, body, signal: failure.signal })
        tags[part] = headers.etag ?? ''
      } catch (error) {
        failure.abort(error)
      }
    }
  }
  await Promise.all(Array.from({ length: partsAtOnce }, work))
  failure.signal.throwIfAborted()
  return tags
}

type Parts = { name: string; uploadId: string; tags: string[]; bytes: number }

async function complete(client: S3Client, { name, uploadId, tags, bytes }: Parts): Promise<void> {
  const listed = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`)
  const body = Buffer.from(`<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`)
  const headers = { 'content-type': 'application/xml' }
  const how = { mayFailLate: true, answerTimeoutMs: completeTimeoutMs }
  try {
    await client.send({ method: 'POST', name, query: { uploadId }, headers, body, ...how })
  } catch (error) {
    // A try whose answer was lost may have worked; the upload is then gone and the object there.
    if (!(error instanceof S3Failed && error.code === 'NoSuchUpload')) throw error
    const { headers: found } = await client.send({ method: 'HEAD', name })
    if (Number(found['content-length']) !== bytes) throw error
  }
}

/** Removes the parts of an upload, as far as that goes: with the store down they stay until the next one is whole. */
async function abort(
  client: S3Client,
  { name, uploadId }: { name: string; uploadId: string },
  log: Log,
): Promise<void> {
  try {
    await client.send({ method: 'DELETE', name, query: { uploadId }, attemptsMax: 2 })
  } catch (error) {
    if (error instanceof S3Failed && error.code === 'NoSuchUpload') return
    log.warn('the parts of an upload may still lie in the object store', { name, uploadId, error })
  }
}

/** Removes what earlier uploads to the same name left behind that ended with their process or with the store's. */
async function abortEarlier(client: S3Client, name: string, log: Log): Promise<void> {
  try {
    const { bytes } = await client.send({ method: 'GET', query: { uploads: '', prefix: name }, attemptsMax: 2 })
    for (const upload of elementsOf(String(bytes), 'Upload')) {
      const uploadId = textOf(upload, 'UploadId')
      if (uploadId !== undefined && textOf(upload, 'Key') === name) await abort(client, { name, uploadId }, log)
    }
  } catch (error) {
    // Some stores do not list uploads, or do not let this key: their own clean-up has to do.
    log.debug('earlier uploads were not listed', { name, error })
  }
}
