import { Type } from '#kit/values/schema.ts'
import type { Ctx, UpdateOptions } from '#kit/call/context.ts'
import type { Filter } from '#kit/filter/filter.ts'
import { flag, whole } from '#kit/values/fields.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import { field, invalid, Problem, problem, reason, reasons } from '#kit/call/problem.ts'
import { outputSchemaOf, present, type Patch } from '#kit/nouns/resource.ts'
import { createInput, remove, splitCreate, splitUpdate, updateInput } from '#kit/nouns/standard.ts'
import {
  campaignCancelled,
  campaignCompleted,
  campaignCreated,
  campaignMissed,
  campaignPaused,
  campaignResumed,
  campaignScheduled,
  campaignStarted,
  campaignUpdated,
} from '#products/marketing/facts.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { senderUnverified } from '#products/marketing/domain/senderRight.ts'
import { contactRowIds } from '#products/marketing/contact/contactIds.ts'
import { checkTopics } from '#products/marketing/contact/topicKeys.ts'
import { filterReferences, unknownNames } from '#products/marketing/filter/filterReferences.ts'
import { holdRecords } from '#products/marketing/heldRecord.ts'
import { integration, integrationUnavailable } from '#products/marketing/integration/integration.ts'
import { checkSendRight, sendNotAllowed } from '#products/marketing/message/sendRight.ts'
import { requestSending } from '#products/marketing/message/messageSender.ts'
import { segment } from '#products/marketing/segment/segment.ts'
import { template } from '#products/marketing/template/template.ts'
import { compileTexts } from '#products/marketing/template/templateCompile.ts'
import { templateError } from '#products/marketing/template/templateErrors.ts'
import { campaign, type Campaign } from './campaign.ts'
import { continueTest } from './campaignDecide.ts'
import { countAudience } from './campaignAudience.ts'
import { continueAudience } from './campaignFreeze.ts'
import { pinTemplate, startCampaign, startScheduled } from './campaignStart.ts'
import { checkReceiver, checkSender, isMailCaught } from './campaignSender.ts'
import { checkSamples } from './campaignTest.ts'
import { cancelMessages } from './campaignStats.ts'
import { textsOfVariant, type Variant } from './campaignVariants.ts'

/** Refusal to start a campaign that no contact would get. */
export const audienceEmpty = reason('invalid_request', 'audience_empty', 'No contact would get the campaign.')
/** Refusal to change a campaign that sends. */
export const campaignStands = reason(
  'conflict',
  'campaign_started',
  'The campaign has started: only actions change it.',
)

const movedFacts = [
  campaignScheduled,
  campaignStarted,
  campaignPaused,
  campaignResumed,
  campaignCompleted,
  campaignCancelled,
  campaignMissed,
]
const estimate = {
  audienceEstimate: whole(0, 2_147_483_647, { description: 'Number of contacts that would get it now.' }),
  warnings: Type.Array(Type.String(), { description: 'Findings in its texts, such as `no_unsubscribe_link`.' }),
  isCaught: flag({ description: 'Whether its mail would be caught: no mail server delivers it now.' }),
}

/** Create. */
export const createCampaign = operation('marketing.campaign.create', {
  route: 'POST /api/marketing/campaign/create',
  title: 'Create Campaign',
  description:
    'Creates a campaign as a draft, scheduled, or sending at once. Its texts are compiled. To schedule or start it ' +
    'the caller needs the scope `marketing.campaign:send`.',
  scope: 'marketing.campaign:write',
  input: createInput(campaign, ['draft', 'scheduled', 'sending']),
  output: outputSchemaOf(campaign, {
    ...estimate,
    created: flag({ description: 'False when it was there already.' }),
  }),
  emits: [campaignCreated, campaignUpdated, ...movedFacts],
  reasons: [templateError, audienceEmpty, sendNotAllowed, integrationUnavailable, senderUnverified],
  example: {
    name: 'Spring news',
    audience: { tags: ['beta'] },
    subject: 'Spring is here',
    format: 'markdown',
    body: 'Hello {{ contact.firstName | default: "friend" }}\n\n[Unsubscribe]({{ unsubscribeUrl }})',
  },
  async handle(ctx, input) {
    const [draft, { status, ...options }] = splitStatus(input)
    const warnings = await warningsOf(ctx, draft)
    if (status !== 'draft') {
      checkSendRight(ctx)
      await checkSamples(ctx, { ...unset, ...draft })
    }
    return ctx.once((inner) =>
      inner.atomic(async (writing) => {
        await checkReceiver(writing, draft)
        const { record, created } = await writing.store.create(campaign, draft, options)
        if (created) {
          await holdNamed(writing, record)
          await holdFiltered(writing, record.filter, null)
        }
        const moved = created && status !== 'draft' ? await move(writing, record, status) : record
        return { ...(await presented(writing, moved)), created, warnings }
      }),
    )
  },
})

