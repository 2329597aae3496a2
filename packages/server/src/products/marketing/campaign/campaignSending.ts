import { LRUCache } from 'lru-cache'
import type { Change, Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import type { OutgoingMail } from '#platform/mail/mailPort.ts'
import { rates } from '#products/marketing/bounce/campaignRates.ts'
import { sentSince } from '#products/marketing/message/messageRows.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { campaign, type Campaign } from './campaign.ts'
import { armsOf, type Arm } from './campaignArms.ts'
import { audienceFailed } from './campaignFrozen.ts'
import { domainCounts, type DomainCounts, type MailBounds } from './campaignPace.ts'

/** A campaign as its messages need it. */
export type Sending = {
  /** Public id. */
  id: string
  variables: Readonly<Record<string, unknown>>
  from: OutgoingMail['from']
  replyTo: string | null
  /** Row id of the integration by which it leaves. */
  integrationId: string | null
  tracking: { opens: boolean; clicks: boolean; utm: Readonly<Record<string, string>> }
  /** Takes a turn of the campaign's pace: 0, or the milliseconds to wait for another try. A turn ends by `endTurn`. */
  takeTurn(): number
  /** Whether variants are tested; the rest of the audience waits for the winner. */
  isTest: boolean
  winner: Arm | undefined
  /** Bounds that concern one mail. */
  bounds: MailBounds
}

type Pace = { tokens: number; atMs: number }

const keptMax = 500
const domainsKeptMax = 50
const freshMs = 1_000
const hourMs = 3_600_000
/** Waits of a campaign that sent what it may within a second, and within an hour. */
const secondWaitMs = 250
const hourWaitMs = 60_000

/** The campaign of messages by row id; read again after a second. Undefined for a deleted one. */
export async function campaignOf(ctx: Ctx, uuid: string): Promise<Sending | undefined> {
  const kept = sendingsOf(ctx)
  const key = `${ctx.account.id} ${uuid}`
  // Mails that leave side by side share one record, and so its pace.
  const reading = kept.get(key) ?? readSending(ctx, uuid)
  if (!kept.has(key)) kept.set(key, reading)
  try {
    return await reading
  } catch (error) {
    kept.delete(key)
    throw error
  }
}

/** Drops the record of a campaign, so that the next message reads it again. */
export function forgetSending(ctx: Ctx, uuid: string): void {
  sendingsOf(ctx).delete(`${ctx.account.id} ${uuid}`)
}

function sendingsOf(ctx: Ctx) {
  const make = () => new LRUCache<string, Promise<Sending | undefined>>({ max: keptMax, ttl: freshMs })
  return ctx.memory('marketing.sendings', make)
}

async function readSending(ctx: Ctx, uuid: string): Promise<Sending | undefined> {
  const record = await ctx.store.find(campaign, encodeId(campaign.prefix, ctx.account.id, uuid))
  return record === undefined ? undefined : sendingOf(ctx, uuid, record)
}

/** Turns of campaigns whose messages have not left yet, or not been counted: another read of the record counts them. */
function openTurns(ctx: Ctx): LRUCache<string, number> {
  return ctx.memory('marketing.openTurns', () => new LRUCache<string, number>({ max: keptMax }))
}

/** Ends a turn of a campaign: the intent of its message is committed, or it does not leave now. */
export function endTurn(ctx: Ctx, uuid: string): void {
  const [turns, key] = [openTurns(ctx), `${ctx.account.id} ${uuid}`]
  turns.set(key, Math.max(0, (turns.get(key) ?? 0) - 1))
}

async function sendingOf(ctx: Ctx, uuid: string, record: Campaign): Promise<Sending> {
  const [turns, key] = [openTurns(ctx), `${ctx.account.id} ${uuid}`]
  const paces = ctx.memory('marketing.paces', () => new LRUCache<string, Pace>({ max: keptMax }))
  const { perSecond, perHour, perDomainPerMinute } = record.throttle ?? {}
  // Read before the count: a message whose commit comes between them counts twice rather than never.
  const open = turns.get(key) ?? 0
  let leftInHour = perHour === undefined ? Number.POSITIVE_INFINITY : perHour - open - (await sentInHour(ctx, uuid))
  const { from, replyTo, tracking, variables, integrationId } = record
  const { sendWindow: hours } = record
  const perMinute = perDomainPerMinute
  const domains = perMinute === undefined ? undefined : { perMinute, counts: await domainsOf(ctx, uuid) }
  return {
    id: record.id,
    variables,
    from: from?.email === undefined ? undefined : { name: from.name ?? '', address: from.email },
    replyTo,
    integrationId: integrationId === null ? null : rowId('int', integrationId),
    tracking: { opens: tracking?.opens ?? true, clicks: tracking?.clicks ?? true, utm: utmOf(record) },
    isTest: record.abTest !== null,
    winner: await winnerArm(ctx, uuid, record),
    bounds: { campaignId: uuid, sendWindow: windowOf(hours), domains },
    takeTurn() {
      if (leftInHour < 1) return hourWaitMs
      if (perSecond !== undefined && !takeToken(paces, key, perSecond)) return secondWaitMs
      leftInHour -= 1
      turns.set(key, (turns.get(key) ?? 0) + 1)
      return 0
    },
  }
}

/** Parameters of the links of a campaign, without empty ones. */
function utmOf({ utm }: Campaign): Readonly<Record<string, string>> {
  const given = Object.entries(utm ?? {})
  return Object.fromEntries(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])))
}

