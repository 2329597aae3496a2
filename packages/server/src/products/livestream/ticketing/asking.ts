import type { Ctx } from '#kit/context.ts'
import { field, problem, reason, type Problem } from '#kit/problem.ts'
import { ProviderError, type Credentials, type EventInfo } from './providers/provider.ts'
import { providerOf } from './providers/providers.ts'

/** How long a caller waits for a provider. */
const checkMsMax = 5_000

/** The provider does not take the credentials. */
export const credentialsRejected = reason(
  'invalid_request',
  'provider_rejected_credentials',
  'The provider does not take these credentials.',
)

/** The provider has no such event, or the credentials cannot see it. */
export const unknownExternalEvent = reason(
  'invalid_request',
  'unknown_external_event',
  'The provider has no such event, or does not show it to these credentials.',
)

/** The provider did not answer in time, or not as it should. */
export const providerUnreachable = reason(
  'unavailable',
  'provider_unreachable',
  'The provider could not be asked. Nothing was changed.',
)

type Asked = { provider: string; externalEventId: string; credentials: Credentials }

/** Asks the provider for the event, while the caller waits: five seconds at most. Throws what the caller is told. */
export async function askForEvent(ctx: Ctx, { provider, externalEventId, credentials }: Asked): Promise<EventInfo> {
  const of = providerOf(provider)
  if (of === undefined) throw new Error(`nobody is asked for events of ${provider}`)
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new ProviderError('unreachable', 'it did not answer in time')), checkMsMax)
  const { outbound } = ctx.ports
  const box = { outbound, accountId: ctx.account.id, credentials, externalEventId, timeoutMs: checkMsMax }
  try {
    return await Promise.race([of.check(box), late])
  } catch (error) {
    throw error instanceof ProviderError ? told(of.title, error) : error
  } finally {
    clearTimeout(timer)
  }
}

function told(title: string, { trouble, message, retryAfterMs }: ProviderError): Problem {
  if (trouble === 'rejected') {
    const text = `${title} does not take these credentials: ${message}.`
    return problem(credentialsRejected, { fields: [field('credentials', 'provider', text)] })
  }
  if (trouble === 'unknown') {
    const text = `${title} does not know the event: ${message}.`
    return problem(unknownExternalEvent, { fields: [field('externalEventId', 'provider', text)] })
  }
  const text = `${title} could not be asked: ${message}. Nothing was changed.`
  return problem(providerUnreachable, { message: text, retryAfterSeconds: Math.ceil((retryAfterMs ?? 10_000) / 1000) })
}
