import type { Ctx } from '#kit/call/context.ts'
import { port } from '#kit/call/port.ts'
import type { Html } from '#kit/values/html.ts'

/**
 * Shows streams on the page of another product in the cards of live video: poster, title, channel, rating, viewers, the
 * image of an adult one veiled. `ctx` is a call of their account. Titles are headings of level 3.
 */
export const streamCardsPort = port<(ctx: Ctx, streamIds: readonly string[]) => Promise<Html>>('streamCards', {})
