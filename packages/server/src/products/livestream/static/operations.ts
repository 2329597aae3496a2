import { Type } from '#kit/values/schema.ts'
import type { Condition } from '#kit/call/context.ts'
import { clientReference, flag, idOf, languageTag, line, nullable, oneOf } from '#kit/values/fields.ts'
import { foldName } from '#kit/values/foldedText.ts'
import { madeFirst, once, operation } from '#kit/nouns/operation.ts'
import type { ListOptions } from '#kit/call/paging.ts'
import { field, invalid } from '#kit/call/problem.ts'
import { exactlyOne, reach, reachList } from '#kit/call/recordReach.ts'
import { outputSchemaOf, present, publicOutputSchemaOf } from '#kit/nouns/resource.ts'
import { closed, createInput, ifVersion, listInput, listPageOf, removed, versionOf } from '#kit/nouns/standard.ts'
import { viewsOfStatic } from '#products/livestream/audience/viewCount.ts'
import { details } from '#products/livestream/details/details.ts'
import { resolveSheet } from '#products/livestream/details/targetSheets.ts'
import { detailsDeleted, staticCreated, staticDeleted, staticPublished } from '#products/livestream/facts.ts'
import { password, videoFilters } from '#products/livestream/records/videoFields.ts'
import { idOfPlayback } from '#products/livestream/records/playbackAddresses.ts'
import { ticketingOf, ticketingShape } from '#products/livestream/ticketing/ticketing.ts'
import { authorPrefix, shelves, staticVideo } from '#products/livestream/records/staticVideo.ts'
import { update } from './staticUpdate.ts'
import { uploadOf, uploadShape } from './staticUpload.ts'
import { putStatic, removeStatic, type StaticInput } from './staticWrites.ts'

const listing: ListOptions = {
  sorts: ['-createdAt', 'createdAt'],
  isSearchable: true,
  filters: {
    searchType: {
      schema: line(64, { description: 'Only of this search type.' }),
      column: 'search_type',
      test: 'equals',
    },
    source: {
      schema: oneOf(['upload', 'import', 'recording', 'clip'], { description: 'Only of this origin.' }),
      column: 'source',
      test: 'equals',
    },
    shelf: {
      schema: oneOf(shelves, { description: 'Only of this shelf: `viewers` for clips that wait for your choice.' }),
      column: 'shelf',
      test: 'equals',
    },
    authorId: {
      schema: idOf(authorPrefix, { description: 'Only clips of this viewer.' }),
      column: 'author_id',
      test: 'id',
    },
    parentStreamId: {
      schema: idOf('str', { description: 'Only recordings and clips of this stream.' }),
      column: 'parent_stream_id',
      test: 'id',
    },
    ...videoFilters,
  },
}

