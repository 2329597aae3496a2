import type { Log } from '#kit/call/context.ts'
import { openDiskFiles } from './disk.ts'
import type { Files } from './files.ts'
import type { S3Settings } from './s3.ts'

/** Where media is kept: in an object store, or else in a folder of this machine. */
export type FilesPlace = { folder: string; s3: S3Settings | undefined }

/**
 * Files where they are kept; nothing is looked at yet. `close` ends the connections to an object store, whose client is
 * read only where there is one.
 */
export async function openFiles({ folder, s3 }: FilesPlace, log: Log): Promise<Files & { close(): Promise<void> }> {
  if (s3 !== undefined) return (await import('./s3.ts')).openS3Files(s3, log)
  return { ...openDiskFiles(folder), close: () => Promise.resolve() }
}
