import type { LiveHappening, LivePlan } from './liveHost.ts'

/** What an encoder sends, as it is kept with the session. */
export type SentMedia = Omit<Extract<LiveHappening, { kind: 'ready' }>, 'kind'>

export type CourseOptions = {
  plan: LivePlan
  /** How long it was when the process before this one left it: it waits for its encoder. Undefined for a new one. */
  foundSeconds: number | undefined
  happened(happening: LiveHappening): void
  /** The session is to end: its time is over. */
  expired(why: 'encoder_gone' | 'max_duration'): void
}

/** How far a session has come: from its first media over its reconnects to its end, with the clocks that end it. */
export class SessionCourse {
  readonly #options: CourseOptions
  #phase: 'connecting' | 'preview' | 'live' | 'over'
  #isWaiting: boolean
  #grace: NodeJS.Timeout | undefined
  #limit: NodeJS.Timeout | undefined

  constructor(options: CourseOptions) {
    this.#options = options
    const isFound = options.foundSeconds !== undefined
    this.#isWaiting = isFound
    this.#phase = isFound ? this.#firstPhase() : 'connecting'
    if (!isFound) return
    this.#wait()
    this.#limitDuration()
  }

  /** Nothing of it can be watched yet. */
  isConnecting(): boolean {
    return this.#phase === 'connecting'
  }

  /** Whether the audience may see it: not before it can be watched, and not while it is a preview. */
  isShown(): boolean {
    return this.#phase === 'live'
  }

  isOver(): boolean {
    return this.#phase === 'over'
  }

  /** Whether the encoder is away and waited for. */
  isWaiting(): boolean {
    return this.#isWaiting
  }

  /** The first that a player can show is there. */
  ready(media: SentMedia): void {
    this.#phase = this.#firstPhase()
    this.#options.happened({ kind: 'ready', ...media })
    this.#limitDuration()
  }

  /** The encoder is gone. Answers whether it is waited for from now on. */
  gone(): boolean {
    const { plan, happened, expired } = this.#options
    if (this.isOver() || this.#isWaiting) return false
    if (this.isConnecting() || plan.reconnectWindowSeconds === 0) {
      expired('encoder_gone')
      return false
    }
    this.#isWaiting = true
    happened({ kind: 'interrupted' })
    this.#wait()
    return true
  }

  /** The encoder that was waited for sends again. */
  returned(): void {
    this.#isWaiting = false
    clearTimeout(this.#grace)
    this.#options.happened({ kind: 'resumed', wasLive: this.isShown() })
  }

  /** Shows a preview. Answers whether it was one. */
  goLive(): boolean {
    if (this.#phase !== 'preview') return false
    this.#phase = 'live'
    this.#options.happened({ kind: 'wentLive' })
    return true
  }

  /** It is over, and nothing is waited for. */
  stop(): void {
    this.#phase = 'over'
    clearTimeout(this.#grace)
    clearTimeout(this.#limit)
  }

  #firstPhase(): 'preview' | 'live' {
    return this.#options.plan.isAutoStarting ? 'live' : 'preview'
  }

  #limitDuration(): void {
    const { plan, expired, foundSeconds = 0 } = this.#options
    const leftSeconds = Math.max(0, plan.maxDurationSeconds - foundSeconds)
    this.#limit = setTimeout(() => expired('max_duration'), leftSeconds * 1000).unref()
  }

  #wait(): void {
    const { plan, expired } = this.#options
    this.#grace = setTimeout(() => expired('encoder_gone'), plan.reconnectWindowSeconds * 1000).unref()
  }
}
