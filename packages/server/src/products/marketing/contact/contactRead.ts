import { Type } from '#kit/values/schema.ts'
import { filterInput } from '#kit/filter/filter.ts'
import type { Condition } from '#kit/call/context.ts'
import { madeFirst, operation } from '#kit/nouns/operation.ts'
import { dateTime, idOf, line, nameLine, oneOf, words } from '#kit/values/fields.ts'
import { foldName } from '#kit/values/foldedText.ts'
import { asciiMailAddress } from '#kit/values/mailAddress.ts'
import { queryOf, type ListOptions } from '#kit/call/paging.ts'
import { outputSchemaOf, present } from '#kit/nouns/resource.ts'
import { closed, listInput, listPageOf } from '#kit/nouns/standard.ts'
import { filterTooExpensive } from '#products/marketing/segment/segmentBuild.ts'
import { attributeNames, attributeNamesMax } from './attributeNames.ts'
import { contact } from './contact.ts'
import { audienceOf } from './contactCount.ts'
import { includedParts, includeInput, readParts } from './contactIncludes.ts'
import { fieldsInput, listedContact, withFields } from './listedFields.ts'
import { identityInput, namedContact, presentedContact } from './contactInput.ts'

const options: ListOptions = {
  sorts: ['-createdAt', 'createdAt', 'updatedAt', '-updatedAt', 'name', '-name'],
  filters: {
    createdAfter: {
      schema: dateTime({ description: 'Only contacts made at this moment or later.' }),
      column: 'created_at',
      test: 'from',
    },
    updatedAfter: {
      schema: dateTime({ description: 'Only contacts changed at this moment or later.' }),
      column: 'updated_at',
      test: 'from',
    },
  },
}

const { status: _status, ...paging } = listInput(contact, options).properties

const filters = {
  query: Type.Optional(
    line(100, { description: 'First letters of the address, or of the name, with the first or the last name first.' }),
  ),
  tags: Type.Optional(words(20, nameLine(60), { description: 'Only contacts with all of these tags.' })),
  status: Type.Optional(
    Type.Array(oneOf(Object.keys(contact.states)), {
      maxItems: 7,
      uniqueItems: true,
      description: 'Only in one of these states; all but archived ones when left out.',
    }),
  ),
  filter: Type.Optional(filterInput('Only contacts that satisfy it.')),
  segmentId: Type.Optional(idOf('seg', { description: 'Only members of this segment.' })),
  fields: Type.Optional(fieldsInput),
}

/** Get All. */
export const listContacts = operation('marketing.contact.all', {
  route: 'POST /api/marketing/contact/all',
  title: 'Get All Contacts',
  description:
    'Lists contacts, the newest first. Each attribute that a contact has or had has a column of its own in an export ' +
    `as CSV, the first ${attributeNamesMax}.`,
  scope: 'marketing.contact:read',
  isRead: true,
  input: closed({ ...paging, ...filters }),
  output: listPageOf(listedContact),
  freeColumns: {
    of: 'attributes',
    names: attributeNames,
  },
  reasons: [filterTooExpensive],
  example: { tags: ['beta'], limit: 10 },
  async handle(ctx, input) {
    const { query, tags, status, filter, segmentId, fields, ...rest } = input
    const asked = queryOf(rest, options)
    const conditions = [
      ...(asked.conditions ?? []),
      ...conditionsOf({ query, tags, status }),
      ...(await audienceOf(ctx, { filter, segmentId })),
    ]
    const found = await ctx.store.list(contact, { ...asked, conditions, isPlannedAnew: true })
    const items = await present({ ctx, audience: 'owner' }, contact, found.items)
    return { ...found, items: fields === undefined ? items : items.map((each) => withFields(each, fields)) }
  },
})

/** Get. */
export const getContact = operation('marketing.contact.get', {
  route: 'POST /api/marketing/contact/get',
  title: 'Get Contact',
  description: 'Gets a contact by its id, its address or your own id of it, with the parts of `include`.',
  scope: 'marketing.contact:read',
  isRead: true,
  input: closed({ ...identityInput, include: includeInput }),
  output: outputSchemaOf(contact, includedParts),
  example: { contactId: madeFirst('marketing.contact'), include: ['timeline', 'score'] },
  async handle(ctx, { include = [], ...names }) {
    const record = await namedContact(ctx, names)
    return { ...(await presentedContact(ctx, record)), ...(await readParts(ctx, record.id, include)) }
  },
})

type Sent = {
  query: string | undefined
  tags: string[] | undefined
  status: string[] | undefined
}

function conditionsOf({ query, tags, status }: Sent): Condition[] {
  const conditions: Condition[] = []
  if (status === undefined) conditions.push({ sql: `t.status <> 'archived'`, values: [] })
  else conditions.push({ sql: 't.status = any($1::text[])', values: [status] })
  if (query !== undefined) {
    const prefixes = [`${likeText(asciiMailAddress(query).toLowerCase())}%`, `${likeText(foldName(query))}%`]
    const sql = '(t.email_key like $1 or t.name_key like $2 or t.given_key like $2)'
    conditions.push({ sql, values: prefixes })
  }
  if (tags !== undefined && tags.length > 0) conditions.push({ sql: 't.tags @> $1::text[]', values: [tags] })
  return conditions
}

/** A text as itself in a LIKE pattern. */
function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
