import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { clientReference, flag, idOf, languageTag } from '#kit/values/fields.ts'
import { parseId } from '#kit/values/ids.ts'
import { madeFirst, once, operation } from '#kit/nouns/operation.ts'
import type { ListOptions } from '#kit/call/paging.ts'
import { field, invalid, problem, reasons, unknownReference } from '#kit/call/problem.ts'
import { exactlyOne, reach, reachAccount, reachList } from '#kit/call/recordReach.ts'
import { outputSchemaOf, isPublic, present, publicOutputSchemaOf, type Draft } from '#kit/nouns/resource.ts'
import {
  closed,
  createInput,
  listInput,
  listPageOf,
  remove,
  splitCreate,
  splitUpdate,
  updateInput,
} from '#kit/nouns/standard.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { detailsCreated, detailsUpdated } from '#products/livestream/facts.ts'
import { requestTracks } from './captions.ts'
import { chaptersUnordered } from './chapters.ts'
import { details, localeExists } from './details.ts'
import { canonicalLocale } from './locale.ts'
import { placeCaptions } from './ownCaption.ts'
import { checkPaymentLinks } from './sheetProducts.ts'
import { findTracks } from './trackRow.ts'
import { languageOf, localesMax, resolveSheet } from './targetSheets.ts'
import { isOfType, isTargetPublic, targetInput, targetListed, targetOf } from './detailsTarget.ts'

const listing: ListOptions = {
  sorts: ['-createdAt', 'createdAt', 'locale'],
  isSearchable: true,
  filters: {
    targetType: { schema: targetInput.targetType, column: 'target_type', test: 'equals' },
    targetId: { schema: targetInput.targetId, column: 'target_id', test: 'equals' },
  },
}
const resolvedLocale = languageTag({ description: 'The language that was found.' })
const ownReasons = [localeExists, chaptersUnordered]

export const operations = [
  operation('livestream.details.all', {
    route: 'GET /api/video/details/all',
    title: 'Details - Get All',
    description: 'Lists sheets of details. The public sees published ones of public videos and channels.',
    scope: 'livestream.details:read',
    credential: 'public',
    isRead: true,
    input: closed({
      ...listInput(details, listing).properties,
      locale: Type.Optional(languageTag({ description: 'Only in this language.' })),
    }),
    output: listPageOf(outputSchemaOf(details)),
    publicOutput: listPageOf(publicOutputSchemaOf(details)),
    example: { locale: 'en' },
    async handle(ctx, input) {
      const { from, query } = await reachList(ctx, input, { of: details, ...listing })
      const { locale } = input
      const conditions = [
        ...(query.conditions ?? []),
        ...(typeof locale === 'string' ? [{ sql: 't.locale = $1', values: [canonicalLocale(locale)] }] : []),
        ...(from.isOwner ? [] : [targetListed]),
      ]
      const page = await from.ctx.store.list(details, { ...query, conditions })
      return { ...page, items: await present(from, details, page.items) }
    },
  }),
  operation('livestream.details.create', {
    route: 'POST /api/video/details/create',
    title: 'Details - Create',
    description:
      `Makes a sheet for a video or a channel, one per language and at most ${localesMax}. ` +
      'Caption files are fetched soon after: each has a `status`.',
    scope: 'livestream.details:write',
    input: createInput(details, ['draft', 'published']),
    output: outputSchemaOf(details, { created: flag({ description: 'False when it was there already.' }) }),
    emits: [detailsCreated],
    reasons: ownReasons,
    example: {
      targetType: 'static',
      targetId: madeFirst('livestream.static'),
      locale: 'pt-BR',
      title: 'O concerto',
      chapters: [
        { startSeconds: 0, title: 'Abertura' },
        { startSeconds: 95.5, title: 'Primeira parte' },
      ],
    },
    handle: once(async (ctx, input) => {
      const [draft, options] = splitCreate<typeof details>(input)
      checkTargetType(draft)
      const made = await ctx.atomic(async (inner) => {
        await holdTarget(inner, draft.targetId)
        await checkPaymentLinks(inner, draft.products ?? [])
        const locale = canonicalLocale(draft.locale ?? (await languageOf(inner, draft.targetId)))
        const result = await inner.store.create(details, draft, { ...options, set: { locale } })
        if (!result.created) return result
        await refuseCrowd(inner, draft.targetId)
        await requestTracks(inner, result.record.id, { before: [], after: result.record.captions })
        return result
      })
      const [presented] = await present({ ctx, audience: 'owner' }, details, [made.record])
      return { ...presented, created: made.created }
    }),
  }),
  remove(details, 'POST /api/video/details/delete', 'Details - Delete', {
    description: 'Deletes a sheet. Pages fall back to the next language, then to the target’s own words.',
    example: { detailsId: madeFirst('livestream.details') },
  }),
  operation('livestream.details.get', {
    route: 'GET /api/video/details/get',
    title: 'Details - Get By ID',
    description:
      'Gets a sheet by its id or reference, or the one of a target that fits `locale` best: the tag is shortened ' +
      'from its end, then the target’s own language is taken. `resolvedLocale` says which language it is.',
    scope: 'livestream.details:read',
    credential: 'public',
    isRead: true,
    input: closed({
      detailsId: Type.Optional(idOf('det')),
      clientReference: Type.Optional(clientReference()),
      targetType: Type.Optional(targetInput.targetType),
      targetId: Type.Optional(targetInput.targetId),
      locale: Type.Optional(languageTag({ description: 'With a target: the wanted language.' })),
    }),
    output: outputSchemaOf(details, { resolvedLocale }),
    publicOutput: publicOutputSchemaOf(details, { resolvedLocale }),
    example: { detailsId: madeFirst('livestream.details') },
    async handle(ctx, input) {
      const found = await findSheet(ctx, input)
      const [presented] = await present(found, details, [found.record])
      return { ...presented, resolvedLocale: found.record.locale }
    },
  }),
  operation('livestream.details.update', {
    route: 'PUT /api/video/details/update',
    title: 'Details - Update',
    description:
      'Changes a sheet, or moves it by `action`. Lists are replaced as a whole; caption files are fetched ' +
      'again, and the earlier texts stay until then.',
    scope: 'livestream.details:write',
    input: updateInput(details),
    output: outputSchemaOf(details),
    emits: [detailsUpdated],
    reasons: ownReasons,
    example: { detailsId: madeFirst('livestream.details'), title: 'O concerto inteiro' },
    handle: once(async (ctx, input) => {
      const { id, patch, options } = splitUpdate(details, input)
      const sent = patch.locale === undefined ? patch : { ...patch, locale: canonicalLocale(patch.locale) }
      const record = await ctx.atomic(async (inner) => {
        if (!(await lockForUpdate(inner, details, id))) throw problem(reasons.notFound)
        const before = await inner.store.get(details, id)
        await checkPaymentLinks(inner, sent.products ?? [], before.products)
        if (sent.captions === undefined) return inner.store.update(details, id, { patch: sent, ...options })
        const tracks = (await findTracks(inner, [id])).get(id) ?? []
        const { captions, textFrom } = placeCaptions(inner, { id, tracks }, sent.captions)
        const after = await inner.store.update(details, id, { patch: { ...sent, captions }, ...options })
        await requestTracks(inner, id, { before: before.captions, after: after.captions, textFrom })
        return after
      })
      return (await present({ ctx, audience: 'owner' }, details, [record]))[0] ?? {}
    }),
  }),
]

