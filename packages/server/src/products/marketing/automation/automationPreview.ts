import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import { dateTime, idOf, line, whole } from '#kit/values/fields.ts'
import { field, invalid } from '#kit/call/problem.ts'
import { closed } from '#kit/nouns/standard.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { attributeProblems } from '#products/marketing/contact/contact.ts'
import { attributesSchema } from '#products/marketing/contact/contactFields.ts'
import { contentOf } from '#products/marketing/message/messageContent.ts'
import { ownVariables, withOwnSubject } from '#products/marketing/message/messageOwn.ts'
import { mailData } from '#products/marketing/template/mailData.ts'
import { previewContact } from '#products/marketing/template/previewContact.ts'
import { renderedShape } from '#products/marketing/template/template.ts'
import { compileTexts, renderTexts } from '#products/marketing/template/templateCompile.ts'
import { templateError } from '#products/marketing/template/templateErrors.ts'
import { valuesOfMail } from '#products/marketing/template/templateVariables.ts'
import { getAutomationRecord } from './automationReach.ts'
import { automationRow } from './automationUpdate.ts'
import type { AutomationNode } from './definitionFields.ts'
import { getVersion } from './definitionStore.ts'
import { nodeOf } from './engine.ts'
import { sendingTypes } from './nodeShapes.ts'

const eventInput = closed(
  {
    name: Type.Optional(line(120, { description: 'Name; `preview` when left out.' })),
    at: Type.Optional(dateTime({ description: 'Moment; now when left out.' })),
    properties: Type.Optional(attributesSchema('Properties.')),
  },
  { description: 'The event that the texts read as `event`.' },
)

/** Preview: the message of a node as a contact would get it, with an event of the caller. */
export const previewNode = companion(
  operation('marketing.automation.preview', {
    route: 'POST /api/marketing/automation/preview',
    title: 'Preview Message Of Automation',
    description:
      'Renders the message of a node for a contact and an event of the request, as a run would send it. Its texts ' +
      'read `event.name`, `event.at` and `event.properties`, `run`, and the variables of the node.',
    scope: 'marketing.automation:read',
    isRead: true,
    input: closed({
      automationId: idOf('aut', { description: 'The automation.' }),
      version: Type.Optional(
        whole(1, 1_000_000, { description: 'Version of the definition; the newest when left out.' }),
      ),
      nodeId: line(40, { description: 'Node that sends.' }),
      contactId: Type.Optional(idOf('con', { description: 'The contact; an invented one when left out.' })),
      event: Type.Optional(eventInput),
    }),
    output: closed({
      id: idOf('aut', { description: 'The automation.' }),
      nodeId: line(40, { description: 'The node.' }),
      rendered: closed(renderedShape, { description: 'The message.' }),
    }),
    reasons: [templateError],
    example: { automationId: madeFirst('marketing.automation'), nodeId: 'welcome' },
    async handle(ctx, { automationId, version, nodeId, contactId, event = {} }) {
      const tooMuch = attributeProblems(event.properties ?? {}).map((each) => ({ ...each, path: '/event/properties' }))
      if (tooMuch.length > 0) throw invalid(...tooMuch)
      const record = await getAutomationRecord(ctx, { name: 'automationId', value: automationId })
      const key = { automationId: automationRow(record), version: version ?? record.definitionVersion }
      const node = nodeOf((await getVersion(ctx, key)).definition, nodeId)
      if (node === undefined || !sendingTypes.has(node.type)) {
        throw invalid(field('nodeId', 'reference', 'must be a node that sends'))
      }
      const person = await previewContact(ctx, contactId)
      const texts = withOwnSubject(await textsOf(ctx, node), { subject: node.subjectOverride ?? null })
      const at = ctx.now().toISOString()
      const run = { id: `run_${'0'.repeat(34)}`, automationId, startedAt: at, nodeId, iteration: 0 }
      const own = ownVariables({
        event: { name: 'preview', at, properties: {}, ...event },
        run,
        variables: node.variables,
      })
      const variables = valuesOfMail(texts.variables, own)
      return { id: record.id, nodeId, rendered: await renderTexts(ctx, texts, mailData(ctx, person, { variables })) }
    },
  }),
)

async function textsOf(ctx: Ctx, { templateId, inline, bodyTemplate }: AutomationNode) {
  if (templateId !== undefined) {
    const place = { templateId: uuidOf('tpl', templateId), templateVersion: null, contentId: null }
    const found = await contentOf(ctx, place)
    if (found === undefined) throw invalid(field('nodeId', 'reference', 'has a template that is gone'))
    return found
  }
  const {
    format = 'text',
    body,
    subject = null,
    preheader = null,
    text = null,
  } = inline ?? { body: bodyTemplate ?? '' }
  const compiled = await compileTexts(ctx, { format, body, subject, preheader, textBody: text })
  return { ...compiled, subject, preheader, variables: [] }
}
