import type { HookCall } from '#kit/nouns/hook.ts'
import { hmacHex, isSameSecret } from '#platform/webhooks/verifySignature.ts'
import { findJson, requestJson, expectAt, part, type ProviderRequest } from './providerRequest.ts'
import { at, listAt, momentAt, textAt, type Json } from '#platform/net/foreignJson.ts'
import { ProviderError, type Attendee, type EventConnection, type TicketProvider } from './provider.ts'

/** Hi.Events API, with sign-in by mail address and password. An installation has its own base address. */
const base = 'https://app.hi.events/api'
const pageSize = '100'

/** Hi.Events as a provider. The credential `organizer` is the mail address, `apiKey` the password. */
export const hiEvents: TicketProvider = {
  title: 'Hi.Events',
  needs: ['organizer', 'baseUrl'],
  isSigned: isSignedByHiEvents,
  async check(connection) {
    const event = expectAt(await request(connection, { path: `/events/${part(connection.externalEventId)}` }), 'data')
    return {
      title: textAt(event, 'title'),
      url: null,
      startsAt: momentAt(event, 'start_date'),
      endsAt: momentAt(event, 'end_date'),
    }
  },
  async list(connection, cursor) {
    const number = cursor === null ? 1 : Number(cursor)
    const path = `/events/${part(connection.externalEventId)}/attendees`
    const page = await request(connection, { path, query: { page: String(number), per_page: pageSize } })
    expectAt(page, 'data')
    const last = Number(textAt(page, 'meta', 'last_page') ?? 1)
    return { attendees: listAt(page, 'data').flatMap(attendeeOf), next: number < last ? String(number + 1) : null }
  },
  async changed(connection, { id }) {
    const path = `/events/${part(connection.externalEventId)}/attendees/${part(id)}`
    const found = await findJson(connection, base, { path, headers: await signedIn(connection) })
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

async function request(connection: EventConnection, options: Omit<ProviderRequest, 'headers'>): Promise<Json> {
  return requestJson(connection, base, { ...options, headers: await signedIn(connection) })
}

async function signedIn(connection: EventConnection): Promise<Record<string, string>> {
  if (connection.token === undefined) {
    const { organizer: email, apiKey: password } = connection.credentials
    const response = await requestJson(connection, base, {
      path: '/auth/login',
      headers: {},
      body: { email, password },
    })
    const token = textAt(response, 'token') ?? ''
    if (token === '') throw new ProviderError('unreachable', 'its response to the sign-in lacks a token')
    connection.token = token
  }
  return { authorization: `Bearer ${connection.token}` }
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

/** Header `Signature`: HMAC-SHA-256 over the body, in hexadecimal digits, without a timestamp. */
function isSignedByHiEvents({ headers, body }: HookCall, secret: string): boolean {
  return isSameSecret(headers['signature'] ?? '', hmacHex(secret, body))
}
