import type { LiveEvent, LivePlan } from './liveHost.ts'

/** Codecs and frame size of the encoder's media. */
export type MediaFormat = Omit<Extract<LiveEvent, { kind: 'ready' }>, 'kind'>

export type CourseOptions = {
  plan: LivePlan
  /** Media seconds of a recovered session, which waits for its encoder. Undefined for a new session. */
  recoveredSeconds: number | undefined
  emit(event: LiveEvent): void
  /** Called when a timer of the session has expired: the session must end. */
  expired(why: 'encoder_gone' | 'max_duration'): void
}

/**
 * State of a session: connecting, then preview or live, then over; and whether it waits for its encoder.
 * Two timers end it: the reconnect window of a disconnected encoder, and the longest duration from its first media.
 * It emits the events of its changes, each once: a call that changes nothing emits none.
 */
export class SessionCourse {
  readonly #options: CourseOptions
  #phase: 'connecting' | 'preview' | 'live' | 'over'
  #isWaiting: boolean
  #grace: NodeJS.Timeout | undefined
  #limit: NodeJS.Timeout | undefined

  constructor(options: CourseOptions) {
    this.#options = options
    const isRecovered = options.recoveredSeconds !== undefined
    this.#isWaiting = isRecovered
    this.#phase = isRecovered ? this.#firstPhase() : 'connecting'
    if (!isRecovered) return
    this.#wait()
    this.#limitDuration()
  }

  /** Whether no media has arrived yet. */
  isConnecting(): boolean {
    return this.#phase === 'connecting'
  }

  /** Whether the audience may watch: false while connecting and for a preview. */
  isLive(): boolean {
    return this.#phase === 'live'
  }

  isOver(): boolean {
    return this.#phase === 'over'
  }

  /** Whether the encoder is disconnected and may reconnect. */
  isWaiting(): boolean {
    return this.#isWaiting
  }

  /** Records the first playable media. */
  ready(format: MediaFormat): void {
    this.#phase = this.#firstPhase()
    this.#options.emit({ kind: 'ready', ...format })
    this.#limitDuration()
  }

  /** Records that the encoder disconnected. Returns whether the session now waits for its return. */
  disconnect(): boolean {
    const { plan, emit, expired } = this.#options
    if (this.isOver() || this.#isWaiting) return false
    if (this.isConnecting() || plan.reconnectWindowSeconds === 0) {
      expired('encoder_gone')
      return false
    }
    this.#isWaiting = true
    emit({ kind: 'interrupted' })
    this.#wait()
    return true
  }

  /** Records that the encoder sends again. */
  returned(): void {
    this.#isWaiting = false
    clearTimeout(this.#grace)
    this.#options.emit({ kind: 'resumed', wasLive: this.isLive() })
  }

  /** Turns a preview live. Returns whether it was a preview. */
  goLive(): boolean {
    if (this.#phase !== 'preview') return false
    this.#phase = 'live'
    this.#options.emit({ kind: 'wentLive' })
    return true
  }

  /** Ends the session and stops both timers. */
  stop(): void {
    this.#phase = 'over'
    clearTimeout(this.#grace)
    clearTimeout(this.#limit)
  }

  #firstPhase(): 'preview' | 'live' {
    return this.#options.plan.isAutoStarting ? 'live' : 'preview'
  }

  #limitDuration(): void {
    const { plan, expired, recoveredSeconds = 0 } = this.#options
    const leftSeconds = Math.max(0, plan.maxDurationSeconds - recoveredSeconds)
    this.#limit = setTimeout(() => expired('max_duration'), leftSeconds * 1000).unref()
  }

  #wait(): void {
    const { plan, expired } = this.#options
    this.#grace = setTimeout(() => expired('encoder_gone'), plan.reconnectWindowSeconds * 1000).unref()
  }
}
