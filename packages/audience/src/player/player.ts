import { clockOffsetMs } from '#audience/serverClock.ts'
import { on } from '#audience/dom.ts'
import { addressFor, isLive, sourceOf, type Playback, type WatchPage } from '#audience/playback.ts'
import { makeTexts, type Texts } from './captions.ts'
import { consentPanel, openConsent, type Consent } from './consent.ts'
import { makeControls, type Controls } from './controls.ts'
import { makeDeck, type Deck } from './deck.ts'
import { openEngine } from './engine.ts'
import { openHeartbeats, type Heartbeats } from './heartbeats.ts'
import { hideWhenIdle } from './idle.ts'
import { listenForKeys } from './keys.ts'
import { roundButton, waitingPanel, wordButton, wordsPanel, type Panel } from './scene.ts'
import { isStarving, makeStage, type Stage } from './stage.ts'

/** Parts that the page passes to its player. */
export type PlayerParts = {
  page: WatchPage
  root: HTMLElement
  /** Buttons of the page's own, such as the one that makes a clip. */
  extra(deck: Deck): readonly HTMLElement[]
  token(): string | null
  /** The access form of a closed video. */
  gate(state: Playback): Panel
}

const updateEveryMs = 250
const retriesMs = [2_000, 4_000, 8_000, 15_000, 30_000]
/** Stall after the end of a stream that counts as its end: hls.js leaves out the last part. */
const drainedMs = 1_500
/** Time without a frame of a live stream, and without an error, after which it is reopened. */
const stuckMs = 12_000

/** Plays the source that the server's state names, or shows a panel with the reason for its absence. */
export class Player {
  readonly deck: Deck
  readonly #parts: PlayerParts
  readonly #stage: Stage
  readonly #texts: Texts
  readonly #controls: Controls
  readonly #heartbeats: Heartbeats
  readonly #consent: Consent
  #state: Playback
  /** The loaded address. */
  #url: string | undefined
  /** Whether the viewer, or autoplay, requested playback. */
  #isPlayRequested: boolean
  #retries = 0
  #retryTimer: number | undefined
  #starvedSinceMs: number | undefined
  #hasFrame = false
  /** Whether the loaded source was live when it was opened. */
  #beganLive = false
  #isRevoked = false

