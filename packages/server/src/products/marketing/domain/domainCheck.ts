import type { Ctx } from '#kit/call/context.ts'
import { Type } from '#kit/values/schema.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import { registrableDomain } from '#platform/names/registrableDomain.ts'
import { textRecordsPort } from '#platform/net/textRecordsPort.ts'
import { returnDomain } from '#products/marketing/bounce/returnAddress.ts'
import { returnNameOf } from './domainRecords.ts'
import { sendersOf } from './senderRight.ts'
import { sendingDomain, type SendingDomain } from './sendingDomain.ts'

/** Milliseconds until the next check, by state; a domain that is unverified for days is checked less often. */
const everyMs = { fresh: 10 * 60_000, old: 6 * 3_600_000, verified: 24 * 3_600_000, failing: 3_600_000 }
const oldAfterMs = 3 * 86_400_000

/** Result of a check of the DNS. `isTemporary`: the DNS did not answer, so nothing is known. */
export type DomainFinding = {
  hasDkim: boolean
  hasSpf: boolean
  hasDmarc: boolean
  /** Null where this server takes no mail. */
  hasReturn: boolean | null
  problem: string | null
  isTemporary: boolean
}

/** Reads the records of a domain. Call outside a transaction. */
export async function examineDomain(ctx: Ctx, { domain, selector, publicKey }: SendingDomain): Promise<DomainFinding> {
  const read = (name: string) => ctx.port(textRecordsPort).read(name, ctx.account.id)
  try {
    const parent = registrableDomain(domain)
    const target = returnDomain(ctx)
    const [alias, keys, texts, policies, ofParent] = await Promise.all([
      target === undefined ? undefined : ctx.port(textRecordsPort).alias(returnNameOf(domain), ctx.account.id),
      read(`${selector ?? ''}._domainkey.${domain}`),
      read(domain),
      read(`_dmarc.${domain}`),
      read(`_dmarc.${parent}`),
    ])
    const hasReturn = target === undefined ? null : alias === target.toLowerCase()
    const spf = (texts ?? []).filter((text) => /^v=spf1( |$)/i.test(text))
    const hasDkim = (keys ?? []).some((text) => keyIn(text) === publicKey)
    const hasDmarc = [...(policies ?? []), ...(ofParent ?? [])].some((text) => /^v=DMARC1\s*;/i.test(text))
    const problem = hasDkim ? null : problemOf(keys ?? [])
    return { hasDkim, hasSpf: spf.length === 1, hasDmarc, hasReturn, problem, isTemporary: false }
  } catch {
    const problem = 'The name servers did not answer.'
    return { hasDkim: false, hasSpf: false, hasDmarc: false, hasReturn: null, problem, isTemporary: true }
  }
}

/** The key in a DKIM record (RFC 6376, 3.6.1). */
function keyIn(text: string): string | undefined {
  const tags = text.split(';').map((tag) => tag.trim())
  if (tags.some((tag) => /^v\s*=/.test(tag) && !/^v\s*=\s*DKIM1$/.test(tag))) return undefined
  return tags.find((tag) => /^p\s*=/.test(tag))?.replace(/^p\s*=|\s+/g, '')
}

function problemOf(keys: readonly string[]): string {
  return keys.length === 0 ? 'The DNS has no DKIM record of this name.' : 'The DKIM record has another key.'
}

/**
 * Writes the result of a check and queues the next one. `isByCall`: a request verifies the domain, so that the result
 * is news in any case. Call inside `ctx.atomic`.
 */
export async function applyFinding(
  ctx: Ctx,
  domainId: string,
  { isByCall = false, ...found }: DomainFinding & { isByCall?: boolean },
): Promise<SendingDomain> {
  const now = ctx.now()
  const lastCheckedAt = now.toISOString()
  const { hasDkim, problem, isTemporary } = found
  const flags = { hasSpf: found.hasSpf, hasDmarc: found.hasDmarc, hasReturn: found.hasReturn }
  let at = now
  const record = await ctx.store.update(sendingDomain, domainId, (before) => {
    const move = isTemporary ? {} : moveAfter(before.status, hasDkim)
    at = nextCheck(ctx, { ...before, ...move })
    const checked = { lastCheckedAt, lastError: problem, nextCheckAt: at.toISOString() }
    const isNews = isByCall || 'status' in move || flagNames.some((name) => before[name] !== flags[name])
    if (isTemporary) return { patch: checked, ...(isByCall ? {} : { isSilent: true }) }
    return { ...move, patch: { ...checked, hasDkim, ...flags }, ...(isNews ? {} : { isSilent: true }) }
  })
  sendersOf(ctx).clear()
  queueCheck(ctx, record.id, at)
  return record
}

const flagNames = ['hasSpf', 'hasDmarc', 'hasReturn'] as const

function moveAfter(status: string, hasDkim: boolean): { status?: string } {
  if (hasDkim) return status === 'verified' ? {} : { status: 'verified' }
  return status === 'verified' ? { status: 'failing' } : {}
}

/** The moment of the next check of a domain. */
export function nextCheck(ctx: Ctx, { status, createdAt }: { status: string; createdAt: string }): Date {
  const now = ctx.now().getTime()
  const isOld = now - new Date(createdAt).getTime() > oldAfterMs
  const { verified, failing, old, fresh } = everyMs
  return new Date(now + (status === 'verified' ? verified : status === 'failing' ? failing : isOld ? old : fresh))
}

/** Queues a check of a domain; its record has the same moment as `nextCheckAt`. Call inside `ctx.atomic`. */
export function queueCheck(ctx: Ctx, sendingDomainId: string, at: Date): void {
  ctx.later(checkDomain, { sendingDomainId, at: at.toISOString() }, at)
}

/** Checks the DNS of a domain, again and again. */
export const checkDomain = outboundTask(
  'marketing.sendingDomain.check',
  'Checks the DNS records of a sending domain.',
  Type.Object({ sendingDomainId: Type.String(), at: Type.String() }),
  {
    async handle(ctx, { sendingDomainId, at }) {
      const record = await ctx.store.find(sendingDomain, sendingDomainId)
      if (record === undefined || record.nextCheckAt !== at) return
      const found = await examineDomain(ctx, record)
      await ctx.atomic((inner) => applyFinding(inner, record.id, found))
    },
    async failed(ctx, { sendingDomainId, at }) {
      const record = await ctx.store.find(sendingDomain, sendingDomainId)
      if (record?.nextCheckAt !== at) return
      const next = nextCheck(ctx, record)
      const patch = { nextCheckAt: next.toISOString() }
      await ctx.store.update(sendingDomain, sendingDomainId, { patch, isSilent: true })
      queueCheck(ctx, sendingDomainId, next)
    },
  },
)
