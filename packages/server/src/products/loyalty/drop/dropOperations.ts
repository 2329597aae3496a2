import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, reasons, unknownReference, type FieldProblem } from '#kit/call/problem.ts'
import { companion, madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { outputSchemaOf, present, view, type Draft } from '#kit/nouns/resource.ts'
import { closed, createInput, get, ifVersion, list, remove, splitCreate, versionOf } from '#kit/nouns/standard.ts'
import { flag, idOf } from '#kit/values/fields.ts'
import { coupon } from '#products/loyalty/coupon/coupon.ts'
import { dropCreated, dropEnded, dropOpened, dropUpdated } from '#products/loyalty/facts.ts'
import { drop, type Drop } from './drop.ts'
import { momentOf, setDropClock, stateAt } from './dropClock.ts'

const aheadMaxMs = 366 * 86_400_000

const one = { dropId: madeFirst('loyalty.drop') }

const createDrop = operation('loyalty.drop.create', {
  route: 'POST /api/incentive/drop/create',
  title: 'Live drop - Create',
  description:
    'Creates a live drop, which opens at once or at `opensAt`: the page of the stream shows it, and the first ' +
    'viewers who tap get a copy of the coupon.',
  scope: 'loyalty.drop:write',
  input: createInput(drop),
  output: outputSchemaOf(drop, { created: flag({ description: 'False when it was there already.' }) }),
  emits: [dropCreated, dropOpened],
  example: {
    ...{ name: 'First hundred', quantity: 100, seconds: 60 },
    ...{ streamId: madeFirst('livestream.stream'), couponId: madeFirst('loyalty.coupon') },
  },
  handle: once(async (ctx, input) => {
    const [draft, options] = splitCreate<typeof drop>(input)
    const opensAt = draft.opensAt ?? ctx.now().toISOString()
    if (new Date(opensAt).getTime() > ctx.now().getTime() + aheadMaxMs) {
      throw invalid(field('opensAt', 'maximum', 'must be within a year'))
    }
    // A repeat may come after the drop has opened, or its stream has gone.
    if ((await ctx.store.findRepeat(drop, options)) === undefined) await checkDraft(ctx, draft)
    const endsAt = new Date(new Date(opensAt).getTime() + draft.seconds * 1_000).toISOString()
    const status = stateAt({ status: drop.initial, opensAt, endsAt }, ctx.now())
    return ctx.atomic(async (inner) => {
      const set = { opensAt, endsAt }
      const { record, created } = await inner.store.create(drop, draft, { ...options, set, status })
      if (created) announce(inner, record)
      return { ...(await present({ ctx: inner, audience: 'owner' }, drop, [record]))[0], created }
    })
  }),
})

/** Throws invalid for an unknown stream or coupon, and for a moment that is over. */
async function checkDraft(ctx: Ctx, { streamId, couponId, opensAt }: Draft<typeof drop>): Promise<void> {
  const [cards, of] = await Promise.all([ctx.cards([streamId]), ctx.store.find(coupon, couponId)])
  const problems: FieldProblem[] = [
    ...(cards.has(streamId) ? [] : [unknownReference('streamId')]),
    ...(of === undefined ? [unknownReference('couponId')] : []),
    ...(opensAt !== undefined && new Date(opensAt) <= ctx.now()
      ? [field('opensAt', 'future', 'must be in the future')]
      : []),
  ]
  if (problems.length > 0) throw invalid(...problems)
}

function announce(ctx: Ctx, record: Drop): void {
  if (record.status === 'open') ctx.emit(dropOpened, { ...record, ...view(drop, record, 'facts') }, record)
  setDropClock(ctx, record)
}

const endDrop = operation('loyalty.drop.end', {
  route: 'POST /api/incentive/drop/end',
  title: 'Live drop - End',
  description: 'Ends a live drop before its time, or cancels one that has not opened. Viewers keep their coupons.',
  scope: 'loyalty.drop:write',
  input: closed({ dropId: idOf('drp'), ifVersion: ifVersion() }),
  output: outputSchemaOf(drop),
  emits: [dropUpdated, dropEnded],
  reasons: [reasons.invalidTransition],
  example: one,
  handle: once(async (ctx, input) => {
    const record = await ctx.store.update(drop, input.dropId, (before) => ({
      ...versionOf(input),
      action: 'end',
      patch: { closedAt: closedAtOf(before, ctx.now()) },
    }))
    return (await present({ ctx, audience: 'owner' }, drop, [record]))[0] ?? {}
  }),
})

function closedAtOf(before: Drop, at: Date): string {
  const now = before.status === 'open' ? momentOf(before, at) : at.toISOString()
  return now < before.endsAt ? now : before.endsAt
}

/** Operations of live drops for their owner. */
export const dropOperations = [
  list(drop, 'GET /api/incentive/drop/all', 'Live drop - Get All', {
    description: 'Lists live drops.',
    sorts: ['-createdAt', 'createdAt'],
    filters: {
      streamId: { schema: idOf('str', { description: 'Only of this stream.' }), column: 'stream_id', test: 'id' },
    },
  }),
  createDrop,
  get(drop, 'GET /api/incentive/drop/get', 'Live drop - Get', {
    description: 'Gets a live drop with its number of claims.',
    example: one,
  }),
  endDrop,
  remove(drop, 'POST /api/incentive/drop/delete', 'Live drop - Delete', {
    description: 'Deletes a live drop, which ends it. Coupons of its viewers stay.',
    example: one,
  }),
].map(companion)