/** Update: fields of a draft, and the actions. */
export const updateCampaign = companion(
  operation('marketing.campaign.update', {
    route: 'POST /api/marketing/campaign/update',
    title: 'Update Campaign',
    description:
      'Changes a draft, or moves a campaign: `schedule`, `start`, `pause`, `resume`, `cancel`. After a pause only ' +
      'mails that are on their way finish. To change a scheduled campaign needs the scope ' +
      '`marketing.campaign:send`, as `schedule`, `start` and `resume` do.',
    scope: 'marketing.campaign:write',
    input: updateInput(campaign),
    output: outputSchemaOf(campaign, estimate),
    emits: [campaignUpdated, ...movedFacts],
    reasons: [templateError, audienceEmpty, sendNotAllowed, campaignStands, integrationUnavailable, senderUnverified],
    example: { campaignId: madeFirst('marketing.campaign'), name: 'Spring news, second try' },
    async handle(ctx, input) {
      const { id, patch, options } = splitUpdate(campaign, input)
      const before = await ctx.store.get(campaign, id)
      const warnings = await warningsOf(ctx, { ...before, ...patch })
      if (['schedule', 'start', 'resume'].includes(options.action ?? '')) checkSendRight(ctx)
      if (['schedule', 'start'].includes(options.action ?? '')) await checkSamples(ctx, { ...before, ...patch })
      return ctx.once((inner) =>
        inner.atomic(async (writing) => {
          const record = await change(writing, { id, patch, options })
          if (patch.filter !== undefined) await holdFiltered(writing, record.filter, before.filter)
          return { ...(await presented(writing, record)), warnings }
        }),
      )
    },
  }),
)

/** Delete: a draft, or one that has ended. */
export const deleteCampaign = companion(
  remove(campaign, 'POST /api/marketing/campaign/delete', 'Delete Campaign', {
    description:
      'Deletes a draft, or a campaign that has ended; cancel another one first. Messages that it sent stay in the ' +
      'time lines of their contacts.',
    example: { campaignId: madeFirst('marketing.campaign') },
  }),
)

/** Actions after which nothing leaves by itself. */
const ends: ReadonlySet<string> = new Set(['unschedule', 'cancel'])

type Change = { id: string; patch: Patch<typeof campaign>; options: UpdateOptions }

async function change(ctx: Ctx, { id, patch, options }: Change): Promise<Campaign> {
  const { action, ...version } = options
  const hasFields = Object.keys(patch).length > 0
  // A start, or another change, that is under way ends first: the state decides what may change.
  await lockForUpdate(ctx, campaign, id)
  const before = await ctx.store.get(campaign, id)
  if (hasFields && !['draft', 'scheduled', 'missed'].includes(before.status)) throw problem(campaignStands)
  // A scheduled campaign leaves by itself: a change of it decides which mail leaves, and its receivers.
  if (hasFields && before.status === 'scheduled' && !ends.has(action ?? '')) checkSendRight(ctx)
  await holdNamed(ctx, patch)
  if (['schedule', 'start', 'resume'].includes(action ?? '')) await checkSender(ctx, { ...before, ...patch })
  if (patch.integrationId !== undefined || patch.body !== undefined || patch.templateId !== undefined) {
    await checkReceiver(ctx, { ...before, ...patch })
  }
  const pin = { isNewest: action === 'schedule' || patch.templateId !== undefined }
  if (action === undefined) {
    const record = await ctx.store.update(campaign, id, { ...version, patch })
    queueStart(ctx, record)
    return hasFields ? pinTemplate(ctx, record, pin) : record
  }
  if (action === 'start') {
    const record = hasFields
      ? await pinTemplate(ctx, await ctx.store.update(campaign, id, { ...version, patch }), pin)
      : before
    if (!['draft', 'scheduled'].includes(record.status)) throw problem(reasons.invalidTransition)
    await checkAudience(ctx, record)
    return startCampaign(ctx, record, hasFields ? {} : version)
  }
  const ended = action === 'resume' ? { pauseReason: null } : {}
  const record = await ctx.store.update(campaign, id, { ...options, patch: { ...patch, ...ended } })
  if (action === 'resume') {
    await requestSending(ctx)
    continueTest(ctx, record)
    continueAudience(ctx, before)
  }
  if (action === 'cancel') await cancelMessages(ctx, id)
  queueStart(ctx, record)
  return action === 'schedule' || action === 'unschedule' ? pinTemplate(ctx, record, pin) : record
}

/** Queues the start of a scheduled campaign at its time. */
function queueStart(ctx: Ctx, { id, status, sendAt }: Campaign): void {
  if (status === 'scheduled' && sendAt !== null) ctx.later(startScheduled, { campaignId: id, sendAt }, new Date(sendAt))
}

