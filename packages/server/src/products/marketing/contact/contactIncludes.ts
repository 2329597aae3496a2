import type { Ctx } from '#kit/call/context.ts'
import { oneOf } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { readTimeline, timelineEntry } from '#products/marketing/event/contactTimeline.ts'
import { contactScore } from '#products/marketing/score/leadScoreOutput.ts'
import { readModel } from '#products/marketing/score/scoreModel.ts'
import { viewScore } from '#products/marketing/score/scoreView.ts'
import { rowId } from '#products/marketing/rowId.ts'

const names = ['timeline', 'messages', 'score'] as const

/** Parts of a contact that a request selects. */
export const includeInput = Type.Optional(
  Type.Array(oneOf(names), {
    maxItems: names.length,
    uniqueItems: true,
    description: 'Parts to add: the newest 25 entries of the time line, the newest 25 messages, the score.',
  }),
)

/** Schemas of the parts. */
export const includedParts = {
  timeline: Type.Optional(Type.Array(timelineEntry, { description: 'Newest entries of the time line.' })),
  messages: Type.Optional(Type.Array(timelineEntry, { description: 'Newest messages.' })),
  score: Type.Optional(contactScore),
}

/** Reads the selected parts of a contact. */
export async function readParts(ctx: Ctx, contactId: string, include: readonly (typeof names)[number][]) {
  const uuid = rowId('con', contactId)
  const parts: Record<string, unknown> = {}
  if (include.includes('timeline')) parts['timeline'] = (await readTimeline(ctx, contactId)).items
  if (include.includes('messages')) {
    parts['messages'] = (await readTimeline(ctx, contactId, { kinds: ['message'] })).items
  }
  if (include.includes('score')) {
    parts['score'] = await viewScore(ctx, await readModel(ctx), { contactId: uuid, atMs: ctx.now().getTime() })
  }
  return parts
}
