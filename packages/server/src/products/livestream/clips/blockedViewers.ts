import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { flag, idOf } from '#kit/values/fields.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'
import { companion, madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { outputSchemaOf, present, type Draft } from '#kit/nouns/resource.ts'
import { invalid, unknownReference } from '#kit/call/problem.ts'
import { closed, createInput, get, list, remove, splitCreate, update } from '#kit/nouns/standard.ts'
import { statement } from '#kit/call/statement.ts'
import { task } from '#kit/nouns/task.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { detailsDeleted, staticDeleted } from '#products/livestream/facts.ts'
import { authorPrefix, staticVideo } from '#products/livestream/records/staticVideo.ts'
import { removeStatic } from '#products/livestream/static/staticWrites.ts'
import { blockedViewer } from './blockedViewer.ts'

/** Clips of a viewer that one transaction deletes; a task deletes the rest. */
const clipsPerBatch = 50

const one = { blockedViewerId: madeFirst('livestream.blockedViewer') }

export const operations = [
  list(blockedViewer, 'GET /api/video/blockedViewer/all', 'Blocked viewers - Get All', {
    sorts: ['-createdAt', 'createdAt'],
    filters: {
      authorId: {
        schema: idOf(authorPrefix, { description: 'Only this viewer.' }),
        column: 'author_id',
        test: 'id',
      },
    },
  }),
  get(blockedViewer, 'GET /api/video/blockedViewer/get', 'Blocked viewers - Get', { example: one }),
  operation('livestream.blockedViewer.create', {
    route: 'POST /api/video/blockedViewer/create',
    title: 'Blocked viewers - Create',
    description:
      'Blocks a viewer: each further clip of theirs is refused, and for a day also those of viewers of their network ' +
      'who do not watch. `removeClips` deletes their clips that you have not featured, with a viewer who is blocked ' +
      'already too.',
    scope: 'livestream.blockedViewer:write',
    input: closed({
      ...createInput(blockedViewer).properties,
      removeClips: Type.Optional(flag({ description: 'Whether the clips on the shelf are deleted as well.' })),
    }),
    output: outputSchemaOf(blockedViewer, { created: flag({ description: 'False when it was there already.' }) }),
    emits: [blockedViewer.facts.created, staticDeleted, detailsDeleted],
    reasons: Object.values(blockedViewer.constraints).map(({ reason }) => reason),
    example: { authorId: madeFirst('livestream.static', { as: authorPrefix }), reason: 'Advertises in titles' },
    handle: once(async (ctx, { removeClips = false, ...input }) => {
      const [draft, options] = splitCreate<typeof blockedViewer>(input)
      const authorUuid = authorOf(ctx, draft)
      const { record, created } = await ctx.atomic(async (inner) => {
        await inner.lock('livestream.viewerClip')
        const isNamed = options.clientReference !== undefined
        const known = isNamed ? undefined : await inner.store.findBy(blockedViewer, 'author_id', authorUuid)
        const made =
          known === undefined
            ? await inner.store.create(blockedViewer, draft, { ...options, set: await traceOf(inner, authorUuid) })
            : { record: known, created: false }
        if (removeClips) await clearClips(inner, draft.authorId)
        return made
      })
      return { ...(await present({ ctx, audience: 'owner' }, blockedViewer, [record]))[0], created }
    }),
  }),
  update(blockedViewer, 'PUT /api/video/blockedViewer/update', 'Blocked viewers - Update', {
    description: 'Changes the note about a blocked viewer.',
    example: { ...one, reason: 'Second warning' },
  }),
  remove(blockedViewer, 'POST /api/video/blockedViewer/delete', 'Blocked viewers - Delete', {
    description: 'Unblocks a viewer, who may make clips again. Deleted clips stay deleted.',
    example: one,
  }),
].map(companion)

/** Task that deletes the next batch of a viewer's clips, until none is left. A repeat finds nothing and ends. */
export const removeClips = task(
  'livestream.blockedViewer.removeClips',
  'Deletes the remaining clips of a blocked viewer.',
  Type.Object({ authorId: Type.String() }),
  (ctx, { authorId }) => clearClips(ctx, authorId),
)

export const tasks = [removeClips]

async function clearClips(ctx: Ctx, authorId: string): Promise<void> {
  const conditions = [{ sql: "t.author_id = $1 and t.shelf = 'viewers'", values: [uuidOf(authorPrefix, authorId)] }]
  const { items, pagination } = await ctx.store.list(staticVideo, { conditions, limit: clipsPerBatch })
  for (const { id } of items) await removeStatic(ctx, id)
  if (pagination.hasMore) ctx.later(removeClips, { authorId }, ctx.now())
}

function authorOf(ctx: Ctx, { authorId }: Draft<typeof blockedViewer>): string {
  const parsed = parseId(authorPrefix, authorId)
  if (parsed?.accountId !== ctx.account.id) throw invalid(unknownReference('authorId'))
  return parsed.uuid
}

/** Name and network of a viewer, from their latest clip. */
async function traceOf(ctx: Ctx, authorUuid: string) {
  const [latest] = await ctx.db.rows(findLatest, [ctx.account.id, authorUuid])
  if (latest === undefined) return {}
  return { name: latest.author_name, networkId: encodeId('net', ctx.account.id, latest.network_id) }
}

const findLatest = statement(
  'livestream_viewer_clip.findLatest',
  'account',
  `select s.author_name, c.network_id from livestream_viewer_clip c
   join livestream_static s on s.account_id = c.account_id and s.id = c.id
   where c.account_id = $1 and c.author_id = $2 order by c.made_at desc limit 1`,
)