async function move(ctx: Ctx, record: Campaign, status: string): Promise<Campaign> {
  await checkSender(ctx, record)
  await checkAudience(ctx, record)
  if (status === 'sending') return startCampaign(ctx, record)
  if (record.sendAt !== null && new Date(record.sendAt) <= ctx.now()) {
    throw invalid(field('sendAt', 'future', 'must be in the future'))
  }
  const scheduled = await ctx.store.update(campaign, record.id, { status: 'scheduled' })
  queueStart(ctx, scheduled)
  return pinTemplate(ctx, scheduled, { isNewest: true })
}

async function checkAudience(ctx: Ctx, record: Campaign): Promise<void> {
  if ((await countAudience(ctx, record)) === 0) throw problem(audienceEmpty)
}

/** Keeps the records that a campaign names from being deleted. Throws invalid for those that do not exist. */
async function holdNamed(ctx: Ctx, of: Patch<typeof campaign>): Promise<void> {
  const { segmentIds = [], excludeSegmentIds = [], contactIds = [] } = of.audience ?? {}
  await contactRowIds(ctx, contactIds, 'audience/contactIds')
  if (typeof of.topic === 'string') await checkTopics(ctx, [of.topic], 'topic')
  const audience = Object.entries({ segmentIds, excludeSegmentIds }).flatMap(([name, ids]) =>
    ids.map((id, index) => ({ of: segment, id, path: `/audience/${name}/${index}` })),
  )
  await holdRecords(ctx, [
    ...audience,
    { of: template, id: of.templateId, path: 'templateId' },
    ...(of.variants ?? []).map((each, index) => {
      return { of: template, id: each.templateId, path: `/variants/${index}/templateId` }
    }),
    { of: integration, id: of.integrationId, path: 'integrationId' },
  ])
}

/** Keeps the segments of a checked filter. Throws invalid for what it names and is not there, unless it did before. */
async function holdFiltered(ctx: Ctx, filter: Filter | null, before: Filter | null): Promise<void> {
  if (filter === null) return
  const placed = { filter, path: '/filter' }
  const segments = filterReferences(placed).filter(({ kind }) => kind === 'segment')
  await holdRecords(
    ctx,
    segments.map(({ id, path }) => ({ of: segment, id, path })),
  )
  const unknown = await unknownNames(ctx, [placed], before === null ? [] : [before])
  if (unknown.length > 0) throw invalid(...unknown)
}

function splitStatus(input: Record<string, unknown>) {
  const { status = 'draft', ...rest } = input
  const [draft, options] = splitCreate<typeof campaign>(rest)
  return [draft, { ...options, status: String(status) }] as const
}

type Texts = {
  templateId?: string | null | undefined
  channel?: Campaign['channel'] | undefined
  format?: Campaign['format'] | undefined
} & Partial<Pick<Campaign, 'subject' | 'preheader' | 'body' | 'textBody'>>

async function warningsOf(ctx: Ctx, of: Texts & { variants?: readonly Variant[] | undefined }): Promise<string[]> {
  const base = { ...noTexts, ...of, templateId: of.templateId ?? null }
  const found = new Set(await warningsOfTexts(ctx, base))
  for (const [index, each] of (of.variants ?? []).entries()) {
    const { texts } = textsOfVariant(base, each)
    try {
      for (const name of texts === null ? [] : await warningsOfTexts(ctx, { ...texts, templateId: null }))
        found.add(name)
    } catch (error) {
      if (!(error instanceof Problem) || error.reason !== templateError.reason) throw error
      const fields = error.fields.map(({ path, ...rest }) => ({ ...rest, path: `/variants/${index}${path}` }))
      throw problem(templateError, { fields })
    }
  }
  return [...found]
}

const unset = {
  audience: null,
  filter: null,
  variables: {},
  templateId: null,
  templateVersion: null,
  subject: null,
  preheader: null,
  format: null,
  body: null,
  textBody: null,
}
const noTexts = { subject: null, preheader: null, format: null, body: null, textBody: null }

async function warningsOfTexts(ctx: Ctx, of: Texts): Promise<string[]> {
  const { format, subject = null, preheader = null, body, textBody = null } = of
  if (typeof of.templateId === 'string' || typeof body !== 'string') return []
  if (of.channel !== undefined && of.channel !== 'email') {
    await compileTexts(ctx, { format: 'text', body })
    return []
  }
  if (typeof format !== 'string') return []
  return (await compileTexts(ctx, { format, subject, preheader, body, textBody })).warnings
}

async function presented(ctx: Ctx, record: Campaign) {
  const [shown] = await present({ ctx, audience: 'owner' }, campaign, [record])
  const isCaught = await isMailCaught(ctx, record)
  return { ...shown, id: record.id, audienceEstimate: await countAudience(ctx, record), isCaught }
}
