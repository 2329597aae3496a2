import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { looseId } from '#kit/values/ids.ts'
import { companion, madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { idOf, whole } from '#kit/values/fields.ts'
import { invalid, problem, reason } from '#kit/call/problem.ts'
import { closed } from '#kit/nouns/standard.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { runStarted } from '#products/marketing/facts.ts'
import { attributeProblems } from '#products/marketing/contact/contact.ts'
import { contactRowIds } from '#products/marketing/contact/contactIds.ts'
import { attributesSchema } from '#products/marketing/contact/contactFields.ts'
import { getAutomationRecord } from './automationReach.ts'
import { checkMaySend } from './automationWrites.ts'
import { sendNotAllowed } from '#products/marketing/message/sendRight.ts'
import { entranceOf } from './entrance.ts'
import type { RunEvent } from './runEvent.ts'
import { enterRuns, type Entrance } from './runEnter.ts'
import { fireLater } from './timers.ts'

/** Refusal of contacts by an automation that is not active. */
export const notActive = reason('conflict', 'not_active', 'Contacts enter active automations only.')

/** Contacts of one request. */
export const enrolledMax = 1_000

/** Enrol: contacts enter an automation by hand. */
export const enrolContacts = companion(
  operation('marketing.automation.enrol', {
    route: 'POST /api/marketing/automation/enrol',
    title: 'Enrol Contacts In Automation',
    description:
      'Lets contacts enter an active automation, whatever its trigger. The entry filter and the re-entry policy ' +
      'hold: `entered` counts those that entered.',
    scope: 'marketing.automation:write',
    input: closed({
      automationId: idOf('aut', { description: 'The automation.' }),
      contactIds: Type.Array(idOf('con'), {
        minItems: 1,
        maxItems: enrolledMax,
        uniqueItems: true,
        description: 'The contacts.',
      }),
      properties: Type.Optional(attributesSchema('Properties of `event` in the mails of these runs.')),
    }),
    output: closed({
      id: idOf('aut', { description: 'The automation.' }),
      entered: whole(0, enrolledMax, { description: 'Contacts that entered.' }),
      skipped: whole(0, enrolledMax, { description: 'Contacts that the filter or the policy kept out.' }),
    }),
    emits: [runStarted],
    reasons: [notActive, sendNotAllowed],
    example: { automationId: madeFirst('marketing.automation'), contactIds: [madeFirst('marketing.contact')] },
    handle: once(async (ctx, { automationId, contactIds, properties = {} }) => {
      const tooMuch = attributeProblems(properties).map((each) => ({ ...each, path: '/properties' }))
      if (tooMuch.length > 0) throw invalid(...tooMuch)
      const record = await getAutomationRecord(ctx, { name: 'automationId', value: automationId })
      await contactRowIds(ctx, contactIds, 'contactIds')
      const entrance = await entranceOf(ctx, record)
      if (entrance === undefined) throw problem(notActive)
      checkMaySend(ctx, entrance.definition)
      const entered = await ctx.atomic(async (inner) => {
        const count = await enterByHand(inner, entrance, { contactIds, properties })
        await inner.audit({
          action: 'marketing.automation.enrolled',
          target: automationId,
          changes: { entered: count },
        })
        return count
      })
      return { id: record.id, entered, skipped: contactIds.length - entered }
    }),
  }),
)

type ByHand = { contactIds: readonly string[]; properties: RunEvent['properties'] }

/** Lets contacts enter in the transaction of the caller. Returns the number of those that did. */
export async function enterByHand(ctx: Ctx, entrance: Entrance, { contactIds, properties }: ByHand): Promise<number> {
  const key = `manual:${looseId('req', ctx.now().getTime())}`
  const cause = { name: 'manual', at: ctx.now().toISOString(), properties }
  const rows = contactIds.flatMap((id) => uuidOf('con', id) ?? [])
  const entered = await enterRuns(
    ctx,
    entrance,
    rows.map((contactId) => ({ contactId, key, cause })),
  )
  if (entered.length > 0) fireLater(ctx, ctx.now())
  return entered.length
}
