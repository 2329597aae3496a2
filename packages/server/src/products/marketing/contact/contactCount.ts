import { Type } from '#kit/values/schema.ts'
import type { Condition, Ctx } from '#kit/call/context.ts'
import { field, invalid } from '#kit/call/problem.ts'
import { checkFilter } from '#kit/filter/checkFilter.ts'
import { filterInput, type Filter } from '#kit/filter/filter.ts'
import { FilterTextError, filterTextMax } from '#kit/filter/filterReader.ts'
import { filterText, parseFilter } from '#kit/filter/filterText.ts'
import { companion, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { idOf, prose, whole } from '#kit/values/fields.ts'
import { placed } from '#platform/db/listPage.ts'
import { namedShape } from '#platform/db/shapes.ts'
import { memberOfAny, satisfies } from '#products/marketing/filter/contactCondition.ts'
import { contactVocabulary } from '#products/marketing/filter/contactVocabulary.ts'
import { unknownNames } from '#products/marketing/filter/filterReferences.ts'
import { segment } from '#products/marketing/segment/segment.ts'
import { costOf, filterTooExpensive } from '#products/marketing/segment/segmentBuild.ts'

type Audience = { filter: Filter | undefined; segmentId: string | undefined; isText?: boolean }

/**
 * Conditions of a filter and of the members of a segment. Throws invalid and filter_too_expensive. `isText`: the filter
 * was sent as text, which has no paths.
 */
export async function audienceOf(ctx: Ctx, { filter, segmentId, isText = false }: Audience): Promise<Condition[]> {
  const conditions: Condition[] = []
  if (filter !== undefined) {
    const path = '/filter'
    const problems = checkFilter(filter, contactVocabulary, path)
    if (problems.length === 0) problems.push(...(await unknownNames(ctx, [{ filter, path }])))
    if (problems.length > 0) throw invalid(...problems.map((each) => (isText ? { ...each, path: '/text' } : each)))
    await costOf(ctx, filter)
    conditions.push(satisfies(ctx, filter))
  }
  if (segmentId !== undefined) conditions.push(memberOfAny(ctx, [segmentId]))
  return conditions
}

const number = (description: string) => whole(0, 2_147_483_647, { description })

/** The number of contacts that satisfy a filter. */
export const countContacts = companion(
  operation('marketing.contact.count', {
    route: 'POST /api/marketing/contact/count',
    title: 'Count Contacts',
    description:
      'Counts the contacts that satisfy a filter, sent as a tree or as text, and returns the filter in both forms. ' +
      'Archived contacts do not count.',
    scope: 'marketing.contact:read',
    isRead: true,
    input: closed({
      filter: Type.Optional(filterInput('Only contacts that satisfy it.')),
      text: Type.Optional(prose(filterTextMax, { description: 'The filter as text, in place of `filter`.' })),
      segmentId: Type.Optional(idOf('seg', { description: 'Only members of this segment.' })),
    }),
    output: closed({
      count: number('Contacts.'),
      mailable: number('Those that are subscribed and have an address.'),
      filter: Type.Optional(Type.Unsafe<Filter>({ type: 'object', description: 'The filter as a tree.' })),
      text: Type.Optional(Type.String({ description: 'The filter as text.' })),
    }),
    reasons: [filterTooExpensive],
    example: { text: 'country in ("DE", "AT") and tags any of ("beta")' },
    async handle(ctx, { filter: sent, text, segmentId }) {
      if (sent !== undefined && text !== undefined) throw invalid(field('text', 'notAllowed', 'goes without filter'))
      const filter = text === undefined ? sent : parsed(text)
      if (segmentId !== undefined) await ctx.store.get(segment, segmentId)
      const values: unknown[] = [ctx.account.id]
      const where = (await audienceOf(ctx, { filter, segmentId, isText: text !== undefined })).map(
        (each) => ` and ${placed(each, values)}`,
      )
      const sql =
        `select count(*) as count, ` +
        `count(*) filter (where t.status = 'subscribed' and t.email is not null) as mailable ` +
        `from marketing_contact t where t.account_id = $1 and t.deleted_at is null and t.status <> 'archived'`
      const shape = namedShape<Numbers>('marketing_contact.count', 'account', `${sql}${where.join('')}`)
      const [row] = await ctx.db.rows(shape, values)
      const both = filter === undefined ? {} : { filter, text: filterText(filter) }
      return { count: Number(row?.count ?? 0), mailable: Number(row?.mailable ?? 0), ...both }
    },
  }),
)

type Numbers = { count: string; mailable: string }

/** The unchecked filter of a text. Throws invalid with the place of the first mistake. */
function parsed(text: string): Filter {
  try {
    return parseFilter(text, contactVocabulary)
  } catch (error) {
    if (!(error instanceof FilterTextError)) throw error
    throw invalid(field('text', 'format', `${error.message}, at character ${error.at + 1}`))
  }
}
