import { Type } from '#kit/values/schema.ts'
import { checkTexts } from '#products/marketing/automation/definitionTexts.ts'
import type { Ctx } from '#kit/call/context.ts'
import { companion, madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { dateTime, idOf, metadata, nameLine, oneOf } from '#kit/values/fields.ts'
import { outputSchemaOf } from '#kit/nouns/resource.ts'
import { closed, ifVersion, removed, versionOf } from '#kit/nouns/standard.ts'
import { lockForChange, lockForUpdate } from '#platform/db/rowLocks.ts'
import { automation } from '#products/marketing/automation/automation.ts'
import { removeAutomation } from '#products/marketing/automation/automationUpdate.ts'
import {
  checkMaySend,
  holdNamed,
  listen,
  stopListening,
  writeDefinition,
} from '#products/marketing/automation/automationWrites.ts'
import { sendNotAllowed } from '#products/marketing/message/sendRight.ts'
import { graphInvalid } from '#products/marketing/automation/definitionCheck.ts'
import type { Definition } from '#products/marketing/automation/definitionFields.ts'
import {
  enrolmentStarted,
  sequenceActivated,
  sequenceArchived,
  sequenceDeleted,
  sequenceUpdated,
} from '#products/marketing/facts.ts'
import { sequence, type Sequence } from './sequence.ts'
import { checkSequence } from './sequenceCheck.ts'
import { compileSequence } from './sequenceCompile.ts'
import { enrolAtOnce } from './sequenceEnrol.ts'
import { sequenceInput, type SequenceSource } from './sequenceFields.ts'
import { splitParts } from './sequenceInput.ts'
import { presentSequence, sequenceShape, sourceOf } from './sequenceView.ts'

const { steps, ...optionalParts } = sequenceInput

/** Update: name, steps, enrolment and state. */
export const updateSequence = companion(
  operation('marketing.emailSequence.update', {
    route: 'POST /api/marketing/emailSequence/update',
    title: 'Update Email Sequence',
    description:
      'Changes a sequence. Changed steps are a new version: contacts that are enrolled stay on theirs. Changed ' +
      'contacts or segments under `enrol` are enrolled at once while it is active.',
    scope: 'marketing.emailSequence:write',
    input: closed({
      emailSequenceId: idOf('seq', { description: 'The sequence.' }),
      name: Type.Optional(nameLine(120, { description: 'Name.' })),
      status: Type.Optional(oneOf(['active', 'archived'], { description: 'State to move to.' })),
      steps: Type.Optional(steps),
      ...optionalParts,
      metadata: Type.Optional(metadata()),
      ifVersion: ifVersion(),
    }),
    output: outputSchemaOf(sequence, sequenceShape),
    emits: [sequenceUpdated, sequenceActivated, sequenceArchived, enrolmentStarted],
    reasons: [graphInvalid, sendNotAllowed],
    example: { emailSequenceId: madeFirst('marketing.emailSequence'), name: 'First steps, again' },
    async handle(ctx, input) {
      await checkTexts(ctx, input.steps ?? [], 'steps')
      return ctx.once(async (inner) => {
        const { sent, rest } = splitParts(input)
        const { record, source } = await inner.atomic(async (writing) => {
          // A change that is under way ends first: state and steps are those that it leaves.
          await lockForChange(writing, sequence, input.emailSequenceId)
          const before = await writing.store.get(sequence, input.emailSequenceId)
          const stored = await sourceOf(writing, before)
          const after: SequenceSource = { ...stored, ...sent }
          const isNew = JSON.stringify(after) !== JSON.stringify(stored)
          // Records that a sequence names may be gone since: it takes a new name, and ends, all the same.
          const isChecked = isNew || rest['status'] === 'active'
          const definition = isChecked ? await checkSequence(writing, after, stored) : compileSequence(after)
          if ((rest['status'] ?? before.status) === 'active') checkMaySend(writing, definition)
          // cast: the schema of the operation accepted the rest.
          const change = { ...(rest as Rest), source: after, definition, isNew }
          return { record: await writeChange(writing, before, change), source: after }
        })
        return presentSequence(inner, record, source)
      })
    },
  }),
)

type Rest = {
  status?: 'active' | 'archived'
  name?: string
  metadata?: Record<string, string>
  ifVersion?: number
}

type SequenceChange = Rest & { source: SequenceSource; definition: Definition; isNew: boolean }

async function writeChange(ctx: Ctx, before: Sequence, change: SequenceChange): Promise<Sequence> {
  const { status, name, metadata, ifVersion: version, source, definition, isNew } = change
  const given = { ...(name === undefined ? {} : { name }), ...(metadata === undefined ? {} : { metadata }) }
  const definitionVersion = before.definitionVersion + (isNew ? 1 : 0)
  const record = await ctx.store.update(sequence, before.id, {
    ...(version === undefined ? {} : { ifVersion: version }),
    ...(status === undefined ? {} : { status }),
    patch: { ...given, definitionVersion },
  })
  const runner = await ctx.store.update(automation, before.automationId, (found) => ({
    isSilent: true,
    ...(status === undefined ? {} : { status: status === 'archived' && found.status !== 'draft' ? 'paused' : status }),
    patch: {
      definitionVersion,
      triggerType: definition.trigger.type,
      ...(name === undefined ? {} : { name }),
      ...(status === 'active' ? { activatedAt: ctx.now().toISOString(), error: null } : {}),
    },
  }))
  if (isNew) await holdNamed(ctx, definition)
  if (isNew) await writeDefinition(ctx, runner, { definition, source })
  if (record.status !== 'active') await stopListening(ctx, runner.id)
  else if (isNew || status === 'active') {
    await listen(ctx, runner, definition)
    await enrolAtOnce(ctx, runner, source)
  }
  return record
}

/** Delete. */
export const deleteSequence = operation('marketing.emailSequence.delete', {
  route: 'POST /api/marketing/emailSequence/delete',
  title: 'Delete Email Sequence',
  description: 'Deletes a sequence. Enrolments stop, or get the rest of their mails with `inFlight: finish`.',
  scope: 'marketing.emailSequence:write',
  input: closed({
    emailSequenceId: idOf('seq', { description: 'The sequence.' }),
    inFlight: Type.Optional(oneOf(['stop', 'finish'], { description: 'Enrolments; `stop` when left out.' })),
    ifVersion: ifVersion(),
  }),
  output: removed({ deletedAt: dateTime({ description: 'Time of the deletion.' }) }),
  emits: [sequenceDeleted],
  example: { emailSequenceId: madeFirst('marketing.emailSequence') },
  handle: once(async (ctx, input) => {
    const record = await ctx.atomic(async (inner) => {
      await lockForUpdate(inner, sequence, input.emailSequenceId)
      const before = await inner.store.get(sequence, input.emailSequenceId)
      const after = await inner.store.remove(sequence, before.id, versionOf(input))
      const runner = await inner.store.find(automation, before.automationId)
      const inFlight = input.inFlight === 'finish' ? 'continue' : 'stop'
      if (runner !== undefined) await removeAutomation(inner, runner, { inFlight, isSilent: true })
      return after
    })
    return { id: record.id, status: record.status, deletedAt: record.updatedAt }
  }),
})