/** The variant that the rest of the audience gets. */
async function winnerArm(ctx: Ctx, uuid: string, { winner }: Campaign): Promise<Arm | undefined> {
  return winner === null ? undefined : (await armsOf(ctx, uuid)).find(({ name }) => name === winner)
}

/** Hours of a campaign outside of which no mail leaves. */
export function windowOf(hours: Campaign['sendWindow']): MailBounds['sendWindow'] {
  if (hours?.from === undefined || hours.to === undefined) return undefined
  return { from: hours.from, to: hours.to, days: hours.days }
}

/** Counts of domains, which outlive the record. */
async function domainsOf(ctx: Ctx, uuid: string): Promise<DomainCounts> {
  const kept = ctx.memory('marketing.domains', () => new LRUCache<string, DomainCounts>({ max: domainsKeptMax }))
  const key = `${ctx.account.id} ${uuid}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const counts = await domainCounts(ctx, uuid)
  kept.set(key, counts)
  return counts
}

/** A token bucket of one second; its clock is that of the machine. */
function takeToken(paces: LRUCache<string, Pace>, key: string, perSecond: number): boolean {
  const nowMs = performance.now()
  const pace = paces.get(key) ?? { tokens: 1, atMs: nowMs }
  pace.tokens = Math.min(perSecond, pace.tokens + ((nowMs - pace.atMs) / 1_000) * perSecond)
  pace.atMs = nowMs
  paces.set(key, pace)
  if (pace.tokens < 1) return false
  pace.tokens -= 1
  return true
}

async function sentInHour(ctx: Ctx, uuid: string): Promise<number> {
  const since = new Date(ctx.now().getTime() - hourMs).toISOString()
  const [row] = await ctx.db.rows(sentSince, [ctx.account.id, uuid, since])
  return Number(row?.count ?? 0)
}

/** Pauses a campaign whose newest messages bounce or are complained about too often. */
export async function guardCampaign(ctx: Ctx, uuid: string): Promise<void> {
  const { mustPause } = await rates(ctx, uuid)
  if (mustPause !== null) await pauseCampaign(ctx, uuid, mustPause)
}

/** Pauses a campaign that sends, by its row id; another one stays as it is. */
export async function pauseCampaign(ctx: Ctx, uuid: string, pauseReason: string): Promise<void> {
  await moveSending(ctx, uuid, () => ({ status: 'paused', patch: { pauseReason } }))
}

/** Pauses a campaign whose audience failed. One that is paused already gets the reason: its resume has to know it. */
export async function pauseForAudience(ctx: Ctx, campaignId: string): Promise<void> {
  await pauseCampaign(ctx, rowId('cmp', campaignId), audienceFailed)
  const record = await ctx.store.find(campaign, campaignId)
  if (record?.status !== 'paused' || record.pauseReason === audienceFailed) return
  await ctx.store.update(campaign, campaignId, { patch: { pauseReason: audienceFailed } })
}

/** Moves campaigns whose messages have all left, or never will, to `sent`. */
export async function finishCampaigns(ctx: Ctx): Promise<void> {
  const rows = await ctx.db.rows(finished, [ctx.account.id])
  for (const { id } of rows) {
    await moveSending(ctx, id, () => ({ status: 'sent', patch: { finishedAt: ctx.now().toISOString() } }))
  }
}

/** Moves a campaign that sends; one that a concurrent call moved stays as it is. */
async function moveSending(ctx: Ctx, uuid: string, change: () => Change<typeof campaign>): Promise<void> {
  const record = await ctx.store.find(campaign, encodeId(campaign.prefix, ctx.account.id, uuid))
  if (record?.status !== 'sending') return
  await ctx.store.update(campaign, record.id, (found) => (found.status === 'sending' ? change() : {}))
}

const finished = statement(
  'marketing_campaign.finished',
  'account',
  `select c.id from marketing_campaign c
   where c.account_id = $1 and c.status = 'sending' and c.frozen_at is not null and c.deleted_at is null
     and not exists (select from marketing_message m where m.account_id = c.account_id and m.campaign_id = c.id
       and m.state in ('queued', 'deferred', 'attempting'))
     and not exists (select from marketing_campaign_frozen f where f.account_id = c.account_id and f.campaign_id = c.id)
   limit 100`,
)
