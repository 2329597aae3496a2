import { setTimeout as sleep } from 'node:timers/promises'
import { lookEveryMs, type Sample } from './course.ts'
import type { OpenedPlayback, PlayerUnderTest } from './playerUnderTest.ts'

/** A player that is looked at several times a second. */
export class Observed {
  readonly player: PlayerUnderTest
  #samples: Sample[] = []
  #openedAtMs = 0
  #isOver = false
  readonly #looking: Promise<void>

  constructor(player: PlayerUnderTest) {
    this.player = player
    this.#looking = this.#look()
  }

  /** Samples since the player was opened. */
  get samples(): readonly Sample[] {
    return this.#samples
  }

  get openedAtMs(): number {
    return this.#openedAtMs
  }

  async open(playback: OpenedPlayback): Promise<void> {
    this.#samples = []
    await this.player.open(playback)
    this.#samples = []
    this.#openedAtMs = Date.now()
  }

  async close(): Promise<void> {
    this.#isOver = true
    await this.#looking
    await this.player.close()
  }

  async #look(): Promise<void> {
    while (!this.#isOver) {
      const samples = this.#samples
      // A page that is being opened or closed has no state.
      const sight = await this.player.look().catch(() => undefined)
      if (sight !== undefined && samples === this.#samples) this.#samples.push({ atMs: Date.now(), ...sight })
      await sleep(lookEveryMs)
    }
  }
}
