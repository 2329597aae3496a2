import type { Ctx } from '#kit/call/context.ts'
import { exactlyOne, reach } from '#kit/call/recordReach.ts'
import { madeFirst, operation } from '#kit/nouns/operation.ts'
import { outputSchemaOf, present } from '#kit/nouns/resource.ts'
import { closed } from '#kit/nouns/standard.ts'
import { clientReference, idOf, oneOf } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { feedItem, readItems } from '#products/marketing/feed/feedItemsShown.ts'
import { integration } from './integration.ts'

const names = ['items'] as const

/** Get. */
export const getIntegration = operation('marketing.integration.get', {
  route: 'POST /api/marketing/integration/get',
  title: 'Get Integration',
  description: 'Gets an integration; `include` adds the first items of a shop feed.',
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
    items: Type.Optional(Type.Array(feedItem, { maxItems: 20, description: 'First 20 items of a shop feed.' })),
  }),
  example: { integrationId: madeFirst('marketing.integration'), include: ['items'] },
  async handle(ctx, { include = [], ...named }) {
    const { record } = await reach(ctx, integration, exactlyOne(named, ['integrationId', 'clientReference']))
    const [shown] = await present({ ctx, audience: 'owner' }, integration, [record])
    return { ...shown, id: record.id, ...(await partsOf(ctx, record.id, include)) }
  },
})

async function partsOf(ctx: Ctx, integrationId: string, include: readonly (typeof names)[number][]) {
  return include.includes('items') ? { items: await readItems(ctx, integrationId) } : {}
}
