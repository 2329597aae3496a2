import { port } from '#kit/call/port.ts'
import type { ReceivedPart, UploadOrder } from '#platform/video/videoWorkPort.ts'

/** A file in the store: its account, its id, and its parts in order. */
export type IncomingFile = { accountId: number; fileUuid: string; partUuids: readonly string[] }

/** A download into the store. */
export type FetchOrder = {
  accountId: number
  fileUuid: string
  url: string
  bytesMax: number
  /** Called now and then with the bytes so far. */
  onProgress?(byteCount: number): void
}

/** Failure of a file whose cause lies outside the server. The message is a sentence for the account. */
export class IncomingFailed extends Error {
  readonly reason: string

  constructor(reason: string, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'IncomingFailed'
    this.reason = reason
  }
}

/** Files that accounts upload or name by address, kept until a task has read them. */
export type IncomingFiles = {
  /** Stores the body of an upload in parts; `keep` confirms each. Throws IncomingFailed. */
  receive(order: UploadOrder): Promise<{ isBroken: boolean }>
  /** Downloads a file through the guard, as one part. Throws IncomingFailed. */
  fetch(order: FetchOrder): Promise<ReceivedPart>
  /** The bytes of a file, in order. Throws IncomingFailed for a part that is missing. */
  read(file: IncomingFile): AsyncIterable<Uint8Array>
  /** Removes a file with all its parts. */
  remove(accountId: number, fileUuid: string): Promise<void>
}

/** Files on their way into an account. */
export const incomingFilesPort = port<IncomingFiles>('incomingFiles', {
  receive: 'leaves',
  fetch: 'leaves',
  remove: 'leaves',
})
