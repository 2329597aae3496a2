import type { Filter } from '#kit/filter/filter.ts'
import { checkFilter } from '#kit/filter/checkFilter.ts'
import { filterInput } from '#kit/filter/filter.ts'
import { mentionsOf } from '#kit/filter/mentions.ts'
import { field, invalid, reason } from '#kit/call/problem.ts'
import { resource, type StoredOf } from '#kit/nouns/resource.ts'
import { dateTime, defaulted, line, nameLine, oneOf, optional, prose, required, whole } from '#kit/values/fields.ts'
import { foldName } from '#kit/values/foldedText.ts'
import {
  segmentCreated,
  segmentDeleted,
  segmentFailed,
  segmentReady,
  segmentUpdated,
} from '#products/marketing/facts.ts'
import { contactVocabulary } from '#products/marketing/filter/contactVocabulary.ts'
import { memberCounts } from './memberCounts.ts'

/** Refusal of a second segment with the same name. */
export const segmentExists = reason('conflict', 'segment_exists', 'A segment with this name exists.')

/** Cost of a filter: `heavy` ones read most rows of the account. */
export const costClasses = ['cheap', 'medium', 'heavy'] as const
/** Cost of a filter. */
export type CostClass = (typeof costClasses)[number]

const isSet = { isReadOnly: true } as const

const segmentFields = {
  name: required(nameLine(120, { description: 'Name, unique whatever its case.' })),
  description: optional(prose(1_000, { description: 'Purpose of the segment.' })),
  kind: defaulted(
    oneOf(['dynamic', 'static', 'snapshot'], {
      description: '`dynamic` follows its filter, `snapshot` took it once, `static` has the contacts that you put in.',
    }),
    'dynamic',
    { access: { isFixed: true } },
  ),
  filter: optional(filterInput('Filter of contacts; needed unless the segment is static.'), {
    storage: { kind: 'json' },
  }),
  costClass: optional(oneOf(costClasses, { description: 'Cost of the filter.' }), { access: isSet }),
  builtAt: optional(dateTime({ description: 'Time of the last full evaluation.' }), { access: isSet }),
  refreshAt: optional(dateTime(), { access: { isReadOnly: true, isHidden: true } }),
  error: optional(line(500, { description: 'Cause of the states `stale` and `error`.' }), { access: isSet }),
}

/** A segment as the store returns it. */
export type Segment = StoredOf<typeof segmentFields>

const count = whole(0, 2_147_483_647, { description: 'Number of members.' })

/** Contacts with something in common: by a filter, or by hand. */
export const segment = resource({
  id: 'marketing.segment',
  title: 'Segment',
  description: 'Segments: contacts that satisfy a filter, or that you put together',
  table: 'marketing_segment',
  idKey: 'segmentId',
  prefix: 'seg',
  states: {
    building: ['ready', 'error'],
    ready: ['building', 'stale', 'archived'],
    stale: ['building', 'ready', 'archived'],
    error: ['building', 'archived'],
    archived: ['building'],
  },
  initial: 'building',
  actions: {
    rebuild: {
      from: ['ready', 'stale', 'error', 'archived'],
      to: 'building',
      description: 'its filter is evaluated for all contacts, and it follows them.',
    },
    archive: {
      from: ['ready', 'stale', 'error'],
      to: 'archived',
      description: 'it keeps its members, and follows contacts no longer.',
    },
  },
  countMax: 1_000,
  fields: segmentFields,
  derived: {
    nameKey: { sqlType: 'text', sorts: 'name', of: ({ name }) => foldName(name) },
    mentionedFields: { sqlType: 'text[]', of: (record) => [...mentionsOfSegment(record).fields] },
    mentionedEvents: { sqlType: 'text[]', of: (record) => [...mentionsOfSegment(record).events] },
    mentionedSegments: { sqlType: 'text[]', of: (record) => [...mentionsOfSegment(record).segments] },
    isTimeRelative: { sqlType: 'boolean', of: (record) => mentionsOfSegment(record).isTimeRelative },
  },
  computed: {
    fields: { count },
    async of(ctx, records) {
      const counts = await memberCounts(
        ctx,
        records.map(({ id }) => id),
      )
      return records.map(({ id }) => ({ count: counts.get(id) ?? 0 }))
    },
  },
  facts: {
    created: segmentCreated,
    updated: segmentUpdated,
    deleted: segmentDeleted,
    moved: { ready: segmentReady, error: segmentFailed },
  },
  constraints: { marketing_segment_name_key: { reason: segmentExists, field: 'name' } },
  check({ kind, filter }) {
    if (kind === 'static' && filter !== null) throw invalid(field('filter', 'notAllowed', 'goes without kind static'))
    if (kind !== 'static' && filter === null)
      throw invalid(field('filter', 'required', 'is needed unless it is static'))
    const problems = filter === null ? [] : checkFilter(filter, contactVocabulary, '/filter')
    if (problems.length > 0) throw invalid(...problems)
  },
})

/** Parts of contacts that the filter of a segment depends on. */
export function mentionsOfSegment({ filter, kind }: { filter: Filter | null; kind: string }) {
  const filters = kind === 'dynamic' && filter !== null ? [filter] : []
  return mentionsOf(filters, contactVocabulary)
}
