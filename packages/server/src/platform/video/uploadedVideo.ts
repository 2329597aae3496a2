import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { UploadOrder } from './videoWorkPort.ts'
import type { Files } from '#platform/files/files.ts'
import { errnoOf } from '#platform/startProblem.ts'
import { uploadPrefix } from './asset/assetNames.ts'
import { VideoFailed } from './videoFailed.ts'

/** Largest video file, in bytes, uploaded or downloaded. */
export const videoFileBytesMax = 20 * 1024 ** 3
/** Bytes of a part: a crash or a broken connection loses at most one part. */
const partBytesMax = 64 * 1024 * 1024
const partType = 'application/octet-stream'
const notStored = 'The file could not be kept.'

type Receiver = { files: Files; folder: string }

/**
 * Stores an uploaded file in parts (`VideoWork.receiveUpload`). Each part is written to the local disk, moved into
 * `Files`, then confirmed by `keep`. A sender that reconnects resumes behind the confirmed parts (`skipBytes`). A part
 * that `keep` refuses is removed at once; a part that a crash left unconfirmed is removed with the upload.
 */
export async function receiveUpload({ files, folder }: Receiver, order: UploadOrder): Promise<{ isBroken: boolean }> {
  const incoming = openIncoming(order)
  try {
    while (incoming.ended === undefined) {
      const partUuid = randomUUID()
      const path = join(folder, `${partUuid}.upload`)
      try {
        const byteCount = await incoming.writePart(path)
        if (byteCount === 0) break
        const key = `${uploadPrefix(order.accountId, order.uploadUuid)}${partUuid}`
        await files.adopt(key, path, partType).catch((error: unknown) => {
          throw storageFailed(error, notStored)
        })
        if (await order.keep({ partUuid, byteCount })) continue
        await files.remove(key)
        throw new VideoFailed('unwanted', 'The file is no longer needed.')
      } finally {
        await rm(path, { force: true })
      }
    }
    return { isBroken: incoming.ended === 'broken' }
  } catch (error) {
    throw isFull(error) ? storageFailed(error, notStored) : error
  } finally {
    await incoming.close()
  }
}

/** Error of a store that fails, for the sender and the owner. */
function storageFailed(error: unknown, otherwise: string): VideoFailed {
  return new VideoFailed('storage_failed', isFull(error) ? 'The disk is full.' : otherwise, error)
}

function isFull(error: unknown): boolean {
  return errnoOf(error) === 'ENOSPC'
}

type Incoming = {
  ended: 'whole' | 'broken' | undefined
  /** Writes the next part to a new file. Returns its length in bytes, 0 at the end of the body. */
  writePart(path: string): Promise<number>
  close(): Promise<unknown>
}

function openIncoming({ body, skipBytes, bytesMax }: UploadOrder): Incoming {
  const pieces = body[Symbol.asyncIterator]()
  let [toSkip, left] = [skipBytes, bytesMax]
  /** Next bytes behind those to skip; undefined at the end of the body. */
  const next = async (): Promise<Uint8Array | undefined> => {
    for (;;) {
      const piece = await pieces.next().catch(() => undefined)
      if (piece === undefined || piece.done === true) {
        incoming.ended = piece === undefined ? 'broken' : 'whole'
        return undefined
      }
      const fresh = piece.value.subarray(toSkip)
      toSkip -= piece.value.length - fresh.length
      if (fresh.length > 0) return fresh
    }
  }
  const incoming: Incoming = {
    ended: undefined,
    async writePart(path) {
      await using file = await open(path, 'wx', 0o600)
      let byteCount = 0
      while (byteCount < partBytesMax) {
        const bytes = await next()
        if (bytes === undefined) break
        left -= bytes.length
        if (left < 0) throw new VideoFailed('too_large', 'The file is too large.')
        await file.writeFile(bytes)
        byteCount += bytes.length
      }
      return byteCount
    },
    close: async () => pieces.return?.(),
  }
  return incoming
}

type Joining = {
  accountId: number
  uploadUuid: string
  partUuids: readonly string[]
  onPart(partsJoined: number): void
}

/** Joins the parts of an upload into one local file. Throws VideoFailed. */
export async function joinUpload(files: Files, upload: Joining, path: string): Promise<void> {
  try {
    for (const [index, partUuid] of upload.partUuids.entries()) {
      const part = await files.open(`${uploadPrefix(upload.accountId, upload.uploadUuid)}${partUuid}`)
      await pipeline(part, createWriteStream(path, { flags: 'a', mode: 0o600 }))
      upload.onPart(index + 1)
    }
  } catch (error) {
    throw storageFailed(error, 'The uploaded file could not be read.')
  }
}
