import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import { at, type Json } from '#platform/net/foreignJson.ts'
import { suppress, suppressedOf, unsuppress } from '#products/marketing/contact/suppression.ts'
import { sentEventId } from '#products/marketing/event/eventInput.ts'
import { recordEvents } from '#products/marketing/event/recordEvents.ts'
import { phoneOf, textOf } from './foreignValues.ts'

/** Words that end text messages, and that begin them again, as providers and carriers know them. */
const stopWords = new Set('stop stopall unsubscribe cancel end quit stopp abmelden arret arrêt baja fine'.split(' '))
const startWords = new Set('start unstop'.split(' '))
/** Names of sender and text in calls of providers. */
const senderNames = ['From', 'from', 'msisdn', 'sender', 'originator']
const textNames = ['Body', 'body', 'text', 'message', 'content']
const textMax = 1_600
/** Contacts that share a number and get the event. */
const contactsMax = 20

/** Applies a text message that came in. Returns the state of the call, and its cause where nothing came of it. */
export async function applySms(
  ctx: Ctx,
  payload: Json,
  key: string,
): Promise<{ state: string; detail: string | null }> {
  const phone = firstOf(senderNames, (name) => phoneOf(at(payload, name)))
  const text = wordsOf(payload)
  if (phone === null) return { state: 'ignored', detail: 'the call names no number of a sender' }
  const word = lettersOf(text)
  const kind = stopWords.has(word) ? 'stopped' : startWords.has(word) ? 'started' : 'received'
  if (kind === 'stopped') await suppress(ctx, { kind: 'phone', address: phone, reason: 'stop' })
  if (kind === 'started') await unsuppress(ctx, { kind: 'phone', address: phone }, ['stop', 'left'])
  const isHeld = kind === 'started' && (await suppressedOf(ctx, [{ phone }])).size > 0
  const rows = await ctx.db.rows(findByPhone, [ctx.account.id, phone, contactsMax])
  const contactIds = rows.map(({ id }) => encodeId('con', ctx.account.id, id))
  await recordEvents(
    ctx,
    contactIds.map((contactId) => ({
      contactId,
      id: sentEventId(ctx, `${key} ${contactId}`),
      name: `sms.${kind}`,
      properties: { text },
    })),
  )
  const held = isHeld ? 'the number stays suppressed for another reason than STOP' : null
  const detail = contactIds.length === 0 ? 'no contact has the number' : held
  return { state: kind === 'received' && contactIds.length === 0 ? 'ignored' : 'applied', detail }
}

/** Whether a text message that came in ends text messages. */
export function isStop(payload: Json): boolean {
  return stopWords.has(lettersOf(wordsOf(payload)))
}

function wordsOf(payload: Json): string {
  return firstOf(textNames, (name) => textOf(at(payload, name), textMax)) ?? ''
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}]+/gu, '')
}

function firstOf(names: readonly string[], read: (name: string) => string | null): string | null {
  for (const name of names) {
    const found = read(name)
    if (found !== null) return found
  }
  return null
}

const findByPhone = statement(
  'marketing_contact.ofPhone',
  'account',
  `select id from marketing_contact where account_id = $1 and phone = $2 and deleted_at is null
   order by id limit $3`,
)
