import type { Ctx } from '#kit/call/context.ts'
import type { ContactEvent } from '#kit/call/contacts.ts'
import { streamWatched } from '#products/livestream/facts.ts'
import { watchingRewarded } from '#products/loyalty/facts.ts'

/** Emits the number of grants for watch time, by video, session, channel and five minutes. */
export function emitWatching(ctx: Ctx, rewarded: readonly ContactEvent[]): void {
  const watched = rewarded.filter(({ name }) => name === streamWatched.name)
  const groups = Map.groupBy(watched, ({ subject, properties: of }) =>
    JSON.stringify([subject, of['sessionId'], of['channelId'], of['startsAt']]),
  )
  for (const { length: grants, 0: first } of groups.values()) {
    const id = first?.subject ?? null
    const { sessionId, channelId, startsAt = first?.at } = first?.properties ?? {}
    if (first === undefined || id === null || typeof startsAt !== 'string') continue
    const payload = { id, sessionId: textOf(sessionId), channelId: textOf(channelId), startsAt, grants }
    // Facts of one subject wait for each other: those of a busy video are about its viewers.
    ctx.emit(watchingRewarded, payload, { id: first.contactId, status: 'rewarded', version: 1 })
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