  constructor(parts: PlayerParts) {
    const { page, root } = parts
    this.#parts = parts
    this.#state = page.state
    this.#consent = openConsent(page.options)
    this.#isPlayRequested = page.options.autoplay
    this.#stage = makeStage(root)
    const { video } = this.#stage
    video.muted = page.options.muted
    this.deck = makeDeck(video, () => this.#state.latencyMode)
    this.#texts = makeTexts(video, () => this.#controls?.update())
    const extra = parts.extra(this.deck)
    this.#controls = makeControls({ deck: this.deck, texts: this.#texts, root, extra })
    this.#heartbeats = openHeartbeats(this.#watched())
    delete root.dataset['scene']
    root.replaceChildren(...this.#stage.elements, ...(page.options.controls ? [this.#controls.element] : []))
    const onUse = hideWhenIdle(root, video)
    listenForKeys({ deck: this.deck, texts: this.#texts, root, onUse })
    listenForMediaKeys(this.deck)
    this.#listen(video)
    window.setInterval(() => this.#update(), updateEveryMs)
    this.show(page.state)
  }

  /** Applies a new state of the video. */
  show(state: Playback): void {
    if (this.#isRevoked) return
    const before = this.#state
    this.#state = state
    const isNextSession = isLive(state) && before.startedAt !== null && before.startedAt !== state.startedAt
    if (isNextSession) this.#stop()
    if (isNextSession) this.#heartbeats.renew()
    this.#stage.dress(state)
    this.#texts.set(state)
    this.#controls.timeline.set(state)
    this.#decide()
  }

  /** Stops at once, and shows the reason. */
  revoke(reason: string): void {
    this.#isRevoked = true
    this.#stop()
    this.#stage.scene.show('revoked', () => wordsPanel('revoked', { icon: 'lock', title: 'Closed', text: reason }))
  }

  #decide(): void {
    const { scene } = this.#stage
    const source = sourceOf(this.#state)
    if (source === undefined && this.#isDraining()) return
    if (source === undefined) {
      this.#stop()
      return scene.show(...this.#closedScene())
    }
    if (this.#needsConsent()) return
    if (this.#url === source.url) return
    this.#stop()
    if (!this.#isPlayRequested) {
      return scene.show('start', () => ({ kind: 'start', content: roundButton('Play', 'play', () => this.#begin()) }))
    }
    this.#begin()
  }

  /** Shows the panel of consent where the video needs it. Only adult content interrupts a video that plays. */
  #needsConsent(): boolean {
    const state = this.#state
    const reason = this.#consent.reason(state)
    this.#parts.root.toggleAttribute('data-veiled', reason === 'adult')
    if (reason === undefined || (reason !== 'adult' && this.#url !== undefined)) return false
    this.#stop()
    const onConsent = () => {
      this.#consent.give(this.#state)
      this.#parts.root.removeAttribute('data-veiled')
      this.#begin()
    }
    const mayLeave = reason === 'adult' && !this.#parts.page.isEmbedded
    const key = JSON.stringify([reason, state.contentWarnings])
    this.#stage.scene.show(key, () => consentPanel(reason, state, { onConsent, mayLeave }))
    return true
  }

  /** Whether the viewer has yet to confirm the age. */
  isVeiled(): boolean {
    return this.#consent.reason(this.#state) === 'adult'
  }

  /** The scene while there is nothing to play. */
  #closedScene(): [string, () => Panel] {
    const state = this.#state
    if (state.status === 'removed') return ['removed', () => wordsPanel('removed', words.removed)]
    if (state.access !== null) return [`gate ${state.access.required}`, () => this.#parts.gate(state)]
    if (state.status === 'waiting') {
      return [`waiting ${state.scheduledAt}`, () => waitingPanel(state, () => this.#serverNowMs())]
    }
    return ['ended', () => wordsPanel('ended', words.ended)]
  }

  #begin(startSeconds: number | null = this.#parts.page.options.startSeconds): void {
    const source = sourceOf(this.#state)
    if (source === undefined) return this.#decide()
    this.#isPlayRequested = true
    this.#heartbeats.playRequested()
    this.#stage.scene.show(undefined)
    this.#url = source.url
    this.#beganLive = isLive(this.#state)
    this.#texts.begin(0)
    const start = isLive(this.#state) ? null : startSeconds
    const { latencyMode } = this.#state
    const engine = openEngine(
      this.#stage.video,
      { ...source, url: addressFor(this.#parts.page, source), latencyMode, startSeconds: start },
      {
        onQualities: () => this.#controls.update(),
        onFailure: ({ reason }) => this.#fail(reason),
        // Captions of a recording begin with its playlist, those of a session with the session.
        onMediaStart: (seconds) => this.#beganLive && this.#texts.begin(seconds),
      },
    )
    this.deck.setEngine(engine)
    void this.#play()
  }

  async #play(): Promise<void> {
    const wasMuted = this.#stage.video.muted
    const isAllowed = await this.deck.play()
    if (isAllowed && !wasMuted && this.#stage.video.muted) this.#stage.offerUnmute()
    if (isAllowed) return
    const act = () => {
      this.#stage.scene.show(undefined)
      void this.deck.play()
    }
    this.#stage.scene.show('start', () => ({ kind: 'start', content: roundButton('Play', 'play', act) }))
  }

  /** Retries with a growing back-off; the viewer may retry at once. */
  #fail(reason: string): void {
    this.#heartbeats.failed(reason)
    this.#stop()
    const waitMs = retriesMs[Math.min(this.#retries, retriesMs.length - 1)] ?? 0
    this.#retries += 1
    const again = () => {
      window.clearTimeout(this.#retryTimer)
      this.#begin(null)
    }
    const action = wordButton('Try again', again)
    this.#stage.scene.show('failed', () => wordsPanel('failed', { ...words.failed, actions: [action] }))
    if (isLive(this.#state)) this.#retryTimer = window.setTimeout(again, waitMs)
  }

  #stop(): void {
    window.clearTimeout(this.#retryTimer)
    this.deck.engine()?.close()
    this.deck.setEngine(undefined)
    this.#url = undefined
    this.#hasFrame = false
    this.#controls.closeSheet()
  }

  /** Whether an ended stream still plays its buffer. */
  #isDraining(): boolean {
    const { video } = this.#stage
    if (this.deck.engine() === undefined || this.#state.status !== 'ended' || video.ended || video.paused) return false
    return !this.#hasStarvedFor(drainedMs)
  }

  #hasStarvedFor(ms: number): boolean {
    return this.#starvedSinceMs !== undefined && performance.now() - this.#starvedSinceMs > ms
  }

  #update(): void {
    const { video } = this.#stage
    const isStarved = this.#url !== undefined && isStarving(video)
    this.#starvedSinceMs = isStarved ? (this.#starvedSinceMs ?? performance.now()) : undefined
    if (this.#state.status === 'live' && this.#hasStarvedFor(stuckMs)) this.#fail('stuck')
    // A seek keeps the last frame until the next one arrives.
    this.#hasFrame ||= this.#url !== undefined && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
    this.#stage.update({ isAway: this.#state.status === 'reconnecting', hasFrame: this.#hasFrame })
    this.deck.followLive()
    this.#controls.update()
    if (this.#state.status === 'ended') this.#decide()
    const isAtEnd = video.ended || (this.#beganLive && this.#hasStarvedFor(drainedMs))
    if (isAtEnd && this.#state.status === 'recorded' && this.#url !== undefined) this.#end()
  }

  #listen(video: HTMLVideoElement): void {
    const { root, page } = this.#parts
    on(video, 'playing', () => (this.#retries = 0))
    on(video, 'ended', () => this.#end())
    on(video, 'seeking', () => {
      if (this.#stage.scene.kind() === 'over') this.#stage.scene.show(undefined)
    })
    on(video, 'click', () => {
      // The first touch shows the bar; a mouse has it already.
      if (page.options.controls && matchMedia('(hover: none)').matches) return
      this.deck.toggle()
    })
    for (const type of [
      'play',
      'pause',
      'volumechange',
      'seeked',
      'loadedmetadata',
      'enterpictureinpicture',
      'leavepictureinpicture',
    ]) {
      on(video, type, () => this.#controls.update())
    }
    on(document, 'fullscreenchange', () => {
      root.toggleAttribute('data-full', document.fullscreenElement === root)
      this.#controls.update()
    })
  }

  /** The end: a replay of a live stream may follow; a recording may be played again. */
  #end(): void {
    const again = () => {
      this.#stop()
      this.#begin(0)
    }
    if (sourceOf(this.#state) === undefined || isLive(this.#state)) return this.#decide()
    this.#stage.video.pause()
    this.#stage.scene.show('over', () => ({ kind: 'over', content: roundButton('Watch again', 'again', again) }))
  }

  #serverNowMs(): number {
    return Date.now() + clockOffsetMs(this.#parts.page)
  }

  #watched() {
    const { page, token } = this.#parts
    const { playbackId } = page.state
    return {
      video: this.#stage.video,
      playbackId,
      isEmbedded: page.isEmbedded,
      viewToken: page.viewToken,
      token,
      engine: this.deck.engine,
      startedAtMs: () => {
        const { startedAt } = this.#state
        return isLive(this.#state) && startedAt !== null ? Date.parse(startedAt) : undefined
      },
      serverNowMs: () => this.#serverNowMs(),
    }
  }
}

const words = {
  removed: { title: 'This video was removed', text: 'Its publisher has removed it.' },
  ended: { title: 'This stream has ended', text: 'There is no recording of it.' },
  failed: { title: 'This cannot be played right now', text: 'The connection, or the stream itself, has a problem.' },
} as const

/** Handles media keys of keyboards, headsets and lock screens. */
function listenForMediaKeys(deck: Deck): void {
  const session = navigator.mediaSession
  session?.setActionHandler('play', () => void deck.play())
  session?.setActionHandler('pause', () => deck.video.pause())
  session?.setActionHandler('seekbackward', () => deck.seekBy(-10))
  session?.setActionHandler('seekforward', () => deck.seekBy(10))
}
