import type { FileHandle, KeptUpload } from './keptUploads.ts'

/** The file of a handle, after the person allows it; undefined without a handle or permission. */
export async function openFile(handle: FileHandle | undefined): Promise<File | undefined> {
  if (handle === undefined) return undefined
  const isAllowed = (await handle.requestPermission?.({ mode: 'read' })) === 'granted'
  return isAllowed ? handle.getFile().catch(() => undefined) : undefined
}

/** Whether a chosen file is the one of a kept upload, by name, size and time of change. */
export function isSameFile(file: File, kept: Pick<KeptUpload, 'name' | 'size' | 'modifiedAt'>): boolean {
  const { name, size, modifiedAt } = kept
  return file.size === size && file.name === name && file.lastModified === modifiedAt
}