function checkTargetType(draft: Draft<typeof details>): void {
  if (isOfType(draft.targetId, draft.targetType)) return
  throw invalid(field('targetId', 'reference', `is not the id of a ${draft.targetType}`))
}

/** Claims the row of a target, so that it is not deleted before the commit. Throws invalid when it does not exist. */
async function holdTarget(ctx: Ctx, targetId: string): Promise<void> {
  if (await lockForUpdate(ctx, targetOf(targetId), targetId)) return
  throw invalid(unknownReference('targetId'))
}

/** Throws limit_reached for too many sheets of a target, which rolls the write back. Call after it, with a claim. */
async function refuseCrowd(ctx: Ctx, targetId: string): Promise<void> {
  const conditions = [{ sql: 't.target_id = $1', values: [targetId] }]
  if ((await ctx.store.count(details, conditions, localesMax + 1)) <= localesMax) return
  const message = `A target may have details in ${localesMax} languages.`
  throw problem(reasons.limitReached, { message, details: { countMax: localesMax } })
}

async function findSheet(ctx: Ctx, input: Record<string, unknown>) {
  const { targetType, targetId, locale } = input
  const by = exactlyOne(input, ['detailsId', 'clientReference', 'targetId'])
  if (by.name !== 'targetId') {
    const found = await reach(ctx, details, by)
    const isSeen = found.audience === 'owner' || (await isTargetPublic(found.ctx, found.record.targetId))
    if (!isSeen) throw problem(reasons.notFound)
    return found
  }
  const { prefix } = targetOf(by.value)
  if (typeof targetType === 'string' && !isOfType(by.value, targetType)) {
    throw invalid(field('targetId', 'reference', `is not the id of a ${String(targetType)}`))
  }
  const from = await reachAccount(ctx, details, parseId(prefix, String(targetId))?.accountId)
  const isSeen = from.isOwner || (await isTargetPublic(from.ctx, by.value))
  const wanted = {
    targetId: by.value,
    isPublic: !from.isOwner,
    locale: typeof locale === 'string' ? locale : undefined,
  }
  const record = isSeen ? await resolveSheet(from.ctx, wanted) : undefined
  if (record === undefined || (!from.isOwner && !isPublic(details, record))) throw problem(reasons.notFound)
  return { ctx: from.ctx, record, audience: from.audience }
}
