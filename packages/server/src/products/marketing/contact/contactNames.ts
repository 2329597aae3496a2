import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { companion, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { line } from '#kit/values/fields.ts'
import { Type, type Static } from '#kit/values/schema.ts'
import { attributeNames, attributeNamesMax } from './attributeNames.ts'

/** Newest events of a name whose properties are read. */
const readEventsMax = 1_000
/** Properties of an event, and values of a property, in an answer. */
const propertiesMax = 200
const valuesMax = 30
const valueLengthMax = 100
/** Names of one kind in an answer. */
const namesMax = 1_000
/** Contacts whose tags are read: an index by tag has no order of tags. */
const taggedMax = 5_000

const names = (maxItems: number, description: string) => Type.Array(Type.String(), { maxItems, description })

const property = closed({
  name: Type.String({ description: 'Name of the property.' }),
  values: Type.Array(Type.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'] }), {
    maxItems: valuesMax,
    description: `Values of the property, the ${valuesMax} most frequent first; long texts are left out.`,
  }),
})

/** The names that an account uses, for filters and forms that suggest them. */
export const contactNames = companion(
  operation('marketing.contact.names', {
    route: 'POST /api/marketing/contact/names',
    title: 'Contacts - Names in Use',
    description:
      'Names that an account uses: attributes and tags of its contacts, and events that they had. Forms suggest ' +
      'them, so that a filter names what there is. An account without any has empty lists. With `event`, the ' +
      'properties of that event, too.',
    scope: 'marketing.contact:read',
    isRead: true,
    input: closed({
      event: Type.Optional(line(120, { description: 'Name of an event whose properties are added.' })),
    }),
    output: closed({
      attributes: names(attributeNamesMax, 'Attributes that contacts have or had.'),
      events: names(namesMax, `Events of the last 13 months, the first ${namesMax} by name.`),
      tags: names(namesMax, `Tags of the newest ${taggedMax} contacts, the first ${namesMax} by name.`),
      properties: Type.Optional(
        Type.Array(property, {
          maxItems: propertiesMax,
          description: `Properties of the newest ${readEventsMax} events that \`event\` names.`,
        }),
      ),
    }),
    example: { event: 'shop.order.placed' },
    async handle(ctx, { event }) {
      const [attributes, events, tags, properties] = await Promise.all([
        attributeNames(ctx),
        namesOf(ctx, eventNames),
        namesOf(ctx, tagNames),
        event === undefined ? undefined : propertiesOf(ctx, event),
      ])
      return { attributes, events, tags, ...(properties && { properties }) }
    },
  }),
)

async function namesOf(ctx: Ctx, of: typeof eventNames | typeof tagNames): Promise<string[]> {
  const rows = await ctx.db.rows(of, [ctx.account.id, namesMax])
  return rows.flatMap(({ name }) => (name === null ? [] : [name]))
}

/** Properties of the newest events of a name, with their values that are texts, numbers, true or false. */
async function propertiesOf(ctx: Ctx, event: string): Promise<Static<typeof property>[]> {
  const bounds = [propertiesMax, valuesMax]
  const rows = await ctx.db.rows(eventProperties, [ctx.account.id, event, ...bounds])
  return rows.map(({ name, values }) => ({
    name: name ?? '',
    values: (Array.isArray(values) ? values : []).filter(
      (each) => typeof each === 'string' || typeof each === 'number' || typeof each === 'boolean',
    ),
  }))
}

const eventProperties = statement(
  'marketing_event.properties',
  'account',
  `with newest as (
     select properties from marketing_event where account_id = $1 and name = $2
     order by at desc limit ${readEventsMax}),
   counted as (
     select p.key, p.value, count(*) as times
     from newest n cross join jsonb_each(n.properties) p (key, value) group by p.key, p.value),
   ranked as (
     select key, value, times, row_number() over (
       partition by key order by jsonb_typeof(value) in ('string', 'number', 'boolean') desc,
         length(value::text) > ${valueLengthMax}, times desc, value) as rank
     from counted)
   select key as name, jsonb_agg(value order by times desc, value) filter (
     where rank <= $4::integer and jsonb_typeof(value) in ('string', 'number', 'boolean')
       and length(value::text) <= ${valueLengthMax}) as values
   from ranked group by key order by key limit $3::integer`,
)

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
