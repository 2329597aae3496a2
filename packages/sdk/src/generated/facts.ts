// Generated from the operations by `npm run gen`. Changes here are lost.
import type { Channel, Details, Key, LivestreamCategory, LivestreamSubCategory, Place, StaticVideo, WebhookEndpoint } from './schemas.ts'

/** What each fact carries, by its name. */
export type FactPayloads = {
  /** The name, language or time zone of the account changed. */
  'account.account.updated': {
    accountId: string
    name: string
    language: string
    timeZone: string
  }
  /** A key was made. */
  'account.key.created': Key
  /** A revoked key was removed from the list. */
  'account.key.deleted': Key
  /** A secret key came from a browser or in an address: rotate it. */
  'account.key.exposed': {
    keyId: string
    /** What gave it away: an origin, or the query string. */
    where: string
  }
  /** A key was revoked. */
  'account.key.revoked': Key
  /** A key was changed. */
  'account.key.updated': Key
  /** A webhook endpoint was made. */
  'account.webhookEndpoint.created': WebhookEndpoint
  /** A webhook endpoint was deleted. */
  'account.webhookEndpoint.deleted': WebhookEndpoint
  /** A webhook endpoint was disabled: `disabledReason` says whether it was asked for or the receiver is gone. */
  'account.webhookEndpoint.disabled': WebhookEndpoint
  /** A webhook endpoint was enabled. */
  'account.webhookEndpoint.enabled': WebhookEndpoint
  /** A test was asked for. It goes to the one endpoint that it is about. */
  'account.webhookEndpoint.tested': {
    webhookEndpointId: string
    message: string
  }
  /** A webhook endpoint was changed. */
  'account.webhookEndpoint.updated': WebhookEndpoint
  /** A category was made. */
  'livestream.category.created': LivestreamCategory
  /** A category was deleted; what was linked to it has moved. */
  'livestream.category.deleted': LivestreamCategory
  /** A category changed. */
  'livestream.category.updated': LivestreamCategory
  /** A channel was made. */
  'livestream.channel.created': Channel
  /** A channel was deleted, its videos with it. */
  'livestream.channel.deleted': Channel
  /** A channel changed. */
  'livestream.channel.updated': Channel
  /** A sheet of details was made. */
  'livestream.details.created': Details
  /** A sheet of details was deleted, alone or with its target. */
  'livestream.details.deleted': Details
  /** A sheet of details changed. */
  'livestream.details.updated': Details
  /** A video expired at the time that was set at creation. */
  'livestream.static.archived': StaticVideo
  /** A recorded video was made. */
  'livestream.static.created': StaticVideo
  /** A recorded video was deleted, alone or with its channel. */
  'livestream.static.deleted': StaticVideo
  /** A scheduled video went public at its time. Told of schedules that were set at creation. */
  'livestream.static.published': StaticVideo
  /** A sub-category was made. */
  'livestream.subCategory.created': LivestreamSubCategory
  /** A sub-category was deleted, alone or with its category. */
  'livestream.subCategory.deleted': LivestreamSubCategory
  /** A sub-category changed, or moved to another category. */
  'livestream.subCategory.updated': LivestreamSubCategory
  /** A place was made. */
  'places.place.created': Place
  /** A place was deleted. */
  'places.place.deleted': Place
  /** A place turned out to be another one: `mergedIntoId` names it. */
  'places.place.merged': Place
  /** A place was opened, closed, archived or restored. */
  'places.place.statusChanged': Place
  /** A place was changed. */
  'places.place.updated': Place
}

/** The body of a webhook; `type` says which fact it tells. */
export type WebhookEvent = {
  [Name in keyof FactPayloads]: {
    type: Name
    timestamp: string
    data: FactPayloads[Name]
    id: string
    accountId: string
    subject: string
    subjectVersion: number
  }
}[keyof FactPayloads]
