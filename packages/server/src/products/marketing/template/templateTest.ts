import type { Ctx } from '#kit/call/context.ts'
import { email, flag, idOf, nullable } from '#kit/values/fields.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import { field, invalid, unknownReference } from '#kit/call/problem.ts'
import { closed } from '#kit/nouns/standard.ts'
import { Type } from '#kit/values/schema.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { mailPort, type OutgoingMail } from '#platform/mail/mailPort.ts'
import { contact } from '#products/marketing/contact/contact.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { mailData } from './mailData.ts'
import { checkMayRead, invented } from './previewContact.ts'
import { template } from './template.ts'
import { renderTexts } from './templateCompile.ts'
import { templateError } from './templateErrors.ts'
import { withDefaults } from './templateVariables.ts'
import { findVersion } from './templateVersions.ts'

const toMax = 5

/** Test: the mail of a template to addresses of your own. */
export const testTemplate = companion(
  operation('marketing.template.test', {
    route: 'POST /api/marketing/template/test',
    title: 'Test Template',
    description:
      'Sends the saved texts of a template to up to five addresses, filled with the data of a contact or an invented ' +
      'one. Nothing is counted, and no link to unsubscribe works.',
    scope: 'marketing.campaign:send',
    input: closed({
      templateId: idOf('tpl', { description: 'The template; one of type `email`.' }),
      to: Type.Array(email(), { minItems: 1, maxItems: toMax, description: 'Addresses.' }),
      contactId: Type.Optional(idOf('con', { description: 'Contact whose data fills the mail.' })),
    }),
    output: closed({ sent: flag({ description: 'Always true: the mails leave right after.' }) }),
    reasons: [templateError],
    example: { templateId: madeFirst('marketing.template'), to: ['mira@example.com'] },
    async handle(ctx, { templateId, to, contactId }) {
      checkMayRead(ctx, contactId)
      const record = await ctx.store.get(template, templateId)
      if (record.type !== 'email') throw invalid(field('templateId', 'kind', 'must be a template of type email'))
      if (contactId !== undefined && (await ctx.store.find(contact, contactId)) === undefined) {
        throw invalid(unknownReference('contactId'))
      }
      await renderedTest(ctx, templateId, contactId)
      const testId = uuidv7(ctx.now().getTime())
      return ctx.once(async (inner) =>
        inner.atomic(async (writing) => {
          for (const address of to) {
            const mail = { templateId, contactId: contactId ?? null, to: address, testId }
            writing.later(sendTemplateTest, mail, writing.now())
          }
          await writing.audit({ action: 'marketing.template.tested', target: templateId, changes: { to: to.length } })
          return { sent: true }
        }),
      )
    },
  }),
)

/** Sends one mail of a test of a template. */
export const sendTemplateTest = outboundTask(
  'marketing.template.test',
  'Sends the mail of a template for a test.',
  Type.Object({
    templateId: Type.String(),
    contactId: nullable(Type.String()),
    to: Type.String(),
    testId: Type.String(),
  }),
  async (ctx, { templateId, contactId, to, testId }) => {
    const rendered = await renderedTest(ctx, templateId, contactId ?? undefined)
    const mail: OutgoingMail = {
      messageId: `<${testId}.${Buffer.from(to).toString('hex').slice(0, 40)}@test.fairground>`,
      to,
      subject: `[Test] ${rendered.subject}`,
      text: rendered.text,
      ...(rendered.html === null ? {} : { html: rendered.html }),
      headers: {},
    }
    const delivered = await ctx.port(mailPort).deliver(ctx.account, mail)
    if (delivered.state === 'deferred') throw new Error(delivered.reply)
  },
)

async function renderedTest(ctx: Ctx, templateId: string, contactId: string | undefined) {
  const record = await ctx.store.get(template, templateId)
  const content = await findVersion(ctx, rowId('tpl', templateId), record.currentVersion)
  if (content === undefined) throw invalid(field('templateId', 'reference', 'has no saved texts'))
  const person = contactId === undefined ? invented(ctx) : await ctx.store.get(contact, contactId)
  const variables = withDefaults(content.variables, record.sampleData)
  return renderTexts(ctx, content, mailData(ctx, person, { variables }))
}
