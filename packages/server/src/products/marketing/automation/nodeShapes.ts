import { field, type FieldProblem } from '#kit/call/problem.ts'
import type { AutomationNode } from './definitionFields.ts'

/** Fields of a node type: required ones, optional ones, and groups of which exactly one is present. */
type NodeShape = { needs?: readonly string[]; takes?: readonly string[]; oneOf?: readonly string[] }

/** Fields that each node may have. */
const fieldsOfAll = new Set(['nodeId', 'type', 'label', 'position', 'next'])

const shapes: Readonly<Record<string, NodeShape>> = {
  sendEmail: {
    oneOf: ['templateId', 'inline'],
    takes: ['integrationId', 'topic', 'subjectOverride', 'from', 'replyTo', 'variables', 'sendWindow'],
  },
  sendSms: { oneOf: ['templateId', 'inline'], takes: ['integrationId', 'topic', 'variables', 'sendWindow'] },
  sendWebhook: { needs: ['integrationId', 'bodyTemplate'], takes: ['variables', 'sendWindow'] },
  updateContact: { takes: ['set', 'unset', 'addTags', 'removeTags'] },
  addScore: { needs: ['points', 'reason'], takes: ['score'] },
  issueCoupon: { needs: ['couponId'], takes: ['expiresAfter'] },
  grantTokens: { needs: ['amount'], takes: ['token', 'rewardId', 'reason', 'expiresAfter'] },
  createPaymentLink: { needs: ['paymentLink'] },
  enrol: { oneOf: ['emailSequenceId', 'automationId'] },
  delay: { oneOf: ['for', 'untilLocalTime', 'untilAttribute'] },
  branch: { needs: ['cases'], takes: ['else'] },
  split: { needs: ['weights'] },
  waitFor: { needs: ['timeout'], oneOf: ['event', 'segmentId', 'filter'], takes: ['timeoutNext'] },
  goTo: { needs: ['next'] },
  exit: { takes: ['reason'] },
}

/** Types that have their own ways out in place of `next`, or none. */
const withoutNext = new Set(['branch', 'split', 'exit'])

/** Fields of a node that do not fit its type. */
export function shapeProblems(node: AutomationNode, path: string): FieldProblem[] {
  const { needs = [], takes = [], oneOf = [] } = shapes[node.type] ?? {}
  const given = new Set(Object.entries(node).flatMap(([name, value]) => (value === undefined ? [] : [name])))
  const known = new Set([...fieldsOfAll, ...needs, ...takes, ...oneOf])
  const problems = [...given]
    .filter((name) => !known.has(name) || (name === 'next' && withoutNext.has(node.type)))
    .map((name) => field(`${path}/${name}`, 'unknown', `is no field of the type ${node.type}`))
  for (const name of needs) {
    if (!given.has(name) || Object(node)[name] === null) {
      problems.push(field(`${path}/${name}`, 'required', `is required by the type ${node.type}`))
    }
  }
  const chosen = oneOf.filter((name) => given.has(name))
  if (oneOf.length > 0 && chosen.length !== 1) {
    problems.push(
      field(`${path}/${chosen[1] ?? oneOf[0]}`, 'exactlyOne', `exactly one of ${oneOf.join(', ')} is required`),
    )
  }
  if (node.type === 'updateContact' && takes.every((name) => !given.has(name))) {
    problems.push(field(path, 'minProperties', `needs one of ${takes.join(', ')}`))
  }
  return problems
}

/** Types of nodes that send messages. */
export const sendingTypes: ReadonlySet<string> = new Set(['sendEmail', 'sendSms', 'sendWebhook'])

/** Types of nodes that give something to the contact. */
export const giftTypes: ReadonlySet<string> = new Set(['issueCoupon', 'grantTokens', 'createPaymentLink'])
