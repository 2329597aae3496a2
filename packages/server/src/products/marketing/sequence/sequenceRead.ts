import { Type } from '#kit/values/schema.ts'
import type { Condition } from '#kit/call/context.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import { clientReference, idOf, oneOf } from '#kit/values/fields.ts'
import { queryOf, type ListOptions } from '#kit/call/paging.ts'
import { exactlyOne } from '#kit/call/recordReach.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { innerPaging, innerPagination } from '#kit/nouns/innerList.ts'
import { outputSchemaOf, present } from '#kit/nouns/resource.ts'
import { closed, listInput, listPageOf } from '#kit/nouns/standard.ts'
import { pageOfRuns } from '#products/marketing/automation/automationRuns.ts'
import { sequence } from './sequence.ts'
import {
  enrolmentOutput,
  enrolmentsOf,
  presentSequence,
  sequenceShape,
  sequenceStatsOutput,
  sourceOf,
  statsOfSequence,
} from './sequenceView.ts'

/** Get. */
export const getSequence = operation('marketing.emailSequence.get', {
  route: 'POST /api/marketing/emailSequence/get',
  title: 'Get Email Sequence',
  description: 'Gets a sequence with its steps; `include` adds numbers per step, or enrolments, the newest first.',
  scope: 'marketing.emailSequence:read',
  isRead: true,
  input: closed({
    emailSequenceId: Type.Optional(idOf('seq', { description: 'The sequence.' })),
    clientReference: Type.Optional(clientReference()),
    include: Type.Optional(
      Type.Array(oneOf(['stats', 'enrolments']), {
        maxItems: 2,
        uniqueItems: true,
        description: 'Further parts of the response.',
      }),
    ),
    ...innerPaging,
  }),
  output: outputSchemaOf(sequence, {
    ...sequenceShape,
    stats: Type.Optional(sequenceStatsOutput),
    enrolments: Type.Optional(Type.Array(enrolmentOutput, { description: 'Enrolments, the newest first.' })),
    ...innerPagination,
  }),
  example: { emailSequenceId: madeFirst('marketing.emailSequence') },
  async handle(ctx, input) {
    const { name, value } = exactlyOne(input, ['emailSequenceId', 'clientReference'])
    const record =
      name === 'emailSequenceId' ? await ctx.store.get(sequence, value) : await ctx.store.findBy(sequence, name, value)
    if (record === undefined) throw problem(reasons.notFound)
    const source = await sourceOf(ctx, record)
    const { include = [], pagination = {} } = input
    const presented = await presentSequence(ctx, record, source)
    const stats = include.includes('stats') ? { stats: await statsOfSequence(ctx, record, source) } : {}
    if (!include.includes('enrolments')) return { ...presented, ...stats }
    const { runs, ...page } = await pageOfRuns(ctx, { automationId: record.automationId, ...pagination })
    return { ...presented, ...stats, enrolments: enrolmentsOf(runs), ...page }
  },
})

const options: ListOptions = { sorts: ['-createdAt', 'createdAt', 'updatedAt', '-updatedAt', 'name', '-name'] }

/** Get All. */
export const listSequences = companion(
  operation('marketing.emailSequence.all', {
    route: 'POST /api/marketing/emailSequence/all',
    title: 'Get All Email Sequences',
    description: 'Lists email sequences, without their steps.',
    scope: 'marketing.emailSequence:read',
    isRead: true,
    input: listInput(sequence, options),
    output: listPageOf(outputSchemaOf(sequence)),
    example: { limit: 10 },
    async handle(ctx, input) {
      const asked = queryOf(input, options)
      const conditions: Condition[] = asked.conditions ?? []
      const page = await ctx.store.list(sequence, { ...asked, conditions })
      return { ...page, items: await present({ ctx, audience: 'owner' }, sequence, page.items) }
    },
  }),
)
