import type { Ctx } from '#kit/call/context.ts'
import { checkTexts } from '#products/marketing/automation/definitionTexts.ts'
import { Type } from '#kit/values/schema.ts'
import { madeFirst, operation } from '#kit/nouns/operation.ts'
import { flag, oneOf } from '#kit/values/fields.ts'
import { outputSchemaOf } from '#kit/nouns/resource.ts'
import { closed, createInput, splitCreate } from '#kit/nouns/standard.ts'
import { checkMaySend, makeAutomation } from '#products/marketing/automation/automationWrites.ts'
import { sendNotAllowed } from '#products/marketing/message/sendRight.ts'
import { graphInvalid } from '#products/marketing/automation/definitionCheck.ts'
import { enrolmentStarted, sequenceCreated, sequenceActivated } from '#products/marketing/facts.ts'
import { sequence } from './sequence.ts'
import { checkSequence } from './sequenceCheck.ts'
import { enrolAtOnce } from './sequenceEnrol.ts'
import { sequenceInput } from './sequenceFields.ts'
import { splitSource } from './sequenceInput.ts'
import { presentSequence, sequenceShape, sourceOf } from './sequenceView.ts'

/** Create. */
export const createSequence = operation('marketing.emailSequence.create', {
  route: 'POST /api/marketing/emailSequence/create',
  title: 'Create Email Sequence',
  description:
    'Creates a sequence of mails and enrols contacts in it: members of a segment, those to come as well; given ' +
    'contacts; or those of a trigger. Each contact gets each mail once, after the delay of its step and within its ' +
    'send window. An active sequence needs the scope `marketing.campaign:send`.',
  scope: 'marketing.emailSequence:write',
  input: closed({
    ...createInput(sequence).properties,
    ...sequenceInput,
    status: Type.Optional(oneOf(['draft', 'active'], { description: 'Initial state; `active` when left out.' })),
  }),
  output: outputSchemaOf(sequence, {
    ...sequenceShape,
    created: flag({ description: 'False when it was there already.' }),
  }),
  emits: [sequenceCreated, sequenceActivated, enrolmentStarted],
  reasons: [graphInvalid, sendNotAllowed],
  example: {
    name: 'First steps',
    steps: [
      { stepId: 'hello', delay: 'PT0S', inline: { subject: 'Hello', format: 'markdown', body: 'Good to have you.' } },
      { stepId: 'tips', delay: 'P3D', inline: { subject: 'Three tips', format: 'markdown', body: 'Begin with one.' } },
    ],
    enrol: { contactIds: [madeFirst('marketing.contact')] },
    status: 'draft',
  },
  async handle(ctx, input) {
    await checkTexts(ctx, input.steps, 'steps')
    return ctx.once((inner) => created(inner, input))
  },
})

async function created(ctx: Ctx, input: Record<string, unknown>) {
  const { source, rest } = splitSource(input)
  const [{ name }, options] = splitCreate<typeof sequence>({ status: 'active', ...rest })
  const definition = await checkSequence(ctx, source)
  const isActive = Object(options)['status'] === 'active'
  if (isActive) checkMaySend(ctx, definition)
  const { clientReference, ...own } = options
  const known = await ctx.store.findRepeat(sequence, { clientReference })
  const made = await ctx.atomic(async (inner) => {
    const runner =
      known === undefined
        ? await makeAutomation(inner, {
            draft: { name },
            definition,
            source,
            kind: 'sequence',
            options: { ...own, metadata: {}, isSilent: true },
          })
        : undefined
    const automationId = runner?.record.id ?? known?.automationId ?? ''
    const result = await inner.store.create(sequence, { name, automationId }, options)
    if (result.created && runner !== undefined) await enrolAtOnce(inner, runner.record, source)
    return result
  })
  const stored = made.created ? source : await sourceOf(ctx, made.record)
  return { ...(await presentSequence(ctx, made.record, stored)), created: made.created }
}
