import { Type, type TProperties } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { dateTime, idOf, line, nullable, oneOf, whole } from '#kit/values/fields.ts'
import { present } from '#kit/nouns/resource.ts'
import { closed } from '#kit/nouns/standard.ts'
import { statement } from '#kit/call/statement.ts'
import { uuidOf } from '#platform/db/columns.ts'
import type { pageOfRuns } from '#products/marketing/automation/automationRuns.ts'
import { replyToInput, senderInput } from '#products/marketing/automation/definitionFields.ts'
import { statsOf } from '#products/marketing/automation/automationView.ts'
import { getVersion } from '#products/marketing/automation/definitionStore.ts'
import { sequence, type Sequence } from './sequence.ts'
import { sendNodeId } from './sequenceCompile.ts'
import { enrolInput, sequenceInput, stopOnInput, type SequenceSource } from './sequenceFields.ts'

const counter = (description: string) => whole(0, Number.MAX_SAFE_INTEGER, { description })

/** Numbers of enrolments of a sequence. */
export const sequenceStatsOutput = closed(
  {
    enrolled: counter('Enrolments.'),
    active: counter('Enrolments that are going on.'),
    completed: counter('Enrolments that got every mail, or reached the goal.'),
    stopped: counter('Enrolments that ended early.'),
    failed: counter('Enrolments that failed.'),
    steps: Type.Array(
      closed({
        stepId: line(30, { description: 'The step.' }),
        sent: counter('Mails.'),
        opened: counter('Mails that were opened by a person.'),
        clicked: counter('Mails with a link that a person followed.'),
        replied: counter('Mails that were replied to.'),
        stopped: counter('Enrolments that ended before the mail.'),
      }),
      { description: 'Numbers per step.' },
    ),
  },
  { title: 'EmailSequenceStats', description: 'Numbers of enrolments.' },
)

/** Properties of a whole sequence beside its record. */
export const sequenceShape: TProperties = {
  steps: sequenceInput.steps,
  stopOn: stopOnInput,
  enrol: enrolInput,
  timezoneMode: oneOf(['contact', 'account'], { description: 'Clock of send windows.' }),
  reEntry: oneOf(['never', 'afterExit'], { description: 'Whether a contact may be enrolled again.' }),
  from: nullable(senderInput),
  replyTo: nullable(replyToInput),
  topic: nullable(line(60, { description: 'Subscription topic of the mails; that of their templates when null.' })),
  integrationId: nullable(idOf('int', { description: 'Integration that sends; null for the default one.' })),
  enrolled: counter('Enrolments so far.'),
}

/** An enrolment of a contact, as an output. */
export const enrolmentOutput = closed(
  {
    enrolmentId: idOf('run', { description: 'The enrolment.' }),
    contactId: idOf('con', { description: 'The contact.' }),
    status: oneOf(['active', 'completed', 'stopped', 'failed'], { description: 'State.' }),
    currentStepId: nullable(line(30, { description: 'Step at which it is or ended.' })),
    startedAt: dateTime({ description: 'Time of the enrolment.' }),
    dueAt: nullable(dateTime({ description: 'Time of the next step at the latest.' })),
    endedAt: nullable(dateTime({ description: 'Time of the end.' })),
    reason: nullable(line(200, { description: 'Cause of the end.' })),
  },
  { title: 'EmailSequenceEnrolment', description: 'Passage of a contact through a sequence.' },
)

type Runs = Awaited<ReturnType<typeof pageOfRuns>>['runs']

/** Enrolments as the runs of a sequence's automation. */
export function enrolmentsOf(runs: Runs) {
  return runs.map(({ runId, contactId, status, currentNodeId, startedAt, dueAt, endedAt, reason }) => ({
    enrolmentId: runId,
    contactId,
    status: status === 'exited' ? ('stopped' as const) : status,
    currentStepId: currentNodeId === null ? null : currentNodeId.slice(currentNodeId.indexOf('_') + 1),
    startedAt,
    dueAt,
    endedAt,
    reason,
  }))
}

/** The parts of a sequence at a version. */
export async function sourceOf(
  ctx: Ctx,
  { automationId, definitionVersion: version }: Sequence,
): Promise<SequenceSource> {
  const { source } = await getVersion(ctx, { automationId: String(uuidOf('aut', automationId)), version })
  // cast: a version of a sequence has the source that its create or update has checked.
  return source as SequenceSource
}

/** A whole sequence as a response. */
export async function presentSequence(ctx: Ctx, record: Sequence, source: SequenceSource) {
  const [presented] = await present({ ctx, audience: 'owner' }, sequence, [record])
  const [stats] = await statsOf(ctx, [record.automationId])
  const { steps, stopOn = {}, enrol = {}, timezoneMode = 'contact', reEntry = 'never' } = source
  const { from = null, replyTo = null, topic = null, integrationId = null } = source
  const parts = { steps, stopOn, enrol, timezoneMode, reEntry, from, replyTo, topic, integrationId }
  return { ...presented, ...parts, enrolled: stats?.entered ?? 0 }
}

/** Numbers of a sequence: enrolments by the counters of its automation, answers by its messages. */
export async function statsOfSequence(ctx: Ctx, { automationId }: Sequence, { steps }: SequenceSource) {
  const [stats] = await statsOf(ctx, [automationId], [])
  const values = [ctx.account.id, uuidOf('aut', automationId)]
  const answers = new Map((await ctx.db.rows(answersOf, values)).map((row) => [row.node_id, row]))
  const stops = await ctx.db.rows(stoppedAt, values)
  return {
    enrolled: stats?.entered ?? 0,
    active: stats?.active ?? 0,
    completed: stats?.completed ?? 0,
    stopped: stats?.exited ?? 0,
    failed: stats?.failed ?? 0,
    steps: steps.map(({ stepId }) => {
      const { sent, opened, clicked, replied } = answers.get(sendNodeId(stepId)) ?? noAnswers
      const here = stops.filter((row) => isOfStep(row.node_id ?? '', stepId)).map((row) => row.stopped ?? 0)
      return {
        stepId,
        sent: sent ?? 0,
        opened: opened ?? 0,
        clicked: clicked ?? 0,
        replied: replied ?? 0,
        stopped: here.reduce((sum, each) => sum + each, 0),
      }
    }),
  }
}

const noAnswers = { sent: 0, opened: 0, clicked: 0, replied: 0 }

function isOfStep(nodeId: string, stepId: string): boolean {
  return ['wait_', 'if_', 'send_'].some((kind) => nodeId === `${kind}${stepId}`)
}

/** Answers to the messages of a sequence's runs, by node. Parameters: account, automation. */
const answersOf = statement(
  'marketing_message.answersOfRuns',
  'account',
  `select m.node_id, count(m.sent_at)::integer as sent, count(m.opened_at)::integer as opened,
     count(m.clicked_at)::integer as clicked, count(m.replied_at)::integer as replied
   from marketing_automation_run r join marketing_message m on m.account_id = r.account_id and m.run_id = r.id
   where r.account_id = $1 and r.automation_id = $2 group by m.node_id`,
)

/** Runs that left early, by the node that they left. Parameters: account, automation. */
const stoppedAt = statement(
  'marketing_automation_run.stoppedAt',
  'account',
  `select r.node_id, count(*)::integer as stopped from marketing_automation_run r
   where r.account_id = $1 and r.automation_id = $2 and r.status = 'exited' and r.node_id is not null
   group by r.node_id`,
)
