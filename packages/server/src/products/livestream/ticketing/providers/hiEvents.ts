import type { HookCall } from '#kit/nouns/hook.ts'
import { hmacHex, isSameSecret } from '#platform/webhooks/verifySignature.ts'
import { askMaybe, askProvider, expectAt, part, type Question } from './providerRequest.ts'
import { at, listAt, momentAt, textAt, type Json } from './providerJson.ts'
import { ProviderError, type Attendee, type Box, type TicketProvider } from './provider.ts'

/** Hi.Events API of an installation, such as `https://tickets.example.com/api`, signed in with address and password. */
const base = 'https://app.hi.events/api'
const pageSize = '100'

/** Its organizer is the address that signs in, its key the password. */
export const hiEvents: TicketProvider = {
  title: 'Hi.Events',
  needs: ['organizer', 'baseUrl'],
  isSigned: isSignedByHiEvents,
  async check(box) {
    const event = expectAt(await ask(box, { path: `/events/${part(box.externalEventId)}` }), 'data')
    return {
      title: textAt(event, 'title'),
      url: null,
      startsAt: momentAt(event, 'start_date'),
      endsAt: momentAt(event, 'end_date'),
    }
  },
  async list(box, cursor) {
    const number = cursor === null ? 1 : Number(cursor)
    const path = `/events/${part(box.externalEventId)}/attendees`
    const page = await ask(box, { path, query: { page: String(number), per_page: pageSize } })
    expectAt(page, 'data')
    const last = Number(textAt(page, 'meta', 'last_page') ?? 1)
    return { attendees: listAt(page, 'data').flatMap(attendeeOf), next: number < last ? String(number + 1) : null }
  },
  async changed(box, { id }) {
    const path = `/events/${part(box.externalEventId)}/attendees/${part(id)}`
    const found = await askMaybe(box, base, { path, headers: await signedIn(box) })
    return found === undefined ? [] : attendeeOf(at(found, 'data'))
  },
  read(body, externalEventId) {
    const type = textAt(body, 'event_type') ?? ''
    const eventId = textAt(body, 'payload', 'event_id')
    if (eventId !== externalEventId) return { refs: [], isAll: false }
    const id = textAt(body, 'payload', 'id')
    const isAboutOne = type.startsWith('attendee.') && id !== null
    return isAboutOne ? { refs: [{ kind: 'ticket', id }], isAll: false } : { refs: [], isAll: true }
  },
}

async function ask(box: Box, question: Omit<Question, 'headers'>): Promise<Json> {
  return askProvider(box, base, { ...question, headers: await signedIn(box) })
}

async function signedIn(box: Box): Promise<Record<string, string>> {
  if (box.token === undefined) {
    const { organizer: email, apiKey: password } = box.credentials
    const answer = await askProvider(box, base, { path: '/auth/login', headers: {}, body: { email, password } })
    const token = textAt(answer, 'token') ?? ''
    if (token === '') throw new ProviderError('unreachable', 'its answer to the sign-in lacks a token')
    box.token = token
  }
  return { authorization: `Bearer ${box.token}` }
}

function attendeeOf(attendee: Json): Attendee[] {
  const externalId = textAt(attendee, 'id')
  if (externalId === null) return []
  const name = [textAt(attendee, 'first_name'), textAt(attendee, 'last_name')].filter((each) => each !== null)
  return [
    {
      externalId,
      order: textAt(attendee, 'order_id'),
      email: textAt(attendee, 'email'),
      name: name.length === 0 ? null : name.join(' '),
      ticketTypeId: textAt(attendee, 'product_id') ?? textAt(attendee, 'ticket_id'),
      isValid: textAt(attendee, 'status') === 'ACTIVE' && textAt(attendee, 'order', 'refund_status') !== 'REFUNDED',
    },
  ]
}

/** `Signature`: HMAC-SHA-256 over the body, in hexadecimal digits. Its calls carry no moment. */
function isSignedByHiEvents({ headers, body }: HookCall, secret: string): boolean {
  return isSameSecret(headers['signature'] ?? '', hmacHex(secret, body))
}
