// Generated from the operations by `npm run gen`. Changes here are lost.
import type { Call, Route } from '../call.ts'
import type { ListPages } from '../pages.ts'
import type { CallOptions } from '../settings.ts'
import type { Contact, ContactChooseInput, ContactChooseOutput, ContactConfirmInput, ContactConfirmOutput, ContactCreateInput, ContactCreateOutput, ContactDeleteInput, ContactDeleteOutput, ContactGetInput, ContactList, ContactListInput, ContactSubscribeInput, ContactSubscribeOutput, ContactTimelineInput, ContactTimelineOutput, ContactUpdateInput, ContactUpdateOutput, Deleted, MarketingEventTrackInput, MarketingEventTrackOutput, MarketingLeadScore, MarketingLeadScoreGetInput, MarketingLeadScoreUpdateInput, Topic, TopicCreateInput, TopicCreateOutput, TopicDeleteInput, TopicGetInput, TopicList, TopicListInput, TopicUpdateInput } from './schemas.ts'

/** Marketing: Contacts, and all mail to them: segments, templates, campaigns, automations and scores. */
export function marketing(call: Call) {
  return {
    contact: {
      /**
       * Get All Contacts. Lists contacts, the newest first.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.contact:read`. Accounts: Business, Streamer.
       * POST /api/marketing/contact/all
       */
      list: (input: ContactListInput = {}, options?: CallOptions): ListPages<ContactList['items'][number], ContactList> =>
        call.pages(routes['marketing.contact.all'], input, options),

      /**
       * Create Contact. Creates a contact by its address, phone number or an id of yours. With `status` `pending` it gets a mail with a link (double opt-in) and no other one until it has confirmed. An address that bounced or complained stays suppressed.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.contact:write`. Accounts: Business, Streamer.
       * May emit `marketing.contact.created`, `marketing.contact.updated`, `marketing.contact.subscribed`, `marketing.contact.unsubscribed`, `marketing.contact.statusChanged`.
       * POST /api/marketing/contact/create
       */
      create: (input: ContactCreateInput = {}, options?: CallOptions): Promise<ContactCreateOutput> =>
        call.one(routes['marketing.contact.create'], input, options),

      /**
       * Delete Contact. Puts a contact into the archive, from where `restore` brings it back, or erases it. An erasure removes all personal data in this call: fields, events, consents, addresses of messages, changes in the audit log and payloads of facts. A keyed hash of its address stays, so that no later import writes to it again.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.contact:write`. Accounts: Business, Streamer.
       * May emit `marketing.contact.updated`, `marketing.contact.statusChanged`, `marketing.contact.deleted`.
       * POST /api/marketing/contact/delete
       */
      delete: (input: ContactDeleteInput, options?: CallOptions): Promise<ContactDeleteOutput> =>
        call.one(routes['marketing.contact.delete'], input, options),

      /**
       * Get Contact. Gets a contact by its id, its address or your own id of it.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.contact:read`. Accounts: Business, Streamer.
       * POST /api/marketing/contact/get
       */
      get: (input: ContactGetInput = {}, options?: CallOptions): Promise<Contact> =>
        call.one(routes['marketing.contact.get'], input, options),

      /**
       * Update Contact. Changes a contact. It is named by `contactId`, else by `externalId`, else by `email`. Only sent fields change, null clears; `attributes` merge by key, and null removes one. `mergeFrom` takes over another contact: its events, messages, consents and scores move, empty fields are filled, and the other one is gone.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.contact:write`. Accounts: Business, Streamer.
       * May emit `marketing.contact.updated`, `marketing.contact.subscribed`, `marketing.contact.unsubscribed`, `marketing.contact.statusChanged`, `marketing.contact.merged`, `marketing.contact.deleted`.
       * POST /api/marketing/contact/update
       */
      update: (input: ContactUpdateInput = {}, options?: CallOptions): Promise<ContactUpdateOutput> =>
        call.one(routes['marketing.contact.update'], input, options),

      /**
       * Contact - Confirm. Confirms the address of a contact by the link that was mailed to it.
       * Anyone may call it; no key is needed.
       * May emit `marketing.contact.updated`, `marketing.contact.subscribed`, `marketing.contact.unsubscribed`.
       * POST /public/marketing/contact/confirm
       */
      confirm: (input: ContactConfirmInput, options?: CallOptions): Promise<ContactConfirmOutput> =>
        call.one(routes['marketing.contact.confirm'], input, options),

      /**
       * Contact - Choose. Sets whether a contact gets mail, and the public topics of it, by a link in a mail.
       * Anyone may call it; no key is needed.
       * May emit `marketing.contact.updated`, `marketing.contact.subscribed`, `marketing.contact.unsubscribed`.
       * POST /public/marketing/contact/choose
       */
      choose: (input: ContactChooseInput, options?: CallOptions): Promise<ContactChooseOutput> =>
        call.one(routes['marketing.contact.choose'], input, options),

      /**
       * Contact - Subscribe. Requests mail of an account. The address gets a mail with a link, and nothing else before it has confirmed. The response does not say whether the address is known.
       * Anyone may call it; no key is needed.
       * May emit `marketing.contact.created`, `marketing.contact.updated`, `marketing.contact.subscribed`, `marketing.contact.unsubscribed`.
       * POST /public/marketing/contact/subscribe
       */
      subscribe: (input: ContactSubscribeInput, options?: CallOptions): Promise<ContactSubscribeOutput> =>
        call.one(routes['marketing.contact.subscribe'], input, options),

      /**
       * Contacts - Timeline. Everything that happened with a contact, the newest first: events, messages, consents and points.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.contact:read`. Accounts: Business, Streamer, Personal.
       * POST /api/marketing/contact/timeline
       */
      timeline: (input: ContactTimelineInput, options?: CallOptions): Promise<ContactTimelineOutput> =>
        call.one(routes['marketing.contact.timeline'], input, options),
    },
    topic: {
      /**
       * Get All Topics. Lists topics: kinds of mail that contacts subscribe to one by one.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.topic:read`. Accounts: Business, Streamer, Personal.
       * POST /api/marketing/topic/all
       */
      list: (input: TopicListInput = {}, options?: CallOptions): ListPages<TopicList['items'][number], TopicList> =>
        call.pages(routes['marketing.topic.all'], input, options),

      /**
       * Get Topic. Gets one of topics: kinds of mail that contacts subscribe to one by one.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.topic:read`. Accounts: Business, Streamer, Personal.
       * POST /api/marketing/topic/get
       */
      get: (input: TopicGetInput = {}, options?: CallOptions): Promise<Topic> =>
        call.one(routes['marketing.topic.get'], input, options),

      /**
       * Create Topic. Creates one of topics: kinds of mail that contacts subscribe to one by one.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.topic:write`. Accounts: Business, Streamer, Personal.
       * May emit `marketing.topic.created`.
       * POST /api/marketing/topic/create
       */
      create: (input: TopicCreateInput, options?: CallOptions): Promise<TopicCreateOutput> =>
        call.one(routes['marketing.topic.create'], input, options),

      /**
       * Update Topic. Changes one of topics: kinds of mail that contacts subscribe to one by one.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.topic:write`. Accounts: Business, Streamer, Personal.
       * May emit `marketing.topic.updated`.
       * POST /api/marketing/topic/update
       */
      update: (input: TopicUpdateInput, options?: CallOptions): Promise<Topic> =>
        call.one(routes['marketing.topic.update'], input, options),

      /**
       * Delete Topic. Deletes one of topics: kinds of mail that contacts subscribe to one by one.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.topic:write`. Accounts: Business, Streamer, Personal.
       * May emit `marketing.topic.deleted`.
       * POST /api/marketing/topic/delete
       */
      delete: (input: TopicDeleteInput, options?: CallOptions): Promise<Deleted> =>
        call.one(routes['marketing.topic.delete'], input, options),
    },
    event: {
      /**
       * Events - Track. Records events of contacts: orders of a shop, clicks in an app. An unknown person becomes a contact, which gets no marketing mail until it agrees to it. Either all events of a call are recorded or none. It takes a secret key: scores and automations act upon events, so that browsers send theirs through your server.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.event:track`. Accounts: Business, Streamer, Personal.
       * May emit `marketing.contact.created`, `marketing.contact.updated`.
       * POST /api/marketing/event/track
       */
      track: (input: MarketingEventTrackInput, options?: CallOptions): Promise<MarketingEventTrackOutput> =>
        call.one(routes['marketing.event.track'], input, options),
    },
    leadScore: {
      /**
       * Get Lead Score. The scores of a contact, computed for the moment of the call or for `at`, with the entries that explain them. Without a contact: the model of the account.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.leadScore:read`. Accounts: Business, Streamer.
       * POST /api/marketing/leadScore/get
       */
      get: (input: MarketingLeadScoreGetInput = {}, options?: CallOptions): Promise<MarketingLeadScore> =>
        call.one(routes['marketing.leadScore.get'], input, options),

      /**
       * Update Lead Score. Adds points to a contact, with a reason, or replaces the model of the account: rules, decay, thresholds and bounds. Points are never changed afterwards; a score is computed from them for any moment.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.leadScore:write`. Accounts: Business, Streamer.
       * May emit `marketing.leadScore.changed`, `marketing.leadScore.thresholdCrossed`.
       * POST /api/marketing/leadScore/update
       */
      update: (input: MarketingLeadScoreUpdateInput = {}, options?: CallOptions): Promise<MarketingLeadScore> =>
        call.one(routes['marketing.leadScore.update'], input, options),
    },
  }
}

