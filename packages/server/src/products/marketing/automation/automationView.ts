import { Type, type Static, type TProperties } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { dateTime, idOf, line, nullable, oneOf, prose, whole } from '#kit/values/fields.ts'
import { present } from '#kit/nouns/resource.ts'
import { closed } from '#kit/nouns/standard.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { automation, type Automation } from './automation.ts'
import { countsOf } from './automationRows.ts'
import {
  definitionInput,
  entryInput,
  goalInput,
  settingsInput,
  triggerInput,
  type Definition,
} from './definitionFields.ts'
import { filterInput } from '#kit/filter/filter.ts'

const counter = (description: string) => whole(0, Number.MAX_SAFE_INTEGER, { description })

/** Numbers of runs of an automation. */
export const statsOutput = closed(
  {
    entered: counter('Runs begun.'),
    active: counter('Runs that are going on.'),
    completed: counter('Runs that came to an end of the graph or to the goal.'),
    exited: counter('Runs that left early.'),
    failed: counter('Runs that failed.'),
    goalReached: counter('Runs that reached the goal.'),
    perNode: Type.Array(
      closed({
        nodeId: line(40, { description: 'The node.' }),
        in: counter('Arrivals.'),
        out: counter('Departures.'),
        waiting: counter('Runs at the node.'),
        failed: counter('Runs that failed there.'),
      }),
      { description: 'Numbers per node.' },
    ),
  },
  { title: 'AutomationStats', description: 'Numbers of runs.' },
)

/** Stats of an automation. */
export type Stats = Static<typeof statsOutput>

/** States of a run. */
export const runStates = ['active', 'completed', 'exited', 'failed'] as const

/** A run of a contact, as an output. */
export const runOutput = closed(
  {
    runId: idOf('run', { description: 'The run.' }),
    contactId: idOf('con', { description: 'The contact.' }),
    status: oneOf(runStates, { description: 'State.' }),
    definitionVersion: whole(1, 1_000_000, { description: 'Version of the definition that it runs on.' }),
    currentNodeId: nullable(line(40, { description: 'Node at which it is or ended.' })),
    startedAt: dateTime({ description: 'Time of entering.' }),
    arrivedAt: dateTime({ description: 'Time of arrival at the current node.' }),
    dueAt: nullable(dateTime({ description: 'Time of the next step at the latest.' })),
    endedAt: nullable(dateTime({ description: 'Time of the end.' })),
    reason: nullable(line(200, { description: 'Cause of the end.' })),
    history: Type.Array(
      closed({
        nodeId: line(40, { description: 'The node.' }),
        iteration: whole(0, 2_147_483_647, { description: 'Number of the step.' }),
        at: dateTime({ description: 'Time of the step.' }),
        outcome: prose(200, { description: 'Result: `done`, `waited`, `matched`, `case1`, `skipped: capped` …' }),
      }),
      { description: 'Steps, the last 200.' },
    ),
  },
  { title: 'AutomationRun', description: 'Passage of a contact.' },
)

/** Properties of a whole automation beside its record: its definition and its numbers. */
export const automationShape: TProperties = {
  trigger: triggerInput,
  entry: entryInput,
  nodes: definitionInput.nodes,
  exitWhen: nullable(filterInput('Contacts that match leave at their next step.')),
  goal: nullable(goalInput),
  settings: settingsInput,
  stats: statsOutput,
  warnings: Type.Array(
    closed({
      nodeId: nullable(line(40, { description: 'The node; null for the whole definition.' })),
      message: prose(300, { description: 'Advice.' }),
    }),
    { description: 'Advice about the definition.' },
  ),
}

/** A whole automation as a response. */
export async function presentAutomation(ctx: Ctx, record: Automation, definition: Definition) {
  const [presented] = await present({ ctx, audience: 'owner' }, automation, [record])
  const [stats] = await statsOf(ctx, [record.id], [definition])
  const { trigger, entry = {}, nodes, exitWhen = null, goal = null, settings = {} } = definition
  const parts = { trigger, entry, nodes, exitWhen, goal, settings }
  return { ...presented, ...parts, stats, warnings: warningsOf(definition, await templatesWithTopic(ctx, definition)) }
}

type Warning = { nodeId: string | null; message: string }

/** Row ids of the templates of a definition whose mails have a topic by their template. */
async function templatesWithTopic(ctx: Ctx, { nodes }: Definition): Promise<ReadonlySet<string>> {
  const uuids = nodes.flatMap(({ templateId }) => (templateId === undefined ? [] : [uuidOf('tpl', templateId)]))
  const rows = uuids.length === 0 ? [] : await ctx.db.rows(findWithTopic, [ctx.account.id, uuids])
  return new Set(rows.flatMap(({ id }) => id ?? []))
}

const findWithTopic = statement(
  'marketing_template.findWithTopic',
  'account',
  `select id from marketing_template where account_id = $1 and id = any($2::uuid[]) and topic is not null`,
)

/** Advice about a definition that runs but may not do what its author means. */
function warningsOf({ nodes, settings, trigger }: Definition, withTopic: ReadonlySet<string>): Warning[] {
  const warnings: Warning[] = []
  for (const { nodeId, type, topic, inline, templateId } of nodes) {
    const template = templateId === undefined ? null : uuidOf('tpl', templateId)
    const hasTopic = topic !== undefined || (template !== null && withTopic.has(template))
    if (type === 'sendEmail' && !hasTopic) {
      warnings.push({ nodeId, message: 'The mail has no topic: a contact can only unsubscribe from everything.' })
    }
    if (type === 'sendEmail' && inline?.format === 'html' && !/unsubscribe/i.test(inline.body)) {
      warnings.push({ nodeId, message: 'The body has no link to unsubscribe; the mail gets it in its headers alone.' })
    }
  }
  const sends = nodes.some(({ type }) => type === 'sendEmail' || type === 'sendSms')
  if (sends && settings?.quietHours === undefined && trigger.type !== 'manual') {
    warnings.push({ nodeId: null, message: 'There are no quiet hours: messages leave at any hour.' })
  }
  return warnings.slice(0, 50)
}

/** Numbers of automations, in order. Without its definition, an automation has no numbers per node. */
export async function statsOf(
  ctx: Ctx,
  ids: readonly string[],
  definitions: readonly (Definition | undefined)[] = [],
): Promise<Stats[]> {
  const uuids = ids.map((id) => uuidOf('aut', id))
  const rows = ids.length === 0 ? [] : await ctx.db.rows(countsOf, [ctx.account.id, uuids])
  const counts = new Map(rows.map((row) => [`${row.automation_id} ${row.node_id} ${row.kind}`, row.count ?? 0]))
  return uuids.map((uuid, index) => {
    const count = (nodeId: string, kind: string) => counts.get(`${uuid} ${nodeId} ${kind}`) ?? 0
    const whole = (kind: string) => count('', kind)
    const ended = whole('completed') + whole('exited') + whole('failed')
    const nodes = definitions[index]?.nodes ?? []
    return {
      entered: whole('entered'),
      active: Math.max(0, whole('entered') - ended),
      completed: whole('completed'),
      exited: whole('exited'),
      failed: whole('failed'),
      goalReached: whole('goalReached'),
      perNode: nodes.map(({ nodeId }) => ({
        nodeId,
        in: count(nodeId, 'in'),
        out: count(nodeId, 'out'),
        waiting: Math.max(0, count(nodeId, 'in') - count(nodeId, 'out')),
        failed: count(nodeId, 'failed'),
      })),
    }
  })
}
