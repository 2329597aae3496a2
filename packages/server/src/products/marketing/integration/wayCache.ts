import { LRUCache } from 'lru-cache'
import type { Ctx } from '#kit/call/context.ts'
import type { Integration } from './integrationFields.ts'

/** The way that mails take: an integration, or undefined for the mail server of the operator. */
export type Way = { record: Integration | undefined }

const bounds = { max: 500, ttl: 1_000 }

/** Ways of this process; each is read again after a second. */
export function waysOf(ctx: Ctx): LRUCache<string, Promise<Way>> {
  return ctx.memory('marketing.ways', () => new LRUCache<string, Promise<Way>>(bounds))
}
