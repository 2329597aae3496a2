import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { rowId } from '#products/marketing/rowId.ts'

/** Kinds of evidence: a request and its confirmation (double opt-in), an agreement and its end, one for each topic. */
export type ConsentKind = 'requested' | 'confirmed' | 'optIn' | 'optOut' | 'topicIn' | 'topicOut'

/** Evidence of what a person agreed to, as a caller sends it. */
export type ConsentSent = { source: string; at?: string; ip?: string; text?: string }

/** Evidence to keep. */
export type Consent = ConsentSent & { kind: ConsentKind; topic?: string }

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
  await ctx.db.rows(addConsents, [
    ctx.account.id,
    consents.map(({ contactUuid }) => contactUuid),
    consents.map(() => uuidv7(now.getTime())),
    consents.map(({ at }) => at ?? now.toISOString()),
    consents.map(({ kind }) => kind),
    consents.map(({ topic }) => topic ?? null),
    consents.map(({ source }) => source),
    consents.map(({ text }) => text ?? null),
    consents.map(({ ip }) => ip ?? null),
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

const addConsents = statement(
  'marketing_consent.add',
  'account',
  `insert into marketing_consent (account_id, contact_id, id, at, kind, topic, source, wording, ip)
   select $1, each.contact_id, each.id, each.at, each.kind, each.topic, each.source, each.wording, each.ip from unnest(
     $2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
     each (contact_id, id, at, kind, topic, source, wording, ip)`,
)
