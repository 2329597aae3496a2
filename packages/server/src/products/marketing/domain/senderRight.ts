import { LRUCache } from 'lru-cache'
import type { Ctx } from '#kit/call/context.ts'
import { reason } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import { mailPort, type MailSigning, type OutgoingMail } from '#platform/mail/mailPort.ts'
import type { Way } from '#products/marketing/integration/wayCache.ts'
import { returnDomain } from '#products/marketing/bounce/returnAddress.ts'
import { openDomainKey } from './domainKeys.ts'
import { returnNameOf } from './domainRecords.ts'
import { sendingDomain } from './sendingDomain.ts'

/** Refusal of a sender whose domain is not proven to belong to the account. */
export const senderUnverified = reason(
  'conflict',
  'sender_unverified',
  'The domain of `from.email` is no verified sending domain of the account.',
)

/** The right to send from a domain, the key that signs its mail, and the own domain of its return addresses. */
export type SenderRight = { isAllowed: boolean; signing?: MailSigning; returnTo?: string }

const bounds = { max: 500, ttl: 10_000 }

/** Rights of senders, of this process; each is read again after ten seconds. */
export function sendersOf(ctx: Ctx): LRUCache<string, Promise<SenderRight>> {
  return ctx.memory('marketing.senders', () => new LRUCache<string, Promise<SenderRight>>(bounds))
}

/**
 * The right to send from an address by a way. Providers over HTTP check and sign senders themselves; a mail that is
 * caught, or has the very address of the operator's sender, needs no proof. Other addresses of the operator's domain
 * need one, for the operator's account as well.
 */
export async function senderRightOf(ctx: Ctx, { record }: Way, from: OutgoingMail['from']): Promise<SenderRight> {
  const address = from?.address ?? record?.from?.email
  if (address === undefined || (record !== undefined && record.type !== 'smtp')) return free
  const mailer = ctx.port(mailPort)
  if (record === undefined && mailer.isCaught(ctx.account)) return free
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  const kept = sendersOf(ctx)
  const key = `${ctx.account.id} ${domain}`
  const reading = kept.get(key) ?? readRight(ctx, domain)
  if (!kept.has(key)) kept.set(key, reading)
  try {
    const right = await reading
    return right.isAllowed || mailer.operatorAddress() !== address.toLowerCase() ? right : free
  } catch (error) {
    kept.delete(key)
    throw error
  }
}

const free: SenderRight = { isAllowed: true }

async function readRight(ctx: Ctx, domain: string): Promise<SenderRight> {
  const [row] = await ctx.db.rows(findByName, [ctx.account.id, domain])
  const found =
    row === undefined
      ? undefined
      : await ctx.store.find(sendingDomain, encodeId(sendingDomain.prefix, ctx.account.id, row.id))
  if (found === undefined || found.status !== 'verified') return { isAllowed: false }
  const signing = { domain, selector: found.selector ?? '', privateKey: openDomainKey(ctx, found) }
  const hasReturn = found.hasReturn === true && returnDomain(ctx) !== undefined
  return { isAllowed: true, signing, ...(hasReturn ? { returnTo: returnNameOf(domain) } : {}) }
}

const findByName = statement(
  'marketing_sending_domain.findByName',
  'account',
  'select id from marketing_sending_domain where account_id = $1 and domain = $2 and deleted_at is null',
)
