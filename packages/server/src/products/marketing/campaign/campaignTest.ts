import type { Ctx } from '#kit/call/context.ts'
import { email, flag, idOf, nullable } from '#kit/values/fields.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import { field, invalid, unknownReference } from '#kit/call/problem.ts'
import { closed } from '#kit/nouns/standard.ts'
import { Type } from '#kit/values/schema.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import { encodeId, uuidv7 } from '#kit/values/ids.ts'
import type { OutgoingMail } from '#platform/mail/mailPort.ts'
import { contact } from '#products/marketing/contact/contact.ts'
import { deliverBy, holdOf, wayOf } from '#products/marketing/integration/sendingWay.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { mailData } from '#products/marketing/template/mailData.ts'
import { compileTexts, renderTexts } from '#products/marketing/template/templateCompile.ts'
import { templateError } from '#products/marketing/template/templateErrors.ts'
import { checkMayRead, invented } from '#products/marketing/template/previewContact.ts'
import { findVersion } from '#products/marketing/template/templateVersions.ts'
import { template } from '#products/marketing/template/template.ts'
import { checkSender } from './campaignSender.ts'
import { senderUnverified } from '#products/marketing/domain/senderRight.ts'
import { integrationUnavailable } from '#products/marketing/integration/integration.ts'
import { campaign, type Campaign } from './campaign.ts'
import { sampleAudience } from './campaignAudience.ts'

const toMax = 5

/** Test send: the mail of a campaign to addresses of your own, outside all counts. */
export const sendTest = companion(
  operation('marketing.campaign.test', {
    route: 'POST /api/marketing/campaign/test',
    title: 'Test Campaign',
    description:
      'Sends the mail of a campaign to up to five addresses, as one contact would get it. Nothing is counted.',
    scope: 'marketing.campaign:send',
    input: closed({
      campaignId: idOf('cmp', { description: 'The campaign.' }),
      to: Type.Array(email(), { minItems: 1, maxItems: toMax, description: 'Addresses.' }),
      contactId: Type.Optional(idOf('con', { description: 'Contact whose data fills the mail.' })),
    }),
    output: closed({ sent: flag({ description: 'Always true: the mails leave right after.' }) }),
    reasons: [templateError, integrationUnavailable, senderUnverified],
    example: { campaignId: madeFirst('marketing.campaign'), to: ['mira@example.com'] },
    async handle(ctx, { campaignId, to, contactId }) {
      checkMayRead(ctx, contactId)
      const record = await ctx.store.get(campaign, campaignId)
      if (record.channel !== 'email') throw invalid(field('campaignId', 'notAllowed', 'must be a campaign of mail'))
      await checkSender(ctx, record)
      if (contactId !== undefined && (await ctx.store.find(contact, contactId)) === undefined) {
        throw invalid(unknownReference('contactId'))
      }
      await mailOf(ctx, record, contactId)
      const testId = uuidv7(ctx.now().getTime())
      return ctx.once(async (inner) =>
        inner.atomic(async (writing) => {
          for (const address of to) {
            writing.later(
              sendTestMail,
              { campaignId, contactId: contactId ?? null, to: address, testId },
              writing.now(),
            )
          }
          await writing.audit({ action: 'marketing.campaign.tested', target: campaignId, changes: { to: to.length } })
          return { sent: true }
        }),
      )
    },
  }),
)

/** Sends one mail of a test. */
export const sendTestMail = outboundTask(
  'marketing.campaign.test',
  'Sends the mail of a campaign for a test.',
  Type.Object({
    campaignId: Type.String(),
    contactId: nullable(Type.String()),
    to: Type.String(),
    testId: Type.String(),
  }),
  async (ctx, { campaignId, contactId, to, testId }) => {
    const record = await ctx.store.find(campaign, campaignId)
    if (record === undefined) return
    const rendered = await mailOf(ctx, record, contactId ?? undefined)
    const mail: OutgoingMail = {
      messageId: `<${testId}.${Buffer.from(to).toString('hex').slice(0, 40)}@test.fairground>`,
      to,
      subject: `[Test] ${rendered.subject}`,
      text: rendered.text,
      ...(rendered.html === null ? {} : { html: rendered.html }),
      ...senderOf(record),
      headers: {},
    }
    const way = await wayOf(ctx, record.integrationId === null ? null : rowId('int', record.integrationId))
    if (holdOf(ctx, way) !== undefined) throw new Error('the integration is not usable now')
    const delivered = await deliverBy(ctx, way, mail)
    if (delivered.state === 'deferred') throw new Error(delivered.reply)
  },
)

/** The mail of a campaign for a contact; for an invented one without. Throws template_error. */
export async function mailOf(ctx: Ctx, record: Campaign, contactId: string | undefined) {
  const content = await contentOf(ctx, record)
  const person = contactId === undefined ? invented(ctx) : await ctx.store.get(contact, contactId)
  return renderTexts(ctx, content, mailData(ctx, person, { variables: record.variables }))
}

type Content = Pick<
  Campaign,
  'templateId' | 'templateVersion' | 'format' | 'body' | 'subject' | 'preheader' | 'textBody'
>

/** Contacts for which a mail is made before it may leave. */
const samplesMax = 3

type Sampled = Parameters<typeof contentOf>[1] & Pick<Campaign, 'audience' | 'filter' | 'variables'>

/** Makes the mail of a campaign for contacts of its audience. Throws template_error. Call outside a transaction. */
export async function checkSamples(ctx: Ctx, of: Sampled): Promise<void> {
  if (of.templateId !== null && (await ctx.store.find(template, of.templateId)) === undefined) return
  const content = await contentOf(ctx, of)
  for (const uuid of await sampleAudience(ctx, of, samplesMax)) {
    const person = await ctx.store.find(contact, encodeId(contact.prefix, ctx.account.id, uuid))
    if (person !== undefined) await renderTexts(ctx, content, mailData(ctx, person, { variables: of.variables }))
  }
}

async function contentOf(ctx: Ctx, { templateId, templateVersion, format, body, ...texts }: Content) {
  if (templateId === null) {
    const { subject, preheader, textBody } = texts
    return compileTexts(ctx, { format: format ?? 'markdown', body: body ?? '', subject, preheader, textBody })
  }
  const found = await ctx.store.find(template, templateId)
  const version = templateVersion ?? found?.currentVersion
  const content = version === undefined ? undefined : await findVersion(ctx, rowId('tpl', templateId), version)
  if (content === undefined) throw invalid(field('campaignId', 'reference', 'has a template that is gone'))
  return content
}

function senderOf({ from, replyTo }: Campaign): Pick<OutgoingMail, 'from' | 'replyTo'> {
  const sender = from?.email === undefined ? {} : { from: { name: from.name ?? '', address: from.email } }
  return { ...sender, ...(replyTo === null ? {} : { replyTo }) }
}
