import type { Log } from '#kit/call/context.ts'

/** A request that was refused with 503 because the server or the database had no capacity. */
export type Refusal = { reason: string; cause: string | undefined; requestId: string; operation: string | undefined }

/** The log of requests that got 503. */
export type RefusalLog = { add(refusal: Refusal): void }

const lineEveryMs = 10_000

/**
 * Opens the log. Each reason has one line at once, then at most one in 10 s with the number of refusals since the last
 * line: a caller beyond its share may be refused thousands of times a second and must not fill the disk.
 */
export function openRefusalLog(log: Log, nowMs: () => number): RefusalLog {
  const lines = new Map<string, { nextAtMs: number; count: number }>()
  return {
    add(refusal) {
      // Refusals of a full share must not hide those of an outage.
      const kind = refusal.cause === undefined ? refusal.reason : `${refusal.reason} by cause`
      const line = lines.get(kind) ?? { nextAtMs: 0, count: 0 }
      lines.set(kind, line)
      line.count += 1
      const atMs = nowMs()
      if (atMs < line.nextAtMs) return
      log.warn('requests were refused', { ...refusal, refusals: line.count })
      lines.set(kind, { nextAtMs: atMs + lineEveryMs, count: 0 })
    },
  }
}
