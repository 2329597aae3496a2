/** Records that the browser keeps over a reload. Where it keeps nothing, as in a private window, reads find none. */
export type KeptStore<T> = {
  all(): Promise<T[]>
  keep(record: T): Promise<void>
  drop(id: string): Promise<void>
}

/** Opens a store of an IndexedDB database, with the records by their `id`. */
export function keptStore<T extends { id: string }>(databaseName: string, storeName: string): KeptStore<T> {
  const run = async <R>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<R>) => {
    try {
      const database = await openDatabase(databaseName, storeName)
      try {
        const transaction = database.transaction(storeName, mode)
        return await committed(transaction, act(transaction.objectStore(storeName)))
      } finally {
        database.close()
      }
    } catch {
      // Private windows and full disks keep nothing.
      return undefined
    }
  }
  return {
    // cast: the store holds what `keep` put there.
    all: async () => ((await run('readonly', (store) => store.getAll())) ?? []) as T[],
    async keep(record) {
      await run('readwrite', (store) => store.put(record))
    },
    async drop(id) {
      await run('readwrite', (store) => store.delete(id))
    },
  }
}

function openDatabase(name: string, storeName: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'id' })
  return settled(request)
}

/** The result of a request once its transaction is committed: a reload before the commit takes a write back. */
function committed<T>(transaction: IDBTransaction, request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error)
  })
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
