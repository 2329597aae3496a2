import type { AutomationNode, Definition, Trigger } from '#products/marketing/automation/definitionFields.ts'
import { lengthMs } from '#products/marketing/automation/duration.ts'
import type { SequenceSource } from './sequenceFields.ts'

/** States of contacts that end an enrolment. */
const lostStates = ['unsubscribed', 'bounced', 'complained', 'suppressed', 'archived']

type Step = SequenceSource['steps'][number]

/** The node that sends the mail of a step. */
export function sendNodeId(stepId: string): string {
  return `send_${stepId}`
}

/** Compiles a sequence into the definition of an automation, so that one runtime serves both. */
export function compileSequence(source: SequenceSource): Definition {
  const { steps, stopOn = {}, timezoneMode, reEntry = 'never' } = source
  const answers: Definition['stopOn'] = [
    ...(stopOn.reply === true ? (['replied'] as const) : []),
    ...(stopOn.click === true ? (['clicked'] as const) : []),
  ]
  return {
    trigger: triggerOf(source),
    entry: { reEntry },
    nodes: steps.flatMap((step, index) => nodesOf(source, step, firstNodeId(steps[index + 1]))),
    ...(stopOn.unsubscribe === false ? {} : { exitWhen: { field: 'status', is: 'in', value: lostStates } }),
    ...(stopOn.goal === undefined ? {} : { goal: { filter: stopOn.goal } }),
    ...(timezoneMode === undefined ? {} : { settings: { timezoneMode } }),
    ...(answers.length === 0 ? {} : { stopOn: [...answers] }),
  }
}

function triggerOf({ enrol }: SequenceSource): Trigger {
  if (enrol?.segmentId !== undefined) return { type: 'segmentEntered', segmentId: enrol.segmentId }
  return enrol?.trigger ?? { type: 'manual' }
}

function hasDelay({ delay }: Step): boolean {
  return (lengthMs(delay) ?? 0) > 0
}

/** Where a step begins: its delay, else its condition, else its mail. */
function firstNodeId(step: Step | undefined): string | null {
  if (step === undefined) return null
  if (hasDelay(step)) return `wait_${step.stepId}`
  return step.condition === undefined ? sendNodeId(step.stepId) : `if_${step.stepId}`
}

function nodesOf(
  { integrationId, from, replyTo, topic }: SequenceSource,
  step: Step,
  next: string | null,
): AutomationNode[] {
  const { stepId, templateId, inline, delay, sendWindow, condition, subjectOverride, variables } = step
  const send = sendNodeId(stepId)
  const mail = { templateId, inline, integrationId, from, replyTo, topic, sendWindow, subjectOverride, variables }
  const given = Object.fromEntries(Object.entries(mail).filter(([, value]) => value !== undefined))
  const nodes: AutomationNode[] = [{ nodeId: send, type: 'sendEmail', ...given, next }]
  const check = `if_${stepId}`
  if (condition !== undefined) {
    nodes.unshift({ nodeId: check, type: 'branch', cases: [{ when: condition, next: send }], else: next })
  }
  if (hasDelay(step)) {
    const after = condition === undefined ? send : check
    nodes.unshift({ nodeId: `wait_${stepId}`, type: 'delay', for: delay, next: after })
  }
  return nodes
}
