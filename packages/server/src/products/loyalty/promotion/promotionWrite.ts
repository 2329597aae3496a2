import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, problem, reason } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import { boundedSum } from '#platform/db/boundedSum.ts'
import { madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { outputSchemaOf, present } from '#kit/nouns/resource.ts'
import {
  closed,
  createInput,
  ifVersion,
  splitCreate,
  splitUpdate,
  updateInput,
  versionOf,
} from '#kit/nouns/standard.ts'
import { flag, idOf, oneOf } from '#kit/values/fields.ts'
import { parseId } from '#kit/values/ids.ts'
import { Type } from '#kit/values/schema.ts'
import {
  promotionActivated,
  promotionCreated,
  promotionDeleted,
  promotionEnded,
  promotionExhausted,
  promotionPaused,
  promotionUpdated,
} from '#products/loyalty/facts.ts'
import { promotion, promotionCodeTaken, type Promotion } from './promotion.ts'
import { checkNames } from './promotionCheck.ts'
import { setPromotionClock, stateAt } from './promotionClock.ts'
import { archiveCoupons } from './promotionCoupons.ts'
import { lockTotals } from './promotionUses.ts'
import { overlapsOf, overlapsOutput } from './promotionOverlaps.ts'

/** Refusal of a limit below the uses that count already. */
export const promotionLimitBelowUsed = reason(
  'conflict',
  'limit_below_used',
  'The limit or budget is less than what is used already: details.used says how much.',
)

const one = { promotionId: madeFirst('loyalty.promotion') }

/** Create. */
export const createPromotion = operation('loyalty.promotion.create', {
  route: 'POST /api/incentive/promotion/create',
  title: 'Promotion - Create',
  description:
    'Creates a promotion as a draft, or running with `status: active`: one whose start is to come is scheduled.',
  scope: 'loyalty.promotion:write',
  input: createInput(promotion, ['draft', 'active']),
  output: outputSchemaOf(promotion, {
    created: flag({ description: 'False when it was there already.' }),
    warnings: overlapsOutput,
  }),
  emits: [promotionCreated],
  reasons: [promotionCodeTaken],
  example: { name: 'Ten percent', effects: [{ type: 'orderPercent', percentOff: 10 }] },
  handle: once(async (ctx, input) => {
    const { status, ...body } = input
    const [sent, options] = splitCreate<typeof promotion>(body)
    await checkNames(ctx, sent)
    const now = ctx.now()
    const startsAt = sent.startsAt ?? now.toISOString()
    const draft = { ...sent, code: sent.code?.toUpperCase() ?? null }
    const state = status === 'active' ? stateAt({ startsAt, endsAt: sent.endsAt ?? null }, now, false) : 'draft'
    if (state === 'ended') throw invalid(field('endsAt', 'minimum', 'must lie in the future'))
    return ctx.atomic(async (inner) => {
      const { record, created } = await inner.store.create(promotion, draft, {
        ...options,
        set: { startsAt },
        status: state,
      })
      if (created) {
        await inner.db.rows(openTotal, [inner.account.id, rowOf(record.id)])
        setPromotionClock(inner, record)
      }
      return { ...(await shown(inner, record)), created }
    })
  }),
})

/** Update. */
export const updatePromotion = operation('loyalty.promotion.update', {
  route: 'PUT /api/incentive/promotion/update',
  title: 'Promotion - Update',
  description:
    'Changes a promotion: carts of all servers get it from then on. A change of `filter` or `effects` after the ' +
    'first use begins a new revision; uses keep theirs.',
  scope: 'loyalty.promotion:write',
  input: updateInput(promotion),
  output: outputSchemaOf(promotion, { warnings: overlapsOutput }),
  emits: [promotionUpdated, promotionActivated, promotionPaused, promotionExhausted, promotionEnded],
  reasons: [promotionCodeTaken, promotionLimitBelowUsed],
  example: { ...one, action: 'activate' },
  handle: once(async (ctx, input) => {
    const { id, patch, options } = splitUpdate(promotion, input)
    const stored = await ctx.store.get(promotion, id)
    await checkNames(ctx, patch, stored)
    if (typeof patch.code === 'string') patch.code = patch.code.toUpperCase()
    const record = await ctx.atomic(async (inner) => {
      // A use of the promotion ends first, or sees the new limits.
      await lockTotals(inner, [id])
      const before = await inner.store.get(promotion, id)
      const total = await totalOf(inner, before, patch)
      const after = await inner.store.update(promotion, id, {
        ...options,
        ...moved(inner, before, { patch, options, total }),
      })
      checkLimits(after, total)
      setPromotionClock(inner, after)
      return after
    })
    return shown(ctx, record)
  }),
})

/** Delete. */
export const deletePromotion = operation('loyalty.promotion.delete', {
  route: 'POST /api/incentive/promotion/delete',
  title: 'Promotion - Delete',
  description:
    'Archives a promotion: carts get it no longer. Its uses stay, and purchases that hold it keep it. Its coupons ' +
    'give nothing from then on (`promotion_not_running`), or are archived with it.',
  scope: 'loyalty.promotion:write',
  input: closed({
    promotionId: idOf('prm'),
    couponAction: Type.Optional(
      oneOf(['keep', 'archive'], {
        description:
          'Future of the coupons: they stay without effect, or are archived within seconds; `keep` by default.',
      }),
    ),
    ifVersion: ifVersion(),
  }),
  output: closed({
    id: idOf('prm', { description: 'The promotion.' }),
    status: oneOf(['archived'], { description: 'Always `archived`.' }),
  }),
  emits: [promotionDeleted],
  example: one,
  handle: once(async (ctx, input) => {
    const { promotionId, couponAction } = input
    return ctx.atomic(async (inner) => {
      const { id } = await inner.store.remove(promotion, promotionId, versionOf(input))
      if (couponAction === 'archive') inner.later(archiveCoupons, { promotionId }, inner.now())
      return { id, status: 'archived' as const }
    })
  }),
})

type Total = { used: bigint; spent: bigint }
type Sent = ReturnType<typeof splitUpdate<typeof promotion>>

/** Uses and discounts that count now; discounts in another currency are summed again. */
async function totalOf(ctx: Ctx, before: Promotion, patch: Sent['patch']): Promise<Total> {
  const uuid = rowOf(before.id)
  const isOther = patch.currency !== undefined && patch.currency !== before.currency
  if (isOther) await ctx.db.rows(sumSpent, [ctx.account.id, uuid, patch.currency])
  const [total] = await ctx.db.rows(readTotal, [ctx.account.id, uuid])
  return { used: BigInt(total?.used ?? 0), spent: BigInt(total?.spent ?? 0) }
}

/** The change with its state, and with a new revision of rules that have been used. */
function moved(
  ctx: Ctx,
  before: Promotion,
  { patch, options, total }: Pick<Sent, 'patch' | 'options'> & { total: Total },
) {
  const now = ctx.now()
  const { startsAt = before.startsAt, endsAt = before.endsAt } = patch
  const isStarting = options.action === 'activate'
  const isRunning = ['scheduled', 'active', 'exhausted'].includes(before.status) && options.action === undefined
  const isUsed = total.used > 0n
  const changes = { ...patch, ...(isUsed && isOtherRules(before, patch) && { revision: before.revision + 1 }) }
  if (!isStarting && !isRunning) return { patch: changes }
  const merged = { limits: before.limits, budget: before.budget, ...patch }
  const state = stateAt({ startsAt, endsAt }, now, isFull(merged, total))
  if (isStarting && state === 'ended') throw invalid(field('endsAt', 'minimum', 'must lie in the future'))
  const isAllowed = !isStarting || promotion.actions['activate']?.from.includes(before.status) === true
  if (state === before.status || !isAllowed) return { patch: changes }
  return { patch: changes, action: undefined, status: state }
}

function isOtherRules({ filter, effects }: Promotion, patch: Sent['patch']): boolean {
  const isOther = (name: 'filter' | 'effects', before: unknown) =>
    patch[name] !== undefined && textOf(patch[name]) !== textOf(before)
  return isOther('filter', filter) || isOther('effects', effects)
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? Number(each) : each))
}

