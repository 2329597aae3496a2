import {
  Clock,
  Coins,
  CornerUpLeft,
  CreditCard,
  DoorOpen,
  GitBranch,
  Hourglass,
  ListPlus,
  Mail,
  MessageSquare,
  Percent,
  Star,
  TicketPercent,
  UserPen,
  Webhook,
  type LucideIcon,
} from 'lucide-react'
import type { CanvasNode } from './canvasGraph.ts'

/**
 * A type of node: its icon, its fields, and groups of fields of which one is chosen. `blank`: fields of a new node.
 * Required fields come first.
 */
export type StepKind = {
  icon: LucideIcon
  group: 'message' | 'contact' | 'flow'
  fields?: readonly string[]
  oneOf?: readonly string[]
  blank?: Readonly<Record<string, unknown>>
}

/** Types of nodes in the order of the palette. */
export const stepKinds: Readonly<Record<string, StepKind>> = {
  sendEmail: {
    icon: Mail,
    group: 'message',
    oneOf: ['templateId', 'inline'],
    fields: ['topic', 'subjectOverride', 'sendWindow', 'from', 'integrationId'],
  },
  sendSms: {
    icon: MessageSquare,
    group: 'message',
    oneOf: ['templateId', 'inline'],
    fields: ['topic', 'sendWindow', 'integrationId'],
  },
  sendWebhook: { icon: Webhook, group: 'message', fields: ['integrationId', 'bodyTemplate'] },
  updateContact: { icon: UserPen, group: 'contact', fields: ['set', 'unset', 'addTags', 'removeTags'] },
  addScore: { icon: Star, group: 'contact', fields: ['points', 'reason', 'score'], blank: { points: 5 } },
  issueCoupon: { icon: TicketPercent, group: 'contact', fields: ['couponId', 'expiresAfter'] },
  grantTokens: {
    icon: Coins,
    group: 'contact',
    fields: ['amount', 'token', 'rewardId', 'reason', 'expiresAfter'],
    blank: { amount: 10 },
  },
  createPaymentLink: { icon: CreditCard, group: 'contact', fields: ['paymentLink'] },
  enrol: { icon: ListPlus, group: 'contact', oneOf: ['emailSequenceId', 'automationId'] },
  delay: {
    icon: Clock,
    group: 'flow',
    oneOf: ['for', 'untilLocalTime', 'untilAttribute'],
    blank: { for: 'P1D' },
  },
  waitFor: {
    icon: Hourglass,
    group: 'flow',
    oneOf: ['event', 'segmentId', 'filter'],
    fields: ['timeout'],
    blank: { timeout: 'P3D' },
  },
  branch: { icon: GitBranch, group: 'flow', fields: ['cases'], blank: { cases: [{ when: {} }] } },
  split: {
    icon: Percent,
    group: 'flow',
    fields: ['weights'],
    blank: { weights: [{ weight: 50 }, { weight: 50 }] },
  },
  goTo: { icon: CornerUpLeft, group: 'flow' },
  exit: { icon: DoorOpen, group: 'flow', fields: ['reason'] },
}

/** Fields without which the server refuses a node of a type. */
export const neededFields: ReadonlySet<string> = new Set([
  'sendWebhook integrationId',
  'sendWebhook bodyTemplate',
  'issueCoupon couponId',
  'grantTokens amount',
  'createPaymentLink paymentLink',
  'addScore points',
  'addScore reason',
  'waitFor timeout',
])

/** A new node of a type. */
export function blankNode(nodeId: string, type: string): CanvasNode {
  return { nodeId, type, ...structuredClone(stepKinds[type]?.blank ?? {}) }
}

/** The chosen field of a group of fields of which a node has one; the first one without any. */
export function chosenField({ oneOf = [] }: StepKind, node: CanvasNode): string | undefined {
  return oneOf.find((name) => node[name] !== undefined && node[name] !== null) ?? oneOf[0]
}
