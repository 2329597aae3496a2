import { Type } from '#kit/values/schema.ts'
import type { Condition } from '#kit/call/context.ts'
import { madeFirst, operation } from '#kit/nouns/operation.ts'
import { clientReference, idOf, line, oneOf, whole } from '#kit/values/fields.ts'
import { foldName } from '#kit/values/foldedText.ts'
import { queryOf, type ListOptions } from '#kit/call/paging.ts'
import { exactlyOne } from '#kit/call/recordReach.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { innerPaging, innerPagination } from '#kit/nouns/innerList.ts'
import { outputSchemaOf, present } from '#kit/nouns/resource.ts'
import { closed, listInput, listPageOf } from '#kit/nouns/standard.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { contact } from '#products/marketing/contact/contact.ts'
import { automation } from './automation.ts'
import { getAutomationRecord } from './automationReach.ts'
import { pageOfRuns } from './automationRuns.ts'
import { automationShape, presentAutomation, runOutput, runStates, statsOf, statsOutput } from './automationView.ts'
import { getVersion } from './definitionStore.ts'

/** Get. */
export const getAutomation = operation('marketing.automation.get', {
  route: 'POST /api/marketing/automation/get',
  title: 'Get Automation',
  description:
    'Gets an automation with its definition and its numbers. `include: ["runs"]` adds runs, the newest first, with ' +
    'their steps; `contactId` those of one contact.',
  scope: 'marketing.automation:read',
  isRead: true,
  input: closed({
    automationId: Type.Optional(idOf('aut', { description: 'The automation.' })),
    clientReference: Type.Optional(clientReference()),
    include: Type.Optional(
      Type.Array(oneOf(['stats', 'runs', 'definition']), {
        maxItems: 3,
        uniqueItems: true,
        description: 'Parts of the response; numbers and definition are always there.',
      }),
    ),
    version: Type.Optional(
      whole(1, 1_000_000, { description: 'Version of the definition; the newest when left out.' }),
    ),
    contactId: Type.Optional(idOf('con', { description: 'Only runs of this contact.' })),
    runStatus: Type.Optional(oneOf(runStates, { description: 'Only runs in this state.' })),
    ...innerPaging,
  }),
  output: outputSchemaOf(automation, {
    ...automationShape,
    runs: Type.Optional(Type.Array(runOutput, { description: 'Runs, the newest first.' })),
    ...innerPagination,
  }),
  example: { automationId: madeFirst('marketing.automation') },
  async handle(ctx, input) {
    const record = await getAutomationRecord(ctx, exactlyOne(input, ['automationId', 'clientReference']))
    if (input.contactId !== undefined) await ctx.store.get(contact, input.contactId)
    const version = input.version ?? record.definitionVersion
    if (version > record.definitionVersion) throw problem(reasons.notFound)
    const key = { automationId: String(uuidOf('aut', record.id)), version }
    const { definition } = await getVersion(ctx, key)
    const presented = { ...(await presentAutomation(ctx, record, definition)), definitionVersion: version }
    const { contactId, runStatus, pagination = {}, include = [] } = input
    if (contactId === undefined && !include.includes('runs')) return presented
    return {
      ...presented,
      ...(await pageOfRuns(ctx, { automationId: record.id, contactId, status: runStatus, ...pagination })),
    }
  },
})

const options: ListOptions = { sorts: ['-createdAt', 'createdAt', 'updatedAt', '-updatedAt', 'name', '-name'] }
const { status: _status, ...paging } = listInput(automation, options).properties

/** Get All: automations without their definitions. */
export const listAutomations = operation('marketing.automation.all', {
  route: 'POST /api/marketing/automation/all',
  title: 'Get All Automations',
  description: 'Lists automations with their numbers, without their nodes.',
  scope: 'marketing.automation:read',
  isRead: true,
  input: closed({
    ...paging,
    status: Type.Optional(
      Type.Array(oneOf(Object.keys(automation.states)), {
        maxItems: 5,
        uniqueItems: true,
        description: 'Only in one of these states.',
      }),
    ),
    query: Type.Optional(line(100, { description: 'First letters of the name.' })),
  }),
  output: listPageOf(outputSchemaOf(automation, { stats: statsOutput })),
  example: { limit: 10 },
  async handle(ctx, { status, query, ...input }) {
    const conditions: Condition[] = [{ sql: `t.kind = 'automation'`, values: [] }]
    if (status !== undefined) conditions.push({ sql: 't.status = any($1::text[])', values: [status] })
    if (query !== undefined) {
      const prefix = `${foldName(query).replace(/[\\%_]/g, '\\$&')}%`
      conditions.push({ sql: 't.name_key like $1', values: [prefix] })
    }
    const page = await ctx.store.list(automation, { ...queryOf(input, options), conditions, isPlannedAnew: true })
    const stats = await statsOf(
      ctx,
      page.items.map(({ id }) => id),
    )
    const items = await present({ ctx, audience: 'owner' }, automation, page.items)
    return { ...page, items: items.map((item, index) => ({ ...item, stats: stats[index] })) }
  },
})
