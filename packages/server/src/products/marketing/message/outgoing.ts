import { Problem } from '#kit/call/problem.ts'
import type { Ctx, RowOf } from '#kit/call/context.ts'
import type { Delivered } from '#platform/mail/mailPort.ts'
import type { Contact } from '#products/marketing/contact/contact.ts'
import type { Sending } from '#products/marketing/campaign/campaignSending.ts'
import type { Hold } from '#products/marketing/integration/sendingWay.ts'
import type { readDue } from './messageRows.ts'

/** A message that is due. */
export type Due = RowOf<typeof readDue>

/** A message that does not leave, with the reason. */
export type Unsent = { state: 'skipped' | 'failed'; reason?: string; reply?: string }

/**
 * A message that is ready to leave. `hold` takes its turn at the service, right before it leaves, or says until when
 * there is none; `deliver` runs after its intent is recorded.
 */
export type Ready = {
  ref: string
  address: string | null
  addressKey: string | null
  /** Hash by which the address would be suppressed; null without an address. */
  addressHash: Buffer | null
  /** Integration by which it leaves; null for the server of the operator. */
  leftBy: string | null
  hold(ctx: Ctx): Promise<Hold | undefined>
  deliver(ctx: Ctx): Promise<Delivered>
}

/** A due message when it was made. `held`: not now, the next slice tries again; a Hold: not before a moment. */
export type Outgoing = Unsent | { held: true } | Hold | Ready

/** Facts about a message at the moment when it would leave. `suppressed`: addresses and numbers that get nothing. */
export type Leaving = {
  person: Contact | undefined
  suppressed: ReadonlySet<string>
  sending: Sending | undefined
}

/** A maker of outgoing messages of one channel. */
export type Outlet = (ctx: Ctx, message: Due, leaving: Leaving) => Promise<Outgoing>

/** A message whose text cannot be made, with the cause; held while the threads are busy. Throws other errors. */
export function unmade(error: unknown): Outgoing {
  if (error instanceof Problem && error.status === 503) return { held: true }
  if (error instanceof Problem) {
    const causes = error.fields.map(({ message }) => message).join('; ')
    return { state: 'failed', reply: causes || error.message }
  }
  if (error instanceof Error && error.message.startsWith('/')) return { state: 'failed', reply: error.message }
  throw error
}

/**
 * The reason and the log entry of a message whose making met an unexpected error: its kind and its place in the code,
 * never its text, which may contain data of the contact. Throws errors that concern other messages as well: an outage,
 * contention, and a statement that PostgreSQL refuses whatever its values are.
 */
export function unexpected(error: unknown): { reply: string; log: Record<string, string> } {
  if (error instanceof Problem && (error.status === 409 || error.status >= 500)) throw error
  // cast: errors of node-postgres have a SQLSTATE; class 22 is about the values of the statement.
  const { name, code, severity, stack = '' } = Object(error) as Partial<Error> & { code?: unknown; severity?: unknown }
  if (severity !== undefined && !String(code).startsWith('22')) throw error
  const kind = [name ?? 'unknown', ...(code === undefined ? [] : [String(code)])].join(' ').slice(0, kindLengthMax)
  const places = stack.split('\n').filter((each) => /^ {4}at /.test(each))
  return { reply: `unexpected error (${kind})`, log: { error: kind, at: places.slice(0, placesMax).join('\n') } }
}

const kindLengthMax = 60
const placesMax = 3

/** The reason for which a person gets nothing at an address or a number. */
export function refusedBy(
  { topic }: Pick<Due, 'topic'>,
  person: Contact,
  { address, suppressed }: { address: string | null; suppressed: ReadonlySet<string> },
): string | undefined {
  if (address === null) return 'noAddress'
  if (suppressed.has(address)) return 'suppressed'
  if (person.status !== 'subscribed') return person.status
  return topic !== null && !person.topics.includes(topic) ? 'topic' : undefined
}
