import type { Client } from '#console/app/client.ts'
import { sentenceOf } from '#console/app/failures.ts'
import { newKey } from '#console/parts/form/formKeys.ts'
import { openDock } from '#console/parts/docks.ts'
import { ownPath } from '#console/parts/ownAddress.ts'
import { acquireTabLock, awaitTabLock } from '#console/parts/tabLock.ts'
import { FileUnreadable, sendResumably, UploadRefused } from '#console/parts/upload/resumableUpload.ts'
import { untilConnected } from '#console/parts/upload/untilConnected.ts'
import { isSameFile, openFile } from './keptFile.ts'
import { keptUploads, type FileHandle, type KeptUpload } from './keptUploads.ts'
import { rateOf, withRateSample, type RateSample } from './transferRate.ts'
import { fileRefusal, titleOfFile, type FileRefusal } from './videoFile.ts'

/**
 * State of an upload. broken: the connection is lost and retried. needsFile: after a reload, the person chooses the
 * same file again. needsPermission: after a reload, the person lets the browser read the file.
 */
export type UploadState =
  | 'waiting'
  | 'sending'
  | 'broken'
  | 'paused'
  | 'needsFile'
  | 'needsPermission'
  | 'refused'
  | 'failed'
  | 'done'

/** Whether an upload in this state goes on by itself. */
export function isMoving(state: UploadState): boolean {
  return state === 'waiting' || state === 'sending' || state === 'broken'
}

/** One file on its way to become a video. */
export type VideoUpload = Omit<KeptUpload, 'isPaused'> & {
  state: UploadState
  /** Bytes each second; undefined while unknown. */
  rate: number | undefined
  refusal: FileRefusal | 'otherFile' | undefined
  error: string | undefined
}

/** A file that a person chose, with its handle where the browser gives one. */
export type ChosenFile = { file: File; handle?: FileHandle | undefined }

/** The account and visibility of new videos; `staticId`: a draft that takes the file. */
export type UploadTarget = { accountId: string; visibility: string; staticId?: string }

const concurrencyMax = 2
const announceMs = 200
/** An address that expires sooner is replaced before a transfer begins. */
const marginMs = 60_000

/** The uploads of this tab. They go on while the person navigates. */
class UploadQueue {
  #uploads: readonly VideoUpload[] = []
  readonly #listeners = new Set<() => void>()
  readonly #clients = new Map<string, Client>()
  readonly #files = new Map<string, File>()
  readonly #running = new Map<string, AbortController>()
  /** Ends of the locks that this tab holds, by upload. */
  readonly #releases = new Map<string, () => void>()
  /** Ids of new uploads, for the other tabs: one of them takes over when this tab closes. */
  readonly #tabs = new BroadcastChannel('fairground.uploads')
  #announcement: ReturnType<typeof setTimeout> | undefined
  #restored: Promise<void> | undefined

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  list = (): readonly VideoUpload[] => this.#uploads

  /** Whether neither this tab nor another one has uploads. */
  async isEmpty(): Promise<boolean> {
    return this.#uploads.length === 0 && (await keptUploads.all()).length === 0
  }

  /** Sets the client of an account, and restores the uploads that a reload interrupted. */
  async connect(client: Client): Promise<void> {
    this.#clients.set(String(client.accountId), client)
    this.#tabs.onmessage = ({ data }) => void this.#takeOver(String(data))
    this.#restored ??= this.#restore()
    await this.#restored
    this.#pump()
  }

  /** Adds files. Those that the server would refuse are listed as refused. */
  add(chosen: readonly ChosenFile[], target: UploadTarget): void {
    const { accountId, visibility, staticId } = target
    const added = chosen.map(({ file, handle }): VideoUpload => {
      const refusal = fileRefusal(file)
      const id = newKey()
      if (refusal === undefined) this.#files.set(id, file)
      return {
        ...{ id, accountId, visibility, handle, refusal, name: file.name, size: file.size },
        modifiedAt: file.lastModified,
        state: refusal === undefined ? 'waiting' : 'refused',
        ...{ staticId, address: undefined, expiresAt: undefined, rate: undefined, error: undefined },
        ...{ sentBytes: 0, isOwnDraft: staticId === undefined },
      }
    })
    this.#set([...this.#uploads, ...added])
    for (const each of added) {
      if (each.state !== 'waiting') continue
      void this.#own(each.id, { waits: false }).then(() => this.#tell(each.id))
      void keptUploads.keep(keptOf(each))
    }
    this.#pump()
  }

  pause(id: string): void {
    this.#change(id, { state: 'paused', rate: undefined })
    this.#running.get(id)?.abort()
    this.#keep(id)
  }

