import type { RowOf } from '#kit/call/context.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import { listPaging, readListPage, type InnerList } from '#kit/nouns/innerList.ts'
import { dateTime, idOf, whole } from '#kit/values/fields.ts'
import { statement } from '#kit/call/statement.ts'
import { closed, listPageOf } from '#kit/nouns/standard.ts'
import { getAutomationRecord } from './automationReach.ts'
import { automationRow } from './automationUpdate.ts'

const versionMax = 1_000_000
/** Active runs that one response counts: an automation may hold far more. */
const countedMax = 100_000

/** Versions: each definition that the automation had, with the running contacts that are pinned to it. */
export const listAutomationVersions = companion(
  operation('marketing.automation.versions', {
    route: 'POST /api/marketing/automation/versions',
    title: 'Get Versions of an Automation',
    description:
      'Lists the versions of the definition, the newest first, with the runs that are going on in each. ' +
      '`automation/get` with `version` has the definition.',
    scope: 'marketing.automation:read',
    isRead: true,
    input: closed({
      automationId: idOf('aut', { description: 'The automation.' }),
      ...listPaging,
    }),
    output: listPageOf(
      closed({
        version: whole(1, versionMax, { description: 'Number.' }),
        createdAt: dateTime({ description: 'Time of the change.' }),
        nodeCount: whole(0, 100, { description: 'Nodes of the definition.' }),
        activeRuns: whole(0, countedMax, { description: `Runs on it that are going on, of ${countedMax} at most.` }),
      }),
    ),
    example: { automationId: madeFirst('marketing.automation') },
    async handle(ctx, { automationId, ...paging }) {
      const record = await getAutomationRecord(ctx, { name: 'automationId', value: automationId })
      const key = [ctx.account.id, automationRow(record)] as const
      const versions: InnerList<RowOf<typeof readVersions>> = {
        name: `versions ${automationId}`,
        read: ([before] = [versionMax + 1], most) => ctx.db.rows(readVersions, [...key, before, most]),
        keysOf: ({ version }) => [version],
      }
      const { items, pagination } = await readListPage(ctx, versions, paging)
      const runs = await ctx.db.rows(countRuns, [...key, countedMax])
      const active = new Map(runs.map((row) => [row.version, row.count ?? 0]))
      const shown = items.map((row) => ({
        version: row.version,
        createdAt: row.created_at,
        nodeCount: row.node_count ?? 0,
        activeRuns: active.get(row.version) ?? 0,
      }))
      return { items: shown, pagination }
    },
  }),
)

/** Parameters: account, automation, version, most. */
const readVersions = statement(
  'marketing_automation_version.list',
  'account',
  `select version, created_at, jsonb_array_length(definition -> 'nodes') as node_count
   from marketing_automation_version
   where account_id = $1 and automation_id = $2 and version < $3 order by version desc limit $4`,
)

/** Parameters: account, automation, most. */
const countRuns = statement(
  'marketing_automation_run.countByVersion',
  'account',
  `select version, count(*)::int as count from (
     select version from marketing_automation_run
     where account_id = $1 and automation_id = $2 and status = 'active' limit $3
   ) as active group by version`,
)
