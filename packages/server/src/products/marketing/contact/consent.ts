import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, type FieldProblem } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { isIpAddress } from '#platform/net/publicAddress.ts'
import { aheadMsMax } from '#products/marketing/event/eventInput.ts'
import { rowId } from '#products/marketing/rowId.ts'

/** Kinds of evidence: a request and its confirmation (double opt-in), an agreement and its end, one for each topic. */
export type ConsentKind = 'requested' | 'confirmed' | 'optIn' | 'optOut' | 'topicIn' | 'topicOut'

/** Evidence of what a person agreed to, as a caller sends it. */
export type ConsentSent = { source: string; at?: string; ip?: string; text?: string }

/** Evidence to keep. */
export type Consent = ConsentSent & { kind: ConsentKind; topic?: string }

type Evidence = { at?: string | undefined; ip?: string | undefined }

/** Throws invalid for evidence of a moment to come, and for an address of a device that is none. */
export function checkEvidence(ctx: Ctx, consent: Evidence | null | undefined): void {
  const problems: FieldProblem[] = []
  if (consent?.at !== undefined && Date.parse(consent.at) > ctx.now().getTime() + aheadMsMax) {
    problems.push(field('/consent/at', 'maximum', 'must not lie in the future'))
  }
  if (consent?.ip !== undefined && !isIpAddress(consent.ip)) {
    problems.push(field('/consent/ip', 'format', 'must be an IP address'))
  }
  if (problems.length > 0) throw invalid(...problems)
}

/** The moment when a contact left for the last time; undefined for one that never did. */
export async function lastDeparture(ctx: Ctx, contactId: string): Promise<string | undefined> {
  return (await ctx.db.rows(findDeparture, [ctx.account.id, rowId('con', contactId)]))[0]?.at
}

/** Keeps evidence of a contact. Call inside `ctx.atomic`. */
export async function keepConsents(ctx: Ctx, contactId: string, consents: readonly Consent[]): Promise<void> {
  const contactUuid = rowId('con', contactId)
  await keepConsentsOfMany(
    ctx,
    consents.map((each) => ({ ...each, contactUuid })),
  )
}

/** Keeps evidence of many contacts, which row ids name. Call inside `ctx.atomic`. */
export async function keepConsentsOfMany(
  ctx: Ctx,
  consents: readonly (Consent & { contactUuid: string })[],
): Promise<void> {
  if (consents.length === 0) return
  const now = ctx.now()
  // The rows of an import share their evidence, with a wording of up to 2,000 characters: it is sent once.
  const positions = new Map<string, number>()
  const distinct: Consent[] = []
  const positionOf = (each: Consent): number => {
    const key = JSON.stringify([each.kind, each.topic, each.source, each.at, each.ip, each.text])
    const known = positions.get(key) ?? distinct.push(each)
    positions.set(key, known)
    return known
  }
  await ctx.db.rows(addConsents, [
    ctx.account.id,
    consents.map(({ contactUuid }) => contactUuid),
    consents.map(() => uuidv7(now.getTime())),
    consents.map(positionOf),
    distinct.map(({ at }) => at ?? now.toISOString()),
    distinct.map(({ kind }) => kind),
    distinct.map(({ topic }) => topic ?? null),
    distinct.map(({ source }) => source),
    distinct.map(({ text }) => text ?? null),
    distinct.map(({ ip }) => ip ?? null),
  ])
}

/** The evidence of a change of topics. */
export function topicConsents(before: readonly string[], after: readonly string[], source: string): Consent[] {
  const added = after.filter((topic) => !before.includes(topic))
  const removed = before.filter((topic) => !after.includes(topic))
  return [
    ...added.map((topic) => ({ kind: 'topicIn' as const, topic, source })),
    ...removed.map((topic) => ({ kind: 'topicOut' as const, topic, source })),
  ]
}

/** Topics that contacts left last of all, by row id of the contact, with the source of the evidence. */
export async function leftTopics(ctx: Ctx, contactUuids: readonly string[]) {
  const rows = await ctx.db.rows(findLeft, [ctx.account.id, contactUuids])
  return Map.groupBy(rows, ({ contact_id: contactUuid }) => contactUuid)
}

const findDeparture = statement(
  'marketing_consent.lastDeparture',
  'account',
  `select at from marketing_consent where account_id = $1 and contact_id = $2 and kind = 'optOut'
   order by at desc limit 1`,
)

const findLeft = statement(
  'marketing_consent.leftTopics',
  'account',
  `select contact_id, topic, source from (
     select distinct on (contact_id, topic) contact_id, topic, source, kind from marketing_consent
     where account_id = $1 and contact_id = any($2::uuid[]) and kind in ('topicIn', 'topicOut')
     order by contact_id, topic, at desc, id desc) newest
   where kind = 'topicOut' and topic is not null`,
)

const addConsents = statement(
  'marketing_consent.add',
  'account',
  `insert into marketing_consent (account_id, contact_id, id, at, kind, topic, source, wording, ip)
   select $1, each.contact_id, each.id, of.at, of.kind, of.topic, of.source, of.wording, of.ip
   from unnest($2::uuid[], $3::uuid[], $4::integer[]) each (contact_id, id, position)
   join unnest($5::timestamptz[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[]) with ordinality
     of (at, kind, topic, source, wording, ip, position) on of.position = each.position`,
)