  /** Continues a paused, failed or restored upload. Opens its file by the handle where the tab has no file. */
  async resume(id: string): Promise<void> {
    const upload = this.#find(id)
    if (upload === undefined) return
    if (!this.#files.has(id)) {
      const file = await openFile(upload.handle)
      if (file === undefined) return this.#change(id, { state: 'needsFile' })
      return this.choose(id, file)
    }
    this.#change(id, { state: 'waiting', error: undefined, refusal: undefined })
    this.#keep(id)
    this.#pump()
  }

  /** Continues with the same file, chosen again. Another file is refused. */
  choose(id: string, file: File): void {
    const upload = this.#find(id)
    if (upload === undefined) return
    if (!isSameFile(file, upload)) return this.#change(id, { state: 'needsFile', refusal: 'otherFile' })
    this.#files.set(id, file)
    void this.resume(id)
  }

  /** Ends an upload and deletes the draft that it made. */
  async cancel(id: string): Promise<void> {
    const upload = this.#find(id)
    this.dismiss(id)
    this.#running.get(id)?.abort()
    if (upload?.staticId === undefined || upload.state === 'done') return
    await this.#deleteDraft(upload, upload.staticId)
  }

  /** Takes an upload from the list. */
  dismiss(id: string): void {
    this.#forget(id)
    this.#set(this.#uploads.filter((each) => each.id !== id))
  }

