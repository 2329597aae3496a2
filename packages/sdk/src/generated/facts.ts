// Generated from the operations by `npm run gen`. Changes here are lost.
import type { Automation, BlockedViewer, Campaign, ChannelSnapshot, ContactSnapshot, CouponBatch, CouponSnapshot, DetailsSnapshot, EmailSequence, ImageSnapshot, ImportOfContacts, IntegrationSnapshot, Key, LiveDrop, LivestreamCategorySnapshot, LivestreamSubCategorySnapshot, Marker, Member, PaymentLinkSnapshot, PaymentProviderSnapshot, PaymentSnapshot, PlaceSnapshot, Promotion, ReconciliationIssueSnapshot, RewardSnapshot, SegmentSnapshot, SendingDomainSnapshot, StaticVideoSnapshot, StreamSnapshot, Template, TicketingEventSnapshot, Topic, WebhookEndpoint } from './schemas.ts'

/** What each fact carries, by its name. */
export type FactPayloads = {
  /** The name, language or time zone of the account changed. */
  'account.account.updated': {
    /** The account, `acc_…`. */
    accountId: string
    /** Name of the account. */
    name: string
    /** Default language, BCP 47. */
    language: string
    /** Default time zone, IANA. */
    timeZone: string
  }
  /** An image was uploaded. */
  'account.image.created': ImageSnapshot
  /** An image was deleted, and its file with it. */
  'account.image.deleted': ImageSnapshot
  /** An image has another name. */
  'account.image.updated': ImageSnapshot
  /** A key was created. */
  'account.key.created': Key
  /** A revoked key was removed from the list. */
  'account.key.deleted': Key
  /** A secret key was sent by a browser or in an address: rotate it. */
  'account.key.exposed': {
    /** The key, `key_…`. */
    keyId: string
    /** Source of the leak: an origin, or the query string. */
    where: string
  }
  /** A key was revoked. */
  'account.key.revoked': Key
  /** A key was changed. */
  'account.key.updated': Key
  /** A person was invited or joined. */
  'account.member.created': Member
  /** A member was removed. */
  'account.member.deleted': Member
  /** An invited person joined. */
  'account.member.joined': Member
  /** The role of a member changed. */
  'account.member.updated': Member
  /** A member of the audience signed in. */
  'account.viewer.signedIn': {
    /** The contact, `con_…`. */
    contactId: string
    /** Way of the sign-in: the code or the link of a mail. */
    way: 'code' | 'link'
  }
  /** A webhook endpoint was created. */
  'account.webhookEndpoint.created': WebhookEndpoint
  /** A webhook endpoint was deleted. */
  'account.webhookEndpoint.deleted': WebhookEndpoint
  /** A webhook endpoint was disabled: `disabledReason` says whether a request or a response 410 caused it. */
  'account.webhookEndpoint.disabled': WebhookEndpoint
  /** A webhook endpoint was enabled. */
  'account.webhookEndpoint.enabled': WebhookEndpoint
  /** A test was requested. It goes to the endpoint of the request alone. */
  'account.webhookEndpoint.tested': {
    /** The endpoint, `whe_…`. */
    webhookEndpointId: string
    /** A sentence that identifies the test. */
    message: string
  }
  /** A webhook endpoint was changed. */
  'account.webhookEndpoint.updated': WebhookEndpoint
  /** A viewer was blocked: they make no more clips. */
  'livestream.blockedViewer.created': BlockedViewer
  /** A viewer was unblocked. */
  'livestream.blockedViewer.deleted': BlockedViewer
  /** The note about a blocked viewer changed. */
  'livestream.blockedViewer.updated': BlockedViewer
  /** A caption file cannot be fetched or read. The text of the file before it stays. */
  'livestream.details.captionFailed': {
    /** The sheet. */
    detailsId: string
    /** Kind of the described resource: stream, static or channel. */
    targetType: string
    /** The stream, video or channel that it describes. */
    targetId: string
    /** Language. */
    locale: string
    /** Language of the captions. */
    language: string
    /** Name of the captions. */
    label: string
    /** captions or subtitles. */
    kind: string
    /** Address of the file. */
    url: string
    /** The problem in words. */
    error: string
  }
  /** A caption file was fetched, and its text is shown to the audience. */
  'livestream.details.captionFetched': {
    /** The sheet. */
    detailsId: string
    /** Kind of the described resource: stream, static or channel. */
    targetType: string
    /** The stream, video or channel that it describes. */
    targetId: string
    /** Language. */
    locale: string
    /** Language of the captions. */
    language: string
    /** Name of the captions. */
    label: string
    /** captions or subtitles. */
    kind: string
    /** Address of the file. */
    url: string
  }
  /** A category was made. */
  'livestream.category.created': LivestreamCategorySnapshot
  /** A category was deleted; what was linked to it has moved. */
  'livestream.category.deleted': LivestreamCategorySnapshot
  /** A category changed. */
  'livestream.category.updated': LivestreamCategorySnapshot
  /** A channel was made. */
  'livestream.channel.created': ChannelSnapshot
  /** A channel was deleted, its videos with it. */
  'livestream.channel.deleted': ChannelSnapshot
  /** A channel changed. */
  'livestream.channel.updated': ChannelSnapshot
  /** A clip was requested. */
  'livestream.clip.created': StaticVideoSnapshot
  /** A clip could not be cut. */
  'livestream.clip.failed': StaticVideoSnapshot
  /** You showed a clip of a viewer. */
  'livestream.clip.featured': StaticVideoSnapshot
  /** A clip can be watched. */
  'livestream.clip.ready': StaticVideoSnapshot
  /** Clips of viewers use four fifths of their space: feature or remove some, before new ones are refused. */
  'livestream.clip.shelfFilling': {
    /** Bytes of the clips on the shelf of viewers. */
    usedBytes: number
    /** Bytes at which new clips of viewers are refused. */
    limitBytes: number
  }
  /** You put a clip of a viewer back on its shelf. */
  'livestream.clip.unfeatured': StaticVideoSnapshot
  /** A sheet of details was made. */
  'livestream.details.created': DetailsSnapshot
  /** A sheet of details was deleted, alone or with its target. */
  'livestream.details.deleted': DetailsSnapshot
  /** A sheet of details changed. */
  'livestream.details.updated': DetailsSnapshot
  /** A moment of a live stream was marked. */
  'livestream.marker.created': Marker
  /** A marker was deleted, alone or with its stream. */
  'livestream.marker.deleted': Marker
  /** A marker changed. */
  'livestream.marker.updated': Marker
  /** A video expired at the time that was set at creation. */
  'livestream.static.archived': StaticVideoSnapshot
  /** A recorded video was made. */
  'livestream.static.created': StaticVideoSnapshot
  /** A recorded video was deleted, alone or with its channel. */
  'livestream.static.deleted': StaticVideoSnapshot
  /** The media of a recorded video could not be used; `processing.error` says why. */
  'livestream.static.failed': StaticVideoSnapshot
  /** A video was published: at its creation, by its import, at its schedule, or as the replay of a stream. Neither Static - Update emits it, nor what follows from it. */
  'livestream.static.published': StaticVideoSnapshot
  /** The media of a recorded video is all there: it can be watched, and kept as a file. */
  'livestream.static.ready': StaticVideoSnapshot
  /** An encoder was admitted with the stream’s key. */
  'livestream.stream.connected': StreamSnapshot
  /** A stream was made. */
  'livestream.stream.created': StreamSnapshot
  /** A stream was deleted. */
  'livestream.stream.deleted': StreamSnapshot
  /** A stream was disabled. */
  'livestream.stream.disabled': StreamSnapshot
  /** The encoder was lost and is waited for. */
  'livestream.stream.disconnected': StreamSnapshot
  /** A stream was enabled. */
  'livestream.stream.enabled': StreamSnapshot
  /** A session of a stream ended. */
  'livestream.stream.ended': StreamSnapshot
  /** The signal from the encoder became better or worse. */
  'livestream.stream.healthChanged': {
    /** The stream. */
    streamId: string
    /** Channel. */
    channelId: string
    /** The session. */
    sessionId: string
    /** The last characters of the key that was used. */
    keyLabel: string
    /** Title. */
    title: string
    /** Current state. */
    health: 'good' | 'warning' | 'bad'
    /** Problems of the signal, worst first. */
    issues: {
      /** Stable name of the problem. */
      code: string
      /** The problem in words. */
      message: string
      /** The setting to change at the encoder. */
      advice: string
    }[]
  }
  /** A stream can be watched by its owner; `goLive` shows it to the audience. */
  'livestream.stream.previewed': StreamSnapshot
  /** The encoder came back: the same session and the same recording continue. */
  'livestream.stream.reconnected': StreamSnapshot
  /** A stream stays live but is no longer recorded: the disk is full, or fails. */
  'livestream.stream.recordingStopped': {
    /** The stream. */
    streamId: string
    /** Channel. */
    channelId: string
    /** The session. */
    sessionId: string
    /** The last characters of the key that was used. */
    keyLabel: string
    /** Title. */
    title: string
    /** Reason in words. */
    reason: string
  }
  /** The signal of an encoder cannot be shown: the stream did not go live, or ended. */
  'livestream.stream.rejected': {
    /** The stream. */
    streamId: string
    /** Channel. */
    channelId: string
    /** The session. */
    sessionId: string
    /** The last characters of the key that was used. */
    keyLabel: string
    /** Title. */
    title: string
    /** Reason: codec_unsupported, no_video, no_key_frame. */
    code: string
    /** Reason in words. */
    message: string
    /** The setting to change at the encoder. */
    advice: string
  }
  /** Sending a stream on to another place went live, failed or ended. */
  'livestream.stream.simulcastChanged': {
    /** The stream. */
    streamId: string
    /** Channel. */
    channelId: string
    /** The session. */
    sessionId: string
    /** The last characters of the key that was used. */
    keyLabel: string
    /** Title. */
    title: string
    /** The target. */
    targetId: string
    /** Current state. */
    state: 'live' | 'error' | 'ended'
    /** The problem in words. */
    error?: string
  }
  /** A stream changed. */
  'livestream.stream.updated': StreamSnapshot
  /** Highest number of concurrent viewers of a session that ended. */
  'livestream.stream.viewersPeaked': {
    /** The stream. */
    streamId: string
    /** Channel. */
    channelId: string
    /** The session. */
    sessionId: string
    /** The last characters of the key that was used. */
    keyLabel: string
    /** Title. */
    title: string
    /** At the same time. */
    peakViewers: number
  }
  /** The audience can watch: the first playable piece is there. */
  'livestream.stream.wentLive': StreamSnapshot
  /** A sub-category was made. */
  'livestream.subCategory.created': LivestreamSubCategorySnapshot
  /** A sub-category was deleted, alone or with its category. */
  'livestream.subCategory.deleted': LivestreamSubCategorySnapshot
  /** A sub-category changed, or moved to another category. */
  'livestream.subCategory.updated': LivestreamSubCategorySnapshot
  /** A ticket got a code that opens the video. */
  'livestream.ticketingEvent.accessGranted': {
    /** The event. */
    ticketingEventId: string
    /** Seller of the tickets. */
    provider: string
    /** Id at the provider. */
    externalEventId: string
    /** The ticket. */
    ticketId: string
    /** Id at the provider. */
    externalTicketId: string
    /** Mail address of the ticket holder. */
    email: string | null
    /** Name. */
    name: string | null
    /** Type, by the provider’s id. */
    ticketTypeId: string | null
  }
  /** The code of a ticket no longer opens anything; its viewers are disconnected. */
  'livestream.ticketingEvent.accessRevoked': {
    /** The event. */
    ticketingEventId: string
    /** Seller of the tickets. */
    provider: string
    /** Id at the provider. */
    externalEventId: string
    /** The ticket. */
    ticketId: string
    /** Id at the provider. */
    externalTicketId: string
    /** Mail address of the ticket holder. */
    email: string | null
    /** Name. */
    name: string | null
    /** Type, by the provider’s id. */
    ticketTypeId: string | null
    /** provider: refunded, voided or cancelled. transferred: to another person. owner: by you. */
    reason: 'provider' | 'transferred' | 'owner'
  }
  /** The holder of a ticket was admitted at a door. */
  'livestream.ticketingEvent.admitted': {
    /** The event. */
    ticketingEventId: string
    /** Seller of the tickets. */
    provider: string
    /** Id at the provider. */
    externalEventId: string
    /** The ticket. */
    ticketId: string
    /** Id at the provider. */
    externalTicketId: string
    /** Mail address of the ticket holder. */
    email: string | null
    /** Name. */
    name: string | null
    /** Type, by the provider’s id. */
    ticketTypeId: string | null
    /** Time of the admission. */
    admittedAt: string
  }
  /** A stream, video or channel was tied to an event whose tickets are sold elsewhere. */
  'livestream.ticketingEvent.created': TicketingEventSnapshot
  /** A ticketing event was deleted: its codes no longer open anything. */
  'livestream.ticketingEvent.deleted': TicketingEventSnapshot
  /** The provider no longer responds as it should. Tickets stay as they were. */
  'livestream.ticketingEvent.error': {
    /** The event. */
    ticketingEventId: string
    /** Seller of the tickets. */
    provider: string
    /** Id at the provider. */
    externalEventId: string
    /** The problem in words. */
    error: string
    /** Time of the last complete list. */
    lastSyncAt: string | null
  }
  /** The list of tickets was read: for the first time, after an error, or with changes. */
  'livestream.ticketingEvent.synced': {
    /** The event. */
    ticketingEventId: string
    /** Seller of the tickets. */
    provider: string
    /** Id at the provider. */
    externalEventId: string
    /** Tickets that were issued. */
    imported: number
    /** Tickets that were revoked. */
    revoked: number
    /** Entries that could not be made a ticket. */
    failed: number
    /** Tickets that are valid now. */
    ticketsSold: number
  }
  /** A ticketing event changed, or its state. */
  'livestream.ticketingEvent.updated': TicketingEventSnapshot
  /** A place was made. */
  'places.place.created': PlaceSnapshot
  /** A place was deleted. */
  'places.place.deleted': PlaceSnapshot
  /** A place turned out to be another one: `mergedIntoId` names it. */
  'places.place.merged': PlaceSnapshot
  /** A place was opened, closed, archived or restored. */
  'places.place.statusChanged': PlaceSnapshot
  /** A place was changed. */
  'places.place.updated': PlaceSnapshot
  /** An automation was activated. */
  'marketing.automation.activated': Automation
  /** An automation was archived. */
  'marketing.automation.archived': Automation
  /** An automation was made. */
  'marketing.automation.created': Automation
  /** An automation was deleted. */
  'marketing.automation.deleted': Automation
  /** An automation stopped, since most of its runs failed. */
  'marketing.automation.failed': Automation
  /** An automation was paused. */
  'marketing.automation.paused': Automation
  /** An automation was changed. */
  'marketing.automation.updated': Automation
  /** A campaign ended before it was sent. */
  'marketing.campaign.cancelled': Campaign
  /** A campaign is sent. */
  'marketing.campaign.completed': Campaign
  /** A campaign was made. */
  'marketing.campaign.created': Campaign
  /** A campaign was deleted. */
  'marketing.campaign.deleted': Campaign
  /** A campaign was missed. */
  'marketing.campaign.missed': Campaign
  /** A campaign paused. */
  'marketing.campaign.paused': Campaign
  /** A campaign goes on. */
  'marketing.campaign.resumed': Campaign
  /** A campaign has a time to start. */
  'marketing.campaign.scheduled': Campaign
  /** A campaign sends. */
  'marketing.campaign.started': Campaign
  /** A campaign was changed. */
  'marketing.campaign.updated': Campaign
  /** A contact was made. */
  'marketing.contact.created': ContactSnapshot
  /** A contact was erased. */
  'marketing.contact.deleted': {
    /** The contact. */
    id: string
    /** `deleted`. */
    status: string
    /** The last version. */
    version: number
  }
  /** Contacts entered a segment. */
  'marketing.segment.contactEntered': {
    /** The segment. */
    segmentId: string
    /** The contacts. */
    contactIds: string[]
  }
  /** Contacts left a segment. */
  'marketing.segment.contactExited': {
    /** The segment. */
    segmentId: string
    /** The contacts. */
    contactIds: string[]
  }
  /** Two contacts turned out to be one person. */
  'marketing.contact.merged': {
    /** The contact that stays. */
    id: string
    /** The contact that is gone. */
    mergedId: string
  }
  /** A contact bounced, complained, was suppressed or archived. */
  'marketing.contact.statusChanged': ContactSnapshot
  /** A contact agreed to get mail. */
  'marketing.contact.subscribed': ContactSnapshot
  /** A contact took its agreement back. */
  'marketing.contact.unsubscribed': ContactSnapshot
  /** A contact was changed. */
  'marketing.contact.updated': ContactSnapshot
  /** A contact got every mail of a sequence, or reached its goal. */
  'marketing.enrolment.completed': {
    /** The enrolment. */
    id: string
    /** The sequence. */
    emailSequenceId: string
    /** The contact. */
    contactId: string
    /** `active`, `completed`, `stopped` or `failed`. */
    status: string
    /** Cause of the end. */
    reason: string | null
  }
  /** A step of an enrolment failed for good. */
  'marketing.enrolment.failed': {
    /** The enrolment. */
    id: string
    /** The sequence. */
    emailSequenceId: string
    /** The contact. */
    contactId: string
    /** `active`, `completed`, `stopped` or `failed`. */
    status: string
    /** Cause of the end. */
    reason: string | null
  }
  /** A contact was enrolled in an email sequence. */
  'marketing.enrolment.started': {
    /** The enrolment. */
    id: string
    /** The sequence. */
    emailSequenceId: string
    /** The contact. */
    contactId: string
    /** `active`, `completed`, `stopped` or `failed`. */
    status: string
    /** Cause of the end. */
    reason: string | null
  }
  /** An enrolment ended early: by an answer, an unsubscription, or the end of the sequence. */
  'marketing.enrolment.stopped': {
    /** The enrolment. */
    id: string
    /** The sequence. */
    emailSequenceId: string
    /** The contact. */
    contactId: string
    /** `active`, `completed`, `stopped` or `failed`. */
    status: string
    /** Cause of the end. */
    reason: string | null
  }
  /** An import of contacts is complete. */
  'marketing.import.completed': ImportOfContacts
  /** An import of contacts was made. */
  'marketing.contactImport.created': ImportOfContacts
  /** An import of contacts was deleted. */
  'marketing.contactImport.deleted': ImportOfContacts
  /** An import of contacts failed. */
  'marketing.import.failed': ImportOfContacts
  /** An import of contacts was changed. */
  'marketing.contactImport.updated': ImportOfContacts
  /** An integration was made. */
  'marketing.integration.created': IntegrationSnapshot
  /** An integration was deleted. */
  'marketing.integration.deleted': IntegrationSnapshot
  /** An integration stopped working. */
  'marketing.integration.failed': IntegrationSnapshot
  /** An integration works. */
  'marketing.integration.recovered': IntegrationSnapshot
  /** An integration was changed. */
  'marketing.integration.updated': IntegrationSnapshot
  /** The score of a contact came into another band. */
  'marketing.leadScore.changed': {
    /** The contact. */
    contactId: string
    /** Points for properties of the contact. */
    fit: number
    /** Points for its actions. */
    engagement: number
    /** Both together. */
    total: number
    /** Grade of the fit, A to D. */
    grade: string
    /** Name of the highest threshold that the total reaches; `cold` below all. */
    status: string
    /** Status before. */
    previousStatus: string
    /** Moment. */
    at: string
  }
  /** The score of a contact passed a threshold. */
  'marketing.leadScore.thresholdCrossed': {
    /** The contact. */
    contactId: string
    /** Points for properties of the contact. */
    fit: number
    /** Points for its actions. */
    engagement: number
    /** Both together. */
    total: number
    /** Grade of the fit, A to D. */
    grade: string
    /** Name of the threshold. */
    threshold: string
    /** Total from which the threshold is reached. */
    min: number
    /** up: the total reached the threshold. down: it fell below. */
    direction: 'up' | 'down'
    /** Moment of the crossing, which decay and expiry pass by themselves. */
    at: string
  }
  /** Messages bounced. */
  'marketing.message.bounced': {
    /** The messages. */
    messages: {
      /** The message. */
      messageId: string
      /** Contact of the message. */
      contactId: string
      /** Campaign of the message; null for another cause. */
      campaignId: string | null
      /** Moment. */
      at: string
      /** Address that was opened, of a click. */
      url: string | null
      /** `hard` or `soft`, of a bounce; status code of a deferral. */
      reason: string | null
    }[]
  }
  /** People clicked in messages. */
  'marketing.message.clicked': {
    /** The messages. */
    messages: {
      /** The message. */
      messageId: string
      /** Contact of the message. */
      contactId: string
      /** Campaign of the message; null for another cause. */
      campaignId: string | null
      /** Moment. */
      at: string
      /** Address that was opened, of a click. */
      url: string | null
      /** `hard` or `soft`, of a bounce; status code of a deferral. */
      reason: string | null
    }[]
  }
  /** Receivers complained about messages. */
  'marketing.message.complained': {
    /** The messages. */
    messages: {
      /** The message. */
      messageId: string
      /** Contact of the message. */
      contactId: string
      /** Campaign of the message; null for another cause. */
      campaignId: string | null
      /** Moment. */
      at: string
      /** Address that was opened, of a click. */
      url: string | null
      /** `hard` or `soft`, of a bounce; status code of a deferral. */
      reason: string | null
    }[]
  }
  /** Messages were deferred for the first time. */
  'marketing.message.deferred': {
    /** The messages. */
    messages: {
      /** The message. */
      messageId: string
      /** Contact of the message. */
      contactId: string
      /** Campaign of the message; null for another cause. */
      campaignId: string | null
      /** Moment. */
      at: string
      /** Address that was opened, of a click. */
      url: string | null
      /** `hard` or `soft`, of a bounce; status code of a deferral. */
      reason: string | null
    }[]
  }
  /** Messages reached their mailboxes. */
  'marketing.message.delivered': {
    /** The messages. */
    messages: {
      /** The message. */
      messageId: string
      /** Contact of the message. */
      contactId: string
      /** Campaign of the message; null for another cause. */
      campaignId: string | null
      /** Moment. */
      at: string
      /** Address that was opened, of a click. */
      url: string | null
      /** `hard` or `soft`, of a bounce; status code of a deferral. */
      reason: string | null
    }[]
  }
  /** People opened messages. */
  'marketing.message.opened': {
    /** The messages. */
    messages: {
      /** The message. */
      messageId: string
      /** Contact of the message. */
      contactId: string
      /** Campaign of the message; null for another cause. */
      campaignId: string | null
      /** Moment. */
      at: string
      /** Address that was opened, of a click. */
      url: string | null
      /** `hard` or `soft`, of a bounce; status code of a deferral. */
      reason: string | null
    }[]
  }
  /** People answered messages. */
  'marketing.message.replied': {
    /** The messages. */
    messages: {
      /** The message. */
      messageId: string
      /** Contact of the message. */
      contactId: string
      /** Campaign of the message; null for another cause. */
      campaignId: string | null
      /** Moment. */
      at: string
      /** Address that was opened, of a click. */
      url: string | null
      /** `hard` or `soft`, of a bounce; status code of a deferral. */
      reason: string | null
    }[]
  }
  /** Messages left. */
  'marketing.message.sent': {
    /** The messages. */
    messages: {
      /** The message. */
      messageId: string
      /** Contact of the message. */
      contactId: string
      /** Campaign of the message; null for another cause. */
      campaignId: string | null
      /** Moment. */
      at: string
      /** Address that was opened, of a click. */
      url: string | null
      /** `hard` or `soft`, of a bounce; status code of a deferral. */
      reason: string | null
    }[]
  }
  /** Contacts unsubscribed by messages. */
  'marketing.message.unsubscribed': {
    /** The messages. */
    messages: {
      /** The message. */
      messageId: string
      /** Contact of the message. */
      contactId: string
      /** Campaign of the message; null for another cause. */
      campaignId: string | null
      /** Moment. */
      at: string
      /** Address that was opened, of a click. */
      url: string | null
      /** `hard` or `soft`, of a bounce; status code of a deferral. */
      reason: string | null
    }[]
  }
  /** A contact completed an automation. */
  'marketing.automationRun.completed': {
    /** The run. */
    id: string
    /** The automation. */
    automationId: string
    /** The contact. */
    contactId: string
    /** `active`, `completed`, `exited` or `failed`. */
    status: string
    /** Cause of the end. */
    reason: string | null
  }
  /** A step of an automation failed for good. */
  'marketing.automationRun.failed': {
    /** The run. */
    id: string
    /** The automation. */
    automationId: string
    /** The contact. */
    contactId: string
    /** `active`, `completed`, `exited` or `failed`. */
    status: string
    /** Cause of the end. */
    reason: string | null
  }
  /** A contact reached the goal of an automation. */
  'marketing.automationRun.goalReached': {
    /** The run. */
    id: string
    /** The automation. */
    automationId: string
    /** The contact. */
    contactId: string
    /** `active`, `completed`, `exited` or `failed`. */
    status: string
    /** Cause of the end. */
    reason: string | null
  }
  /** A contact entered an automation. */
  'marketing.automationRun.started': {
    /** The run. */
    id: string
    /** The automation. */
    automationId: string
    /** The contact. */
    contactId: string
    /** `active`, `completed`, `exited` or `failed`. */
    status: string
    /** Cause of the end. */
    reason: string | null
  }
  /** A segment was made. */
  'marketing.segment.created': SegmentSnapshot
  /** A segment was deleted. */
  'marketing.segment.deleted': SegmentSnapshot
  /** A segment was not built. */
  'marketing.segment.failed': SegmentSnapshot
  /** A segment has its members. */
  'marketing.segment.ready': SegmentSnapshot
  /** A segment was changed. */
  'marketing.segment.updated': SegmentSnapshot
  /** A sending domain was made. */
  'marketing.sendingDomain.created': SendingDomainSnapshot
  /** A sending domain was deleted. */
  'marketing.sendingDomain.deleted': SendingDomainSnapshot
  /** A sending domain lost its record. */
  'marketing.sendingDomain.failed': SendingDomainSnapshot
  /** A sending domain was changed. */
  'marketing.sendingDomain.updated': SendingDomainSnapshot
  /** A sending domain was verified. */
  'marketing.sendingDomain.verified': SendingDomainSnapshot
  /** An email sequence was activated. */
  'marketing.emailSequence.activated': EmailSequence
  /** An email sequence was archived. */
  'marketing.emailSequence.archived': EmailSequence
  /** An email sequence was made. */
  'marketing.emailSequence.created': EmailSequence
  /** An email sequence was deleted. */
  'marketing.emailSequence.deleted': EmailSequence
  /** An email sequence was changed. */
  'marketing.emailSequence.updated': EmailSequence
  /** A template was made. */
  'marketing.template.created': Template
  /** A template was deleted. */
  'marketing.template.deleted': Template
  /** A template was changed. */
  'marketing.template.updated': Template
  /** A topic was made. */
  'marketing.topic.created': Topic
  /** A topic was deleted. */
  'marketing.topic.deleted': Topic
  /** A topic was changed. */
  'marketing.topic.updated': Topic
  /** A batch of coupons was created. */
  'loyalty.couponBatch.created': CouponBatch
  /** A batch of coupons was deleted. */
  'loyalty.couponBatch.deleted': CouponBatch
  /** All codes of a batch exist. */
  'loyalty.couponBatch.ready': CouponBatch
  /** A batch of coupons was changed. */
  'loyalty.couponBatch.updated': CouponBatch
  /** A coupon was created. */
  'loyalty.coupon.created': CouponSnapshot
  /** A coupon was deleted. */
  'loyalty.coupon.deleted': CouponSnapshot
  /** The last use of a coupon, or the rest of its budget, was taken. */
  'loyalty.coupon.exhausted': {
    /** The coupon. */
    id: string
    /** The same as `id`. */
    couponId: string
    /** State of the coupon. */
    status: 'exhausted'
    /** Code of the coupon. */
    code: string
    /** Name of the coupon. */
    name: string
  }
  /** A coupon was paused. */
  'loyalty.coupon.paused': CouponSnapshot
  /** A coupon was used. */
  'loyalty.coupon.redeemed': {
    /** Id of the use. */
    id: string
    /** The same as `id`. */
    redemptionId: string
    /** State of the use. */
    status: 'reserved' | 'redeemed' | 'released' | 'partiallyRolledBack' | 'rolledBack'
    /** The coupon. */
    couponId: string
    /** Code of the coupon. */
    code: string
    /** Contact who used it; null without one. */
    contactId: string | null
    /** Your own name for the use, unique per coupon. */
    clientReference: string
    /** Purchase that it belongs to; null for none. */
    reference: string | null
    /** Discount of the order; null without a price. */
    discount: {
      /** Whole minor units: cents of EUR, yen of JPY. */
      amount: number
      /** Currency of ISO 4217. */
      currency: string
    } | null
    /** Part of the discount that was taken back; null without a price. */
    rolledBack: {
      /** Whole minor units: cents of EUR, yen of JPY. */
      amount: number
      /** Currency of ISO 4217. */
      currency: string
    } | null
    /** Tokens that the use gives to the contact; null for none. */
    tokens: {
      /** The token. */
      token: string
      /** Number of tokens. */
      amount: number
    } | null
    /** Reason of the roll-back; null without one. */
    reason: string | null
    /** End of the reservation; null for none and without an end. */
    reservedUntil: string | null
    /** Moment of the use or the reservation. */
    createdAt: string
    /** Moment from which it counts for good; null before. */
    redeemedAt: string | null
    /** Moment of the release or the last roll-back; null before. */
    endedAt: string | null
    /** Counts its changes. */
    version: number
  }
  /** A reserved use was given back. */
  'loyalty.coupon.released': {
    /** Id of the use. */
    id: string
    /** The same as `id`. */
    redemptionId: string
    /** State of the use. */
    status: 'reserved' | 'redeemed' | 'released' | 'partiallyRolledBack' | 'rolledBack'
    /** The coupon. */
    couponId: string
    /** Code of the coupon. */
    code: string
    /** Contact who used it; null without one. */
    contactId: string | null
    /** Your own name for the use, unique per coupon. */
    clientReference: string
    /** Purchase that it belongs to; null for none. */
    reference: string | null
    /** Discount of the order; null without a price. */
    discount: {
      /** Whole minor units: cents of EUR, yen of JPY. */
      amount: number
      /** Currency of ISO 4217. */
      currency: string
    } | null
    /** Part of the discount that was taken back; null without a price. */
    rolledBack: {
      /** Whole minor units: cents of EUR, yen of JPY. */
      amount: number
      /** Currency of ISO 4217. */
      currency: string
    } | null
    /** Tokens that the use gives to the contact; null for none. */
    tokens: {
      /** The token. */
      token: string
      /** Number of tokens. */
      amount: number
    } | null
    /** Reason of the roll-back; null without one. */
    reason: string | null
    /** End of the reservation; null for none and without an end. */
    reservedUntil: string | null
    /** Moment of the use or the reservation. */
    createdAt: string
    /** Moment from which it counts for good; null before. */
    redeemedAt: string | null
    /** Moment of the release or the last roll-back; null before. */
    endedAt: string | null
    /** Counts its changes. */
    version: number
  }
  /** A use of a coupon was reserved. */
  'loyalty.coupon.reserved': {
    /** Id of the use. */
    id: string
    /** The same as `id`. */
    redemptionId: string
    /** State of the use. */
    status: 'reserved' | 'redeemed' | 'released' | 'partiallyRolledBack' | 'rolledBack'
    /** The coupon. */
    couponId: string
    /** Code of the coupon. */
    code: string
    /** Contact who used it; null without one. */
    contactId: string | null
    /** Your own name for the use, unique per coupon. */
    clientReference: string
    /** Purchase that it belongs to; null for none. */
    reference: string | null
    /** Discount of the order; null without a price. */
    discount: {
      /** Whole minor units: cents of EUR, yen of JPY. */
      amount: number
      /** Currency of ISO 4217. */
      currency: string
    } | null
    /** Part of the discount that was taken back; null without a price. */
    rolledBack: {
      /** Whole minor units: cents of EUR, yen of JPY. */
      amount: number
      /** Currency of ISO 4217. */
      currency: string
    } | null
    /** Tokens that the use gives to the contact; null for none. */
    tokens: {
      /** The token. */
      token: string
      /** Number of tokens. */
      amount: number
    } | null
    /** Reason of the roll-back; null without one. */
    reason: string | null
    /** End of the reservation; null for none and without an end. */
    reservedUntil: string | null
    /** Moment of the use or the reservation. */
    createdAt: string
    /** Moment from which it counts for good; null before. */
    redeemedAt: string | null
    /** Moment of the release or the last roll-back; null before. */
    endedAt: string | null
    /** Counts its changes. */
    version: number
  }
  /** A paused coupon can be used. */
  'loyalty.coupon.resumed': CouponSnapshot
  /** A use was taken back. */
  'loyalty.coupon.rolledBack': {
    /** Id of the use. */
    id: string
    /** The same as `id`. */
    redemptionId: string
    /** State of the use. */
    status: 'reserved' | 'redeemed' | 'released' | 'partiallyRolledBack' | 'rolledBack'
    /** The coupon. */
    couponId: string
    /** Code of the coupon. */
    code: string
    /** Contact who used it; null without one. */
    contactId: string | null
    /** Your own name for the use, unique per coupon. */
    clientReference: string
    /** Purchase that it belongs to; null for none. */
    reference: string | null
    /** Discount of the order; null without a price. */
    discount: {
      /** Whole minor units: cents of EUR, yen of JPY. */
      amount: number
      /** Currency of ISO 4217. */
      currency: string
    } | null
    /** Part of the discount that was taken back; null without a price. */
    rolledBack: {
      /** Whole minor units: cents of EUR, yen of JPY. */
      amount: number
      /** Currency of ISO 4217. */
      currency: string
    } | null
    /** Tokens that the use gives to the contact; null for none. */
    tokens: {
      /** The token. */
      token: string
      /** Number of tokens. */
      amount: number
    } | null
    /** Reason of the roll-back; null without one. */
    reason: string | null
    /** End of the reservation; null for none and without an end. */
    reservedUntil: string | null
    /** Moment of the use or the reservation. */
    createdAt: string
    /** Moment from which it counts for good; null before. */
    redeemedAt: string | null
    /** Moment of the release or the last roll-back; null before. */
    endedAt: string | null
    /** Counts its changes. */
    version: number
  }
  /** A coupon was changed. */
  'loyalty.coupon.updated': CouponSnapshot
  /** A viewer claimed a live drop and got the coupon. */
  'loyalty.drop.claimed': {
    /** The drop. */
    id: string
    /** Name of the drop. */
    name: string
    /** The live stream. */
    streamId: string
    /** The viewer. */
    contactId: string
    /** Copy of the coupon for the viewer. */
    couponId: string
  }
  /** A live drop was created. */
  'loyalty.drop.created': LiveDrop
  /** A live drop was deleted. */
  'loyalty.drop.deleted': LiveDrop
  /** A live drop ended. */
  'loyalty.drop.ended': LiveDrop
  /** The last coupon of a live drop was taken. */
  'loyalty.drop.full': LiveDrop
  /** A live drop opened. */
  'loyalty.drop.opened': LiveDrop
  /** A live drop was changed. */
  'loyalty.drop.updated': LiveDrop
  /** A contact took a perk. */
  'loyalty.reward.redeemed': {
    /** The perk. */
    id: string
    /** The contact. */
    contactId: string
    /** Name of the token. */
    token: string
    /** Name of the perk. */
    name: string
    /** Thing that the perk gives. */
    gives: {
      /** The one who hands it out; `coupon` for the server itself. */
      type: 'coupon' | 'webhook' | 'manual'
      /** Coupon of which the contact got a copy. */
      couponId?: string
      /** Promotion of which the contact got a coupon. */
      promotionId?: string
      /** Words for the one who hands it out. */
      note?: string
    } | null
    /** Tokens that it cost. */
    cost: number
    /** Pieces taken so far. */
    redeemed: number
  }
  /** A promotion became active. */
  'loyalty.promotion.activated': Promotion
  /** A purchase was made with a promotion. */
  'loyalty.promotion.applied': {
    /** The promotion. */
    promotionId: string
    /** Id of the use. */
    applicationId: string
    /** The purchase: id of the payment, or your reference. */
    reference: string
    /** The buyer; null for an unknown one. */
    contactId: string | null
    /** Discount in minor units. */
    discountMinor: number
    /** Currency of the discount. */
    currency: string
  }
  /** A promotion was created. */
  'loyalty.promotion.created': Promotion
  /** A promotion was deleted. */
  'loyalty.promotion.deleted': Promotion
  /** A promotion ended. */
  'loyalty.promotion.ended': Promotion
  /** A promotion used up its limit or its budget. */
  'loyalty.promotion.exhausted': Promotion
  /** A promotion was paused. */
  'loyalty.promotion.paused': Promotion
  /** The use of a promotion was taken back after a refund. */
  'loyalty.promotion.rolledBack': {
    /** The promotion. */
    promotionId: string
    /** Id of the use. */
    applicationId: string
    /** The purchase: id of the payment, or your reference. */
    reference: string
    /** The buyer; null for an unknown one. */
    contactId: string | null
    /** Discount in minor units. */
    discountMinor: number
    /** Currency of the discount. */
    currency: string
  }
  /** A promotion was changed. */
  'loyalty.promotion.updated': Promotion
  /** A reward was created. */
  'loyalty.reward.created': RewardSnapshot
  /** A reward was deleted. */
  'loyalty.reward.deleted': RewardSnapshot
  /** A perk was sold out. */
  'loyalty.reward.soldOut': RewardSnapshot
  /** A reward was changed. */
  'loyalty.reward.updated': RewardSnapshot
  /** Tokens of a contact expired. */
  'loyalty.tokens.expired': {
    /** The contact. */
    id: string
    /** The contact. */
    contactId: string
    /** Name of the token. */
    token: string
    /** Number of tokens. */
    amount: number
  }
  /** A contact got tokens. */
  'loyalty.tokens.granted': {
    /** The transaction. */
    id: string
    /** The contact. */
    contactId: string
    /** Name of the token. */
    token: string
    /** Number of tokens. */
    amount: number
    /** Reason; null without one. */
    reason: string | null
    /** The reward; null for none. */
    rewardId: string | null
    /** Moment from which they can be spent; null for at once. */
    availableAt: string | null
    /** Moment of expiry; null for never. */
    expiresAt: string | null
  }
  /** Pending tokens of a contact became available. */
  'loyalty.tokens.released': {
    /** The contact. */
    id: string
    /** The contact. */
    contactId: string
    /** Name of the token. */
    token: string
    /** Number of tokens. */
    amount: number
  }
  /** The unspent part of a grant, or of what a refunded purchase gave, was taken back. */
  'loyalty.tokens.reversed': {
    /** The transaction. */
    id: string
    /** The contact. */
    contactId: string
    /** Name of the token. */
    token: string
    /** Number of tokens. */
    amount: number
    /** Reason; null without one. */
    reason: string | null
    /** Tokens of the contact afterwards. */
    balanceAfter: number
    /** The reward; null for none. */
    rewardId: string | null
  }
  /** A contact spent tokens. */
  'loyalty.tokens.spent': {
    /** The transaction. */
    id: string
    /** The contact. */
    contactId: string
    /** Name of the token. */
    token: string
    /** Number of tokens. */
    amount: number
    /** Reason; null without one. */
    reason: string | null
    /** Tokens of the contact afterwards. */
    balanceAfter: number
    /** The reward; null for none. */
    rewardId: string | null
  }
  /** Tokens moved from one contact to another. */
  'loyalty.tokens.transferred': {
    /** The transaction. */
    id: string
    /** The contact. */
    contactId: string
    /** Name of the token. */
    token: string
    /** Number of tokens. */
    amount: number
    /** Reason; null without one. */
    reason: string | null
    /** Tokens of the contact afterwards. */
    balanceAfter: number
    /** The other contact. */
    toContactId: string
  }
  /** The payer cancelled a payment. */
  'payments.payment.cancelled': PaymentSnapshot
  /** A payment was started. */
  'payments.payment.created': PaymentSnapshot
  /** A dispute was decided: `status` is `lost`, or what it was before. */
  'payments.payment.disputeClosed': PaymentSnapshot
  /** A dispute was lost: the payer keeps its amount. */
  'payments.payment.disputeLost': {
    /** The payment. */
    paymentId: string
    /** State of the payment. */
    status: string
    /** Amount that goes back to the payer, in minor units. */
    amount: number
    /** Currency of the amount. */
    currency: string
    /** Contact of the payer. */
    contactId: string | null
  }
  /** The payer disputes a payment at the bank. */
  'payments.payment.disputed': PaymentSnapshot
  /** A payment was not paid in time. */
  'payments.payment.expired': PaymentSnapshot
  /** A payment failed. */
  'payments.payment.failed': PaymentSnapshot
  /** A payment link took as many payments as it may. */
  'payments.paymentLink.completed': PaymentLinkSnapshot
  /** A payment link was created. */
  'payments.paymentLink.created': PaymentLinkSnapshot
  /** A payment link was switched off. */
  'payments.paymentLink.deactivated': PaymentLinkSnapshot
  /** A payment link was deleted. */
  'payments.paymentLink.deleted': PaymentLinkSnapshot
  /** A payment link expired. */
  'payments.paymentLink.expired': PaymentLinkSnapshot
  /** A payment link was changed. */
  'payments.paymentLink.updated': PaymentLinkSnapshot
  /** A refund that had succeeded failed later: the payer does not have the money, and it can be refunded again. */
  'payments.payment.refundFailed': {
    /** The payment. */
    paymentId: string
    /** State of the payment. */
    status: string
    /** Amount that goes back to the payer, in minor units. */
    amount: number
    /** Currency of the amount. */
    currency: string
    /** Contact of the payer. */
    contactId: string | null
    /** The refund. */
    refundId: string
    /** Sum of all its refunds. */
    amountRefunded: number
  }
  /** A payment was refunded, in part or in full. */
  'payments.payment.refunded': {
    /** The payment. */
    paymentId: string
    /** State of the payment. */
    status: string
    /** Amount that goes back to the payer, in minor units. */
    amount: number
    /** Currency of the amount. */
    currency: string
    /** Contact of the payer. */
    contactId: string | null
    /** The refund. */
    refundId: string
    /** Sum of all its refunds. */
    amountRefunded: number
  }
  /** A payment was captured. */
  'payments.payment.succeeded': PaymentSnapshot
  /** A payment provider was created. */
  'payments.provider.created': PaymentProviderSnapshot
  /** A payment provider was deleted. */
  'payments.provider.deleted': PaymentProviderSnapshot
  /** The keys of a payment provider no longer work. */
  'payments.provider.failed': PaymentProviderSnapshot
  /** The keys of a payment provider work again. */
  'payments.provider.recovered': PaymentProviderSnapshot
  /** A payment provider was changed. */
  'payments.provider.updated': PaymentProviderSnapshot
  /** The sums of a day, or a single report, differ from those of the provider. */
  'payments.reconciliation.mismatch': ReconciliationIssueSnapshot
}

/** The body of a webhook; `type` names the emitted fact. */
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