export const operations = [
  operation('livestream.static.all', {
    route: 'GET /api/video/static/all',
    title: 'Static - Get All',
    description:
      'Lists recorded videos. The public sees published public ones. `q` searches title, description and tags.',
    scope: 'livestream.static:read',
    credential: 'public',
    isRead: true,
    input: closed({
      ...listInput(staticVideo, listing).properties,
      category: Type.Optional(line(120, { description: 'Only with this category name, case and accents aside.' })),
      subCategory: Type.Optional(line(120, { description: 'Only with this sub-category name.' })),
      tag: Type.Optional(line(40, { description: 'Only with this tag.' })),
    }),
    output: listPageOf(outputSchemaOf(staticVideo)),
    publicOutput: listPageOf(publicOutputSchemaOf(staticVideo)),
    example: { tag: 'music' },
    async handle(ctx, input) {
      const { from, query } = await reachList(ctx, input, { of: staticVideo, ...listing })
      const listedOnly: Condition[] = from.isOwner ? [] : [{ sql: "t.visibility = 'public'", values: [] }]
      const conditions = [...(query.conditions ?? []), ...ownFilters(input), ...listedOnly]
      const page = await from.ctx.store.list(staticVideo, { ...query, conditions })
      return { ...page, items: await present(from, staticVideo, page.items) }
    },
  }),
  operation('livestream.static.create', {
    route: 'POST /api/video/static/create',
    title: 'Static - Update Create',
    description:
      'Makes a recorded video, or updates the one that `staticId` or a known `clientReference` names: `created` says ' +
      'which. With a video address it is public at once or at its schedule; without one it is a draft, and `upload` ' +
      'has the address for its file. An update changes only what is sent; its one fact is that of a publication.',
    scope: 'livestream.static:write',
    input: closed({
      staticId: Type.Optional(idOf('sta', { description: 'The video to update.' })),
      ...createInput(staticVideo).properties,
      password: Type.Optional(password),
      action: Type.Optional(oneOf(Object.keys(staticVideo.actions), { description: 'Archives a published video.' })),
      ifVersion: ifVersion(),
    }),
    output: outputSchemaOf(staticVideo, {
      created: flag({ description: 'True when it was made, false when updated.' }),
      upload: nullable(uploadShape),
    }),
    emits: [staticCreated, staticPublished],
    example: {
      title: 'Concert',
      videoUrl: 'https://media.example.com/concert.mp4',
      importMode: 'link',
      tags: 'music, live',
    },
    handle: once(async (ctx, input: Record<string, unknown>) => {
      const { staticId, clientReference: reference, metadata, action, ifVersion: version, ...fields } = input
      // cast: the input was accepted by the schema above, made of the resource's own fields.
      const how = { staticId, clientReference: reference, action, ifVersion: version, metadata } as Parameters<
        typeof putStatic
      >[2]
      const sent: StaticInput = metadata === undefined ? fields : { ...fields, metadata }
      const made = await ctx.atomic(async (inner) => {
        const result = await putStatic(inner, sent, how)
        const forKnown = ['action', 'ifVersion'].filter((name) => result.created && input[name] !== undefined)
        if (forKnown.length === 0) return result
        throw invalid(...forKnown.map((name) => field(name, 'notAllowed', 'is for a video that exists')))
      })
      const [presented] = await present({ ctx, audience: 'owner' }, staticVideo, [made.record])
      return { ...presented, created: made.created, upload: uploadOf(ctx, made.record) }
    }),
  }),
  operation('livestream.static.delete', {
    route: 'POST /api/video/static/delete',
    title: 'Static - Delete',
    description: 'Deletes a recorded video and its details. Rewards that were given stay.',
    scope: 'livestream.static:write',
    input: closed({ staticId: idOf('sta'), ifVersion: ifVersion() }),
    output: removed(),
    emits: [staticDeleted, detailsDeleted],
    example: { staticId: madeFirst('livestream.static') },
    handle: once(async (ctx, input) => {
      const record = await ctx.atomic((inner) => removeStatic(inner, input.staticId, versionOf(input)))
      return { id: record.id, status: record.status }
    }),
  }),
  operation('livestream.static.get', {
    route: 'GET /api/video/static/get',
    title: 'Static - Get',
    description:
      'Gets a recorded video with its details in a language. Of a video behind a password the public sees what it is ' +
      'and `access`, without addresses.',
    scope: 'livestream.static:read',
    credential: 'public',
    isRead: true,
    input: closed({
      staticId: Type.Optional(idOf('sta')),
      playbackId: Type.Optional(idOf('plb', { description: 'Id in public addresses.' })),
      clientReference: Type.Optional(clientReference()),
      locale: Type.Optional(languageTag({ description: 'Language of the details; falls back to what there is.' })),
    }),
    output: outputSchemaOf(staticVideo, {
      details: nullable(outputSchemaOf(details)),
      viewCount: Type.Integer({ minimum: 0, description: 'Number of views.' }),
      ticketing: nullable(ticketingShape),
    }),
    publicOutput: publicOutputSchemaOf(staticVideo, { details: nullable(publicOutputSchemaOf(details)) }),
    example: { staticId: madeFirst('livestream.static') },
    async handle(ctx, input) {
      const found = await reach(ctx, staticVideo, staticKeyOf(input))
      const [presented] = await present(found, staticVideo, [found.record])
      const sheet = await resolveSheet(found.ctx, { targetId: found.record.id, locale: input.locale, isPublic: true })
      const [sheetView] = sheet === undefined ? [] : await present(found, details, [sheet])
      const publicView = { ...presented, details: sheetView ?? null }
      if (found.audience !== 'owner') return publicView
      const [viewCount, ticketing] = await Promise.all([
        viewsOfStatic(ctx, found.record.id),
        ticketingOf(ctx, found.record),
      ])
      return { ...publicView, viewCount, ticketing }
    },
  }),
  update,
]

/** Input that names a video, with a playback id converted to the id of its record. */
function staticKeyOf(input: Record<string, unknown>): { name: string; value: string } {
  const by = exactlyOne(input, ['staticId', 'playbackId', 'clientReference'])
  if (by.name !== 'playbackId') return by
  return { name: staticVideo.idKey, value: idOfPlayback(by.value, staticVideo.prefix) ?? by.value }
}

/** List conditions of the filters by folded name and by tag. */
function ownFilters(input: Record<string, unknown>): Condition[] {
  const conditions: Condition[] = []
  const { category, subCategory, tag } = input
  if (typeof category === 'string') conditions.push({ sql: 't.category_folded = $1', values: [foldName(category)] })
  if (typeof subCategory === 'string') {
    conditions.push({ sql: 't.sub_category_folded = $1', values: [foldName(subCategory)] })
  }
  if (typeof tag === 'string') conditions.push({ sql: 't.tag_list @> array[$1]::text[]', values: [foldName(tag)] })
  return conditions
}
