import { at, listAt, momentAt, textAt, type Json } from '#platform/net/foreignJson.ts'
import {
  attributesOf,
  emailOf,
  eventNameOf,
  idTextOf,
  nameOf,
  phoneOf,
  textOf,
  type ForeignPerson,
} from './foreignValues.ts'
import type { InboundReading } from './inboundReading.ts'

/** Calls of the HTTP tracking API of Segment. */
export const segmentCalls = ['identify', 'track', 'page', 'screen', 'group', 'alias', 'batch', 'import'] as const

/** Messages of one request; the bound of Segment is 500 KB. */
const messagesMax = 2_500

/** The messages of a request, each with its type and the time at which the sender sent it. */
export function segmentMessages(call: string, json: Json): Json[] {
  const sentAt = textAt(json, 'sentAt')
  const isBatch = call === 'batch' || call === 'import'
  const messages = isBatch ? listAt(json, 'batch').slice(0, messagesMax) : [json]
  return messages.map((each) => ({ ...Object(each), ...(isBatch ? {} : { type: call }), ...(sentAt && { sentAt }) }))
}

/** The id by which Segment's libraries name a message; a repeat has the same one. */
export function segmentMessageId(message: Json): string | null {
  return textOf(at(message, 'messageId'), 256)
}

/** Reads one message. */
export function readSegment(message: Json, received: Date): InboundReading {
  const type = textAt(message, 'type') ?? ''
  const traits = at(message, type === 'identify' ? 'traits' : 'context', ...(type === 'identify' ? [] : ['traits']))
  const person = personOf(message, traits)
  if (type === 'alias') return { person: { ...person, viewerId: idTextOf(at(message, 'previousId')) } }
  if (type === 'identify') return { person, attributes: attributesOf(ownTraits(traits)), isOverwriting: true }
  const name =
    type === 'track'
      ? eventNameOf(at(message, 'event'))
      : type === 'page' || type === 'screen'
        ? `${type}.viewed`
        : null
  if (name === null) return { ignored: `a message of type ${type.slice(0, 20) || 'none'} has no event` }
  const title = type === 'track' ? {} : { name: textOf(at(message, 'name'), 200) }
  const properties = attributesOf({ ...title, ...Object(at(message, 'properties')) })
  return { person, event: { name, at: momentOf(message, received), properties } }
}

const fieldTraits = new Set(['email', 'phone', 'firstName', 'lastName', 'first_name', 'last_name', 'name', 'id'])

function ownTraits(traits: Json): Json {
  return Object.fromEntries(Object.entries(Object(traits)).filter(([key]) => !fieldTraits.has(key)))
}

function personOf(message: Json, traits: Json): ForeignPerson {
  const whole = nameOf(at(traits, 'name'))
  const [first = null, ...rest] = whole === null ? [] : whole.split(' ')
  return {
    externalId: idTextOf(at(message, 'userId')),
    viewerId: idTextOf(at(message, 'anonymousId')),
    email: emailOf(at(traits, 'email')),
    phone: phoneOf(at(traits, 'phone')),
    firstName: nameOf(at(traits, 'firstName')) ?? nameOf(at(traits, 'first_name')) ?? first,
    lastName: nameOf(at(traits, 'lastName')) ?? nameOf(at(traits, 'last_name')) ?? (rest.join(' ') || null),
  }
}

/** The moment of a message by our clock: that of the sender may be wrong, and is when `sentAt` differs from now. */
function momentOf(message: Json, received: Date): string {
  const own = momentAt(message, 'originalTimestamp') ?? momentAt(message, 'timestamp')
  const sentAt = momentAt(message, 'sentAt')
  if (own === null) return received.toISOString()
  const skewMs = sentAt === null ? 0 : received.getTime() - Date.parse(sentAt)
  return new Date(Math.min(Date.parse(own) + skewMs, received.getTime())).toISOString()
}
