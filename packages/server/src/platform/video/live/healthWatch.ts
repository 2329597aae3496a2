import type { IngestHealth } from '#platform/video/packager/ingestHealth.ts'
import type { IngestIssue } from '#platform/video/packager/ingestIssues.ts'
import type { LiveHappening } from './liveHost.ts'

/** What arrives, and what is wrong with it or with what is made of it. */
export type SessionHealth = Omit<IngestHealth, 'issues'> & {
  issues: readonly (Omit<IngestIssue, 'code'> & { code: string })[]
}

export type HealthWord = 'good' | 'warning' | 'bad'

/** How often in a row a change must be seen before it is told, so that a hiccup is no news. */
const looksMin = 3

/** What arrives, in one word: the worst of its issues. */
export function healthOf({ issues }: Pick<SessionHealth, 'issues'>): HealthWord {
  if (issues.some(({ severity }) => severity === 'bad')) return 'bad'
  return issues.length > 0 ? 'warning' : 'good'
}

/** Tells when the health of a session has changed for good. */
export class HealthWatch {
  readonly #happened: (happening: LiveHappening) => void
  #told: HealthWord = 'good'
  #seen: HealthWord = 'good'
  #looks = 0

  constructor(happened: (happening: LiveHappening) => void) {
    this.#happened = happened
  }

  /** Called once a second while an encoder sends. */
  look(found: SessionHealth): void {
    const health = healthOf(found)
    this.#looks = health === this.#seen ? this.#looks + 1 : 1
    this.#seen = health
    if (health === this.#told || this.#looks < looksMin) return
    this.#told = health
    const issues = found.issues.map(({ code, message, advice }) => ({ code, message, advice }))
    this.#happened({ kind: 'healthChanged', health, issues })
  }
}
