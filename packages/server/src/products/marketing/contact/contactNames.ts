import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { companion, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { Type } from '#kit/values/schema.ts'
import { attributeNames, attributeNamesMax } from './attributeNames.ts'

/** Names of one kind in an answer. */
const namesMax = 1_000
/** Contacts whose tags are read: an index by tag has no order of tags. */
const taggedMax = 5_000

const names = (maxItems: number, description: string) => Type.Array(Type.String(), { maxItems, description })

/** The names that an account uses, for filters and forms that suggest them. */
export const contactNames = companion(
  operation('marketing.contact.names', {
    route: 'POST /api/marketing/contact/names',
    title: 'Contacts - Names in Use',
    description:
      'Names that an account uses: attributes and tags of its contacts, and events that they had. Forms suggest ' +
      'them, so that a filter names what there is. An account without any has empty lists.',
    scope: 'marketing.contact:read',
    isRead: true,
    input: closed({}),
    output: closed({
      attributes: names(attributeNamesMax, 'Attributes that contacts have or had.'),
      events: names(namesMax, `Events of the last 13 months, the first ${namesMax} by name.`),
      tags: names(namesMax, `Tags of the newest ${taggedMax} contacts, the first ${namesMax} by name.`),
    }),
    example: {},
    async handle(ctx) {
      const [attributes, events, tags] = await Promise.all([
        attributeNames(ctx),
        namesOf(ctx, eventNames),
        namesOf(ctx, tagNames),
      ])
      return { attributes, events, tags }
    },
  }),
)

async function namesOf(ctx: Ctx, of: typeof eventNames | typeof tagNames): Promise<string[]> {
  const rows = await ctx.db.rows(of, [ctx.account.id, namesMax])
  return rows.flatMap(({ name }) => (name === null ? [] : [name]))
}

/** Steps from one name to the next in the index of names: a step a name, whatever the number of events. */
const eventNames = statement(
  'marketing_event.names',
  'account',
  `with recursive found as (
     (select name from marketing_event where account_id = $1 order by name limit 1)
     union all
     select (select e.name from marketing_event e where e.account_id = $1 and e.name > f.name order by e.name limit 1)
     from found f where f.name is not null)
   select name from found where name is not null limit $2`,
)

const tagNames = statement(
  'marketing_contact.tagNames',
  'account',
  `select distinct u.name from (
     select tags from marketing_contact where account_id = $1 and deleted_at is null
     order by created_at desc, id desc limit ${taggedMax}) c cross join unnest(c.tags) u (name)
   order by u.name limit $2`,
)
