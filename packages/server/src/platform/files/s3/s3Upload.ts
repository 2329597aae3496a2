import type { Log } from '#kit/call/context.ts'
import type { S3Client } from './s3Client.ts'
import { S3Failed } from './s3Refusal.ts'
import { elementsOf, escaped, textOf } from './s3Xml.ts'

/** A local file and its target object. */
export type Upload = { name: string; path: string; bytes: number; type: string }

/** Smallest size of a part; larger files are uploaded in parts. */
export const partBytesMin = 16 * 1024 * 1024
/** Maximum of parts of one object in S3. */
const partsMax = 10_000
const partsAtOnce = 4
/** Time-out of completing an upload: joining thousands of parts takes some servers minutes. */
const completeTimeoutMs = 120_000

/** Size of each part but the last: 16 MiB, or more above the limit of parts. Some stores need equal parts. */
export function partBytesOf(bytes: number): number {
  return Math.max(partBytesMin, Math.ceil(bytes / partsMax / partBytesMin) * partBytesMin)
}

/** Uploads a file in parts, a few at a time. The object appears with the last part; a failed upload leaves no part. */
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

/**
 * Sends every part and returns their entity tags in order. After a failure it waits for the running parts, then throws.
 */
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
    // An attempt with a lost response may have succeeded; the store has then removed the upload, and the object exists.
    if (!(error instanceof S3Failed && error.code === 'NoSuchUpload')) throw error
    const { headers: found } = await client.send({ method: 'HEAD', name })
    if (Number(found['content-length']) !== bytes) throw error
  }
}

/** Removes the parts of an upload if the store responds; else they stay until the next upload to this name succeeds. */
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

/** Removes the parts of interrupted uploads to the same name. */
async function abortEarlier(client: S3Client, name: string, log: Log): Promise<void> {
  try {
    const { bytes } = await client.send({ method: 'GET', query: { uploads: '', prefix: name }, attemptsMax: 2 })
    for (const upload of elementsOf(String(bytes), 'Upload')) {
      const uploadId = textOf(upload, 'UploadId')
      if (uploadId !== undefined && textOf(upload, 'Key') === name) await abort(client, { name, uploadId }, log)
    }
  } catch (error) {
    // Some stores do not list uploads, or do not permit it to this key: their own clean-up removes the parts.
    log.debug('earlier uploads were not listed', { name, error })
  }
}
