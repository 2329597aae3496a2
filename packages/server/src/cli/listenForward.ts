import { setTimeout as sleep } from 'node:timers/promises'
import { doublingDelaysMs, retryDelayMs, type BackOff } from '#kit/values/backOff.ts'
import { encodeAccountId, parseId } from '#kit/values/ids.ts'
import { retryAfterOf } from '#platform/net/retryAfter.ts'
import { messageOf } from '#platform/startProblem.ts'
import { signWebhook } from '#platform/webhooks/sign.ts'

/** A fact as the API lists it. */
export type ListedFact = {
  id: string
  name: string
  subject: string
  subjectVersion: number
  toldAt: string
  payload: unknown
}

/** A receiver on the developer's machine. `warning` prints a line for the developer. */
export type ForwardTarget = { url: string; secret: string; signal: AbortSignal; warning(text: string): void }

const attemptTimeoutMs = 15_000
/** Retry schedule of a fact that the receiver does not take. */
const backOff: BackOff = { delaysMs: doublingDelaysMs(500, 10_000), jitterShare: 0, retryAfterMsMax: 10_000 }
/** A receiver that keeps failing on one fact gets the next one after this time. */
const faultMsMax = 120_000
/** Statuses of a receiver that restarts or is overloaded: the fact itself is not the cause. */
const awayStatuses = new Set([408, 425, 429, 502, 503, 504])

/**
 * Sends a fact as a webhook would. Resolves with the status of the last response; undefined when it was ended before.
 * A receiver that does not respond, or is away by its status, is retried until it responds or the signal is aborted;
 * another 5xx for 2 minutes. The caller waits, so the order of facts is kept and no more than one is in memory twice.
 */
export async function forwardFact(target: ForwardTarget, fact: ListedFact): Promise<number | undefined> {
  const startedAt = performance.now()
  for (let attempt = 1; ; attempt++) {
    const { result, retryAfterMs } = await post(target, fact)
    const isAway = typeof result === 'string' || awayStatuses.has(result)
    const isFault = !isAway && result >= 500
    if (!isAway && !isFault) return result
    if (target.signal.aborted) return undefined
    if (isFault && performance.now() - startedAt > faultMsMax) {
      target.warning(`${fact.id} is left out: ${target.url} responded with ${result} for 2 minutes.`)
      return result
    }
    if (attempt === 1) target.warning(`${target.url} does not take ${fact.id} (${result}); trying again.`)
    await sleep(retryDelayMs(backOff, attempt, { retryAfterMs }), undefined, { signal: target.signal }).catch(
      () => undefined,
    )
  }
}

type Attempt = { result: number | string; retryAfterMs?: number | undefined }

async function post({ url, secret, signal }: ForwardTarget, fact: ListedFact): Promise<Attempt> {
  const { id, name, subject, subjectVersion, toldAt, payload } = fact
  const accountId = encodeAccountId(parseId('fct', id)?.accountId ?? 0)
  const body = JSON.stringify({ type: name, timestamp: toldAt, data: payload, id, accountId, subject, subjectVersion })
  const signed = signWebhook({ id, sentAt: new Date(), payload: body }, [secret])
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signed },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(attemptTimeoutMs)]),
      redirect: 'manual',
    })
    await response.body?.cancel()
    const retryAfter = response.headers.get('retry-after') ?? undefined
    return { result: response.status, retryAfterMs: retryAfterOf(retryAfter) }
  } catch (error) {
    return { result: failureOf(error) }
  }
}

/** The code of a failed connection, or the message of the error. */
export function failureOf(error: unknown): string {
  const { cause } = Object(error)
  return cause instanceof Error ? String(Object(cause).code ?? cause.message) : messageOf(error)
}
