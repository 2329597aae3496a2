import type { Ctx } from '#kit/call/context.ts'
import { exactlyOne, reach } from '#kit/call/recordReach.ts'
import { madeFirst, operation } from '#kit/nouns/operation.ts'
import { outputSchemaOf, present } from '#kit/nouns/resource.ts'
import { closed } from '#kit/nouns/standard.ts'
import { clientReference, idOf, oneOf } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { feedItem, readItems } from '#products/marketing/feed/feedItemsShown.ts'
import { integration } from './integration.ts'
import type { Integration } from './integrationFields.ts'
import { deliveriesOf, deliveryShape, healthOf, healthShape } from './integrationHealth.ts'

const names = ['health', 'deliveries', 'items'] as const

/** Get. */
export const getIntegration = operation('marketing.integration.get', {
  route: 'POST /api/marketing/integration/get',
  title: 'Get Integration',
  description: 'Gets an integration; `include` adds its condition, its newest messages, and items of a feed.',
  scope: 'marketing.integration:read',
  isRead: true,
  input: closed({
    integrationId: Type.Optional(idOf('int')),
    clientReference: Type.Optional(clientReference()),
    include: Type.Optional(
      Type.Array(oneOf(names), { maxItems: names.length, uniqueItems: true, description: 'Parts to add.' }),
    ),
  }),
  output: outputSchemaOf(integration, {
    health: Type.Optional(healthShape),
    deliveries: Type.Optional(
      Type.Array(deliveryShape, { maxItems: 20, description: 'Newest messages that left, or were tried last, by it.' }),
    ),
    items: Type.Optional(Type.Array(feedItem, { maxItems: 20, description: 'First 20 items of a shop feed.' })),
  }),
  example: { integrationId: madeFirst('marketing.integration'), include: ['health', 'deliveries'] },
  async handle(ctx, { include = [], ...named }) {
    const { record } = await reach(ctx, integration, exactlyOne(named, ['integrationId', 'clientReference']))
    const [shown] = await present({ ctx, audience: 'owner' }, integration, [record])
    return { ...shown, id: record.id, ...(await partsOf(ctx, record, include)) }
  },
})

async function partsOf(ctx: Ctx, record: Integration, include: readonly (typeof names)[number][]) {
  return {
    ...(include.includes('health') ? { health: await healthOf(ctx, record) } : {}),
    ...(include.includes('deliveries') ? { deliveries: await deliveriesOf(ctx, record) } : {}),
    ...(include.includes('items') ? { items: await readItems(ctx, record.id) } : {}),
  }
}
