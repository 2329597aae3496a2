import type { Condition, Ctx } from '#kit/call/context.ts'
import { mentionsOf } from '#kit/filter/mentions.ts'
import { placed } from '#platform/db/listPage.ts'
import { namedShape } from '#platform/db/shapes.ts'
import { memberOfAny, satisfies } from '#products/marketing/filter/contactCondition.ts'
import { contactVocabulary } from '#products/marketing/filter/contactVocabulary.ts'
import { rowId } from '#products/marketing/rowId.ts'
import type { Campaign } from './campaign.ts'

/** Conditions on the row `t` of contacts in the audience of a campaign; archived ones are no part of it. */
export function audienceConditions(ctx: Ctx, { audience, filter }: Pick<Campaign, 'audience' | 'filter'>): Condition[] {
  const { segmentIds = [], excludeSegmentIds = [], contactIds = [], tags = [] } = audience ?? {}
  const included: Condition[] = []
  if (segmentIds.length > 0) included.push(memberOfAny(ctx, segmentIds))
  if (contactIds.length > 0) {
    included.push({ sql: 't.id = any($1::uuid[])', values: [contactIds.map((id) => rowId('con', id))] })
  }
  if (tags.length > 0) included.push({ sql: 't.tags && $1::text[]', values: [tags] })
  if (filter !== null) included.push(satisfies(ctx, filter))
  const excluded = excludeSegmentIds.length === 0 ? [] : [memberOfAny(ctx, excludeSegmentIds)]
  return [
    { sql: `t.deleted_at is null and t.status <> 'archived'`, values: [] },
    anyOf(included),
    ...excluded.map(({ sql, values }) => ({ sql: `not ${sql}`, values })),
  ]
}

/** Segments whose members decide who is in the audience of a campaign, those of its filter as well. */
export function segmentsOf({ audience, filter }: Pick<Campaign, 'audience' | 'filter'>): string[] {
  const { segmentIds = [], excludeSegmentIds = [] } = audience ?? {}
  const mentioned = filter === null ? [] : mentionsOf([filter], contactVocabulary).segments
  return [...new Set([...segmentIds, ...excludeSegmentIds, ...mentioned])]
}

function anyOf(conditions: readonly Condition[]): Condition {
  const values: unknown[] = []
  const sql = conditions.map((each) => placed(each, values)).join(' or ')
  return { sql: conditions.length === 0 ? 'false' : `(${sql})`, values }
}

/** Columns of a contact that a channel writes to. A webhook concerns a contact and needs no address of it. */
export const addresses = {
  email: { address: 't.email', key: 't.email_key' },
  sms: { address: 't.phone', key: 't.phone' },
  webhook: { address: 'null', key: 'null' },
} as const

type Aimed = Pick<Campaign, 'audience' | 'filter' | 'topic' | 'templateId' | 'channel'>

/** The oldest contacts that would get a campaign now, by row id. */
export async function sampleAudience(ctx: Ctx, of: Pick<Campaign, 'audience' | 'filter'>, max: number) {
  const values: unknown[] = [ctx.account.id]
  const where = audienceConditions(ctx, of).map((each) => placed(each, values))
  const text =
    `select t.id from marketing_contact t where t.account_id = $1 and t.email is not null ` +
    `and t.status = 'subscribed' and ${where.join(' and ')} order by t.id limit $${values.push(max)}`
  const rows = await ctx.db.rows(namedShape<{ id: string }>('marketing_contact.sample', 'account', text), values)
  return rows.map(({ id }) => id)
}

/** The number of contacts that would get a campaign now. */
export async function countAudience(ctx: Ctx, of: Aimed): Promise<number> {
  const templateId = of.templateId === null ? null : rowId('tpl', of.templateId)
  const values: unknown[] = [ctx.account.id, of.topic, templateId]
  const where = audienceConditions(ctx, of).map((each) => placed(each, values))
  const { address } = addresses[of.channel]
  const reachable = address === 'null' ? 'true' : `${address} is not null and t.status = 'subscribed'`
  const text =
    `with aim as (select coalesce($2::text, (select topic from marketing_template where account_id = $1 ` +
    `and id = $3::uuid)) as topic) ` +
    `select count(*) as count from marketing_contact t, aim where t.account_id = $1 and ${reachable} ` +
    `and (aim.topic is null or aim.topic = any(t.topics)) and ${where.join(' and ')}`
  const [row] = await ctx.db.rows(namedShape<{ count: string }>('marketing_contact.audience', 'account', text), values)
  return Number(row?.count ?? 0)
}
