import { LRUCache } from 'lru-cache'
import type { Client, Ctx, NetworkEntries } from '#kit/call/context.ts'
import { atMost } from '#platform/cache/cacheBound.ts'
import { type Expiring, openExpiring } from '#platform/cache/expiring.ts'
import { openBuckets } from '#platform/limits/buckets.ts'
import { takeByNetwork } from '#platform/limits/networkBuckets.ts'
import { openNetworkCounts } from '#platform/net/networkCounts.ts'
import { audienceSettings } from '#products/livestream/settings.ts'
import type { Watcher } from './beatKeys.ts'

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
/** New views of a network, at once and within an hour, for each viewer that it may have. */
const viewsPerViewer = 4
const secondsPerHour = 3_600
/** A view that pauses for less than this is no new one. Some 20 MB when full. */
const knownViewBounds = { forMs: 3_600_000, countMax: presentMax }

/**
 * Viewers of this process who count now. A token stands for one viewer with one view at a time, so that a single token
 * cannot make up an audience. A network has a bounded number of viewers over all videos, and of new views an hour, so
 * that viewers who stay for one report cannot take turns.
 */
export class PresentViewers {
  readonly #counts: ReturnType<typeof openNetworkCounts>
  readonly #newViews: NetworkEntries
  readonly #knownViews: Expiring<true> = openExpiring(knownViewBounds)
  readonly #present = new LRUCache<string, Present>({ ...atMost(presentMax), dispose: ({ leave }) => leave() })

  constructor(perNetworkMax: number) {
    this.#counts = openNetworkCounts({ prefixMax: perNetworkMax, countMax: presentMax })
    this.#newViews = openViewBounds(viewsPerViewer * perNetworkMax)
  }

  /** Whether a viewer counts at this moment. */
  has(viewer: string, nowMs: number): boolean {
    const present = this.#present.peek(viewer)
    return present !== undefined && !isIdle(present, nowMs)
  }

  /**
   * The ids under which a report counts: those of its player, or those of its token where the viewer has been counted
   * by the media that it loads. A viewer that begins to report late then counts once.
   */
  idsOf({ viewer, viewerId, viewId }: Report): Watcher {
    const isByMedia = this.#present.peek(viewer)?.viewerId === viewer
    return isByMedia ? { viewerId: viewer, viewId: viewer } : { viewerId, viewId }
  }

  /** Counts a report. Returns the reason why it does not count; undefined when it does. */
  admit({ viewer, viewerId, viewId }: Report, client: Client | undefined, nowMs: number): Refused | undefined {
    const present = this.#present.get(viewer)
    if (present === undefined || isIdle(present, nowMs)) {
      this.#present.delete(viewer)
      const leave = this.#enter(client, nowMs)
      if (leave === undefined) return 'network_full'
      if (!this.#admitsView({ viewer, viewerId, viewId }, client, nowMs)) {
        leave()
        return 'network_full'
      }
      const ids = { viewerId, viewId, earlierViewId: viewId }
      this.#present.set(viewer, { ...ids, leave, seenAtMs: nowMs, viewSinceMs: nowMs })
      return undefined
    }
    if (present.viewerId !== viewerId) return 'other_viewer'
    // Late heartbeats of the view before may arrive after the first one of the next view.
    if (viewId !== present.viewId && viewId !== present.earlierViewId) {
      if (nowMs - present.viewSinceMs < betweenViewsMs) return 'other_viewer'
      if (!this.#admitsView({ viewer, viewerId, viewId }, client, nowMs)) return 'network_full'
      Object.assign(present, { viewId, earlierViewId: present.viewId, viewSinceMs: nowMs })
    }
    present.seenAtMs = nowMs
    return undefined
  }

  /** Whether a view counts: one that counted before, or a new one within the bound of its network. */
  #admitsView({ viewer, viewerId, viewId }: Report, client: Client | undefined, nowMs: number): boolean {
    const key = `${viewer} ${viewerId} ${viewId}`
    const isAdmitted = this.#knownViews.get(key, nowMs) === true || client?.enter(this.#newViews) !== undefined
    if (isAdmitted) this.#knownViews.set(key, true, nowMs)
    return isAdmitted
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

/** Bounds of new views: a network has this many at once, and again within an hour. */
function openViewBounds(hourMax: number): NetworkEntries {
  const buckets = openBuckets(() => performance.now())
  const rate = { name: 'views', perSecond: hourMax / secondsPerHour, burst: hourMax }
  return { enter: (address) => (takeByNetwork(buckets, rate, { address }).isAllowed ? () => undefined : undefined) }
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
