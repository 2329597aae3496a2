import type { Ctx } from '#kit/call/context.ts'
import { unknownReference, type FieldProblem } from '#kit/call/problem.ts'
import { isGroup, type Filter } from '#kit/filter/filter.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import { campaign } from '#products/marketing/campaign/campaign.ts'
import { knownTopics } from '#products/marketing/contact/topicKeys.ts'
import { missingRecords } from '#products/marketing/heldRecord.ts'
import { segment } from '#products/marketing/segment/segment.ts'
import { template } from '#products/marketing/template/template.ts'

/** Something that a filter names by its id or key, with the path of the name. */
export type FilterReference = { kind: 'campaign' | 'template' | 'segment' | 'topic'; id: string; path: string }

/** A filter within an input. */
export type PlacedFilter = { filter: Filter; path: string }

const nouns: Readonly<Record<Exclude<FilterReference['kind'], 'topic'>, Resource>> = { campaign, template, segment }

/** Records and topics that a checked filter names. */
export function filterReferences({ filter, path }: PlacedFilter): FilterReference[] {
  if (isGroup(filter)) {
    if (filter.op === 'not') return filterReferences({ filter: filter.of, path: `${path}/of` })
    return filter.of.flatMap((each, index) => filterReferences({ filter: each, path: `${path}/of/${index}` }))
  }
  if ('segment' in filter) return [{ kind: 'segment', id: filter.segment, path: `${path}/segment` }]
  if ('email' in filter) {
    const { campaignId, templateId } = filter.email
    return [
      ...(campaignId === undefined
        ? []
        : [{ kind: 'campaign' as const, id: campaignId, path: `${path}/email/campaignId` }]),
      ...(templateId === undefined
        ? []
        : [{ kind: 'template' as const, id: templateId, path: `${path}/email/templateId` }]),
    ]
  }
  if (!('field' in filter) || filter.field !== 'topics' || filter.value === undefined) return []
  return [filter.value].flat().map((key, index) => ({ kind: 'topic', id: String(key), path: `${path}/value/${index}` }))
}

/** Names of checked filters that are not there. A stored filter goes on with those that are gone since. */
export async function unknownNames(
  ctx: Ctx,
  filters: readonly PlacedFilter[],
  stored: readonly Filter[] = [],
): Promise<FieldProblem[]> {
  const known = new Set(stored.flatMap((filter) => filterReferences({ filter, path: '' })).map(({ id }) => id))
  const references = filters.flatMap(filterReferences).filter(({ id }) => !known.has(id))
  const keys = references.filter(({ kind }) => kind === 'topic').map(({ id }) => id)
  const topics = await knownTopics(ctx, [...new Set(keys)])
  const named = references.flatMap(({ kind, id }) => (kind === 'topic' ? [] : [{ of: nouns[kind], id }]))
  const missing = await missingRecords(ctx, named)
  return references
    .filter(({ kind, id }) => (kind === 'topic' ? !topics.has(id) : missing.has(id)))
    .map(({ path }) => unknownReference(path))
}
