import type { Ctx, EmittedFact } from '#kit/call/context.ts'
import { contactsPort, type ContactEvent } from '#kit/call/contacts.ts'
import { statement } from '#kit/call/statement.ts'
import { matchingEvents } from '#kit/filter/eventCondition.ts'
import { matches } from '#kit/filter/matches.ts'
import { reaction } from '#kit/nouns/reaction.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'
import { contactOccurred } from '#products/marketing/facts.ts'
import { isRefunded, lockPurchases } from '#products/loyalty/token/purchaseRefunds.ts'
import { grantTokens, type Grant } from '#products/loyalty/token/tokenGrant.ts'
import { refundTokens } from '#products/loyalty/token/tokenRefund.ts'
import { purchaseOf } from './rulePurchases.ts'
import { capped, type Wanted } from './ruleCaps.ts'
import { emitWatching } from './rewardedWatching.ts'
import { unitsOf } from './ruleUnits.ts'
import { reward, type Reward } from './reward.ts'
import { expiryOf } from './rewardExpiry.ts'
import { conditionOf, ruleNames } from './rewardEvents.ts'

/** Rules of one account that listen to the events of one fact. */
const rulesMax = 200

/** Reactions of rules. */
export const reactions = [
  reaction('loyalty.reward.grantByRules', contactOccurred, (ctx, fact) => grantByRules(ctx, fact)),
]

type Occurred = {
  contactIds: readonly string[]
  names: readonly string[]
  events: readonly { eventId: string }[]
}

/**
 * Grants what active rules give for the events of a fact: the reaction runs once per fact, and the reference of a grant
 * names rule and event, so each event earns once under each rule.
 */
async function grantByRules(ctx: Ctx, { payload }: EmittedFact<Occurred>): Promise<void> {
  const ids = await ctx.db.rows(readRules, [ctx.account.id, ruleNames(payload.names), rulesMax])
  if (ids.length === 0) return
  const stored = ids.map(({ id }) => ctx.store.find(reward, encodeId('rwd', ctx.account.id, id)))
  const rules = (await Promise.all(stored)).filter((rule) => rule !== undefined)
  const contacts = ctx.port(contactsPort)
  // Events move with their contact when it is merged.
  const contactIds = [...new Set((await contacts.remaining(ctx, payload.contactIds)).values())]
  const eventIds = payload.events.map(({ eventId }) => eventId)
  const events = await contacts.events(ctx, { contactIds, eventIds })
  const found = await earnedBy(ctx, rules, inOrder(events))
  const wanted = await capped(ctx, await unitsOf(ctx, found))
  const purchases = await lockPurchases(
    ctx,
    wanted.flatMap(({ event }) => purchaseOf(event) ?? []),
  )
  const given = wanted.filter(({ event }) => !isRefunded(purchases.get(purchaseOf(event) ?? '')))
  const posted = await grantTokens(
    ctx,
    given.map((each) => grantOf(each)),
  )
  emitWatching(
    ctx,
    given.filter((_, index) => posted[index]?.isRepeat === false).map(({ event }) => event),
  )
  for (const each of purchases.values()) if (each.refunded > 0n) await refundTokens(ctx, each)
}

/** An event that a rule rewards. */
export type Earned = { rule: Reward; event: ContactEvent }

/** Pairs of rules and events that fit, in the order of rules and then of time. */
async function earnedBy(ctx: Ctx, rules: readonly Reward[], events: readonly ContactEvent[]): Promise<Earned[]> {
  const contacts = ctx.port(contactsPort)
  const filters = rules.flatMap(({ when }) => (when === null ? [] : [when]))
  const contactIds = [...new Set(events.map(({ contactId }) => contactId))]
  const subjects = filters.length === 0 ? new Map() : await contacts.subjects(ctx, contactIds, filters)
  const on = { vocabulary: contacts.vocabulary, at: ctx.now() }
  const isAdmitted = ({ when }: Reward, { contactId }: ContactEvent) => {
    const subject = subjects.get(contactId)
    return when === null || (subject !== undefined && matches(when, subject, on))
  }
  return rules.flatMap((rule) =>
    events.filter((event) => fits(rule, event) && isAdmitted(rule, event)).map((event) => ({ rule, event })),
  )
}

function fits(rule: Reward, event: ContactEvent): boolean {
  const { startsAt, endsAt, createdAt } = rule
  const at = new Date(event.at)
  if (event.at < (startsAt ?? createdAt) || (endsAt !== null && event.at >= endsAt)) return false
  return matchingEvents(conditionOf(rule), [{ ...event, at }], at).length > 0
}

function inOrder(events: readonly ContactEvent[]): ContactEvent[] {
  const keyOf = ({ contactId, at, id }: ContactEvent) => `${contactId} ${at} ${id}`
  return events.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

function grantOf({ rule, event, amount }: Wanted): Grant {
  const rewardId = parseId('rwd', rule.id)?.uuid ?? ''
  return {
    contactId: parseId('con', event.contactId)?.uuid ?? '',
    token: rule.token,
    amount,
    kind: 'rule',
    reference: `rule:${rewardId}:${event.id}`,
    rewardId,
    reason: rule.reason ?? rule.name,
    expiresAt: expiryOf(rule, new Date(event.at)),
    purchase: purchaseOf(event),
  }
}

const readRules = statement(
  'loyalty_reward.rulesFor',
  'account',
  `select id from loyalty_reward
   where account_id = $1 and mode = 'rule' and status = 'active' and deleted_at is null and on_value = any($2::text[])
   order by created_at, id limit $3`,
)
