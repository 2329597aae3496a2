import { LRUCache } from 'lru-cache'
import type { Client, Ctx } from '#kit/call/context.ts'
import { atMost } from '#platform/cache/cacheBound.ts'
import { openNetworkCounts } from '#platform/net/networkCounts.ts'
import { audienceSettings } from '#products/livestream/settings.ts'

/** A report of playback: the viewer of its token, and the ids that its player chose. */
export type Report = { viewer: string; viewerId: string; viewId: string }

/** Reasons why a report does not count. */
export type Refused = 'network_full' | 'other_viewer'

type Present = Omit<Report, 'viewer'> & { leave(): void; seenAtMs: number; earlierViewId: string; viewSinceMs: number }

const presentMax = 100_000
/** A viewer without a report for this long makes place for another one of its network. */
const idleMs = 30_000
/** Time between two views of one token: a player begins a new view with each live session. */
const betweenViewsMs = 10_000

/**
 * Viewers of this process who count now. A token stands for one viewer with one view at a time, so that a single token
 * cannot make up an audience; and a network has a bounded number of viewers, over all videos.
 */
export class PresentViewers {
  readonly #counts: ReturnType<typeof openNetworkCounts>
  readonly #present = new LRUCache<string, Present>({ ...atMost(presentMax), dispose: ({ leave }) => leave() })

  constructor(perNetworkMax: number) {
    this.#counts = openNetworkCounts({ prefixMax: perNetworkMax, countMax: presentMax })
  }

  /** Whether a viewer counts at this moment. */
  has(viewer: string, nowMs: number): boolean {
    const present = this.#present.peek(viewer)
    return present !== undefined && !isIdle(present, nowMs)
  }

  /** Counts a report. Returns the reason why it does not count; undefined when it does. */
  admit({ viewer, viewerId, viewId }: Report, client: Client | undefined, nowMs: number): Refused | undefined {
    const present = this.#present.get(viewer)
    if (present === undefined || isIdle(present, nowMs)) {
      this.#present.delete(viewer)
      const leave = this.#enter(client, nowMs)
      if (leave === undefined) return 'network_full'
      const ids = { viewerId, viewId, earlierViewId: viewId }
      this.#present.set(viewer, { ...ids, leave, seenAtMs: nowMs, viewSinceMs: nowMs })
      return undefined
    }
    if (present.viewerId !== viewerId) return 'other_viewer'
    // Late heartbeats of the view before may arrive after the first one of the next view.
    if (viewId !== present.viewId && viewId !== present.earlierViewId) {
      if (nowMs - present.viewSinceMs < betweenViewsMs) return 'other_viewer'
      Object.assign(present, { viewId, earlierViewId: present.viewId, viewSinceMs: nowMs })
    }
    present.seenAtMs = nowMs
    return undefined
  }

  #enter(client: Client | undefined, nowMs: number): (() => void) | undefined {
    const entered = client?.enter(this.#counts)
    if (entered !== undefined) return entered
    this.#sweep(nowMs)
    return client?.enter(this.#counts)
  }

  /** Removes idle viewers, those that were seen longest ago first. */
  #sweep(nowMs: number): void {
    const idle: string[] = []
    for (const viewer of this.#present.rkeys()) {
      if (this.has(viewer, nowMs)) break
      idle.push(viewer)
    }
    for (const viewer of idle) this.#present.delete(viewer)
  }
}

function isIdle({ seenAtMs }: Present, nowMs: number): boolean {
  // A clock that was set back makes a report look new.
  return Math.abs(nowMs - seenAtMs) > idleMs
}

/** The viewers of this process. */
export function presentViewers(ctx: Ctx): PresentViewers {
  const { viewersPerNetwork } = ctx.settings.of(audienceSettings)
  return ctx.memory('livestream.presentViewers', () => new PresentViewers(viewersPerNetwork))
}
