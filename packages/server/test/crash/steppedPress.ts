import { operation } from '#kit/nouns/operation.ts'
import type { Product } from '#kit/nouns/product.ts'
import { Type } from '#kit/values/schema.ts'
import { closed } from '#kit/nouns/standard.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import { factory, seen } from '#test/world/factory.ts'

/** Steps of a keyed request with an effect, in their order. */
export const steps = ['reserved', 'written', 'committed', 'called'] as const
export type Step = (typeof steps)[number]

const button = closed({ step: Type.Integer() })

/** A write with an effect, which reports its steps: the write leaves an audit row, the effect the fact `seen`. */
export function steppedPress(reach: (step: Step) => Promise<void>): readonly Product[] {
  const call = outboundTask('factory.phone.call', 'Calls.', button, async (ctx, payload) => {
    await reach('committed')
    await ctx.atomic(async (inner) => void inner.emit(seen, payload, { id: 'phone', status: '', version: 1 }))
    await reach('called')
  })
  const press = operation('factory.button.press', {
    route: 'POST /api/factory/button/press',
    title: 'Press',
    scope: 'factory.button:write',
    input: button,
    output: button,
    example: { step: 1 },
    async handle(ctx, input) {
      await reach('reserved')
      return ctx.once((inner) =>
        inner.atomic(async (within) => {
          await within.audit({ action: 'factory.button.pressed', target: 'button' })
          within.effect(call, input)
          await reach('written')
          return input
        }),
      )
    },
  })
  return factory().products.map((each) =>
    each.name === 'factory' ? { ...each, operations: [press], tasks: [call] } : each,
  )
}
