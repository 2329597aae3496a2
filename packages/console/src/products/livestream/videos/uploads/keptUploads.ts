import { keptStore } from '#console/parts/keptStore.ts'

/** An unfinished upload as the browser keeps it over a reload. */
export type KeptUpload = {
  id: string
  accountId: string
  staticId: string | undefined
  /** Whether the upload makes its draft, so that its end deletes it. */
  isOwnDraft: boolean
  /** Address that takes the file, and the moment at which it expires. */
  address: string | undefined
  expiresAt: string | undefined
  name: string
  size: number
  modifiedAt: number
  visibility: string
  sentBytes: number
  isPaused: boolean
  /** Handle of the file, where the browser has such handles: it opens the file again after a reload. */
  handle: FileHandle | undefined
}

/** A handle of a file with the permission that Chromium adds. */
export type FileHandle = FileSystemFileHandle & {
  queryPermission?(mode: { mode: 'read' }): Promise<PermissionState>
  requestPermission?(mode: { mode: 'read' }): Promise<PermissionState>
}

/** Uploads that are not finished. Without a database they run, and a reload ends them. */
export const keptUploads = keptStore<KeptUpload>('fairground', 'uploads')