/** Marketing: Contacts, and all mail to them: segments, templates, campaigns, automations and scores. As public keys and other accounts see it. */
export function publicMarketing(call: Call) {
  return {
    contact: {
      /**
       * Contact - Confirm. Confirms the address of a contact by the link that was mailed to it.
       * Anyone may call it; no key is needed.
       * May emit `marketing.contact.updated`, `marketing.contact.subscribed`, `marketing.contact.unsubscribed`.
       * POST /public/marketing/contact/confirm
       */
      confirm: (input: ContactConfirmInput, options?: CallOptions): Promise<ContactConfirmOutput> =>
        call.one(routes['marketing.contact.confirm'], input, options),

      /**
       * Contact - Choose. Sets whether a contact gets mail, and the public topics of it, by a link in a mail.
       * Anyone may call it; no key is needed.
       * May emit `marketing.contact.updated`, `marketing.contact.subscribed`, `marketing.contact.unsubscribed`.
       * POST /public/marketing/contact/choose
       */
      choose: (input: ContactChooseInput, options?: CallOptions): Promise<ContactChooseOutput> =>
        call.one(routes['marketing.contact.choose'], input, options),

      /**
       * Contact - Subscribe. Requests mail of an account. The address gets a mail with a link, and nothing else before it has confirmed. The response does not say whether the address is known.
       * Anyone may call it; no key is needed.
       * May emit `marketing.contact.created`, `marketing.contact.updated`, `marketing.contact.subscribed`, `marketing.contact.unsubscribed`.
       * POST /public/marketing/contact/subscribe
       */
      subscribe: (input: ContactSubscribeInput, options?: CallOptions): Promise<ContactSubscribeOutput> =>
        call.one(routes['marketing.contact.subscribe'], input, options),
    },
  }
}

