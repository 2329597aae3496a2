import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import type { Fact, Subject } from '#kit/nouns/fact.ts'
import { flag, idOf } from '#kit/values/fields.ts'
import { companion, madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { outputSchemaOf, present } from '#kit/nouns/resource.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { closed, ifVersion } from '#kit/nouns/standard.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { clipFeatured, clipUnfeatured } from '#products/livestream/facts.ts'
import { staticVideo, type StaticVideo } from '#products/livestream/records/staticVideo.ts'
import { emitStatic } from '#products/livestream/static/staticMedia.ts'

export const operations = [
  operation('livestream.static.feature', {
    route: 'POST /api/video/static/feature',
    title: 'Static - Feature',
    description:
      'Shows a clip of a viewer on its channel and in your lists: an unlisted one becomes public, and no longer ' +
      'counts for the space of viewers’ clips. With `isFeatured` false it goes back to the shelf of viewers, ' +
      'unlisted: its address still opens it.',
    scope: 'livestream.static:write',
    input: closed({
      staticId: idOf('sta', { description: 'A clip of a viewer.' }),
      isFeatured: Type.Optional(flag({ description: 'False takes it back; true when left out.' })),
      ifVersion: ifVersion(),
    }),
    output: outputSchemaOf(staticVideo),
    emits: [clipFeatured, clipUnfeatured],
    reasons: [reasons.invalidTransition],
    example: { staticId: madeFirst('livestream.static', { has: 'author' }) },
    handle: once(async (ctx, { staticId, isFeatured = true, ifVersion: version }) => {
      const move = { ...(isFeatured ? toFeatured : toViewers), ifVersion: version }
      const record = await ctx.atomic((inner) => moveTo(inner, staticId, move))
      return (await present({ ctx, audience: 'owner' }, staticVideo, [record]))[0] ?? {}
    }),
  }),
].map(companion)

type Visibility = StaticVideo['visibility']
type Move = { shelf: 'viewers' | 'featured'; from: Visibility; to: Visibility; fact: Fact<Subject> }

const toFeatured: Move = { shelf: 'featured', from: 'unlisted', to: 'public', fact: clipFeatured }
const toViewers: Move = { shelf: 'viewers', from: 'public', to: 'unlisted', fact: clipUnfeatured }

/** Moves a clip to a shelf. A visibility other than `from` stays: the owner chose it, or the stream is closed. */
async function moveTo(
  ctx: Ctx,
  staticId: string,
  move: Move & { ifVersion: number | undefined },
): Promise<StaticVideo> {
  const { shelf, from, to, fact, ifVersion: version } = move
  if (!(await lockForUpdate(ctx, staticVideo, staticId))) throw problem(reasons.notFound)
  const before = await ctx.store.get(staticVideo, staticId)
  if (before.authorId === null) {
    throw problem(reasons.invalidTransition, { message: 'The video is no clip of a viewer.' })
  }
  if (before.shelf === shelf && (version === undefined || version === before.version)) return before
  const visibility = before.visibility === from ? to : before.visibility
  const change = { patch: { shelf, visibility }, isSilent: true, ifVersion: version }
  const after = await ctx.store.update(staticVideo, staticId, change)
  emitStatic(ctx, fact, after)
  return after
}
