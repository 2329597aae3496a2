import { LRUCache } from 'lru-cache'
import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { windowOpens, type Hours } from '#products/marketing/hours/localTime.ts'

/** Mails of a campaign to each domain in the last minute, by second. */
export type DomainCounts = LRUCache<string, Map<number, number>>

/** The bounds of a campaign that concern one mail. `campaignId`: row id. */
export type MailBounds = {
  campaignId: string
  sendWindow: Hours | undefined
  domains: { perMinute: number; counts: DomainCounts } | undefined
}

const domainsMax = 2_000
const minuteSeconds = 60
/** Messages that one statement puts off. */
const putOffMax = 10_000

/** Counts of a campaign: those of mails that another process sent are read from their rows. */
export async function domainCounts(ctx: Ctx, campaignId: string): Promise<DomainCounts> {
  const counts: DomainCounts = new LRUCache({ max: domainsMax })
  const since = new Date(ctx.now().getTime() - (minuteSeconds + 1) * 1_000).toISOString()
  for (const { domain, second, count } of await ctx.db.rows(countDomains, [ctx.account.id, campaignId, since])) {
    if (domain === null) continue
    const seconds = counts.get(domain) ?? new Map<number, number>()
    seconds.set(Number(second), Number(count))
    counts.set(domain, seconds)
  }
  return counts
}

/**
 * Whether a mail may leave now. Otherwise it is put off, together with others of the campaign that wait for the same:
 * the window of their time zone, or a turn of their domain.
 */
export async function mayLeave(
  ctx: Ctx,
  message: { address: string; timezone: string | null },
  { campaignId, sendWindow, domains }: MailBounds,
): Promise<boolean> {
  const now = ctx.now()
  const zone = message.timezone ?? ctx.account.timeZone
  const opensAt = windowOpens(now, sendWindow, zone)
  if (opensAt !== undefined) {
    const values = [campaignId, now.toISOString(), opensAt.toISOString(), zone, ctx.account.timeZone]
    await ctx.db.rows(putOffZone, [ctx.account.id, ...values, putOffMax])
    return false
  }
  if (domains === undefined) return true
  const { perMinute, counts } = domains
  const domain = domainOf(message.address)
  const waitMs = takeDomainTurn(counts, domain, { perMinute, now })
  if (waitMs === 0) return true
  const from = new Date(now.getTime() + waitMs).toISOString()
  const values = [campaignId, now.toISOString(), from, domain, spacingSeconds(perMinute)]
  await ctx.db.rows(putOffDomain, [ctx.account.id, ...values, putOffMax])
  return false
}

/** Seconds between two mails to a domain. A minute is counted in whole seconds, the begun one beside 60 others. */
export function spacingSeconds(perMinute: number): number {
  return (minuteSeconds + 1) / perMinute
}

/** Takes a turn of a domain: 0, or the milliseconds until the next one. */
function takeDomainTurn(counts: DomainCounts, domain: string, { perMinute, now }: { perMinute: number; now: Date }) {
  const second = Math.floor(now.getTime() / 1_000)
  const seconds = counts.get(domain) ?? new Map<number, number>()
  counts.set(domain, seconds)
  let taken = 0
  for (const [at, count] of seconds) {
    if (at < second - minuteSeconds) seconds.delete(at)
    else taken += count
  }
  if (taken < perMinute) {
    seconds.set(second, (seconds.get(second) ?? 0) + 1)
    return 0
  }
  const oldest = Math.min(...seconds.keys())
  return Math.max(1_000, (oldest + minuteSeconds + 1) * 1_000 - now.getTime())
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

const countDomains = statement(
  'marketing_message.countDomains',
  'account',
  `select split_part(address_key, '@', 2) as domain, floor(extract(epoch from attempted_at))::bigint as second,
     count(*) as count
   from marketing_message where account_id = $1 and campaign_id = $2 and attempted_at >= $3::timestamptz
     and address_key is not null
   group by 1, 2`,
)

const putOffZone = statement(
  'marketing_message.putOffZone',
  'account',
  `update marketing_message m set due_at = $4::timestamptz
   from (
     select w.id from marketing_message w join marketing_contact c on c.account_id = $1 and c.id = w.contact_id
     where w.account_id = $1 and w.campaign_id = $2 and w.state in ('queued', 'deferred')
       and w.due_at <= $3::timestamptz
       and coalesce(c.timezone, $6) = $5
     order by w.due_at, w.id limit $7) d
   where m.account_id = $1 and m.id = d.id and m.state in ('queued', 'deferred')`,
)

/** The messages follow the last one of the domain that was put off before, one spacing after the other. */
const putOffDomain = statement(
  'marketing_message.putOffDomain',
  'account',
  `update marketing_message m set due_at = d.base + make_interval(secs => $6::double precision * d.place)
   from (
     select w.id, row_number() over (order by w.due_at, w.id) - 1 as place,
       greatest($4::timestamptz, (select max(l.due_at) from marketing_message l where l.account_id = $1
         and l.campaign_id = $2 and l.state = 'queued' and l.due_at > $3::timestamptz
         and split_part(l.address_key, '@', 2) = $5) + make_interval(secs => $6::double precision)) as base
     from marketing_message w
     where w.account_id = $1 and w.campaign_id = $2 and w.state in ('queued', 'deferred')
       and w.due_at <= $3::timestamptz
       and split_part(w.address_key, '@', 2) = $5
     order by w.due_at, w.id limit $7) d
   where m.account_id = $1 and m.id = d.id and m.state in ('queued', 'deferred')`,
)
