import type { Ctx } from '#kit/call/context.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { openBuckets, type Buckets } from '#platform/limits/buckets.ts'

/** Unknown codes of one network: five at once, and one more each second. */
const guessRate = { name: 'codeGuesses', perSecond: 1, burst: 5 }
const bucketsMax = 20_000

/**
 * Runs a look-up of codes that anyone may try, which returns the codes that it did not find. Unknown codes count per
 * account and network of a caller without a key; past the limit every look-up is refused, since refusing only wrong
 * codes would reveal the right ones. A request that looks the same codes up again counts once. Throws rate_limited.
 */
export async function boundGuesses<T extends { unknown: readonly string[] }>(
  ctx: Ctx,
  lookUp: () => Promise<T>,
): Promise<T> {
  if (ctx.client === undefined || ctx.actor.credential !== 'public') return lookUp()
  const buckets = ctx.memory('loyalty.codeGuesses', () => openBuckets(() => performance.now(), bucketsMax))
  const counted = ctx.memory('loyalty.countedGuesses', () => new WeakSet<object>())
  if (counted.has(ctx.client)) return lookUp()
  counted.add(ctx.client)
  const key = `${ctx.account.id} ${ctx.client.network}`
  // The token is taken before the look-up, so that concurrent guesses cannot share the last one.
  takeGuess(buckets, key)
  const found = await lookUp()
  if (found.unknown.length === 0) buckets.giveBack(guessRate, key)
  for (let count = 1; count < found.unknown.length; count++) takeGuess(buckets, key)
  return found
}

function takeGuess(buckets: Buckets, key: string): void {
  const { isAllowed, retryAfterSeconds } = buckets.take(guessRate, key)
  if (!isAllowed) throw problem(reasons.rateLimited, { retryAfterSeconds })
}