  async #deleteDraft({ accountId, isOwnDraft }: VideoUpload, staticId: string): Promise<void> {
    if (isOwnDraft) await this.#clients.get(accountId)?.callAny('livestream.static.delete', { staticId })
  }

  /** Frees the file of an upload that is over, here and in what the browser keeps. */
  #forget(id: string): void {
    this.#files.delete(id)
    const release = this.#releases.get(id)
    this.#releases.delete(id)
    // A tab that waits for the lock must find the upload gone.
    void keptUploads.drop(id).then(release)
  }

  /** Names an upload to the other tabs, which wait for its lock. */
  #tell(id: string): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
    this.#tabs.postMessage(id)
  }

  /** Whether this tab holds an upload from now on: no two tabs list or send one file. `waits`: for the other tab. */
  async #own(id: string, { waits }: { waits: boolean }): Promise<boolean> {
    const lock = await (waits ? awaitTabLock : acquireTabLock)(`fairground.upload.${id}`)
    if (lock !== undefined) this.#releases.set(id, lock.release)
    return lock !== undefined
  }

  #find(id: string): VideoUpload | undefined {
    return this.#uploads.find((each) => each.id === id)
  }

  #change(id: string, change: Partial<VideoUpload>): void {
    this.#set(this.#uploads.map((each) => (each.id === id ? { ...each, ...change } : each)))
  }

  #set(uploads: readonly VideoUpload[]): void {
    this.#uploads = uploads
    clearTimeout(this.#announcement)
    this.#announcement = undefined
    this.#guardTab()
    for (const listener of this.#listeners) listener()
  }

  /** A question of the browser before the tab closes while bytes flow. */
  #guardTab(): void {
    const isSending = this.#uploads.some(({ state }) => state === 'sending' || state === 'broken')
    if (isSending) addEventListener('beforeunload', questionLeave)
    else removeEventListener('beforeunload', questionLeave)
  }

  /** Notes progress; the screen follows five times a second. */
  #progress(id: string, change: Partial<VideoUpload>): void {
    this.#uploads = this.#uploads.map((each) => (each.id === id ? { ...each, ...change } : each))
    this.#announcement ??= setTimeout(() => this.#set(this.#uploads), announceMs)
  }

  #keep(id: string): void {
    const upload = this.#find(id)
    if (upload !== undefined) void keptUploads.keep(keptOf(upload))
  }

  async #restore(): Promise<void> {
    const restored = await Promise.all((await keptUploads.all()).map((kept) => this.#restoredOf(kept)))
    this.#set([...restored.flatMap((each) => each ?? []), ...this.#uploads])
  }

  /** An interrupted upload; undefined for one of another tab, which this tab takes over when the other one closes. */
  async #restoredOf(kept: KeptUpload): Promise<VideoUpload | undefined> {
    if (this.#find(kept.id) !== undefined) return undefined
    if (await this.#own(kept.id, { waits: false })) return this.#reopened(kept)
    void this.#takeOver(kept.id)
    return undefined
  }

  /** Lists an upload of another tab once that tab is closed and the upload is not over. */
  async #takeOver(id: string): Promise<void> {
    // Without locks no tab knows when another one closes.
    if (navigator.locks === undefined || this.#find(id) !== undefined) return
    if (!(await this.#own(id, { waits: true }))) return
    const kept = (await keptUploads.all()).find((each) => each.id === id)
    if (kept === undefined || this.#find(id) !== undefined) return this.#releases.get(id)?.()
    this.#set([...this.#uploads, await this.#reopened(kept)])
    openDock('uploads')
    this.#pump()
  }

  /** A kept upload with its file, where the browser opens it again. */
  async #reopened({ isPaused, ...upload }: KeptUpload): Promise<VideoUpload> {
    const { id, handle } = upload
    const mayRead = (await handle?.queryPermission?.({ mode: 'read' }).catch(() => undefined)) === 'granted'
    const file = mayRead ? await handle?.getFile().catch(() => undefined) : undefined
    if (file !== undefined && isSameFile(file, upload)) this.#files.set(id, file)
    const missing = handle === undefined || mayRead ? 'needsFile' : 'needsPermission'
    const state = !this.#files.has(id) ? missing : isPaused ? 'paused' : 'waiting'
    return { ...upload, state, rate: undefined, refusal: undefined, error: undefined }
  }

  #pump(): void {
    const waiting = this.#uploads.filter(
      ({ id, state, accountId }) => state === 'waiting' && !this.#running.has(id) && this.#clients.has(accountId),
    )
    for (const { id } of waiting.slice(0, Math.max(0, concurrencyMax - this.#running.size))) void this.#run(id)
  }

  async #run(id: string): Promise<void> {
    const control = new AbortController()
    this.#running.set(id, control)
    this.#change(id, { state: 'sending', error: undefined })
    try {
      await this.#send(id, control.signal)
      this.#change(id, { state: 'done', rate: undefined, error: undefined })
      this.#forget(id)
    } catch (error) {
      if (!control.signal.aborted) this.#fail(id, error)
    } finally {
      this.#running.delete(id)
      this.#pump()
    }
  }

  #fail(id: string, error: unknown): void {
    const isUnreadable = error instanceof FileUnreadable
    if (isUnreadable) this.#files.delete(id)
    const rest = isUnreadable ? 'needsFile' : 'failed'
    this.#change(id, { state: rest, rate: undefined, refusal: undefined, error: sentenceOf(error) })
  }

  async #send(id: string, signal: AbortSignal): Promise<void> {
    await this.#open(id, signal, false)
    signal.throwIfAborted()
    try {
      await this.#transfer(id, signal)
    } catch (error) {
      if (!(error instanceof UploadRefused) || !error.isExpired) throw error
      await this.#open(id, signal, true)
      await this.#transfer(id, signal)
    }
  }

  async #transfer(id: string, signal: AbortSignal): Promise<void> {
    const file = this.#files.get(id)
    const address = this.#find(id)?.address
    if (file === undefined || address === undefined) throw new Error('the file is missing')
    let samples: readonly RateSample[] = []
    await sendResumably({
      address: ownPath(address),
      file,
      signal,
      onProgress: (sentBytes) => {
        samples = withRateSample(samples, { at: performance.now(), bytes: sentBytes })
        this.#progress(id, { sentBytes, rate: rateOf(samples) })
      },
      onStored: () => this.#keep(id),
      onBroken: (message) => {
        samples = []
        if (!signal.aborted) this.#progress(id, { state: 'broken', rate: undefined, error: message })
      },
      onMended: () => {
        if (!signal.aborted) this.#progress(id, { state: 'sending', error: undefined })
      },
    })
  }

  /** Opens an address, and waits out a lost connection as the transfer does. */
  async #open(id: string, signal: AbortSignal, isRefused: boolean): Promise<void> {
    await untilConnected(() => this.#openAddress(id, isRefused), {
      signal,
      onBroken: (error) => this.#change(id, { state: 'broken', error }),
    })
    if (!signal.aborted) this.#change(id, { state: 'sending', error: undefined })
  }

  /** Makes the draft of a new upload, and another address for one whose address has expired. */
  async #openAddress(id: string, isRefused: boolean): Promise<void> {
    const upload = this.#find(id)
    const client = upload === undefined ? undefined : this.#clients.get(upload.accountId)
    if (upload === undefined || client === undefined) throw new Error('the upload is gone')
    const { staticId, expiresAt } = upload
    const isValid = expiresAt !== undefined && Date.parse(expiresAt) - marginMs > Date.now()
    if (staticId !== undefined && isValid && !isRefused) return
    const draft = { title: titleOfFile(upload.name), visibility: upload.visibility }
    const options = staticId === undefined ? { idempotencyKey: id } : {}
    // cast: the operation returns the request that takes the file.
    const made = (await client.callAny(
      'livestream.static.create',
      staticId === undefined ? draft : { staticId },
      options,
    )) as {
      id: string
      upload: { url: string; expiresAt: string } | null
    }
    // An upload that was cancelled by now leaves no draft behind.
    if (this.#find(id) === undefined) return this.#deleteDraft(upload, made.id)
    if (made.upload === null) throw new Error('the video takes no file')
    this.#change(id, { staticId: made.id, address: made.upload.url, expiresAt: made.upload.expiresAt })
    this.#keep(id)
  }
}

/** The uploads of this tab. */
export const videoUploads = new UploadQueue()

function keptOf(upload: VideoUpload): KeptUpload {
  const { state, rate: _rate, refusal: _refusal, error: _error, ...kept } = upload
  return { ...kept, isPaused: state === 'paused' }
}

function questionLeave(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
