/** Points that an event has under a rule. */
export type Grant = { eventId: string; atMs: number; points: number }

/** An event that fits a capped rule. */
export type CapHit = { eventId: string; atMs: number }

/** Points of an event that differ from those it has; `isNew`: it has none yet. */
export type CapChange = CapHit & { difference: number; isNew: boolean }

/** Points that may be given within each period that ends with an event. */
export type CappedRule = { points: number; cap: { max: number; perMs: number } }

/** Sizes count in millionths of a point: whole numbers, whose sum does not depend on their order. */
const perPoint = 1_000_000

/**
 * Gives the points of a capped rule to the events of one contact in the order of time, whatever the order in which they
 * arrived: each event has what the events of the period before it have left of the cap.
 */
export class CapWalk {
  readonly #rule: CappedRule
  /** Points that stand already, by time, and those of the period so far. */
  readonly #given: readonly Grant[]
  readonly #byEvent: ReadonlyMap<string, Grant>
  readonly #passed = new Set<string>()
  #next = 0
  #window: { atMs: number; size: number }[] = []
  #first = 0
  #used = 0
  /** Moment of the last event whose points changed. */
  changedAtMs = Number.NEGATIVE_INFINITY

  constructor(rule: CappedRule, given: readonly Grant[]) {
    this.#rule = rule
    this.#given = given.toSorted((one, other) => one.atMs - other.atMs)
    this.#byEvent = new Map(given.map((each) => [each.eventId, each]))
  }

  /** Whether points stand that were given to another event after a moment. */
  isLater(atMs: number, eventIds: ReadonlySet<string>): boolean {
    return this.#given.some((each) => each.atMs > atMs && !eventIds.has(each.eventId))
  }

  /** Changes of the points of further events, which ascend by time. Points of other events stay. */
  grade(hits: readonly CapHit[]): CapChange[] {
    const own = new Set(hits.map(({ eventId }) => eventId))
    return hits.flatMap((hit) => this.#gradeHit(hit, own))
  }

  #gradeHit(hit: CapHit, own: ReadonlySet<string>): CapChange[] {
    this.#passGiven(hit.atMs, own)
    // Another page had an event of the same moment before this one: its points count already.
    if (this.#passed.has(hit.eventId)) return []
    this.#evict(hit.atMs)
    const { points, cap } = this.#rule
    const whole = sizeOf(points)
    const size = Math.min(whole, Math.max(0, sizeOf(cap.max) - this.#used))
    this.#add(hit.atMs, size)
    const before = this.#byEvent.get(hit.eventId)
    const granted = size === whole ? points : (Math.sign(points) * size) / perPoint
    if (size === sizeOf(before?.points ?? 0)) return []
    this.changedAtMs = hit.atMs
    return [{ ...hit, difference: granted - (before?.points ?? 0), isNew: before === undefined }]
  }

  /** Adds points of other events up to a moment. */
  #passGiven(atMs: number, own: ReadonlySet<string>): void {
    for (let each = this.#given[this.#next]; each !== undefined && each.atMs <= atMs;) {
      if (!own.has(each.eventId)) {
        this.#evict(each.atMs)
        this.#add(each.atMs, sizeOf(each.points))
        this.#passed.add(each.eventId)
      }
      this.#next += 1
      each = this.#given[this.#next]
    }
  }

  #add(atMs: number, size: number): void {
    if (size === 0) return
    this.#window.push({ atMs, size })
    this.#used += size
  }

  #evict(atMs: number): void {
    for (let each = this.#window[this.#first]; each !== undefined && each.atMs <= atMs - this.#rule.cap.perMs;) {
      this.#used -= each.size
      this.#first += 1
      each = this.#window[this.#first]
    }
    if (this.#first < 1_000) return
    this.#window = this.#window.slice(this.#first)
    this.#first = 0
  }
}

function sizeOf(points: number): number {
  return Math.round(Math.abs(points) * perPoint)
}
