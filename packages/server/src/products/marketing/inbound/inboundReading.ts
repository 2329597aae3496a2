import type { Json } from '#platform/net/foreignJson.ts'
import type { Attributes } from '#products/marketing/contact/contactFields.ts'
import type { Config } from '#products/marketing/integration/integrationFields.ts'
import { atPath, attributesOf, emailOf, eventNameOf, idTextOf, phoneOf, type ForeignPerson } from './foreignValues.ts'

/** Facts of one call. `isOverwriting`: its values replace those of the contact, and do not only fill empty fields. */
export type InboundReading =
  | { ignored: string }
  | {
      person: ForeignPerson
      attributes?: Attributes
      isOverwriting?: boolean
      event?: { name: string; at: string; properties: Attributes }
    }

/** Name of an event whose call and integration name none. */
const usualName = 'webhook.received'

/** Reads the payload of a webhook by the paths of its integration. */
export function readPayload(json: Json, config: Config, received: Date): InboundReading {
  const { emailPath = 'email', externalIdPath = 'externalId', phonePath = 'phone' } = config
  const person = {
    email: emailOf(atPath(json, emailPath)),
    externalId: idTextOf(atPath(json, externalIdPath)),
    phone: phoneOf(atPath(json, phonePath)),
    viewerId: null,
    firstName: null,
    lastName: null,
  }
  const named = config.eventPath === undefined ? null : eventNameOf(atPath(json, config.eventPath))
  const name = named ?? config.eventName ?? usualName
  const source = config.propertiesPath === undefined ? json : atPath(json, config.propertiesPath)
  const attributes = attributesOf(atPath(json, config.attributesPath))
  const event = { name, at: received.toISOString(), properties: attributesOf(source) }
  return { person, attributes, isOverwriting: true, event }
}
