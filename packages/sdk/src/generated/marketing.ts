// Generated from the operations by `npm run gen`. Changes here are lost.
import type { Call, Route } from '../call.ts'
import type { ListPages } from '../pages.ts'
import type { CallOptions } from '../settings.ts'
import type { AutomationCreateInput, AutomationCreateOutput, AutomationDeleteInput, AutomationDeleteOutput, AutomationEnrolInput, AutomationEnrolOutput, AutomationGetInput, AutomationGetOutput, AutomationList, AutomationListInput, AutomationPreviewInput, AutomationPreviewOutput, AutomationSimulateInput, AutomationSimulateOutput, AutomationStepInput, AutomationStepOutput, AutomationUpdateInput, AutomationUpdateOutput, AutomationVersionsInput, AutomationVersionsOutput, Campaign, CampaignCreateInput, CampaignCreateOutput, CampaignDecideInput, CampaignDeleteInput, CampaignGetInput, CampaignGetOutput, CampaignList, CampaignListInput, CampaignTestInput, CampaignTestOutput, CampaignUpdateInput, CampaignUpdateOutput, ContactChooseInput, ContactChooseOutput, ContactConfirmInput, ContactConfirmOutput, ContactCountInput, ContactCountOutput, ContactCreateInput, ContactCreateOutput, ContactDeleteInput, ContactDeleteOutput, ContactGetInput, ContactGetOutput, ContactImportInput, ContactImportOutput, ContactList, ContactListInput, ContactNamesInput, ContactNamesOutput, ContactSubscribeInput, ContactSubscribeOutput, ContactTimelineInput, ContactTimelineOutput, ContactUpdateInput, ContactUpdateOutput, Deleted, EmailSequenceCreateInput, EmailSequenceCreateOutput, EmailSequenceDeleteInput, EmailSequenceDeleteOutput, EmailSequenceGetInput, EmailSequenceGetOutput, EmailSequenceList, EmailSequenceListInput, EmailSequenceUpdateInput, EmailSequenceUpdateOutput, ImportOfContactsDeleteInput, ImportOfContactsGetInput, ImportOfContactsGetOutput, ImportOfContactsList, ImportOfContactsListInput, ImportOfContactsUpdateInput, ImportOfContactsUpdateOutput, IntegrationCreateInput, IntegrationCreateOutput, IntegrationDeleteInput, IntegrationGetInput, IntegrationGetOutput, IntegrationList, IntegrationListInput, IntegrationUpdateInput, IntegrationUpdateOutput, MarketingContactImportErrorList, MarketingContactImportErrorListInput, MarketingEventTrackInput, MarketingEventTrackOutput, MarketingLeadScore, MarketingLeadScoreGetInput, MarketingLeadScoreUpdateInput, MarketingMessageUnsubscribeInput, MarketingMessageUnsubscribeOutput, Segment, SegmentCreateInput, SegmentCreateOutput, SegmentDeleteInput, SegmentDeleteOutput, SegmentGetInput, SegmentGetOutput, SegmentList, SegmentListInput, SegmentUpdateInput, SendingDomain, SendingDomainCreateInput, SendingDomainCreateOutput, SendingDomainDeleteInput, SendingDomainGetInput, SendingDomainList, SendingDomainListInput, SendingDomainVerifyInput, Template, TemplateCreateInput, TemplateCreateOutput, TemplateDeleteInput, TemplateDeleteOutput, TemplateGetInput, TemplateGetOutput, TemplateList, TemplateListInput, TemplatePreviewInput, TemplatePreviewOutput, TemplateStartersInput, TemplateStartersOutput, TemplateTestInput, TemplateTestOutput, TemplateUpdateInput, TemplateVersionsInput, TemplateVersionsOutput, Topic, TopicCreateInput, TopicCreateOutput, TopicDeleteInput, TopicGetInput, TopicList, TopicListInput, TopicUpdateInput } from './schemas.ts'

