import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { namedShape } from '#platform/db/shapes.ts'
import { addressHash, type AddressKind } from '#products/marketing/contact/suppression.ts'
import { rowId } from '#products/marketing/rowId.ts'
import type { Campaign } from './campaign.ts'

/**
 * Lock of an account that a step of an audience, a merge and an erasure of contacts hold: each sees the whole of the
 * other one. A step takes about a second.
 */
export const audienceLock = 'marketing.audience'

/** Contacts of one statement, by row id: those after one, up to another one or all later ones; or some. */
export type Part = { after: string; upTo: string | undefined } | { ids: readonly string[] }

/** Contacts that one statement looks at again. */
const mergedMax = 5_000

/**
 * The next contacts after a row id that others were merged into since the start of a campaign, and that got no message
 * of it, neither under their own id nor under one of the others. Rows that left them out for reasons that a merge
 * changes are deleted: the contacts are to be fixed again in this transaction. Call inside `ctx.atomic`.
 */
export async function mergedInto(ctx: Ctx, record: Campaign, after: string): Promise<string[]> {
  const campaignId = rowId('cmp', record.id)
  const rows = await ctx.db.rows(findMerged, [ctx.account.id, campaignId, record.startedAt, after, mergedMax])
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await ctx.db.rows(deleteLeftOut, [ctx.account.id, campaignId, ids])
  return ids
}

/**
 * The contacts of a part whose address got a message of the campaign already, by a contact that was erased or merged
 * since its start. An address has one living contact, so no other address can come twice.
 */
export async function addressedAmong(ctx: Ctx, record: Campaign, part: Part): Promise<string[]> {
  if (record.channel === 'webhook') return []
  const gone = await ctx.db.rows(addressesOfGone, [ctx.account.id, rowId('cmp', record.id), record.startedAt])
  const keys = new Set(gone.flatMap(({ address_key: key }) => key ?? []))
  if (keys.size === 0) return []
  const [kind, column] = record.channel === 'sms' ? (['phone', 'phone'] as const) : (['email', 'email_key'] as const)
  const values: unknown[] = [ctx.account.id, record.startedAt]
  const bind = (value: unknown) => `$${values.push(value)}`
  const inPart =
    'ids' in part
      ? `id = any(${bind(part.ids)}::uuid[])`
      : `id > ${bind(part.after)}${part.upTo === undefined ? '' : ` and id <= ${bind(part.upTo)}`}`
  const text =
    `select id, ${column} as key from marketing_contact where account_id = $1 and deleted_at is null ` +
    `and updated_at >= $2::timestamptz and ${column} is not null and ${inPart}`
  const changed = namedShape<{ id: string; key: string }>('marketing_contact.changedAddresses', 'account', text)
  const rows = await ctx.db.rows(changed, values)
  return rows.flatMap(({ id, key }) => (keys.has(key) || keys.has(erasedKey(ctx, kind, key)) ? [id] : []))
}

/**
 * Keeps the hash of an address that is erased with the messages that it got of campaigns whose audience is being
 * fixed: a contact that comes again with the address gets no second one. Call inside `ctx.atomic`, after the erasure.
 */
export async function keepErased(
  ctx: Ctx,
  contactId: string,
  { kind, address }: { kind: AddressKind; address: string },
): Promise<void> {
  const channel = kind === 'phone' ? 'sms' : 'email'
  await ctx.db.rows(markErased, [ctx.account.id, rowId('con', contactId), channel, erasedKey(ctx, kind, address)])
}

function erasedKey(ctx: Ctx, kind: AddressKind, address: string): string {
  return `erased:${addressHash(ctx, kind, address).toString('hex')}`
}

/** A chain of merges ends at a contact that stays; a row of any contact of the chain is one of the person. */
const findMerged = statement(
  'marketing_contact.findMerged',
  'account',
  `with recursive pair as materialized (
     select id, merged_into_id from marketing_contact
     where account_id = $1 and deleted_at >= $3::timestamptz and merged_into_id is not null),
   chain as (
     select id, merged_into_id as into_id from pair
     union
     select c.id, p.merged_into_id from chain c join pair p on p.id = c.into_id)
   select distinct c.into_id as id from chain c
   where c.into_id > $4::uuid and not exists (
     select from chain o join marketing_message m on m.account_id = $1 and m.campaign_id = $2 and m.contact_id = o.id
     where o.into_id = c.into_id and m.state <> 'skipped')
   order by c.into_id limit $5`,
)

const deleteLeftOut = statement(
  'marketing_message.deleteLeftOut',
  'account',
  `delete from marketing_message where account_id = $1 and campaign_id = $2 and contact_id = any($3::uuid[])
     and state = 'skipped' and skip_reason in ('noAddress', 'topic')`,
)

/** A subselect, so that the plan never reads all messages of a campaign. */
const addressesOfGone = statement(
  'marketing_message.addressesOfGone',
  'account',
  `select (select m.address_key from marketing_message m where m.account_id = $1 and m.campaign_id = $2
     and m.contact_id = c.id and m.attempted_at is not null) as address_key
   from marketing_contact c where c.account_id = $1 and c.deleted_at >= $3::timestamptz`,
)

const markErased = statement(
  'marketing_message.markErased',
  'account',
  `update marketing_message set address_key = $4 where account_id = $1 and contact_id = $2 and channel = $3
     and attempted_at is not null and campaign_id in (
       select id from marketing_campaign where account_id = $1 and status in ('sending', 'paused')
         and frozen_at is null)`,
)
