import type { Ctx } from '#kit/call/context.ts'
import { html, type Html } from '#kit/values/html.ts'
import { streamCardsPort } from '#platform/video/streamCardsPort.ts'
import { liveAt } from '#products/places/place/liveStreams.ts'

/** The streams that are live at a place; empty without one. */
export async function liveHere(ctx: Ctx, placeId: string): Promise<Html | ''> {
  const live = await liveAt(ctx, placeId)
  if (live.length === 0) return ''
  const ids = live.map(({ id }) => id)
  return html`<section aria-labelledby="live">
    <h2 id="live">Live now here</h2>
    ${await ctx.port(streamCardsPort)(ctx, ids)}
  </section>`
}
