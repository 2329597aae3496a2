import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Log } from '#kit/call/context.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { accountFolder } from '#platform/files/accountFolder.ts'
import { FileMissing, type Files } from '#platform/files/files.ts'
import { openMemoryShares } from '#platform/http/memoryShares.ts'
import { openStreamSender, type StreamSender } from '#platform/video/hls/hlsResponse.ts'
import { imageTypes } from './imageFile.ts'
import type { ImageStore } from './imageStorePort.ts'

/** Images of accounts: their store, and the route that serves them. */
export type Images = { store: ImageStore; register(server: FastifyInstance): void }

const nameBytes = 16
const mebibyte = 1024 ** 2
/** Bytes of images that are received at once: those of one account, and those of this process. */
const memoryBounds = { holderMax: 32 * mebibyte, totalMax: 256 * mebibyte }
const sendingBounds = { sendingMax: 1_000, sendingPerPrefixMax: 200 }
const pathPattern = /^\/images\/([0-9a-z]{8})\/([0-9a-f]{32}\.(png|jpg|webp|avif|gif))$/

/** Opens the images of accounts in the store of media. Names are random, so an address opens one image alone. */
export function openImages(files: Files, log: Log): Images {
  const memory = openMemoryShares(memoryBounds)
  return {
    store: {
      nameOf: ({ extension }) => `${randomBytes(nameBytes).toString('hex')}.${extension}`,
      pathOf: (accountId, file) => `/images/${accountFolder(accountId)}/${file}`,
      async receive(accountId, { body, totalBytes }, bytesMax) {
        const leave = memory.enter({ name: String(accountId) }, Math.min(totalBytes ?? bytesMax, bytesMax))
        try {
          return await bytesOf(body, bytesMax)
        } finally {
          leave()
        }
      },
      put: (accountId, file, { bytes, extension }) =>
        files.put(keyOf(accountFolder(accountId), file), bytes, imageTypes[extension]),
      remove: (accountId, file) => files.remove(keyOf(accountFolder(accountId), file)),
    },
    register(server) {
      const send = openStreamSender(log, sendingBounds)
      server.route({
        method: ['GET', 'HEAD'],
        config: { admission: 'media' },
        url: '/images/*',
        handler: (request, reply) => sendImage({ files, send }, request.url.split('?')[0] ?? '', reply),
      })
    },
  }
}

/** A body in memory; undefined when its connection breaks. */
async function bytesOf(body: AsyncIterable<Uint8Array>, bytesMax: number): Promise<Buffer | 'too large' | undefined> {
  const chunks: Uint8Array[] = []
  let byteCount = 0
  try {
    for await (const chunk of body) {
      byteCount += chunk.length
      if (byteCount > bytesMax) return 'too large'
      chunks.push(chunk)
    }
  } catch {
    return undefined
  }
  return Buffer.concat(chunks)
}

function keyOf(folder: string, file: string): string {
  return `images/${folder}/${file}`
}

type Sending = { files: Files; send: StreamSender }

async function sendImage({ files, send }: Sending, path: string, reply: FastifyReply): Promise<void> {
  const [, folder, file, extension] = pathPattern.exec(path) ?? []
  if (folder === undefined || file === undefined || !isExtension(extension)) throw problem(reasons.routeNotFound)
  const key = keyOf(folder, file)
  const byteCount = await files.size(key)
  if (byteCount === undefined) throw problem(reasons.notFound)
  const head = {
    type: imageTypes[extension],
    cacheControl: 'public, max-age=31536000, immutable',
    byteCount,
    more: {
      // A browser that opens the address itself renders nothing but the image.
      'content-security-policy': "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    },
  }
  await send(reply, () => files.open(key), head).catch((error: unknown) => {
    throw error instanceof FileMissing ? problem(reasons.notFound) : error
  })
}

function isExtension(text: string | undefined): text is keyof typeof imageTypes {
  return text !== undefined && Object.hasOwn(imageTypes, text)
}
