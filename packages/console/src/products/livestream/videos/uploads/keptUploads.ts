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

const databaseName = 'fairground'
const storeName = 'uploads'

/** All kept uploads; none where the browser keeps nothing. */
export async function readKeptUploads(): Promise<KeptUpload[]> {
  // cast: the store holds what `keepUpload` put there.
  return ((await inStore('readonly', (store) => store.getAll())) ?? []) as KeptUpload[]
}

/** Keeps an upload. Without a database the upload runs, and a reload ends it. */
export async function keepUpload(upload: KeptUpload): Promise<void> {
  await inStore('readwrite', (store) => store.put(upload))
}

/** Removes an upload that is finished or cancelled. */
export async function dropUpload(id: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(id))
}

async function inStore<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const database = await openDatabase()
    try {
      return await settled(act(database.transaction(storeName, mode).objectStore(storeName)))
    } finally {
      database.close()
    }
  } catch {
    // Private windows and full disks keep nothing.
    return undefined
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'id' })
  return settled(request)
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
