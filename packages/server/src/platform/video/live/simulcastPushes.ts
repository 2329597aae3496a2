import type { LiveReport, PushTarget } from './liveVideoPort.ts'
import { classicTag } from '#platform/video/flv/classicTag.ts'
import type { MediaTag } from '#platform/video/mediaTypes.ts'
import { headerRole, type HeaderRole } from '#platform/video/rtmp/pushFeed.ts'
import type { Push, PushState } from '#platform/video/rtmp/rtmpPush.ts'
import type { LiveEvent } from './liveHost.ts'

/** Opens a push: a connection that publishes to a target and reconnects until it is stopped. */
export type OpenPush = (target: PushTarget, onState: (state: PushState, error?: string) => void) => Push

type TargetState = LiveReport['simulcast'][number]['state']
type OpenTarget = { target: PushTarget; push: Push; state: TargetState; lastError: string | null }

/**
 * Pushes of one session to its simulcast targets. Each push has its own queue and reconnects by itself, so a slow or
 * broken target never delays the session. Setting the same targets again changes nothing.
 */
export class Simulcast {
  readonly #openPush: OpenPush
  readonly #emit: (event: LiveEvent) => void
  readonly #open = new Map<string, OpenTarget>()
  /** Tags that a new connection needs before its first key frame: metadata and sequence headers. */
  readonly #headers = new Map<HeaderRole, MediaTag>()
  #targets: readonly PushTarget[] = []
  #isStarted = false

  constructor(openPush: OpenPush, emit: (event: LiveEvent) => void) {
    this.#openPush = openPush
    this.#emit = emit
  }

  /** Replaces the targets: pushes to removed or changed targets stop, pushes to new ones start. */
  setTargets(targets: readonly PushTarget[]): void {
    this.#targets = targets
    for (const [id, { target }] of this.#open) {
      if (!targets.some((each) => isSame(each, target))) this.#close(id)
    }
    if (this.#isStarted) this.start()
  }

  /** Opens the pushes that are not open. */
  start(): void {
    this.#isStarted = true
    for (const target of this.#targets) {
      if (!this.#open.has(target.targetId)) this.#openTarget(target)
    }
  }

  /** Sends a tag to all targets, in the classic form of FLV: targets need not know Enhanced RTMP. */
  tag(tag: MediaTag): void {
    const role = headerRole(tag)
    if (role === undefined && this.#open.size === 0) return
    const classic = classicTag(tag)
    if (classic === undefined) return
    if (role !== undefined) this.#headers.set(role, classic)
    for (const { push } of this.#open.values()) push.tag(classic)
  }

  stop(): void {
    for (const id of this.#open.keys()) this.#close(id)
    this.#isStarted = false
  }

  states(): LiveReport['simulcast'] {
    return this.#targets.map(({ targetId }) => {
      const { state = 'idle', lastError = null } = this.#open.get(targetId) ?? {}
      return { targetId, state, lastError }
    })
  }

  #openTarget(target: PushTarget): void {
    const { targetId } = target
    const push = this.#openPush(target, (state, error) => this.#onState(targetId, state, error))
    this.#open.set(targetId, { target, push, state: 'starting', lastError: null })
    for (const tag of this.#headers.values()) push.tag(tag)
  }

  #close(targetId: string): void {
    const open = this.#open.get(targetId)
    if (open === undefined) return
    this.#open.delete(targetId)
    void open.push.stop()
    if (open.state === 'live') this.#emitChange(targetId, 'ended', undefined)
  }

  #onState(targetId: string, state: PushState, error: string | undefined): void {
    const open = this.#open.get(targetId)
    if (open === undefined || state === 'ended') return
    const before = open.state
    // A reconnecting push stays in `error` until it is live.
    if (state === 'starting' && before === 'error') return
    open.state = state
    if (error !== undefined) open.lastError = error
    if (state !== before && state !== 'starting') this.#emitChange(targetId, state, error)
  }

  #emitChange(targetId: string, state: 'live' | 'error' | 'ended', error: string | undefined): void {
    this.#emit({ kind: 'simulcastChanged', targetId, state, error })
  }
}

function isSame(a: PushTarget, b: PushTarget): boolean {
  return a.targetId === b.targetId && a.serverUrl === b.serverUrl && a.streamKey === b.streamKey
}
