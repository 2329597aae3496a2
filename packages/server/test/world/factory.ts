import { Type } from '#kit/values/schema.ts'
import type { Account, Ctx } from '#kit/call/context.ts'
import { fact } from '#kit/nouns/fact.ts'
import { product, type Product } from '#kit/nouns/product.ts'
import { reaction } from '#kit/nouns/reaction.ts'
import { task, type Schedule } from '#kit/nouns/task.ts'
import { openCall, systemActor } from '#platform/call/callContext.ts'
import { tenantProducts } from './tenants.ts'
import type { World } from './world.ts'

const step = Type.Object({ step: Type.Integer() })

/** Facts of the factory and of its reactions: their effects are rows of the outbox. */
export const lit = fact('factory.lamp.lit', 'A lamp was lit.', step)
export const seen = fact('factory.lamp.seen', 'Somebody saw it.', step)
export const looped = fact('factory.lamp.looped', 'It causes itself.', step)

/** A product for tests of the machinery, with hooks for the test. */
export type Factory = {
  product: Product
  products: readonly Product[]
  /** Handler in the reaction to `lit`, before its effect. */
  onLit: (ctx: Ctx, step: number, subject: string) => Promise<void> | void
  /** Steps in the order in which reactions to `lit` and tasks began. */
  ran: number[]
}

/** Makes the product. */
export function factory(schedules: readonly Schedule[] = []): Factory {
  const made: Factory = { product: empty, products: [], onLit: () => {}, ran: [] }
  const see = reaction('factory.eye.see', lit, async (ctx, told) => {
    made.ran.push(told.payload.step)
    await made.onLit(ctx, told.payload.step, told.subject)
    ctx.emit(seen, told.payload, { id: told.subject, status: '', version: told.subjectVersion })
  })
  const loop = reaction('factory.eye.loop', looped, async (ctx, told) => {
    ctx.emit(looped, told.payload, { id: told.subject, status: '', version: told.subjectVersion })
  })
  made.product = { ...empty, facts: [lit, seen, looped], reactions: [see, loop], tasks: [ring(made)], schedules }
  made.products = [...tenantProducts, made.product]
  return made
}

const empty = product({ name: 'factory', title: 'Factory', description: 'For tests.' })

function ring(made: Factory) {
  return task('factory.bell.ring', 'Rings.', step, async (ctx, payload) => {
    made.ran.push(payload.step)
    ctx.emit(seen, payload, { id: 'bell', status: '', version: 1 })
  })
}

export type Lighting = { subject?: (step: number) => string; account?: Account; isSilent?: boolean }

/** Emits facts `lit` in one transaction: one fact per step, of one subject or of the given ones. */
export async function light(w: World, steps: readonly number[], how: Lighting = {}) {
  const { ctx } = openCall(w.app.kernel, {
    account: how.account ?? w.account.account,
    actor: systemActor('factory'),
    requestId: 'req_factory',
    cause: 'factory',
    isSilent: how.isSilent ?? false,
  })
  return ctx.atomic(async (inner) =>
    steps.map((each) => {
      const subject = { id: how.subject?.(each) ?? 'lamp', status: '', version: each }
      return inner.emit(lit, { step: each }, subject)
    }),
  )
}

/** Schedules the task. */
export async function later(w: World, at: Date, step: number): Promise<void> {
  const ctx = w.app.operatorCtx(w.account.account, 'factory')
  await ctx.atomic(async (inner) => inner.later(ring(factoryless), { step }, at))
}

const factoryless: Factory = { product: empty, products: [], onLit: () => {}, ran: [] }
