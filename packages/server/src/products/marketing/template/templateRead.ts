import { Type } from '#kit/values/schema.ts'
import type { Condition } from '#kit/call/context.ts'
import { clientReference, dateTime, idOf, line, nullable, oneOf, prose, whole } from '#kit/values/fields.ts'
import { foldName } from '#kit/values/foldedText.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import { invalid, problem, reasons, unknownReference } from '#kit/call/problem.ts'
import { queryOf, type ListOptions } from '#kit/call/paging.ts'
import { exactlyOne } from '#kit/call/recordReach.ts'
import { listPaging, readListPage } from '#kit/nouns/innerList.ts'
import { outputSchemaOf, present } from '#kit/nouns/resource.ts'
import { closed, listInput, listPageOf } from '#kit/nouns/standard.ts'
import { templateFormats } from '#platform/templates/templatesPort.ts'
import { attributesSchema } from '#products/marketing/contact/contactFields.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { mailData } from './mailData.ts'
import { previewContact } from './previewContact.ts'
import { bodyMax, renderedShape, template } from './template.ts'
import { compileTexts, renderTexts } from './templateCompile.ts'
import { templateError } from './templateErrors.ts'
import { withDefaults } from './templateVariables.ts'
import { findVersion, sourceOf, versionsOf } from './templateVersions.ts'

const options: ListOptions = {
  sorts: ['-createdAt', 'createdAt', 'updatedAt', '-updatedAt', 'name', '-name'],
  filters: {
    type: {
      schema: oneOf(['email', 'sms', 'webhook', 'page'], { description: 'Only of this use.' }),
      column: 'type',
      test: 'equals',
    },
  },
}

const { body: _body, textBody: _textBody, ...listed } = outputSchemaOf(template).properties
const listedShape = closed(listed)

/** Get All. */
export const listTemplates = operation('marketing.template.all', {
  route: 'POST /api/marketing/template/all',
  title: 'Get All Templates',
  description: 'Lists templates without their bodies.',
  scope: 'marketing.template:read',
  isRead: true,
  input: closed({
    ...listInput(template, options).properties,
    query: Type.Optional(line(100, { description: 'Part of the name.' })),
  }),
  output: listPageOf(listedShape),
  example: { type: 'email' },
  async handle(ctx, { query, ...input }) {
    const asked = queryOf(input, options)
    const conditions: Condition[] = [...(asked.conditions ?? [])]
    if (query !== undefined) conditions.push({ sql: 'strpos(t.name_key, $1) > 0', values: [foldName(query)] })
    const found = await ctx.store.list(template, { ...asked, conditions })
    const items = await present({ ctx, audience: 'owner' }, template, found.items)
    return { ...found, items: items.map(withoutBodies) }
  },
})

function withoutBodies(shown: Record<string, unknown>) {
  const { body: _body, textBody: _textBody, ...rest } = shown
  return rest
}

const previewInput = closed(
  {
    contactId: Type.Optional(idOf('con', { description: 'Contact to render for.' })),
    data: Type.Optional(attributesSchema('Values in place of `sampleData`.')),
  },
  { description: 'Renders the template.' },
)

/** Get. */
export const getTemplate = operation('marketing.template.get', {
  route: 'POST /api/marketing/template/get',
  title: 'Get Template',
  description:
    'Gets a template, and with `preview` a rendering of it or of an older version for a contact or sample data.',
  scope: 'marketing.template:read',
  isRead: true,
  input: closed({
    templateId: Type.Optional(idOf('tpl')),
    clientReference: Type.Optional(clientReference()),
    version: Type.Optional(whole(1, 2_147_483_647, { description: 'Version of the texts; the newest when left out.' })),
    preview: Type.Optional(previewInput),
  }),
  output: outputSchemaOf(template, {
    rendered: Type.Optional(closed(renderedShape, { description: 'The rendering, with `preview`.' })),
  }),
  reasons: [templateError],
  example: { templateId: madeFirst('marketing.template'), preview: {} },
  async handle(ctx, input) {
    const { templateId, clientReference: reference, version, preview } = input
    const by = exactlyOne({ templateId, clientReference: reference }, ['templateId', 'clientReference'])
    const found =
      by.name === 'templateId' ? ctx.store.find(template, by.value) : ctx.store.findBy(template, by.name, by.value)
    const record = await found
    if (record === undefined) throw problem(reasons.notFound)
    const [newest] = await present({ ctx, audience: 'owner' }, template, [record])
    const uuid = rowId('tpl', record.id)
    const source = version === undefined ? {} : await sourceOf(ctx, uuid, version)
    if (source === undefined) throw unknownVersion()
    const shown = { ...newest, ...source }
    if (preview === undefined) return { ...shown, id: record.id }
    const compiled = await findVersion(ctx, uuid, version ?? record.currentVersion)
    if (compiled === undefined) throw unknownVersion()
    const variables = withDefaults(compiled.variables, { ...record.sampleData, ...preview.data })
    const data = mailData(ctx, await previewContact(ctx, preview.contactId), { variables })
    return {
      ...shown,
      id: record.id,
      rendered: await renderTexts(ctx, compiled, { ...data, ...contactOver(preview, variables) }),
    }
  },
})

