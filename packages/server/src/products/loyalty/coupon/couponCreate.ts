import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, problem, reasons, type FieldProblem } from '#kit/call/problem.ts'
import { flag, idOf, line, matching, nullable, oneOf, whole } from '#kit/values/fields.ts'
import { Type, type Static } from '#kit/values/schema.ts'
import { once, operation } from '#kit/nouns/operation.ts'
import { outputSchemaOf, present } from '#kit/nouns/resource.ts'
import { closed, createInput, splitCreate } from '#kit/nouns/standard.ts'
import { couponBatchCreated, couponBatchReady, couponBatchUpdated, couponCreated } from '#products/loyalty/facts.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { audienceProblems } from '#products/loyalty/audience.ts'
import { codePromotionProblems } from '#products/loyalty/promotion/codePromotion.ts'
import { batchBounds, codeShapeInput, couponBatch, growBatch, type CouponBatch } from './couponBatch.ts'
import { codeOf, codeTaken, coupon, type Coupon } from './coupon.ts'
import { randomCode } from './couponCodes.ts'
import { fullStacking, stateOf } from './couponTerms.ts'

const codesShownMax = 200

const own = {
  startsAt: Type.Optional(coupon.fields.startsAt.schema),
  quantity: Type.Optional(
    whole(1, batchBounds.quantityMax, { description: 'Number of coupons; more than one have generated codes.' }),
  ),
  codePattern: Type.Optional(codeShapeInput),
  validFor: Type.Optional(
    matching('^P([0-9]{1,4}D|T([0-9]{1,5}H)?([0-9]{1,6}M)?)$', 20, {
      description: 'Time from `startsAt` to the end in place of `expiresAt`: `P30D`, `PT90M`.',
      message: 'must be a duration such as P30D or PT90M',
      examples: ['P30D'],
    }),
  ),
}

const batchShape = closed(
  {
    batchId: idOf('cpb', { description: 'The batch.' }),
    status: oneOf(['building', 'ready'], { description: '`building` while codes are being made.' }),
    quantity: whole(1, batchBounds.quantityMax, { description: 'Number of its codes.' }),
    made: whole(0, batchBounds.quantityMax, { description: 'Codes that exist.' }),
    codes: Type.Array(line(64), { maxItems: codesShownMax, description: 'Codes, the first 200.' }),
    csvUrl: line(2_048, {
      description: 'All coupons of the batch as CSV: get it with your key and `Accept: text/csv`.',
    }),
  },
  { description: 'Batch of a creation with a `quantity`; null for a single coupon.' },
)

type Made = { first: Coupon; batch: CouponBatch | undefined; created: boolean }

/** Create. */
export const createCoupon = operation('loyalty.coupon.create', {
  route: 'POST /api/incentive/loyalty/create',
  title: 'Create Coupon',
  description:
    'Creates a coupon, or with `quantity` a batch of coupons with generated codes and the same terms. Up to 10,000 ' +
    'codes exist when the call returns; the rest of a larger batch follows within seconds.',
  scope: 'loyalty.coupon:write',
  input: closed({ ...createInput(coupon).properties, ...own }),
  output: outputSchemaOf(coupon, {
    created: flag({ description: 'False when it was there already.' }),
    batch: nullable(batchShape),
  }),
  emits: [couponCreated, couponBatchCreated, couponBatchUpdated, couponBatchReady],
  reasons: [codeTaken],
  example: {
    name: 'Summer sale',
    code: 'SUMMER25',
    discount: { type: 'percent', percentOff: 25 },
    maxRedemptions: 100,
  },
  handle: once(async (ctx, input) => {
    const { quantity = 1, codePattern = {}, validFor, ...body } = input
    const [draft, options] = splitCreate<typeof coupon>(body)
    checkShape(input)
    const problems = [
      ...(await audienceProblems(ctx, draft.audience, { path: '/audience' })),
      ...(await promotionProblems(ctx, draft.promotionId)),
    ]
    if (problems.length > 0) throw invalid(...problems)
    const set = settled(ctx, draft, { validFor, codePattern, quantity })
    const { budget = null } = draft
    const status = stateOf({ ...unused, ...set, budget }, ctx.now())
    // The whole request is what a clientReference stands for.
    const terms: Terms = { draft: Object.assign(draft, { validFor }), set, options: { ...options, status } }
    const made = quantity === 1 ? await makeOne(ctx, terms) : await makeBatch(ctx, terms, { quantity, codePattern })
    const [shown] = await present({ ctx, audience: 'owner' }, coupon, [made.first])
    return { ...shown, id: made.first.id, created: made.created, batch: await batchOf(ctx, made) }
  }),
})

type CreateInput = Static<typeof createCoupon.input> & Record<string, unknown>
type CouponDraft = ReturnType<typeof splitCreate<typeof coupon>>[0]
type Options = ReturnType<typeof splitCreate<typeof coupon>>[1] & { status: string }
type Terms = { draft: CouponDraft; set: Record<string, unknown>; options: Options }
type Shape = Static<typeof codeShapeInput>

