import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { task } from '#kit/nouns/task.ts'
import { enterByHand } from '#products/marketing/automation/automationEnrol.ts'
import { firstUuid } from '#products/marketing/automation/dateEntries.ts'
import { automation, type Automation } from '#products/marketing/automation/automation.ts'
import { entranceOf } from '#products/marketing/automation/entrance.ts'
import { enterRuns } from '#products/marketing/automation/runEnter.ts'
import { membersPage } from '#products/marketing/automation/segmentMembersPage.ts'
import { fireLater } from '#products/marketing/automation/timers.ts'
import type { SequenceSource } from './sequenceFields.ts'

/** Contacts of one transaction. */
const pageMax = 500

/** Task that enrols the members that a segment has at the activation, page by page. Later ones come by its facts. */
export const enrolMembers = task(
  'marketing.emailSequence.enrolMembers',
  'Enrols the members of a segment in a sequence.',
  Type.Object({ automationId: Type.String(), segmentId: Type.String(), after: Type.String() }),
  async (ctx, { automationId, segmentId, after }) => {
    const entrance = await entranceOf(ctx, await ctx.store.find(automation, automationId))
    if (entrance === undefined) return
    const members = await membersPage(ctx, { segmentId, after, limit: pageMax })
    const cause = { name: 'segmentEntered', at: ctx.now().toISOString(), properties: { segmentId } }
    const candidates = members.map((contactId) => ({ contactId, key: `segment:${segmentId}`, cause }))
    if ((await enterRuns(ctx, entrance, candidates)).length > 0) fireLater(ctx, ctx.now())
    const last = members.at(-1)
    if (last !== undefined && members.length === pageMax) {
      ctx.later(enrolMembers, { automationId, segmentId, after: last }, ctx.now())
    }
  },
)

/** Enrols contacts of an active sequence, in the transaction of the caller. */
export async function enrolAtOnce(ctx: Ctx, record: Automation, { enrol }: SequenceSource): Promise<void> {
  const { segmentId, contactIds } = enrol ?? {}
  if (record.status !== 'active') return
  if (segmentId !== undefined) {
    ctx.later(enrolMembers, { automationId: record.id, segmentId, after: firstUuid }, ctx.now())
  }
  const entrance = contactIds === undefined ? undefined : await entranceOf(ctx, record)
  if (entrance !== undefined && contactIds !== undefined)
    await enterByHand(ctx, entrance, { contactIds, properties: {} })
}
