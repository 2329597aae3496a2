import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { idOf, line, nullable } from '#kit/values/fields.ts'
import { encodeId } from '#kit/values/ids.ts'
import { closed } from '#kit/nouns/standard.ts'
import { mayReadContacts } from '#products/marketing/contact/contactRight.ts'
import { rowId } from '#products/marketing/rowId.ts'

const sampleMax = 5

/** Some members of a segment. */
export const sampleShape = Type.Array(
  closed({
    contactId: idOf('con', { description: 'The contact.' }),
    email: nullable(line(254, { description: 'Mail address.' })),
    name: nullable(line(201, { description: 'Name.' })),
  }),
  {
    maxItems: sampleMax,
    description: 'Members that entered last, five at most. Address and name need the scope `marketing.contact:read`.',
  },
)

/** Members that entered last. */
export async function sampleOf(ctx: Ctx, segmentId: string) {
  const rows = await ctx.db.rows(newestMembers, [ctx.account.id, rowId('seg', segmentId), sampleMax])
  const isShown = mayReadContacts(ctx)
  return rows.map(({ id, email, first_name: first, last_name: last }) => {
    const name = [first, last].filter((part) => part !== null).join(' ')
    const shown = isShown ? { email, name: name === '' ? null : name } : { email: null, name: null }
    return { contactId: encodeId('con', ctx.account.id, id), ...shown }
  })
}

const newestMembers = statement(
  'marketing_segment_member.sample',
  'account',
  `select c.id, c.email, c.first_name, c.last_name
   from marketing_segment_member m join marketing_contact c on c.account_id = m.account_id and c.id = m.contact_id
   where m.account_id = $1 and m.segment_id = $2 and c.deleted_at is null
   order by m.contact_id desc limit $3`,
)