/** Counters of a new coupon, for the state that it begins in. */
const unused = { redeemed: 0, reserved: 0, discountGranted: null }

async function promotionProblems(ctx: Ctx, promotionId: string | null | undefined): Promise<FieldProblem[]> {
  if (promotionId === null || promotionId === undefined) return []
  return codePromotionProblems(ctx, promotionId, 'promotionId')
}

function checkShape(sent: CreateInput): void {
  const { quantity = 1, code, codePattern, validFor, expiresAt } = sent
  const problems = [
    ...(Number(quantity) > 1 && code !== undefined
      ? [field('code', 'notAllowed', 'goes with one coupon: codes of a batch are generated')]
      : []),
    ...(code !== undefined && codePattern !== undefined
      ? [field('codePattern', 'notAllowed', 'goes without `code`: it shapes generated codes')]
      : []),
    ...(validFor !== undefined && expiresAt !== undefined && expiresAt !== null
      ? [field('validFor', 'notAllowed', 'goes without `expiresAt`')]
      : []),
  ]
  if (sent.promotionId !== undefined && sent.promotionId !== null && sent.stacking !== undefined) {
    problems.push(field('stacking', 'notAllowed', 'goes without promotionId: its promotion combines or not'))
  }
  if (problems.length > 0) throw invalid(...problems)
}

type Settings = { validFor?: string; codePattern: Shape; quantity: number }

/** Values that the request leaves open: code, begin, end, limits, behaviour beside other offers. */
function settled(ctx: Ctx, draft: CouponDraft, { validFor, codePattern, quantity }: Settings) {
  const startsAt = draft.startsAt ?? ctx.now().toISOString()
  const perContact = draft.maxRedemptionsPerContact
  const inAll = draft.maxRedemptions
  return {
    code: draft.code === undefined ? randomCode(codePattern) : codeOf(draft.code),
    startsAt,
    expiresAt: validFor === undefined ? (draft.expiresAt ?? null) : momentAfter(startsAt, validFor),
    // A generated code of a batch is handed to one person: a second use is one by a stranger.
    maxRedemptions: inAll === undefined ? (quantity > 1 ? 1 : null) : inAll,
    maxRedemptionsPerContact: perContact === undefined ? 1 : perContact,
    stacking: fullStacking(draft.stacking ?? {}, draft.discount ?? null),
  }
}

function momentAfter(from: string, duration: string): string {
  const lengthMs = Temporal.Duration.from(duration).total({ unit: 'milliseconds', relativeTo: '2026-01-01' })
  return new Date(Date.parse(from) + lengthMs).toISOString()
}

async function makeOne(ctx: Ctx, { draft, set, options }: Terms): Promise<Made> {
  const { record, created } = await ctx.store.create(coupon, draft, { ...options, set })
  return { first: record, batch: undefined, created }
}

async function makeBatch(ctx: Ctx, terms: Terms, of: { quantity: number; codePattern: Shape }): Promise<Made> {
  return ctx.atomic(async (inner) => {
    const { draft, set, options } = terms
    const { clientReference } = options
    const shape = Object.keys(of.codePattern).length === 0 ? null : of.codePattern
    const batchDraft = Object.assign({ ...draft }, { ...of, codePattern: shape })
    const batch = await inner.store.create(couponBatch, batchDraft, { clientReference, set: { made: 1 } })
    if (!batch.created) {
      const known = await inner.store.findBy(coupon, 'clientReference', clientReference)
      if (known === undefined) throw problem(reasons.writeContended)
      return { first: known, batch: batch.record, created: false }
    }
    const { record } = await inner.store.create(coupon, draft, {
      ...options,
      set: { ...set, batchId: batch.record.id },
    })
    const most = of.quantity <= batchBounds.togetherMax ? batchBounds.togetherMax : batchBounds.stepMax
    await growBatch(inner, batch.record, { couponId: record.id, most })
    return { first: record, batch: await inner.store.get(couponBatch, batch.record.id), created: true }
  })
}

async function batchOf(ctx: Ctx, { batch }: Made) {
  if (batch === undefined) return null
  const { id: batchId, quantity, made } = batch
  const conditions = [{ sql: 't.batch_id = $1', values: [uuidOf(couponBatch.prefix, batchId)] }]
  const status = batch.status === 'building' ? ('building' as const) : ('ready' as const)
  const codes: string[] = []
  for (const offset of [0, codesShownMax / 2]) {
    const page = await ctx.store.list(coupon, { conditions, sort: 'createdAt', limit: codesShownMax / 2, offset })
    codes.push(...page.items.map(({ code }) => code))
  }
  return { batchId, status, quantity, made, codes, csvUrl: csvUrlOf(ctx, batchId) }
}

/** Address of all coupons of a batch, which the list exports. */
function csvUrlOf(ctx: Ctx, batchId: string): string {
  return `${ctx.settings.publicUrl}/api/incentive/loyalty/all?sort=createdAt&batchId=${batchId}`
}
