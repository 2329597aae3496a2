import { connectionPause } from '#console/parts/connectionPause.ts'

/** Options of one transfer. */
export type Transfer = {
  /** Address that takes the file by PUT, in parts with a Content-Range. */
  address: string
  file: Blob
  signal: AbortSignal
  /** Called with the bytes that the server has, those under way included. */
  onProgress(sentBytes: number): void
  /** Called after each part, with the bytes that the server keeps. */
  onStored(storedBytes: number): void
  /** Called while a retry waits: with the message of a busy server, or '' after a lost connection. */
  onBroken(message: string): void
  /** Called when bytes flow again. */
  onMended(): void
}

/** Refusal of an upload by the server. `isExpired`: the address is no longer valid, and another one may be. */
export class UploadRefused extends Error {
  readonly status: number
  readonly isExpired: boolean
  /** The broken rule, where the file itself is refused. */
  readonly rule: string | undefined

  constructor(status: number, message: string, rule?: string) {
    super(message)
    this.name = 'UploadRefused'
    this.status = status
    this.rule = rule
    this.isExpired = status === 401 || status === 403
  }
}

/** The file changed on the disk, or is gone: the browser reads it no more. */
export class FileUnreadable extends Error {}

/** A connection on which nothing moves for so long is broken. */
const silenceMs = 60_000
/** Bytes of one request: a file of 20 GiB has 1,280 parts, of 10,000 that the server takes. */
const partBytes = 16 * 1024 ** 2
const retryDelaysMs = [1_000, 2_000, 4_000, 8_000, 15_000]

/**
 * Sends a file in parts, and continues behind the bytes that the server has: after a lost connection, a reload or a
 * restart. Resolves with the data of the response when the file is whole. Throws UploadRefused, FileUnreadable, and
 * AbortError at the signal.
 */
export async function sendResumably(transfer: Transfer): Promise<unknown> {
  const { file, signal } = transfer
  let failures = 0
  let stored: number | undefined
  for (;;) {
    try {
      const progress: Stored =
        stored === undefined ? await put(transfer, undefined) : await put(transfer, { from: stored, size: file.size })
      stored = progress.bytes
      transfer.onProgress(progress.isWhole ? file.size : stored)
      transfer.onStored(progress.isWhole ? file.size : stored)
      transfer.onMended()
      failures = 0
      if (progress.isWhole) return progress.data
    } catch (error) {
      signal.throwIfAborted()
      if (!isTransient(error)) throw error
      await checkReadable(file)
      // The server says where to continue: bytes of the broken part may have arrived.
      stored = undefined
      transfer.onBroken(error instanceof UploadRefused && error.message !== offsetReason ? error.message : '')
      await connectionPause(retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)] ?? 0, signal)
      failures += 1
    }
  }
}

/** A request breaks in the same way for a lost connection and for a file that the browser cannot read. */
async function checkReadable(file: Blob): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch (error) {
    throw new FileUnreadable('the file has changed or is gone', { cause: error })
  }
}

type Stored = { bytes: number; isWhole: boolean; data?: unknown }

/** Whether a repeat may succeed: no connection, another place in the file, or a server that is busy. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof UploadRefused)) return true
  return error.status === 409 ? error.message === offsetReason : error.status === 429 || error.status >= 500
}

const offsetReason = 'upload_offset'

/** Sends one part; without a part, requests the progress. */
function put({ address, file, signal, onProgress }: Transfer, part: { from: number; size: number } | undefined) {
  return new Promise<Stored>((resolve, reject) => {
    // fetch reports no progress of a body that is sent.
    const request = new XMLHttpRequest()
    const end = part === undefined ? 0 : Math.min(part.from + partBytes, part.size)
    request.open('PUT', address)
    request.setRequestHeader('content-type', 'application/octet-stream')
    const named = part === undefined ? '*' : `${part.from}-${end - 1}`
    request.setRequestHeader('content-range', `bytes ${named}/${file.size}`)
    const abort = () => request.abort()
    let silence = setTimeout(abort, silenceMs)
    const settle = (act: () => void) => () => {
      signal.removeEventListener('abort', abort)
      clearTimeout(silence)
      act()
    }
    request.onload = settle(() => {
      const stored = storedOf(request)
      if (stored !== undefined) resolve(stored)
      else reject(refusalOf(request))
    })
    request.onerror = settle(() => reject(new TypeError('the connection broke')))
    request.onabort = settle(() => reject(signal.reason ?? new TypeError('the connection is silent')))
    request.upload.onprogress = ({ loaded }) => {
      clearTimeout(silence)
      silence = setTimeout(abort, silenceMs)
      if (part !== undefined) onProgress(part.from + loaded)
    }
    if (signal.aborted) return settle(() => reject(signal.reason))()
    signal.addEventListener('abort', abort, { once: true })
    request.send(part === undefined ? null : file.slice(part.from, end))
  })
}

/** Progress in a response: 200 for a whole file, 308 with the range of stored bytes. Undefined for a refusal. */
function storedOf(request: XMLHttpRequest): Stored | undefined {
  if (request.status === 200) return { bytes: 0, isWhole: true, data: dataIn(request.responseText) }
  if (request.status !== 308) return undefined
  const last = /^bytes=0-(\d+)$/.exec(request.getResponseHeader('range') ?? '')?.[1]
  return { bytes: last === undefined ? 0 : Number(last) + 1, isWhole: false }
}

function refusalOf(request: XMLHttpRequest): UploadRefused {
  const { reason, message, rule } = errorIn(request.responseText)
  const isOffset = request.status === 409 && reason === offsetReason
  return new UploadRefused(request.status, isOffset ? offsetReason : message, rule)
}

function dataIn(text: string): unknown {
  return Object(JSON.parse(text)).data
}

function errorIn(text: string): { reason: string; message: string; rule: string | undefined } {
  try {
    const { error } = Object(JSON.parse(text))
    const rule = error?.fields?.[0]?.rule
    return { reason: String(error?.reason ?? ''), message: String(error?.message ?? text), rule }
  } catch {
    return { reason: '', message: text, rule: undefined }
  }
}