/** Marketing: Contacts, and all mail to them: segments, templates, campaigns, automations and scores. */
export function marketing(call: Call) {
  return {
    campaign: {
      /**
       * Get All Campaigns. Lists campaigns with their numbers, without their bodies.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.campaign:read`. Accounts: Business, Streamer.
       * POST /api/marketing/campaign/all
       */
      list: (input: CampaignListInput = {}, options?: CallOptions): ListPages<CampaignList['items'][number], CampaignList> =>
        call.pages(routes['marketing.campaign.all'], input, options),

      /**
       * Create Campaign. Creates a campaign as a draft, scheduled, or sending at once. Its texts are compiled. To schedule or start it the caller needs the scope `marketing.campaign:send`.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.campaign:write`. Accounts: Business, Streamer.
       * May emit `marketing.campaign.created`, `marketing.campaign.updated`, `marketing.campaign.scheduled`, `marketing.campaign.started`, `marketing.campaign.paused`, `marketing.campaign.resumed`, `marketing.campaign.completed`, `marketing.campaign.cancelled`, `marketing.campaign.missed`.
       * POST /api/marketing/campaign/create
       */
      create: (input: CampaignCreateInput, options?: CallOptions): Promise<CampaignCreateOutput> =>
        call.one(routes['marketing.campaign.create'], input, options),

      /**
       * Get Campaign. Gets a campaign with its numbers; `include` adds a page of its recipients and the mails of each hour.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.campaign:read`. Accounts: Business, Streamer.
       * POST /api/marketing/campaign/get
       */
      get: (input: CampaignGetInput = {}, options?: CallOptions): Promise<CampaignGetOutput> =>
        call.one(routes['marketing.campaign.get'], input, options),

      /**
       * Update Campaign. Changes a draft, or moves a campaign: `schedule`, `start`, `pause`, `resume`, `cancel`. After a pause only mails that are on their way finish. To change a scheduled campaign needs the scope `marketing.campaign:send`, as `schedule`, `start` and `resume` do.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.campaign:write`. Accounts: Business, Streamer, Personal.
       * May emit `marketing.campaign.updated`, `marketing.campaign.scheduled`, `marketing.campaign.started`, `marketing.campaign.paused`, `marketing.campaign.resumed`, `marketing.campaign.completed`, `marketing.campaign.cancelled`, `marketing.campaign.missed`.
       * POST /api/marketing/campaign/update
       */
      update: (input: CampaignUpdateInput, options?: CallOptions): Promise<CampaignUpdateOutput> =>
        call.one(routes['marketing.campaign.update'], input, options),

      /**
       * Delete Campaign. Deletes a draft, or a campaign that has ended; cancel another one first. Messages that it sent stay in the time lines of their contacts.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.campaign:write`. Accounts: Business, Streamer, Personal.
       * May emit `marketing.campaign.deleted`.
       * POST /api/marketing/campaign/delete
       */
      delete: (input: CampaignDeleteInput, options?: CallOptions): Promise<Deleted> =>
        call.one(routes['marketing.campaign.delete'], input, options),

      /**
       * Test Campaign. Sends the mail of a campaign to up to five addresses, as one contact would get it. Nothing is counted.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.campaign:send`. Accounts: Business, Streamer, Personal.
       * POST /api/marketing/campaign/test
       */
      test: (input: CampaignTestInput, options?: CallOptions): Promise<CampaignTestOutput> =>
        call.one(routes['marketing.campaign.test'], input, options),

      /**
       * Decide Campaign. Chooses the winner of the variants of a campaign before `decideAt`. The rest of the audience gets it at once; with the mode `localTime`, at the times that it has.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.campaign:write`. Accounts: Business, Streamer, Personal.
       * May emit `marketing.campaign.updated`.
       * POST /api/marketing/campaign/decide
       */
      decide: (input: CampaignDecideInput, options?: CallOptions): Promise<Campaign> =>
        call.one(routes['marketing.campaign.decide'], input, options),
    },
    message: {
      /**
       * Message - Unsubscribe. Unsubscribes the contact of a message by the link in it.
       * Anyone may call it; no key is needed.
       * May emit `marketing.contact.updated`, `marketing.contact.unsubscribed`, `marketing.contact.statusChanged`, `marketing.message.unsubscribed`.
       * POST /public/marketing/message/unsubscribe
       */
      unsubscribe: (input: MarketingMessageUnsubscribeInput, options?: CallOptions): Promise<MarketingMessageUnsubscribeOutput> =>
        call.one(routes['marketing.message.unsubscribe'], input, options),
    },
    contact: {
      /**
       * Get All Contacts. Lists contacts, the newest first. Each attribute that a contact has or had has a column of its own in an export as CSV, the first 1000.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.contact:read`. Accounts: Business, Streamer.
       * POST /api/marketing/contact/all
       */
      list: (input: ContactListInput = {}, options?: CallOptions): ListPages<ContactList['items'][number], ContactList> =>
        call.pages(routes['marketing.contact.all'], input, options),

      /**
       * Count Contacts. Counts the contacts that satisfy a filter, sent as a tree or as text, and returns the filter in both forms. Archived contacts do not count.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.contact:read`. Accounts: Business, Streamer, Personal.
       * POST /api/marketing/contact/count
       */
      count: (input: ContactCountInput = {}, options?: CallOptions): Promise<ContactCountOutput> =>
        call.one(routes['marketing.contact.count'], input, options),

      /**
       * Contacts - Names in Use. Names that an account uses: attributes and tags of its contacts, and events that they had. Forms suggest them, so that a filter names what there is. An account without any has empty lists. With `event`, the properties of that event, too.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.contact:read`. Accounts: Business, Streamer, Personal.
       * POST /api/marketing/contact/names
       */
      names: (input: ContactNamesInput = {}, options?: CallOptions): Promise<ContactNamesOutput> =>
        call.one(routes['marketing.contact.names'], input, options),

      /**
       * Create Contact. Creates a contact by its address, phone number or an id of yours. With `status` `pending` it gets a mail with a link (double opt-in) and no other one until it has confirmed. An address that bounced or complained stays suppressed. The segments of the response are those before this call; it enters others a moment later.
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
       * Get Contact. Gets a contact by its id, its address or your own id of it, with the parts of `include`.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.contact:read`. Accounts: Business, Streamer.
       * POST /api/marketing/contact/get
       */
      get: (input: ContactGetInput = {}, options?: CallOptions): Promise<ContactGetOutput> =>
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
       * Contact - Confirm. Confirms the address of a contact by the link that was mailed to it. One that left since needs a new link.
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
       * Import Contacts. Begins an import of contacts from a file in CSV or JSON lines, uploaded to the address of `upload` or downloaded from `url`. With a `mapping` its rows are imported at once, or with `dryRun` checked and counted. Without one the file is read, and waits with its columns and a guessed mapping until `contactImport/update` starts it. A file ends agreements to get mail, and never begins one of a contact that exists.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.contactImport:write`. Accounts: Business, Streamer, Personal.
       * May emit `marketing.contactImport.created`.
       * POST /api/marketing/contact/import
       */
      import: (input: ContactImportInput = {}, options?: CallOptions): Promise<ContactImportOutput> =>
        call.one(routes['marketing.contact.import'], input, options),

      /**
       * Contacts - Timeline. Everything that happened with a contact, the newest first: events, messages, runs of automations, consents, points and segments. A message is one entry with its moments; without the kind `message`, or with `name`, its events stand by themselves.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.contact:read`. Accounts: Business, Streamer, Personal.
       * POST /api/marketing/contact/timeline
       */
      timeline: (input: ContactTimelineInput, options?: CallOptions): ListPages<ContactTimelineOutput['items'][number], ContactTimelineOutput> =>
        call.pages(routes['marketing.contact.timeline'], input, options),
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
    contactImport: {
      /**
       * Imports of Contacts - Get All. Lists imports: files of contacts.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.contactImport:read`. Accounts: Business, Streamer, Personal.
       * POST /api/marketing/contactImport/all
       */
      list: (input: ImportOfContactsListInput = {}, options?: CallOptions): ListPages<ImportOfContactsList['items'][number], ImportOfContactsList> =>
        call.pages(routes['marketing.contactImport.all'], input, options),

      /**
       * Imports of Contacts - Get. Gets an import with the first values of its columns, which go with its file.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.contactImport:read`. Accounts: Business, Streamer, Personal.
       * POST /api/marketing/contactImport/get
       */
      get: (input: ImportOfContactsGetInput = {}, options?: CallOptions): Promise<ImportOfContactsGetOutput> =>
        call.one(routes['marketing.contactImport.get'], input, options),

      /**
       * Imports of Contacts - Update. Changes an import that is not running, checks it, starts it, or cancels it. Only sent fields change.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.contactImport:write`. Accounts: Business, Streamer, Personal.
       * May emit `marketing.contactImport.updated`, `marketing.import.completed`, `marketing.import.failed`.
       * POST /api/marketing/contactImport/update
       */
      update: (input: ImportOfContactsUpdateInput, options?: CallOptions): Promise<ImportOfContactsUpdateOutput> =>
        call.one(routes['marketing.contactImport.update'], input, options),

      /**
       * Imports of Contacts - Delete. Deletes an import with its file and its list of errors. Contacts that were imported stay.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.contactImport:write`. Accounts: Business, Streamer, Personal.
       * May emit `marketing.contactImport.deleted`.
       * POST /api/marketing/contactImport/delete
       */
      delete: (input: ImportOfContactsDeleteInput, options?: CallOptions): Promise<Deleted> =>
        call.one(routes['marketing.contactImport.delete'], input, options),
    },
    contactImportError: {
      /**
       * Errors of Imports - Get All. Lists rows of files that were left out, with column, field and reason, by row: the first 10,000 reasons of each import. The header is row 1. With `Accept: text/csv` the whole list comes as a file.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.contactImport:read`. Accounts: Business, Streamer, Personal.
       * POST /api/marketing/contactImportError/all
       */
      list: (input: MarketingContactImportErrorListInput = {}, options?: CallOptions): ListPages<MarketingContactImportErrorList['items'][number], MarketingContactImportErrorList> =>
        call.pages(routes['marketing.contactImportError.all'], input, options),
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
    segment: {
      /**
       * Get All Segments. Lists segments with their exact number of members.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.segment:read`. Accounts: Business, Streamer.
       * POST /api/marketing/segment/all
       */
      list: (input: SegmentListInput = {}, options?: CallOptions): ListPages<SegmentList['items'][number], SegmentList> =>
        call.pages(routes['marketing.segment.all'], input, options),

      /**
       * Create Segment. Creates a segment. A dynamic one follows its filter from now on: contacts enter and leave as they and their events change. Up to 200,000 contacts it is ready with the response. `dryRun` creates nothing and returns the count and a sample.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.segment:write`. Accounts: Business, Streamer.
       * May emit `marketing.segment.created`, `marketing.segment.ready`, `marketing.segment.failed`, `marketing.segment.updated`, `marketing.segment.contactEntered`, `marketing.segment.contactExited`.
       * POST /api/marketing/segment/create
       */
      create: (input: SegmentCreateInput, options?: CallOptions): Promise<SegmentCreateOutput> =>
        call.one(routes['marketing.segment.create'], input, options),

      /**
       * Delete Segment. Deletes a segment. One that others refer to is refused, unless `force` is sent.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.segment:write`. Accounts: Business, Streamer.
       * May emit `marketing.segment.deleted`.
       * POST /api/marketing/segment/delete
       */
      delete: (input: SegmentDeleteInput, options?: CallOptions): Promise<SegmentDeleteOutput> =>
        call.one(routes['marketing.segment.delete'], input, options),

      /**
       * Get Segment. Gets a segment. `include` adds a page of members, the size of each of the last 90 days, and the records that use it. With `contactId` it says whether the contact is a member, and why.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.segment:read`. Accounts: Business, Streamer.
       * POST /api/marketing/segment/get
       */
      get: (input: SegmentGetInput = {}, options?: CallOptions): Promise<SegmentGetOutput> =>
        call.one(routes['marketing.segment.get'], input, options),

      /**
       * Update Segment. Changes a segment. A new filter is evaluated for all contacts; those that enter and leave are emitted once. `addContactIds` and `removeContactIds` change a static segment.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.segment:write`. Accounts: Business, Streamer.
       * May emit `marketing.segment.ready`, `marketing.segment.failed`, `marketing.segment.updated`, `marketing.segment.contactEntered`, `marketing.segment.contactExited`.
       * POST /api/marketing/segment/update
       */
      update: (input: SegmentUpdateInput, options?: CallOptions): Promise<Segment> =>
        call.one(routes['marketing.segment.update'], input, options),
    },
    template: {
      /**
       * Get All Templates. Lists templates without their bodies.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.template:read`. Accounts: Business, Streamer.
       * POST /api/marketing/template/all
       */
      list: (input: TemplateListInput = {}, options?: CallOptions): ListPages<TemplateList['items'][number], TemplateList> =>
        call.pages(routes['marketing.template.all'], input, options),

      /**
       * Create Template. Creates a template. Liquid is parsed strictly, MJML compiled, HTML freed from scripts and forms, and a text part made. Mistakes are named with line and column.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.template:write`. Accounts: Business, Streamer.
       * May emit `marketing.template.created`.
       * POST /api/marketing/template/create
       */
      create: (input: TemplateCreateInput, options?: CallOptions): Promise<TemplateCreateOutput> =>
        call.one(routes['marketing.template.create'], input, options),

      /**
       * Delete Template. Deletes a template. One that others refer to is refused, unless `force` is sent.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.template:write`. Accounts: Business, Streamer.
       * May emit `marketing.template.deleted`.
       * POST /api/marketing/template/delete
       */
      delete: (input: TemplateDeleteInput, options?: CallOptions): Promise<TemplateDeleteOutput> =>
        call.one(routes['marketing.template.delete'], input, options),

      /**
       * Get Template. Gets a template, and with `preview` a rendering of it or of an older version for a contact or sample data.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.template:read`. Accounts: Business, Streamer.
       * POST /api/marketing/template/get
       */
      get: (input: TemplateGetInput = {}, options?: CallOptions): Promise<TemplateGetOutput> =>
        call.one(routes['marketing.template.get'], input, options),

      /**
       * Update Template. Changes a template. A change of its texts makes a version; campaigns that are scheduled keep theirs.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.template:write`. Accounts: Business, Streamer.
       * May emit `marketing.template.updated`, `marketing.campaign.updated`.
       * POST /api/marketing/template/update
       */
      update: (input: TemplateUpdateInput, options?: CallOptions): Promise<Template> =>
        call.one(routes['marketing.template.update'], input, options),

      /**
       * Preview Template. Compiles and renders texts without keeping them, as an editor does.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.template:read`. Accounts: Business, Streamer, Personal.
       * POST /api/marketing/template/preview
       */
      preview: (input: TemplatePreviewInput, options?: CallOptions): Promise<TemplatePreviewOutput> =>
        call.one(routes['marketing.template.preview'], input, options),

      /**
       * Get Versions of a Template. Lists the versions of a template, the newest first. `template/get` with `version` has its texts.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.template:read`. Accounts: Business, Streamer, Personal.
       * POST /api/marketing/template/versions
       */
      versions: (input: TemplateVersionsInput, options?: CallOptions): ListPages<TemplateVersionsOutput['items'][number], TemplateVersionsOutput> =>
        call.pages(routes['marketing.template.versions'], input, options),

      /**
       * Get Starters. Lists ten templates to begin with: send the fields of one to `template/create`, with changes of yours.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.template:read`. Accounts: Business, Streamer, Personal.
       * POST /api/marketing/template/starters
       */
      starters: (input: TemplateStartersInput = {}, options?: CallOptions): Promise<TemplateStartersOutput> =>
        call.one(routes['marketing.template.starters'], input, options),

      /**
       * Test Template. Sends the saved texts of a template to up to five addresses, filled with the data of a contact or an invented one. Nothing is counted, and no link to unsubscribe works.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.campaign:send`. Accounts: Business, Streamer, Personal.
       * POST /api/marketing/template/test
       */
      test: (input: TemplateTestInput, options?: CallOptions): Promise<TemplateTestOutput> =>
        call.one(routes['marketing.template.test'], input, options),
    },
    automation: {
      /**
       * Get All Automations. Lists automations with their numbers, without their nodes.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.automation:read`. Accounts: Business, Streamer, Personal.
       * POST /api/marketing/automation/all
       */
      list: (input: AutomationListInput = {}, options?: CallOptions): ListPages<AutomationList['items'][number], AutomationList> =>
        call.pages(routes['marketing.automation.all'], input, options),

      /**
       * Get Automation. Gets an automation with its definition and its numbers. `include: ["runs"]` adds runs, the newest first, with their steps; `contactId` those of one contact.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.automation:read`. Accounts: Business, Streamer.
       * POST /api/marketing/automation/get
       */
      get: (input: AutomationGetInput = {}, options?: CallOptions): Promise<AutomationGetOutput> =>
        call.one(routes['marketing.automation.get'], input, options),

      /**
       * Create Automation. Creates an automation: a trigger, and nodes that each contact passes. The first node is the entry. Each way leads to a node or to the end, and a cycle has a delay of at least a minute. Each step happens once, also when the server dies in the middle of it. The status `active` needs the scope `marketing.campaign:send` if it sends.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.automation:write`. Accounts: Business, Streamer.
       * May emit `marketing.automation.created`, `marketing.automation.activated`.
       * POST /api/marketing/automation/create
       */
      create: (input: AutomationCreateInput, options?: CallOptions): Promise<AutomationCreateOutput> =>
        call.one(routes['marketing.automation.create'], input, options),

      /**
       * Update Automation Status. Changes the state of an automation, or its definition while it is a draft, paused or in error. A changed definition is a new version: running contacts stay on theirs unless `migrateRuns`. A pause lets running contacts go on (`inFlight: continue`), ends their runs (`stop`) or holds their timers (`hold`); after a hold, `resumePolicy` decides on runs whose time has passed. To activate it or to migrate runs needs the scope `marketing.campaign:send` if it sends.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.automation:write`. Accounts: Business, Streamer.
       * May emit `marketing.automation.updated`, `marketing.automation.activated`, `marketing.automation.paused`, `marketing.automation.archived`.
       * POST /api/marketing/automation/update
       */
      update: (input: AutomationUpdateInput, options?: CallOptions): Promise<AutomationUpdateOutput> =>
        call.one(routes['marketing.automation.update'], input, options),

      /**
       * Delete Automation. Deletes an automation. Its runs end, or go on to their end with `inFlight: continue`.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.automation:write`. Accounts: Business, Streamer.
       * May emit `marketing.automation.deleted`.
       * POST /api/marketing/automation/delete
       */
      delete: (input: AutomationDeleteInput, options?: CallOptions): Promise<AutomationDeleteOutput> =>
        call.one(routes['marketing.automation.delete'], input, options),

      /**
       * Enrol Contacts In Automation. Lets contacts enter an active automation, whatever its trigger. The entry filter and the re-entry policy hold: `entered` counts those that entered.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.automation:write`. Accounts: Business, Streamer, Personal.
       * May emit `marketing.automationRun.started`.
       * POST /api/marketing/automation/enrol
       */
      enrol: (input: AutomationEnrolInput, options?: CallOptions): Promise<AutomationEnrolOutput> =>
        call.one(routes['marketing.automation.enrol'], input, options),

      /**
       * Simulate Automation. Replays an automation, with changes of its definition if they are sent, against what contacts really did in the last days, without effects. Contacts enter by the events of the trigger, as they were made, or as they entered its segment. Other triggers leave no trace: with them the newest contacts enter at the begin, which `isAssumed` says. At most 2000 contacts enter.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.automation:read`. Accounts: Business, Streamer, Personal.
       * POST /api/marketing/automation/simulate
       */
      simulate: (input: AutomationSimulateInput, options?: CallOptions): Promise<AutomationSimulateOutput> =>
        call.one(routes['marketing.automation.simulate'], input, options),

      /**
       * Step Through Automation. Lets one contact pass an automation on a clock of its own, from a moment to another one, without effects: nothing is sent or changed. `events` happen to the contact at their moments, besides those that it really had.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.automation:read`. Accounts: Business, Streamer, Personal.
       * POST /api/marketing/automation/step
       */
      step: (input: AutomationStepInput, options?: CallOptions): Promise<AutomationStepOutput> =>
        call.one(routes['marketing.automation.step'], input, options),

      /**
       * Get Versions of an Automation. Lists the versions of the definition, the newest first, with the runs that are going on in each. `automation/get` with `version` has the definition.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.automation:read`. Accounts: Business, Streamer, Personal.
       * POST /api/marketing/automation/versions
       */
      versions: (input: AutomationVersionsInput, options?: CallOptions): ListPages<AutomationVersionsOutput['items'][number], AutomationVersionsOutput> =>
        call.pages(routes['marketing.automation.versions'], input, options),

      /**
       * Preview Message Of Automation. Renders the message of a node for a contact and an event of the request, as a run would send it. Its texts read `event.name`, `event.at` and `event.properties`, `run`, and the variables of the node.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.automation:read`. Accounts: Business, Streamer, Personal.
       * POST /api/marketing/automation/preview
       */
      preview: (input: AutomationPreviewInput, options?: CallOptions): Promise<AutomationPreviewOutput> =>
        call.one(routes['marketing.automation.preview'], input, options),
    },
    emailSequence: {
      /**
       * Get All Email Sequences. Lists email sequences, without their steps.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.emailSequence:read`. Accounts: Business, Streamer, Personal.
       * POST /api/marketing/emailSequence/all
       */
      list: (input: EmailSequenceListInput = {}, options?: CallOptions): ListPages<EmailSequenceList['items'][number], EmailSequenceList> =>
        call.pages(routes['marketing.emailSequence.all'], input, options),

      /**
       * Get Email Sequence. Gets a sequence with its steps; `include` adds numbers per step, or enrolments, the newest first.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.emailSequence:read`. Accounts: Business, Streamer.
       * POST /api/marketing/emailSequence/get
       */
      get: (input: EmailSequenceGetInput = {}, options?: CallOptions): Promise<EmailSequenceGetOutput> =>
        call.one(routes['marketing.emailSequence.get'], input, options),

      /**
       * Create Email Sequence. Creates a sequence of mails and enrols contacts in it: members of a segment, those to come as well; given contacts; or those of a trigger. Each contact gets each mail once, after the delay of its step and within its send window. An active sequence needs the scope `marketing.campaign:send`.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.emailSequence:write`. Accounts: Business, Streamer.
       * May emit `marketing.emailSequence.created`, `marketing.emailSequence.activated`, `marketing.enrolment.started`.
       * POST /api/marketing/emailSequence/create
       */
      create: (input: EmailSequenceCreateInput, options?: CallOptions): Promise<EmailSequenceCreateOutput> =>
        call.one(routes['marketing.emailSequence.create'], input, options),

      /**
       * Update Email Sequence. Changes a sequence. Changed steps are a new version: contacts that are enrolled stay on theirs. Changed contacts or segments under `enrol` are enrolled at once while it is active.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.emailSequence:write`. Accounts: Business, Streamer, Personal.
       * May emit `marketing.emailSequence.updated`, `marketing.emailSequence.activated`, `marketing.emailSequence.archived`, `marketing.enrolment.started`.
       * POST /api/marketing/emailSequence/update
       */
      update: (input: EmailSequenceUpdateInput, options?: CallOptions): Promise<EmailSequenceUpdateOutput> =>
        call.one(routes['marketing.emailSequence.update'], input, options),

      /**
       * Delete Email Sequence. Deletes a sequence. Enrolments stop, or get the rest of their mails with `inFlight: finish`.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.emailSequence:write`. Accounts: Business, Streamer.
       * May emit `marketing.emailSequence.deleted`.
       * POST /api/marketing/emailSequence/delete
       */
      delete: (input: EmailSequenceDeleteInput, options?: CallOptions): Promise<EmailSequenceDeleteOutput> =>
        call.one(routes['marketing.emailSequence.delete'], input, options),
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
    integration: {
      /**
       * Get All Integrations. Lists integrations: services that mail leaves by, and that report what became of it.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.integration:read`. Accounts: Business, Streamer.
       * POST /api/marketing/integration/all
       */
      list: (input: IntegrationListInput = {}, options?: CallOptions): ListPages<IntegrationList['items'][number], IntegrationList> =>
        call.pages(routes['marketing.integration.all'], input, options),

      /**
       * Get Integration. Gets an integration; `include` adds its condition, its newest messages, and items of a feed.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.integration:read`. Accounts: Business, Streamer.
       * POST /api/marketing/integration/get
       */
      get: (input: IntegrationGetInput = {}, options?: CallOptions): Promise<IntegrationGetOutput> =>
        call.one(routes['marketing.integration.get'], input, options),

      /**
       * Create Integration. Creates an integration. Secrets are sealed and never returned. A service by which mail leaves is checked without a mail, and stays pending after a failure; `lastError` says why. A mailbox of bounces or a shop feed is pending until it was read once.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.integration:write`. Accounts: Business, Streamer.
       * May emit `marketing.integration.created`, `marketing.integration.updated`.
       * POST /api/marketing/integration/create
       */
      create: (input: IntegrationCreateInput, options?: CallOptions): Promise<IntegrationCreateOutput> =>
        call.one(routes['marketing.integration.create'], input, options),

      /**
       * Update Integration. Changes an integration. Only sent fields change; secrets that are sent replace stored ones. `rotateSecret` makes a new secret of `inboundUrl`; the former one is valid for 24 hours beside it. New settings or secrets of a service by which mail leaves are checked, as with `reVerify` and `enable`. One that is enabled and does not work is in `error`, and is checked again by itself.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.integration:write`. Accounts: Business, Streamer.
       * May emit `marketing.integration.updated`, `marketing.integration.recovered`, `marketing.integration.failed`, `marketing.campaign.updated`, `marketing.campaign.paused`.
       * POST /api/marketing/integration/update
       */
      update: (input: IntegrationUpdateInput, options?: CallOptions): Promise<IntegrationUpdateOutput> =>
        call.one(routes['marketing.integration.update'], input, options),

      /**
       * Delete Integration. Deletes an integration. Mail that waits to leave by it, and campaigns, automations and sequences with it, need another one in `replaceWith`: it makes a new version of each definition, to which running contacts move.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.integration:write`. Accounts: Business, Streamer.
       * May emit `marketing.integration.deleted`, `marketing.campaign.updated`, `marketing.automation.updated`, `marketing.emailSequence.updated`.
       * POST /api/marketing/integration/delete
       */
      delete: (input: IntegrationDeleteInput, options?: CallOptions): Promise<Deleted> =>
        call.one(routes['marketing.integration.delete'], input, options),
    },
    sendingDomain: {
      /**
       * Sending domains - Get All. Lists sending domains: domains of senders, with their dkim keys and the records that the dns must have.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.sendingDomain:read`. Accounts: Business, Streamer, Personal.
       * POST /api/marketing/sendingDomain/all
       */
      list: (input: SendingDomainListInput = {}, options?: CallOptions): ListPages<SendingDomainList['items'][number], SendingDomainList> =>
        call.pages(routes['marketing.sendingDomain.all'], input, options),

      /**
       * Sending domains - Get. Gets one of sending domains: domains of senders, with their dkim keys and the records that the dns must have.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.sendingDomain:read`. Accounts: Business, Streamer, Personal.
       * POST /api/marketing/sendingDomain/get
       */
      get: (input: SendingDomainGetInput = {}, options?: CallOptions): Promise<SendingDomain> =>
        call.one(routes['marketing.sendingDomain.get'], input, options),

      /**
       * Sending domains - Create. Makes a DKIM key for a domain. The response has the records to publish in the DNS; they are checked every ten minutes, or at once by `verify`.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.sendingDomain:write`. Accounts: Business, Streamer, Personal.
       * May emit `marketing.sendingDomain.created`.
       * POST /api/marketing/sendingDomain/create
       */
      create: (input: SendingDomainCreateInput, options?: CallOptions): Promise<SendingDomainCreateOutput> =>
        call.one(routes['marketing.sendingDomain.create'], input, options),

      /**
       * Sending domains - Delete. Deletes a sending domain with its key. Mail from its addresses waits from then on.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.sendingDomain:write`. Accounts: Business, Streamer, Personal.
       * May emit `marketing.sendingDomain.deleted`.
       * POST /api/marketing/sendingDomain/delete
       */
      delete: (input: SendingDomainDeleteInput, options?: CallOptions): Promise<Deleted> =>
        call.one(routes['marketing.sendingDomain.delete'], input, options),

      /**
       * Sending domains - Verify. Reads the records of a domain in the DNS now. A verified domain may be the sender of mails.
       * Needs a secret or restricted key; a restricted one needs the scope `marketing.sendingDomain:write`. Accounts: Business, Streamer, Personal.
       * May emit `marketing.sendingDomain.updated`, `marketing.sendingDomain.verified`, `marketing.sendingDomain.failed`.
       * POST /api/marketing/sendingDomain/verify
       */
      verify: (input: SendingDomainVerifyInput, options?: CallOptions): Promise<SendingDomain> =>
        call.one(routes['marketing.sendingDomain.verify'], input, options),
    },
  }
}

/** Marketing: Contacts, and all mail to them: segments, templates, campaigns, automations and scores. As public keys and other accounts see it. */
export function publicMarketing(call: Call) {
  return {
    message: {
      /**
       * Message - Unsubscribe. Unsubscribes the contact of a message by the link in it.
       * Anyone may call it; no key is needed.
       * May emit `marketing.contact.updated`, `marketing.contact.unsubscribed`, `marketing.contact.statusChanged`, `marketing.message.unsubscribed`.
       * POST /public/marketing/message/unsubscribe
       */
      unsubscribe: (input: MarketingMessageUnsubscribeInput, options?: CallOptions): Promise<MarketingMessageUnsubscribeOutput> =>
        call.one(routes['marketing.message.unsubscribe'], input, options),
    },
    contact: {
      /**
       * Contact - Confirm. Confirms the address of a contact by the link that was mailed to it. One that left since needs a new link.
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
  'marketing.campaign.all': { id: 'marketing.campaign.all', method: 'POST', path: '/api/marketing/campaign/all', kind: 'read' },
  'marketing.campaign.create': { id: 'marketing.campaign.create', method: 'POST', path: '/api/marketing/campaign/create', kind: 'create' },
  'marketing.campaign.get': { id: 'marketing.campaign.get', method: 'POST', path: '/api/marketing/campaign/get', kind: 'read' },
  'marketing.campaign.update': { id: 'marketing.campaign.update', method: 'POST', path: '/api/marketing/campaign/update', kind: 'write' },
  'marketing.campaign.delete': { id: 'marketing.campaign.delete', method: 'POST', path: '/api/marketing/campaign/delete', kind: 'write' },
  'marketing.campaign.test': { id: 'marketing.campaign.test', method: 'POST', path: '/api/marketing/campaign/test', kind: 'write' },
  'marketing.campaign.decide': { id: 'marketing.campaign.decide', method: 'POST', path: '/api/marketing/campaign/decide', kind: 'write' },
  'marketing.message.unsubscribe': { id: 'marketing.message.unsubscribe', method: 'POST', path: '/public/marketing/message/unsubscribe', kind: 'bare' },
  'marketing.contact.all': { id: 'marketing.contact.all', method: 'POST', path: '/api/marketing/contact/all', kind: 'read' },
  'marketing.contact.count': { id: 'marketing.contact.count', method: 'POST', path: '/api/marketing/contact/count', kind: 'read' },
  'marketing.contact.names': { id: 'marketing.contact.names', method: 'POST', path: '/api/marketing/contact/names', kind: 'read' },
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
  'marketing.contact.import': { id: 'marketing.contact.import', method: 'POST', path: '/api/marketing/contact/import', kind: 'create' },
  'marketing.contactImport.all': { id: 'marketing.contactImport.all', method: 'POST', path: '/api/marketing/contactImport/all', kind: 'read' },
  'marketing.contactImport.get': { id: 'marketing.contactImport.get', method: 'POST', path: '/api/marketing/contactImport/get', kind: 'read' },
  'marketing.contactImport.update': { id: 'marketing.contactImport.update', method: 'POST', path: '/api/marketing/contactImport/update', kind: 'write' },
  'marketing.contactImport.delete': { id: 'marketing.contactImport.delete', method: 'POST', path: '/api/marketing/contactImport/delete', kind: 'write' },
  'marketing.contactImportError.all': { id: 'marketing.contactImportError.all', method: 'POST', path: '/api/marketing/contactImportError/all', kind: 'read' },
  'marketing.event.track': { id: 'marketing.event.track', method: 'POST', path: '/api/marketing/event/track', kind: 'write' },
  'marketing.contact.timeline': { id: 'marketing.contact.timeline', method: 'POST', path: '/api/marketing/contact/timeline', kind: 'read' },
  'marketing.segment.all': { id: 'marketing.segment.all', method: 'POST', path: '/api/marketing/segment/all', kind: 'read' },
  'marketing.segment.create': { id: 'marketing.segment.create', method: 'POST', path: '/api/marketing/segment/create', kind: 'create' },
  'marketing.segment.delete': { id: 'marketing.segment.delete', method: 'POST', path: '/api/marketing/segment/delete', kind: 'write' },
  'marketing.segment.get': { id: 'marketing.segment.get', method: 'POST', path: '/api/marketing/segment/get', kind: 'read' },
  'marketing.segment.update': { id: 'marketing.segment.update', method: 'POST', path: '/api/marketing/segment/update', kind: 'write' },
  'marketing.template.all': { id: 'marketing.template.all', method: 'POST', path: '/api/marketing/template/all', kind: 'read' },
  'marketing.template.create': { id: 'marketing.template.create', method: 'POST', path: '/api/marketing/template/create', kind: 'create' },
  'marketing.template.delete': { id: 'marketing.template.delete', method: 'POST', path: '/api/marketing/template/delete', kind: 'write' },
  'marketing.template.get': { id: 'marketing.template.get', method: 'POST', path: '/api/marketing/template/get', kind: 'read' },
  'marketing.template.update': { id: 'marketing.template.update', method: 'POST', path: '/api/marketing/template/update', kind: 'write' },
  'marketing.template.preview': { id: 'marketing.template.preview', method: 'POST', path: '/api/marketing/template/preview', kind: 'read' },
  'marketing.template.versions': { id: 'marketing.template.versions', method: 'POST', path: '/api/marketing/template/versions', kind: 'read' },
  'marketing.template.starters': { id: 'marketing.template.starters', method: 'POST', path: '/api/marketing/template/starters', kind: 'read' },
  'marketing.template.test': { id: 'marketing.template.test', method: 'POST', path: '/api/marketing/template/test', kind: 'write' },
  'marketing.automation.all': { id: 'marketing.automation.all', method: 'POST', path: '/api/marketing/automation/all', kind: 'read' },
  'marketing.automation.get': { id: 'marketing.automation.get', method: 'POST', path: '/api/marketing/automation/get', kind: 'read' },
  'marketing.automation.create': { id: 'marketing.automation.create', method: 'POST', path: '/api/marketing/automation/create', kind: 'create' },
  'marketing.automation.update': { id: 'marketing.automation.update', method: 'POST', path: '/api/marketing/automation/update', kind: 'write' },
  'marketing.automation.delete': { id: 'marketing.automation.delete', method: 'POST', path: '/api/marketing/automation/delete', kind: 'write' },
  'marketing.automation.enrol': { id: 'marketing.automation.enrol', method: 'POST', path: '/api/marketing/automation/enrol', kind: 'write' },
  'marketing.automation.simulate': { id: 'marketing.automation.simulate', method: 'POST', path: '/api/marketing/automation/simulate', kind: 'read' },
  'marketing.automation.step': { id: 'marketing.automation.step', method: 'POST', path: '/api/marketing/automation/step', kind: 'read' },
  'marketing.automation.versions': { id: 'marketing.automation.versions', method: 'POST', path: '/api/marketing/automation/versions', kind: 'read' },
  'marketing.automation.preview': { id: 'marketing.automation.preview', method: 'POST', path: '/api/marketing/automation/preview', kind: 'read' },
  'marketing.emailSequence.all': { id: 'marketing.emailSequence.all', method: 'POST', path: '/api/marketing/emailSequence/all', kind: 'read' },
  'marketing.emailSequence.get': { id: 'marketing.emailSequence.get', method: 'POST', path: '/api/marketing/emailSequence/get', kind: 'read' },
  'marketing.emailSequence.create': { id: 'marketing.emailSequence.create', method: 'POST', path: '/api/marketing/emailSequence/create', kind: 'create' },
  'marketing.emailSequence.update': { id: 'marketing.emailSequence.update', method: 'POST', path: '/api/marketing/emailSequence/update', kind: 'write' },
  'marketing.emailSequence.delete': { id: 'marketing.emailSequence.delete', method: 'POST', path: '/api/marketing/emailSequence/delete', kind: 'write' },
  'marketing.leadScore.get': { id: 'marketing.leadScore.get', method: 'POST', path: '/api/marketing/leadScore/get', kind: 'read' },
  'marketing.leadScore.update': { id: 'marketing.leadScore.update', method: 'POST', path: '/api/marketing/leadScore/update', kind: 'create' },
  'marketing.integration.all': { id: 'marketing.integration.all', method: 'POST', path: '/api/marketing/integration/all', kind: 'read' },
  'marketing.integration.get': { id: 'marketing.integration.get', method: 'POST', path: '/api/marketing/integration/get', kind: 'read' },
  'marketing.integration.create': { id: 'marketing.integration.create', method: 'POST', path: '/api/marketing/integration/create', kind: 'create' },
  'marketing.integration.update': { id: 'marketing.integration.update', method: 'POST', path: '/api/marketing/integration/update', kind: 'write' },
  'marketing.integration.delete': { id: 'marketing.integration.delete', method: 'POST', path: '/api/marketing/integration/delete', kind: 'write' },
  'marketing.sendingDomain.all': { id: 'marketing.sendingDomain.all', method: 'POST', path: '/api/marketing/sendingDomain/all', kind: 'read' },
  'marketing.sendingDomain.get': { id: 'marketing.sendingDomain.get', method: 'POST', path: '/api/marketing/sendingDomain/get', kind: 'read' },
  'marketing.sendingDomain.create': { id: 'marketing.sendingDomain.create', method: 'POST', path: '/api/marketing/sendingDomain/create', kind: 'create' },
  'marketing.sendingDomain.delete': { id: 'marketing.sendingDomain.delete', method: 'POST', path: '/api/marketing/sendingDomain/delete', kind: 'write' },
  'marketing.sendingDomain.verify': { id: 'marketing.sendingDomain.verify', method: 'POST', path: '/api/marketing/sendingDomain/verify', kind: 'write' },
} satisfies Record<string, Route>
