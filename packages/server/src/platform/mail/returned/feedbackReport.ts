import { readFields, textOf, type MimePart } from './mimePart.ts'

/** Feedback of a receiver's mail provider (RFC 5965). */
export type FeedbackReport = {
  /** `abuse`, `fraud`, `virus`, `other`, `not-spam`, `auth-failure`. */
  feedbackType: string
  /** Envelope sender of the original mail. */
  mailFrom: string
  recipients: readonly string[]
}

const complaints = new Set(['abuse', 'fraud', 'virus', 'other', 'miscategorized', 'opt-out', 'opt-out-list'])

/** Reads a `message/feedback-report` part. */
export function readFeedbackReport(part: MimePart): FeedbackReport {
  const fields = readFields(textOf(part).trim())
  return {
    feedbackType: (fields.get('feedback-type')?.[0] ?? '').toLowerCase(),
    mailFrom: (fields.get('original-mail-from')?.[0] ?? '').replace(/^<|>$/g, ''),
    recipients: (fields.get('original-rcpt-to') ?? []).map((address) => address.replace(/^<|>$/g, '')).slice(0, 20),
  }
}

/** Whether a report is the complaint of a person, and not one about authentication or against a filter. */
export function isComplaint({ feedbackType }: FeedbackReport): boolean {
  return complaints.has(feedbackType)
}
