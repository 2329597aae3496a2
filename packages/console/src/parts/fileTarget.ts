import { saveFile } from './csvFile.ts'

/** A file that grows while its content arrives. Closing the stream finishes it; aborting leaves none. */
export type FileTarget = { stream: WritableStream<Uint8Array> }

/** Largest file that this page holds in memory, in a browser that cannot write to the disk. */
export const heldBytesMax = 256 * 1024 * 1024

/** A file has outgrown what the page holds in memory. */
export class FileTooLarge extends Error {}

type SavePicker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>

/**
 * Opens a file that the person chooses, and writes through to the disk. A browser without such files gets a bounded
 * one in memory, saved at its end: its stream throws FileTooLarge. Undefined when the person chooses none.
 */
export async function openFileTarget(name: string, type: string): Promise<FileTarget | undefined> {
  // cast: browsers have this function where it is one; the types of TypeScript do not name it yet.
  const pick = (globalThis as { showSaveFilePicker?: SavePicker }).showSaveFilePicker
  if (typeof pick !== 'function') return { stream: heldFile(name, type) }
  try {
    const handle = await pick({ suggestedName: name })
    return { stream: await handle.createWritable() }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined
    // A policy of the browser may refuse files on the disk, as in a private window.
    return { stream: heldFile(name, type) }
  }
}

function heldFile(name: string, type: string): WritableStream<Uint8Array> {
  const chunks: BlobPart[] = []
  let bytes = 0
  return new WritableStream({
    write(chunk) {
      bytes += chunk.length
      if (bytes > heldBytesMax) throw new FileTooLarge()
      chunks.push(new Uint8Array(chunk))
    },
    close: () => saveFile(new Blob(chunks, { type }), name),
    abort: () => void chunks.splice(0),
  })
}
