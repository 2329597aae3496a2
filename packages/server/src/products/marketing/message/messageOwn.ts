import type { OutgoingMail } from '#platform/mail/mailPort.ts'
import type { Version } from '#products/marketing/template/templateVersions.ts'

/** Data of a message of a run: the event that led to it, its run, and the values of its node. */
export type OwnData = { event: object | null; run: object | null; variables: object }

/** Columns of a message that belongs to no campaign. */
type OwnColumns = {
  data: unknown
  subject: string | null
  from_name: string | null
  from_email: string | null
  reply_to: string | null
}

/** Values that the texts of a message read beside its contact: those of its node, `event` and `run`. */
export function ownVariables(data: unknown): Record<string, unknown> {
  const { event = null, run = null, variables } = Object(data)
  return { ...Object(variables), event, run }
}

/** Texts of a message, with its own subject in place of theirs. */
export function withOwnSubject(content: Version, { subject }: Pick<OwnColumns, 'subject'>): Version {
  return subject === null ? content : { ...content, subject }
}

/** Sender and address for answers of a message. */
export function ownSender(row: Pick<OwnColumns, 'from_name' | 'from_email' | 'reply_to'>) {
  const { from_name: name, from_email: address, reply_to: replyTo } = row
  const from: OutgoingMail['from'] = address === null ? undefined : { name: name ?? '', address }
  return { from, replyTo }
}
