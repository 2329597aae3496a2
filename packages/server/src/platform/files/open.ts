import type { Log } from '#kit/call/context.ts'
import { openDiskFiles } from './disk.ts'
import type { Files } from './files.ts'
import type { S3Settings } from './s3.ts'

/** Location of media: an object store, or else a folder of this machine. */
export type FilesPlace = { folder: string; s3: S3Settings | undefined }

/**
 * Opens the store of media without a request. `close` ends the connections to an object store, whose client loads only
 * when one is configured.
 */
export async function openFiles({ folder, s3 }: FilesPlace, log: Log): Promise<Files & { close(): Promise<void> }> {
  if (s3 !== undefined) return (await import('./s3.ts')).openS3Files(s3, log)
  return { ...openDiskFiles(folder), close: () => Promise.resolve() }
}
