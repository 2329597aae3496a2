import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { batchReaction } from '#kit/nouns/reaction.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { contactChanged } from '#products/marketing/facts.ts'

/** Names of attributes that an account keeps: a caller that makes a key of each value would add columns without end. */
export const attributeNamesMax = 1_000

/** Names of all attributes that contacts have or had, in their order. */
export async function attributeNames(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db.rows(readNames, [ctx.account.id])
  return rows.map(({ name }) => name)
}

/** Keeps the names of attributes that contacts got by any way: call, import, automation, feed or audience. */
export const reactions = [
  batchReaction('marketing.contact.keepAttributeNames', contactChanged, async (ctx, facts) => {
    const uuids = facts
      .filter(({ payload: { fields, isNew } }) => isNew || fields.some((name) => name.startsWith('attributes')))
      .flatMap(({ payload }) => payload.contactIds.map((id) => rowId('con', id)))
    if (uuids.length > 0) await ctx.db.rows(addNames, [ctx.account.id, uuids, attributeNamesMax])
  }),
]

const readNames = statement(
  'marketing_attribute.read',
  'account',
  'select name from marketing_attribute where account_id = $1 order by name',
)

/** Most changes bring no new name, and write nothing. */
const addNames = statement(
  'marketing_attribute.add',
  'account',
  `insert into marketing_attribute (account_id, name)
   select $1, n.name from (
     select distinct k.name from marketing_contact c cross join jsonb_object_keys(c.attributes) k (name)
     where c.account_id = $1 and c.id = any($2::uuid[])) n
   where not exists (select from marketing_attribute a where a.account_id = $1 and a.name = n.name)
   order by n.name
   limit greatest(0, $3::integer - (select count(*) from marketing_attribute where account_id = $1))
   on conflict (account_id, name) do nothing`,
)
