import type { Ctx } from '#kit/call/context.ts'
import type { Fact, Subject } from '#kit/nouns/fact.ts'
import { batchReaction, type Reaction } from '#kit/nouns/reaction.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { channelDeleted, staticDeleted, streamDeleted } from '#products/livestream/facts.ts'
import { ticketingEvent } from './ticketingEvent.ts'

/** Deletes an event after its stream, video or channel. */
export const reactions = [
  deleteWith('livestream.ticketingEvent.goWithStream', streamDeleted, { column: 'stream_id', prefix: 'str' }),
  deleteWith('livestream.ticketingEvent.goWithStatic', staticDeleted, { column: 'static_id', prefix: 'sta' }),
  deleteWith('livestream.ticketingEvent.goWithChannel', channelDeleted, { column: 'channel_id', prefix: 'chn' }),
]

/** Reaction that deletes the events of deleted records. Few of those have one, so one query serves a batch of facts. */
function deleteWith(name: string, on: Fact<Subject>, by: { column: string; prefix: string }): Reaction {
  return batchReaction(name, on, async (ctx: Ctx, facts) => {
    const deleted = facts.map(({ subject }) => uuidOf(by.prefix, subject))
    const conditions = [{ sql: `t.${by.column} = any($1::uuid[])`, values: [deleted] }]
    const { items } = await ctx.store.list(ticketingEvent, { conditions, limit: deleted.length })
    for (const { id } of items) await ctx.store.remove(ticketingEvent, id)
  })
}
