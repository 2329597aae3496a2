import { bounceKindOf, excerptOf, statusIn, type BounceKind } from './bounceReason.ts'
import { readFields, textOf, type MimePart } from './mimePart.ts'

/** Fate of one recipient in a delivery status notification (RFC 3464). */
export type ReportedRecipient = {
  address: string | null
  /** delayed: the server still tries. delivered: the next server has it. */
  outcome: BounceKind | 'delayed' | 'delivered'
  /** Enhanced status code, such as `5.1.1`. */
  status: string
  diagnostic: string
}

const recipientsMax = 100
const outcomes: Record<string, ReportedRecipient['outcome']> = {
  delayed: 'delayed',
  delivered: 'delivered',
  relayed: 'delivered',
  expanded: 'delivered',
}

/** Recipients of a `message/delivery-status` part. */
export function readDeliveryReport(part: MimePart): ReportedRecipient[] {
  const blocks = blocksOf(part)
  return blocks.flatMap(readRecipient).slice(0, recipientsMax)
}

/** Original envelope of a report, in the block about the whole mail: `Original-Envelope-Id`. */
export function envelopeIdIn(part: MimePart): string {
  return readFields(blocksOf(part)[0] ?? '').get('original-envelope-id')?.[0] ?? ''
}

function blocksOf(part: MimePart): string[] {
  return textOf(part)
    .split(/\n[ \t]*\n/, recipientsMax + 10)
    .filter((block) => block.trim() !== '')
}

function readRecipient(block: string): ReportedRecipient[] {
  const fields = readFields(block.replace(/^\n+/, ''))
  const first = (name: string) => fields.get(name)?.[0] ?? ''
  const action =
    first('action')
      .toLowerCase()
      .split(/[\s(;]/)[0] ?? ''
  if (action === '') return []
  const diagnostic = excerptOf(first('diagnostic-code').replace(/^[\w-]{1,20}\s*;\s*/, ''))
  const stated = statusIn(first('status')) ?? ''
  // Many servers state 5.0.0 and are precise in the text; a precise status wins over the text.
  const status = /^[245]\.0\.0$|^$/.test(stated) ? (statusIn(diagnostic) ?? (stated === '' ? '5.0.0' : stated)) : stated
  const outcome = outcomes[action] ?? bounceKindOf(status, diagnostic)
  return [{ address: addressOf(first('final-recipient') || first('original-recipient')), outcome, status, diagnostic }]
}

function addressOf(field: string): string | null {
  const address = field
    .slice(field.indexOf(';') + 1)
    .trim()
    .replace(/^<|>$/g, '')
  return address.includes('@') ? address.slice(0, 320) : null
}