const routes = {
  'marketing.contact.all': { id: 'marketing.contact.all', method: 'POST', path: '/api/marketing/contact/all', kind: 'read' },
  'marketing.contact.create': { id: 'marketing.contact.create', method: 'POST', path: '/api/marketing/contact/create', kind: 'create' },
  'marketing.contact.delete': { id: 'marketing.contact.delete', method: 'POST', path: '/api/marketing/contact/delete', kind: 'write' },
  'marketing.contact.get': { id: 'marketing.contact.get', method: 'POST', path: '/api/marketing/contact/get', kind: 'read' },
  'marketing.contact.update': { id: 'marketing.contact.update', method: 'POST', path: '/api/marketing/contact/update', kind: 'write' },
  'marketing.contact.confirm': { id: 'marketing.contact.confirm', method: 'POST', path: '/public/marketing/contact/confirm', kind: 'bare' },
  'marketing.contact.choose': { id: 'marketing.contact.choose', method: 'POST', path: '/public/marketing/contact/choose', kind: 'bare' },
  'marketing.contact.subscribe': { id: 'marketing.contact.subscribe', method: 'POST', path: '/public/marketing/contact/subscribe', kind: 'bare' },
  'marketing.topic.all': { id: 'marketing.topic.all', method: 'POST', path: '/api/marketing/topic/all', kind: 'read' },
  'marketing.topic.get': { id: 'marketing.topic.get', method: 'POST', path: '/api/marketing/topic/get', kind: 'read' },
  'marketing.topic.create': { id: 'marketing.topic.create', method: 'POST', path: '/api/marketing/topic/create', kind: 'create' },
  'marketing.topic.update': { id: 'marketing.topic.update', method: 'POST', path: '/api/marketing/topic/update', kind: 'write' },
  'marketing.topic.delete': { id: 'marketing.topic.delete', method: 'POST', path: '/api/marketing/topic/delete', kind: 'write' },
  'marketing.event.track': { id: 'marketing.event.track', method: 'POST', path: '/api/marketing/event/track', kind: 'write' },
  'marketing.contact.timeline': { id: 'marketing.contact.timeline', method: 'POST', path: '/api/marketing/contact/timeline', kind: 'read' },
  'marketing.leadScore.get': { id: 'marketing.leadScore.get', method: 'POST', path: '/api/marketing/leadScore/get', kind: 'read' },
  'marketing.leadScore.update': { id: 'marketing.leadScore.update', method: 'POST', path: '/api/marketing/leadScore/update', kind: 'create' },
} satisfies Record<string, Route>
