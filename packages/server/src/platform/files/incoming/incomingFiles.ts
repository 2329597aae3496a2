import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { download, DownloadFailed } from '#platform/net/download.ts'
import type { Guard } from '#platform/net/guard.ts'
import { uploadPrefix } from '#platform/video/asset/assetNames.ts'
import { receiveUpload } from '#platform/video/uploadedVideo.ts'
import { VideoFailed } from '#platform/video/videoFailed.ts'
import { FileMissing, type Files } from '#platform/files/files.ts'
import { IncomingFailed, type FetchOrder, type IncomingFile, type IncomingFiles } from './incomingFilesPort.ts'

type Parts = { files: Files; guard: Guard; folder: string }

const idleTimeoutMs = 30_000
const totalTimeoutMs = 3_600_000

/** Opens the files that arrive in accounts. `folder`: local folder of files on their way. */
export function openIncomingFiles(parts: Parts): IncomingFiles {
  const { files } = parts
  return {
    receive: (order) =>
      receiveUpload(parts, order).catch((error: unknown) => {
        if (!(error instanceof VideoFailed)) throw error
        throw new IncomingFailed(error.reason, error.message, error)
      }),
    fetch: (order) => fetchFile(parts, order),
    read: (file) => readFile(files, file),
    async remove(accountId, fileUuid) {
      await files.removeAll(uploadPrefix(accountId, fileUuid))
    },
  }
}

async function fetchFile(
  { files, guard, folder }: Parts,
  { accountId, fileUuid, url, bytesMax, ...order }: FetchOrder,
) {
  const partUuid = randomUUID()
  const toPath = join(folder, `${partUuid}.download`)
  const { onProgress = () => undefined } = order
  try {
    const bounds = { toPath, bytesMax, idleTimeoutMs, totalTimeoutMs }
    const { byteCount } = await download(guard.forAccount(accountId), url, { ...bounds, onProgress })
    if (byteCount === 0) throw new IncomingFailed('empty', 'The address answers with an empty file.')
    await files.adopt(`${uploadPrefix(accountId, fileUuid)}${partUuid}`, toPath, 'application/octet-stream')
    return { partUuid, byteCount }
  } catch (error) {
    if (error instanceof DownloadFailed) throw new IncomingFailed(error.reason, `The address ${error.message}.`, error)
    throw error
  } finally {
    await rm(toPath, { force: true })
  }
}

async function* readFile(files: Files, { accountId, fileUuid, partUuids }: IncomingFile): AsyncGenerator<Uint8Array> {
  for (const partUuid of partUuids) {
    const part = await files.open(`${uploadPrefix(accountId, fileUuid)}${partUuid}`).catch((error: unknown) => {
      if (!(error instanceof FileMissing)) throw error
      throw new IncomingFailed('missing', 'The file is no longer in the store.', error)
    })
    for await (const piece of part) if (piece instanceof Uint8Array) yield piece
  }
}
