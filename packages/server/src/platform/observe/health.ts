import type { Log } from '#kit/call/context.ts'

/** Whether the server can handle requests, with the reasons if not. */
export type Readiness = { isReady: boolean; reasons: string[] }

/** A condition of readiness: resolves to its failure, or to undefined. A rejection is a failure too. */
export type HealthCheck = () => Promise<string | undefined>

export type Health = {
  /** Runs every check, at most once a second. */
  readiness(): Promise<Readiness>
  /** Reports not ready, so that load balancers send no further requests. */
  startStopping(): void
}

const rememberedMs = 1_000
const checkTimeoutMs = 3_000

/** Opens the health of a process. `checks` are named after their subject; `nowMs` is a monotonic clock. */
export function openHealth(
  checks: Record<string, HealthCheck>,
  log: Log,
  nowMs: () => number = () => performance.now(),
): Health {
  let isStopping = false
  let known: { at: number; of: Promise<Readiness> } | undefined
  return {
    async readiness() {
      if (isStopping) return { isReady: false, reasons: ['shutting down'] }
      const at = nowMs()
      if (known === undefined || at - known.at > rememberedMs) known = { at, of: runChecks(checks, log) }
      return known.of
    },
    startStopping: () => void (isStopping = true),
  }
}

async function runChecks(checks: Record<string, HealthCheck>, log: Log): Promise<Readiness> {
  const found = await Promise.all(Object.entries(checks).map(([name, check]) => asked(name, check, log)))
  const reasons = found.filter((reason) => reason !== undefined)
  return { isReady: reasons.length === 0, reasons }
}

async function asked(name: string, check: HealthCheck, log: Log): Promise<string | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(resolve, checkTimeoutMs, `no answer within ${checkTimeoutMs} ms`)
  try {
    const problem = await Promise.race([check(), late])
    return problem === undefined ? undefined : `${name}: ${problem}`
  } catch (error) {
    const why = error instanceof Error && error.cause !== undefined ? error.cause : error
    log.warn('a check of readiness failed', { check: name, error: String(why) })
    // The log has the error; the public response contains the failed part only.
    return `${name}: failed`
  } finally {
    clearTimeout(timer)
  }
}
