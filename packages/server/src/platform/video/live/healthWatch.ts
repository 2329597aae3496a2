import type { IngestHealth } from '#platform/video/packager/ingestHealth.ts'
import type { IngestIssue } from '#platform/video/packager/ingestIssues.ts'
import type { LiveEvent } from './liveHost.ts'

/** Measurements of a session's ingest, with the issues of its ingest and of its renditions. */
export type SessionHealth = Omit<IngestHealth, 'issues'> & {
  issues: readonly (Omit<IngestIssue, 'code'> & { code: string })[]
}

export type HealthLevel = 'good' | 'warning' | 'bad'

/** Consecutive readings that confirm a change of health, so a short disturbance emits no event. */
const readingsMin = 3

/** Health level of a session: the severity of its worst issue. */
export function healthOf({ issues }: Pick<SessionHealth, 'issues'>): HealthLevel {
  if (issues.some(({ severity }) => severity === 'bad')) return 'bad'
  return issues.length > 0 ? 'warning' : 'good'
}

/** Emits `healthChanged` when the health of a session has changed for three readings. */
export class HealthWatch {
  readonly #emit: (event: LiveEvent) => void
  #emitted: HealthLevel = 'good'
  #latest: HealthLevel = 'good'
  #readings = 0

  constructor(emit: (event: LiveEvent) => void) {
    this.#emit = emit
  }

  /** Takes a reading; called once a second while an encoder is connected. */
  read(session: SessionHealth): void {
    const health = healthOf(session)
    this.#readings = health === this.#latest ? this.#readings + 1 : 1
    this.#latest = health
    if (health === this.#emitted || this.#readings < readingsMin) return
    this.#emitted = health
    const issues = session.issues.map(({ code, message, advice }) => ({ code, message, advice }))
    this.#emit({ kind: 'healthChanged', health, issues })
  }
}
