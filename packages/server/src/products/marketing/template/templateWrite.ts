import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { flag, idOf, oneOf } from '#kit/values/fields.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import { madeFirst, operation } from '#kit/nouns/operation.ts'
import { problem, reason, reasons } from '#kit/call/problem.ts'
import { outputSchemaOf, present } from '#kit/nouns/resource.ts'
import {
  closed,
  createInput,
  ifVersion,
  splitCreate,
  splitUpdate,
  updateInput,
  versionOf,
} from '#kit/nouns/standard.ts'
import { campaignUpdated, templateCreated, templateDeleted, templateUpdated } from '#products/marketing/facts.ts'
import { checkTopics } from '#products/marketing/contact/topicKeys.ts'
import { campaign } from '#products/marketing/campaign/campaign.ts'
import { checkSendRight, sendNotAllowed } from '#products/marketing/message/sendRight.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { holdRecords } from '#products/marketing/heldRecord.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { template, type Template } from './template.ts'
import { compileTexts } from './templateCompile.ts'
import { templateError } from './templateErrors.ts'
import { templateUsers } from './templateUsers.ts'
import { rewrite, textsOf } from './templateRewrite.ts'
import { followLayout } from './layoutFollow.ts'
import { keepVersion } from './templateVersions.ts'

/** Refusal to delete a template that others refer to. */
export const templateInUse = reason('conflict', 'in_use', 'Other records refer to it: details.users names them.')

/** Scheduled campaigns that one change moves to the newest version. */
const scheduledMax = 1_000
/** Fields of which a change makes a version. */
const texts = ['format', 'subject', 'preheader', 'body', 'textBody', 'layoutId', 'variables'] as const

/** Create. */
export const createTemplate = operation('marketing.template.create', {
  route: 'POST /api/marketing/template/create',
  title: 'Create Template',
  description:
    'Creates a template. Liquid is parsed strictly, MJML compiled, HTML freed from scripts and forms, and a text ' +
    'part made. Mistakes are named with line and column.',
  scope: 'marketing.template:write',
  input: createInput(template, ['draft', 'active']),
  output: outputSchemaOf(template, { created: flag({ description: 'False when it was there already.' }) }),
  emits: [templateCreated],
  reasons: [templateError],
  example: {
    name: 'Welcome',
    format: 'markdown',
    subject: 'Welcome, {{ contact.firstName | default: "friend" }}',
    body: '# Hello\n\nGood to have you.\n\n[Unsubscribe]({{ unsubscribeUrl }})',
  },
  async handle(ctx, input) {
    const [draft, options] = splitCreate<typeof template>(input)
    const compiled = await compileTexts(ctx, textsOf(draft))
    await checkTopic(ctx, draft.topic)
    return ctx.once((inner) =>
      inner.atomic(async (writing) => {
        const { usedVariables, warnings } = compiled
        await holdRecords(writing, [{ of: template, id: draft.layoutId, path: 'layoutId' }])
        const set = { currentVersion: 1, usedVariables, warnings }
        const { record, created } = await writing.store.create(template, draft, { ...options, set })
        if (created) await keepVersion(writing, record, compiled)
        return { ...(await presented(writing, record)), created }
      }),
    )
  },
})

/** Update. */
export const updateTemplate = operation('marketing.template.update', {
  route: 'POST /api/marketing/template/update',
  title: 'Update Template',
  description: 'Changes a template. A change of its texts makes a version; campaigns that are scheduled keep theirs.',
  scope: 'marketing.template:write',
  input: closed({
    ...updateInput(template).properties,
    pinScheduled: Type.Optional(
      flag({
        description:
          'Whether scheduled campaigns keep the version that they have; true when left out. To change them needs the ' +
          'scope `marketing.campaign:send`.',
      }),
    ),
  }),
  output: outputSchemaOf(template),
  emits: [templateUpdated, campaignUpdated],
  reasons: [templateError, reasons.writeContended, sendNotAllowed],
  example: { templateId: madeFirst('marketing.template'), subject: 'Welcome aboard' },
  async handle(ctx, input) {
    const { pinScheduled = true, ...body } = input
    const { id, patch, options } = splitUpdate(template, body)
    const before = await ctx.store.get(template, id)
    await checkTopic(ctx, patch.topic)
    const isRewritten = texts.some((name) => patch[name] !== undefined)
    const compiled = isRewritten ? await compileTexts(ctx, textsOf({ ...before, ...patch })) : undefined
    return ctx.once((inner) =>
      inner.atomic(async (writing) => {
        await holdRecords(writing, [{ of: template, id: patch.layoutId, path: 'layoutId' }])
        const record = await rewrite(writing, { id, patch, options, compiled, basedOn: before.version })
        if (pinScheduled === false) await moveScheduled(writing, record)
        if (record.type === 'page' && compiled !== undefined)
          writing.later(followLayout, { layoutId: id }, writing.now())
        return presented(writing, record)
      }),
    )
  },
})

/** Delete. */
export const deleteTemplate = operation('marketing.template.delete', {
  route: 'POST /api/marketing/template/delete',
  title: 'Delete Template',
  description: 'Deletes a template. One that others refer to is refused, unless `force` is sent.',
  scope: 'marketing.template:write',
  input: closed({
    templateId: idOf('tpl'),
    force: Type.Optional(flag({ description: 'Whether it is deleted while others refer to it.' })),
    ifVersion: ifVersion(),
  }),
  output: closed({
    id: idOf('tpl', { description: 'The template.' }),
    status: oneOf(['archived'], { description: 'Always `archived`.' }),
  }),
  emits: [templateDeleted],
  reasons: [templateInUse],
  example: { templateId: madeFirst('marketing.template') },
  handle: (ctx, input) =>
    ctx.once((inner) =>
      inner.atomic(async (writing) => {
        // A record that is about to name the template is written first, or finds it gone.
        await lockForUpdate(writing, template, input.templateId)
        await writing.store.get(template, input.templateId)
        const users = input.force === true ? [] : await templateUsers(writing, input.templateId)
        if (users.length > 0) throw problem(templateInUse, { details: { users } })
        const { id } = await writing.store.remove(template, input.templateId, versionOf(input))
        return { id, status: 'archived' as const }
      }),
    ),
})

/** Gives scheduled campaigns the newest version. */
async function moveScheduled(ctx: Ctx, { id, currentVersion }: Template): Promise<void> {
  const rows = await ctx.db.rows(findScheduled, [ctx.account.id, rowId('tpl', id), currentVersion, scheduledMax])
  // A scheduled campaign leaves by itself: its version decides which mail leaves.
  if (rows.length > 0) checkSendRight(ctx)
  for (const row of rows) {
    const campaignId = encodeId(campaign.prefix, ctx.account.id, row.id)
    await ctx.store.update(campaign, campaignId, { patch: { templateVersion: currentVersion } })
  }
}

async function checkTopic(ctx: Ctx, topic: string | null | undefined): Promise<void> {
  if (typeof topic === 'string') await checkTopics(ctx, [topic], 'topic')
}

async function presented(ctx: Ctx, record: Template) {
  const [shown] = await present({ ctx, audience: 'owner' }, template, [record])
  return { ...shown, id: record.id }
}

const findScheduled = statement(
  'marketing_campaign.scheduledWith',
  'account',
  `select id from marketing_campaign where account_id = $1 and template_id = $2 and deleted_at is null
     and status = 'scheduled' and template_version is distinct from $3 order by created_at, id limit $4 for update`,
)
