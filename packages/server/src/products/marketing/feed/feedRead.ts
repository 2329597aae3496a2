import { storable } from '#kit/values/foreignText.ts'
import type { Ctx } from '#kit/call/context.ts'
import { Type } from '#kit/values/schema.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import { FeedFailed, type FeedItem } from '#platform/feeds/feedItem.ts'
import { parseApart } from '#platform/feeds/feedWorker.ts'
import { outboundPort } from '#platform/net/outboundPort.ts'
import { OutboundFailed, OutboundRefused } from '#platform/net/outboundRefused.ts'
import { integration } from '#products/marketing/integration/integration.ts'
import type { Integration } from '#products/marketing/integration/integrationFields.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { feedsOf } from './feedData.ts'
import { replaceItems } from './feedRows.ts'

const bytesMax = 20 * 1_048_576
const timeoutMs = 60_000
const hoursDefault = 6
/** Milliseconds until the next reading after a failure. */
const failedMs = 15 * 60_000
const messageMax = 500

/** Reads a shop feed: its items replace the former ones at once, then the next reading is scheduled. */
export const readFeed = outboundTask(
  'marketing.feed.read',
  'Reads the items of a shop feed.',
  Type.Object({ integrationId: Type.String(), at: Type.String() }),
  {
    async handle(ctx, { integrationId, at }) {
      const record = await ctx.store.find(integration, integrationId)
      if (record === undefined || !isDue(record, at)) return
      const found = await fetchItems(ctx, record)
      await ctx.atomic((inner) => keepReading(inner, { integrationId, at }, found))
      feedsOf(ctx).delete(ctx.account.id)
    },
    async failed(ctx, due) {
      const record = await ctx.store.find(integration, due.integrationId)
      if (record !== undefined) await keepReading(ctx, due, 'The server could not read the feed.')
    },
  },
)

type Due = { integrationId: string; at: string }

/** Schedules the reading of a feed whose `nextCheckAt` was set to `at`. Call inside `ctx.atomic`. */
export function scheduleReading(ctx: Ctx, integrationId: string, at: Date): void {
  ctx.later(readFeed, { integrationId, at: at.toISOString() }, at)
}

/** Disabled feeds are not read; a reading that another one replaced is dropped. */
function isDue({ status, nextCheckAt }: Integration, at: string): boolean {
  return status !== 'disabled' && nextCheckAt === at
}

/** Items of a feed, or the cause of a failure. */
async function fetchItems(ctx: Ctx, { config }: Integration): Promise<FeedItem[] | string> {
  const { url = '', currency } = config ?? {}
  try {
    const bounds = { accountId: ctx.account.id, bytesMax, timeoutMs }
    const { status, text } = await ctx.port(outboundPort).text(url, bounds)
    if (status !== 200) return `The address responded with status ${status}.`
    return await parseApart(ctx, { text, url, currency })
  } catch (error) {
    if (error instanceof FeedFailed) return `The feed ${error.message}`
    if (error instanceof OutboundRefused || error instanceof OutboundFailed) return `The address ${error.message}.`
    throw error
  }
}

/** Keeps a reading. After a failure the former items stay. Call inside `ctx.atomic`. */
async function keepReading(ctx: Ctx, { integrationId, at }: Due, found: FeedItem[] | string): Promise<void> {
  let wasDue = false
  let next = ctx.now()
  await ctx.store.update(integration, integrationId, (before) => {
    wasDue = isDue(before, at)
    if (!wasDue) return { isSilent: true }
    const { everyHours = hoursDefault } = before.config ?? {}
    const isFailed = typeof found === 'string'
    next = new Date(ctx.now().getTime() + (isFailed ? failedMs : everyHours * 3_600_000))
    const status = isFailed ? 'error' : 'active'
    const lastError = isFailed ? storable(found, messageMax) : null
    const isNews = before.status !== status || before.lastError !== lastError
    return {
      ...(before.status === status ? {} : { status }),
      isSilent: !isNews,
      patch: {
        lastError,
        nextCheckAt: next.toISOString(),
        ...(isFailed ? {} : { lastOkAt: ctx.now().toISOString() }),
      },
    }
  })
  if (!wasDue) return
  if (typeof found !== 'string') await replaceItems(ctx, rowId(integration.prefix, integrationId), found)
  scheduleReading(ctx, integrationId, next)
}