function isFull({ limits, budget }: Pick<Promotion, 'limits' | 'budget'>, { used, spent }: Total): boolean {
  if (limits?.total !== undefined && used >= BigInt(limits.total)) return true
  return budget !== null && (budget.type === 'usage' ? used : spent) >= budget.amount
}

function checkLimits({ limits, budget }: Promotion, { used, spent }: Total): void {
  const counted = budget?.type === 'usage' ? used : spent
  const isBelow =
    (limits?.total !== undefined && used > BigInt(limits.total)) || (budget !== null && counted > budget.amount)
  if (isBelow) throw problem(promotionLimitBelowUsed, { details: { used: Number(used), spent: Number(spent) } })
}

async function shown(ctx: Ctx, record: Promotion) {
  const [view] = await present({ ctx, audience: 'owner' }, promotion, [record])
  return { ...view, warnings: await overlapsOf(ctx, record) }
}

function rowOf(id: string): string {
  return parseId(promotion.prefix, id)?.uuid ?? ''
}

const openTotal = statement(
  'loyalty_promotion_total.open',
  'account',
  'insert into loyalty_promotion_total (account_id, promotion_id, used, spent) values ($1, $2, 0, 0)',
)

const readTotal = statement(
  'loyalty_promotion_total.read',
  'account',
  'select used, spent from loyalty_promotion_total where account_id = $1 and promotion_id = $2',
)

const sumSpent = statement(
  'loyalty_promotion_total.sum',
  'account',
  `update loyalty_promotion_total t set spent = ${boundedSum('s.spent')}
   from (select coalesce(sum(discount - returned), 0) as spent from loyalty_promotion_application
     where account_id = $1 and promotion_id = $2 and currency = $3 and status in ('reserved', 'applied')) s
   where t.account_id = $1 and t.promotion_id = $2`,
)
