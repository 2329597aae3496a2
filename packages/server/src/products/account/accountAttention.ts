import type { AttentionSource } from '#kit/nouns/attention.ts'
import { encodeId } from '#kit/values/ids.ts'
import { deadJobsPort } from '#platform/tasks/deadJobsPort.ts'
import { deliveriesPort } from '#platform/webhooks/deliveriesPort.ts'
import { webhookEndpoint } from './webhookEndpoint.ts'

/** Counts of findings end here. */
const countMax = 1_000

/** Findings of the account: dead jobs, exhausted deliveries, endpoints that are disabled or do not respond. */
export const attention: readonly AttentionSource[] = [
  {
    scope: 'account.job:read',
    async find(ctx) {
      const count = await ctx.port(deadJobsPort).count(ctx.account.id, countMax)
      const detail = 'Every attempt of a background job failed. Mend the cause and run it again.'
      return count === 0
        ? []
        : [{ kind: 'account.job', severity: 'bad', title: 'Dead jobs', detail, count, recordId: null }]
    },
  },
  {
    scope: 'account.delivery:read',
    async find(ctx) {
      const count = await ctx.port(deliveriesPort).countExhausted(ctx.account.id, countMax)
      const about = { kind: 'account.delivery', title: 'Webhook deliveries given up', recordId: null }
      const detail = 'The endpoint refused them for three days. Send them again once it responds.'
      return count === 0 ? [] : [{ ...about, severity: 'bad', detail, count }]
    },
  },
  {
    scope: 'account.webhookEndpoint:read',
    async find(ctx) {
      const silent = await ctx.port(deliveriesPort).silentEndpoints(ctx.account.id)
      const cards = await ctx.cards(silent.map(({ endpointUuid }) => encodeId('whe', ctx.account.id, endpointUuid)))
      return silent.flatMap(({ endpointUuid, failures }) => {
        const card = cards.get(encodeId('whe', ctx.account.id, endpointUuid))
        const detail = `${card?.title} did not respond to its last ${failures} batches of deliveries.`
        const about = { kind: 'account.webhookEndpoint', title: 'Webhook endpoint does not respond', detail }
        const isShown = card !== undefined && card.status === 'enabled'
        return isShown ? [{ ...about, severity: 'bad' as const, count: failures, recordId: card.id }] : []
      })
    },
  },
  {
    scope: 'account.webhookEndpoint:read',
    async find(ctx) {
      const conditions = [{ sql: 't.status = $1', values: ['disabled'] }]
      const { items } = await ctx.store.list(webhookEndpoint, { conditions, limit: 10 })
      return items.map(({ id, url }) => ({
        kind: 'account.webhookEndpoint',
        severity: 'warn',
        title: 'Webhook endpoint is disabled',
        detail: `${url} gets no facts.`,
        count: 1,
        recordId: id,
      }))
    },
  },
]
