import type { Ctx } from '#kit/call/context.ts'
import {
  messageBounced,
  messageClicked,
  messageComplained,
  messageDeferred,
  messageDelivered,
  messageOpened,
  messageReplied,
  messageSent,
  messageUnsubscribed,
} from '#products/marketing/facts.ts'

/** Facts about messages. An event of a contact with the name of one becomes that fact, too. */
export const messageFacts = [
  messageSent,
  messageDeferred,
  messageDelivered,
  messageBounced,
  messageComplained,
  messageOpened,
  messageClicked,
  messageReplied,
  messageUnsubscribed,
] as const

/** A recorded event, as far as a fact about a message has it. */
export type MessageEvent = {
  contactId: string
  name: string
  at: string
  /** Public id of the message. */
  subject: string | null
  properties: Readonly<Record<string, unknown>>
}

const messagesPerFactMax = 100

/**
 * Emits the facts of events of messages, for webhooks. The subject is the contact: an erasure empties the payload of a
 * click, whose address may name the person. Call inside `ctx.atomic`.
 */
export function emitMessageFacts(ctx: Ctx, events: readonly MessageEvent[]): void {
  for (const fact of messageFacts) {
    const messages = events.flatMap(({ name, subject, contactId, at, properties }) =>
      name !== fact.name || subject === null
        ? []
        : [
            {
              messageId: subject,
              contactId,
              campaignId: textOf(properties['campaignId']),
              at,
              url: textOf(properties['url']),
              reason: textOf(properties['kind']) ?? textOf(properties['status']),
            },
          ],
    )
    const most = fact === messageClicked ? 1 : messagesPerFactMax
    for (let from = 0; from < messages.length; from += most) {
      const some = messages.slice(from, from + most)
      ctx.emit(fact, { messages: some }, { id: some[0]?.contactId ?? '', status: 'occurred', version: 1 })
    }
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
