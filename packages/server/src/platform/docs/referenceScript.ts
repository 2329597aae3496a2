import { Worker } from 'node:worker_threads'
import type { KeptBytes } from './keptBytes.ts'

const timeoutMs = 60_000

/**
 * The script of the API reference, compressed. The package holds it as one text of 4 MB among modules that are not
 * needed here, so a worker thread reads it and ends: this process never loads them.
 */
export function readReferenceScript(): Promise<KeptBytes> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./referenceWorker.ts', import.meta.url))
    const timer = setTimeout(() => void worker.terminate(), timeoutMs)
    worker.once('message', (sent: KeptBytes) => {
      resolve({ ...sent, identity: shared(sent.identity), gzip: shared(sent.gzip), br: shared(sent.br) })
    })
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new Error('the script of the API reference could not be read'))
    })
    worker.unref()
  })
}

/** A Buffer over the same memory: a message carries plain arrays of bytes. */
function shared({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
