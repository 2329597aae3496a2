import type { LiveReport, PushTarget } from './liveVideoPort.ts'
import type { MediaTag } from '#platform/video/mediaTypes.ts'
import type { Push, PushState } from '#platform/video/rtmp/rtmpPush.ts'
import type { LiveHappening } from './liveHost.ts'

/** Opens a connection that publishes to a target, and opens it again as long as it is not stopped. */
export type OpenPush = (target: PushTarget, onState: (state: PushState, error?: string) => void) => Push

type TargetState = LiveReport['simulcast'][number]['state']
type Sending = { target: PushTarget; push: Push; state: TargetState; lastError: string | null }

/** The places that one session is sent on to. None of them can hold up the session. */
export class Simulcast {
  readonly #openPush: OpenPush
  readonly #happened: (happening: LiveHappening) => void
  readonly #sending = new Map<string, Sending>()
  /** What a new connection needs before its first key frame: metadata and the codecs' headers. */
  readonly #headers = new Map<MediaTag['kind'], MediaTag>()
  #targets: readonly PushTarget[] = []
  #isStarted = false

  constructor(openPush: OpenPush, happened: (happening: LiveHappening) => void) {
    this.#openPush = openPush
    this.#happened = happened
  }

  /** From now on to these places and no others. */
  setTargets(targets: readonly PushTarget[]): void {
    this.#targets = targets
    for (const [id, { target }] of this.#sending) {
      if (!targets.some((each) => isSame(each, target))) this.#close(id)
    }
    if (this.#isStarted) this.start()
  }

  /** Begins to send, where that has not begun. */
  start(): void {
    this.#isStarted = true
    for (const target of this.#targets) {
      if (!this.#sending.has(target.targetId)) this.#open(target)
    }
  }

  tag(tag: MediaTag): void {
    if (isHeader(tag)) this.#headers.set(tag.kind, tag)
    for (const { push } of this.#sending.values()) push.tag(tag)
  }

  stop(): void {
    for (const id of this.#sending.keys()) this.#close(id)
    this.#isStarted = false
  }

  states(): LiveReport['simulcast'] {
    return this.#targets.map(({ targetId }) => {
      const { state = 'idle', lastError = null } = this.#sending.get(targetId) ?? {}
      return { targetId, state, lastError }
    })
  }

  #open(target: PushTarget): void {
    const { targetId } = target
    const push = this.#openPush(target, (state, error) => this.#onState(targetId, state, error))
    this.#sending.set(targetId, { target, push, state: 'starting', lastError: null })
    for (const tag of this.#headers.values()) push.tag(tag)
  }

  #close(targetId: string): void {
    const sending = this.#sending.get(targetId)
    if (sending === undefined) return
    this.#sending.delete(targetId)
    void sending.push.stop()
    if (sending.state === 'live') this.#tell(targetId, 'ended', undefined)
  }

  #onState(targetId: string, state: PushState, error: string | undefined): void {
    const sending = this.#sending.get(targetId)
    if (sending === undefined || state === 'ended') return
    const before = sending.state
    // While it tries again, it is still in trouble.
    if (state === 'starting' && before === 'error') return
    sending.state = state
    if (error !== undefined) sending.lastError = error
    if (state !== before && state !== 'starting') this.#tell(targetId, state, error)
  }

  #tell(targetId: string, state: 'live' | 'error' | 'ended', error: string | undefined): void {
    this.#happened({ kind: 'simulcastChanged', targetId, state, error })
  }
}

function isSame(a: PushTarget, b: PushTarget): boolean {
  return a.targetId === b.targetId && a.serverUrl === b.serverUrl && a.streamKey === b.streamKey
}

/** Sequence headers of AVC and AAC (FLV specification 10.1, E.4.2.1 and E.4.3.1), and metadata. */
function isHeader({ kind, body }: MediaTag): boolean {
  if (kind === 'data') return true
  const [first = 0, second = 1] = body
  return kind === 'video' ? (first & 0x0f) === 7 && second === 0 : first >> 4 === 10 && second === 0
}
