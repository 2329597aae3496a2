import { createHash } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import type { Log } from '#kit/call/context.ts'
import { FileMissing, RangeOutside, type ByteRange, type Files, type FileLook } from './files.ts'
import { checkKey, checkListLimit, checkPrefix, listLimitMax } from './fileKeys.ts'
import { connectS3, type S3Address, type S3Call, type S3Client } from './s3/s3Client.ts'
import { lastingStream } from './s3/s3Download.ts'
import { checkRange, rangeIn, rangeOf } from './s3/s3Range.ts'
import { S3Failed } from './s3/s3Refusal.ts'
import { partBytesMin, uploadInParts } from './s3/s3Upload.ts'
import { elementsOf, escaped, textOf } from './s3/s3Xml.ts'

/** An object store for files, and the prefix of object names: empty, or ending in `/`. */
export type S3Settings = S3Address & { prefix: string }

/** Files in an object store. `close` ends its connections. */
export type S3Files = Files & { close(): Promise<void> }

/**
 * Stores files as objects of one bucket in any store with the S3 API. An object appears once it is complete. Calls get
 * up to five attempts within a minute, then throw S3Failed.
 */
export function openS3Files(settings: S3Settings, log: Log): S3Files {
  const client = connectS3(settings, log)
  const { prefix } = settings
  const nameOf = (key: string) => {
    checkKey(key)
    return `${prefix}${key}`
  }
  return {
    async put(key, bytes, type) {
      await client.send({ method: 'PUT', name: nameOf(key), headers: { 'content-type': type }, body: bytes })
    },
    async adopt(key, path, type) {
      const name = nameOf(key)
      const { size: bytes } = await stat(path)
      const body = { path, from: 0, to: bytes }
      if (bytes > partBytesMin) await uploadInParts(client, { name, path, bytes, type }, log)
      else await client.send({ method: 'PUT', name, headers: { 'content-type': type }, body })
      await rm(path)
    },
    async read(key, range) {
      const { headers, bytes } = await client.send(readOf(nameOf(key), range)).catch(asMissing(key, range))
      rangeIn(headers, range)
      return bytes
    },
    async open(key, range) {
      const name = nameOf(key)
      const first = await client.open(readOf(name, range)).catch(asMissing(key, range))
      try {
        return lastingStream(client, first, { name, ...rangeIn(first.headers, range) })
      } catch (error) {
        first.body.destroy()
        throw error
      }
    },
    size: async (key) => (await look(client, nameOf(key)))?.size,
    look: (key) => look(client, nameOf(key)),
    async remove(key) {
      await client.send({ method: 'DELETE', name: nameOf(key) })
    },
    async removeAll(under) {
      checkPrefix(under)
      let count = 0
      for (let after: string | undefined; ;) {
        const page = await listObjects(client, { prefix: `${prefix}${under}`, limit: listLimitMax, after })
        if (page.length === 0) return count
        await removeObjects(
          client,
          page.map(({ name }) => name),
        )
        count += page.length
        after = page.at(-1)?.name
      }
    },
    async list(under, limit, after) {
      checkPrefix(under)
      checkListLimit(limit)
      const from = after === undefined ? undefined : `${prefix}${after}`
      const found = await listObjects(client, { prefix: `${prefix}${under}`, limit, after: from })
      return found.map(({ name, size }) => ({ key: name.slice(prefix.length), size }))
    },
    close: () => client.close(),
  }
}

function readOf(name: string, range: ByteRange | undefined): S3Call {
  checkRange(range)
  return { method: 'GET', name, ...(range === undefined ? {} : { headers: { range: rangeOf(range) } }) }
}

/** Throws FileMissing for a missing object. A missing bucket is a mistake of the operator, and not a missing file. */
function asMissing(key: string, range: ByteRange | undefined) {
  return (error: unknown): never => {
    if (!(error instanceof S3Failed)) throw error
    if (error.status === 404 && error.code !== 'NoSuchBucket') throw new FileMissing(key)
    if (error.status === 416 && range !== undefined) throw new RangeOutside(range)
    throw error
  }
}

type Listing = { prefix: string; limit: number; after: string | undefined }

/** Names in order, in as many calls as the store needs. */
async function look(client: S3Client, name: string): Promise<FileLook | undefined> {
  try {
    const { headers } = await client.send({ method: 'HEAD', name })
    const version = String(headers['etag'] ?? headers['last-modified'] ?? '').replace(/[^A-Za-z0-9-]/g, '')
    return { size: Number(headers['content-length']), version }
  } catch (error) {
    if (error instanceof S3Failed && error.status === 404) return undefined
    throw error
  }
}

async function listObjects(client: S3Client, { prefix, limit, after }: Listing): Promise<Listed[]> {
  const found: Listed[] = []
  let from: Record<string, string> = after === undefined ? {} : { 'start-after': after }
  while (found.length < limit) {
    const query = { 'list-type': '2', 'max-keys': `${limit - found.length}`, prefix, ...from }
    const xml = String((await client.send({ method: 'GET', query })).bytes)
    for (const item of elementsOf(xml, 'Contents')) {
      found.push({ name: textOf(item, 'Key') ?? '', size: Number(textOf(item, 'Size')) })
    }
    const token = textOf(xml, 'NextContinuationToken')
    if (textOf(xml, 'IsTruncated') !== 'true' || token === undefined) break
    from = { 'continuation-token': token }
  }
  return found
}

type Listed = { name: string; size: number }

async function removeObjects(client: S3Client, names: string[]): Promise<void> {
  const objects = names.map((name) => `<Object><Key>${escaped(name)}</Key></Object>`)
  const body = Buffer.from(`<Delete><Quiet>true</Quiet>${objects.join('')}</Delete>`)
  // Multi-object delete also needs Content-MD5.
  const sum = createHash('md5').update(body).digest('base64')
  const headers = { 'content-type': 'application/xml', 'content-md5': sum }
  await client.send({ method: 'POST', query: { delete: '' }, headers, body, mayFailLate: true })
}