function unknownVersion() {
  return invalid(unknownReference('version'))
}

const versionMax = 2_147_483_647

/** Versions of a template. */
export const listVersions = companion(
  operation('marketing.template.versions', {
    route: 'POST /api/marketing/template/versions',
    title: 'Get Versions of a Template',
    description: 'Lists the versions of a template, the newest first. `template/get` with `version` has its texts.',
    scope: 'marketing.template:read',
    isRead: true,
    input: closed({
      templateId: idOf('tpl'),
      ...listPaging,
    }),
    output: listPageOf(
      closed({
        version: whole(1, versionMax, { description: 'Number.' }),
        createdAt: dateTime({ description: 'Time of the change.' }),
        format: oneOf(templateFormats, { description: 'Format of the body.' }),
        subject: nullable(Type.String({ description: 'Subject.' })),
        bytes: whole(0, 10_000_000, { description: 'Size of the compiled HTML, else of the text.' }),
      }),
    ),
    example: { templateId: madeFirst('marketing.template') },
    async handle(ctx, { templateId, ...paging }) {
      await ctx.store.get(template, templateId)
      return readListPage(ctx, versionsOf(ctx, templateId), paging)
    },
  }),
)

/** Preview of texts that are not kept. */
export const previewTemplate = companion(
  operation('marketing.template.preview', {
    route: 'POST /api/marketing/template/preview',
    title: 'Preview Template',
    description: 'Compiles and renders texts without keeping them, as an editor does.',
    scope: 'marketing.template:read',
    isRead: true,
    input: closed({
      format: oneOf(templateFormats, { description: 'Format of `body`.' }),
      subject: Type.Optional(nullable(line(250, { description: 'Subject; Liquid.' }))),
      preheader: Type.Optional(nullable(line(250, { description: 'Text beside the subject; Liquid.' }))),
      body: prose(bodyMax, { description: 'Body; Liquid.' }),
      textBody: Type.Optional(nullable(prose(bodyMax, { description: 'Text part; Liquid.' }))),
      layoutId: Type.Optional(nullable(idOf('tpl', { description: 'Layout around the body.' }))),
      contactId: previewInput.properties.contactId,
      data: previewInput.properties.data,
    }),
    output: closed({
      ...renderedShape,
      usedVariables: Type.Array(Type.String(), { description: 'Names that the texts read.' }),
      links: Type.Array(Type.String(), { description: 'Addresses of links.' }),
      warnings: Type.Array(Type.String(), { description: 'Findings in the texts themselves.' }),
    }),
    reasons: [templateError],
    example: { format: 'markdown', subject: 'Hello', body: 'Hello {{ contact.firstName }}' },
    async handle(ctx, { contactId, data, ...texts }) {
      if (typeof texts.layoutId === 'string') await ctx.store.get(template, texts.layoutId)
      const compiled = await compileTexts(ctx, texts)
      const values = mailData(ctx, await previewContact(ctx, contactId), { variables: data ?? {} })
      const rendered = await renderTexts(ctx, compiled, { ...values, ...contactOver({ contactId }, data ?? {}) })
      const { usedVariables, links, warnings } = compiled
      return { ...rendered, usedVariables, links, warnings }
    },
  }),
)

/** Sample data may hold a contact of its own, where none is named. */
function contactOver({ contactId }: { contactId?: string | undefined }, data: Readonly<Record<string, unknown>>) {
  return contactId === undefined && data['contact'] !== undefined ? { contact: data['contact'] } : {}
}
