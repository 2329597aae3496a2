import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { closed } from '#kit/nouns/standard.ts'
import { dateTime, idOf, oneOf } from '#kit/values/fields.ts'
import { encodeId } from '#kit/values/ids.ts'
import { Type } from '#kit/values/schema.ts'
import { readTimeline, timelineEntry } from '#products/marketing/event/contactTimeline.ts'
import { contactScore } from '#products/marketing/score/leadScoreOutput.ts'
import { readModel } from '#products/marketing/score/scoreModel.ts'
import { viewScore } from '#products/marketing/score/scoreView.ts'
import { rowId } from '#products/marketing/rowId.ts'

const names = ['timeline', 'messages', 'score', 'segments'] as const

/** Parts of a contact that a request selects. */
export const includeInput = Type.Optional(
  Type.Array(oneOf(names), {
    maxItems: names.length,
    uniqueItems: true,
    description: 'Parts to add: the newest 25 entries of the time line, the newest 25 messages, score, segments.',
  }),
)

/** Parts of a contact that a create answers as well. */
export const createdParts = {
  score: contactScore,
  segments: Type.Array(
    closed({
      segmentId: idOf('seg', { description: 'The segment.' }),
      name: Type.String({ description: 'Name of the segment.' }),
      since: dateTime({ description: 'Time since which the contact is in it.' }),
    }),
    { description: 'Segments that the contact is in, by name, at most 200.' },
  ),
}

/** Schemas of the parts. */
export const includedParts = {
  timeline: Type.Optional(Type.Array(timelineEntry, { description: 'Newest entries of the time line.' })),
  messages: Type.Optional(Type.Array(timelineEntry, { description: 'Newest messages.' })),
  score: Type.Optional(createdParts.score),
  segments: Type.Optional(createdParts.segments),
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
  if (include.includes('segments')) {
    const rows = await ctx.db.rows(segmentsOfContact, [ctx.account.id, uuid])
    parts['segments'] = rows.map(({ id, name, entered_at: since }) => {
      return { segmentId: encodeId('seg', ctx.account.id, id), name, since }
    })
  }
  return parts
}

const segmentsOfContact = statement(
  'marketing_segment.ofContact',
  'account',
  `select s.id, s.name, m.entered_at from marketing_segment_member m
   join marketing_segment s on s.account_id = m.account_id and s.id = m.segment_id
   where m.account_id = $1 and m.contact_id = $2 and s.deleted_at is null order by s.name_key limit 200`,
)
