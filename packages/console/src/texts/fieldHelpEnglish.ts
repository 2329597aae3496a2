import { loyaltyHelp } from './loyaltyHelpEnglish.ts'
import { paymentsHelp } from './paymentsHelpEnglish.ts'
import { placesHelp } from './placesHelpEnglish.ts'
import { videoHelp } from './videoHelpEnglish.ts'

/** Help of fields in words of a marketer, by the description of the API. Others keep its words. */
export const fieldHelp: Readonly<Record<string, string>> = {
  ...loyaltyHelp,
  ...paymentsHelp,
  ...placesHelp,
  ...videoHelp,
  'Mail address; unique, whatever its case.': 'One contact for each address; capitals make no difference.',
  'Phone number (E.164).': 'With the country code, such as +49 40 123456.',
  'Id of the person in a system of yours; unique.': 'Number of the person in your shop, till or CRM.',
  'Id of the person as a viewer, from a viewer token; unique.': 'Number of the person as a viewer of your videos.',
  'Language (BCP 47).': 'Language that the person reads.',
  'IANA time zone.': 'Decides when mails at a local time leave.',
  'Country, ISO 3166-1 alpha-2.': 'Country of the person.',
  'Attributes of your own: up to 200 keys, 16 KB, three levels.':
    'Anything else that you know, such as the plan or the shoe size. Segments and mails can use it.',
  'Keys of the topics that the contact subscribes to.': 'Topics that the contact gets mail about.',
  'Whether opens and clicks of the contact are not recorded.': 'Opens and clicks of the contact are not recorded.',
  'Initial state.': 'State to begin with.',
  'Your own name for it, unique per account and noun; makes a repeated create safe.':
    'A name of your own for programs that use the API.',
  'Up to 50 pairs of your own.': 'Notes for programs that use the API: up to 50 pairs.',
  'Time of the agreement; now when left out.': 'Time of the agreement. Empty: now.',
  'Address of the device, as evidence.': 'Address of the device in the internet, as evidence.',
  'If the contact exists: `error` (409), `merge` what was sent into it, or `ignore` and return it.':
    'For an address that is there already: refuse, add these values to the contact, or leave it as it is.',
  'Refuses an address whose domain receives no mail by its MX records. It is accepted when no name server responds.':
    'Refuses an address whose domain receives no mail.',
  'Name, unique whatever its case.': 'Capitals make no difference: no two segments have one name.',
  'Purpose of the segment.': 'What the segment is for.',
  '`dynamic` follows its filter, `snapshot` took it once, `static` has the contacts that you put in.':
    'Dynamic: members come and go with the filter. Snapshot: filtered once. Static: the contacts that you put in.',
  'Contacts to enrol: at most one of a segment, contacts and a trigger.':
    'One way in: the members of a segment, single contacts, or something that happens.',
  'Members of this segment, those to come as well.': 'Its members now, and everyone who joins it later.',
  'These contacts.': 'Single contacts by name.',
  'Whether a contact may be enrolled again; `never` when left out.':
    'Whether a contact can get the sequence a second time. Empty: never.',
  'Answers of a contact that end its enrolment.': 'The contact gets no further mail of the sequence after this.',
  'Whether a reply ends it.': 'An answer to one of the mails.',
  'Whether a click on a link ends it.': 'A click on a link in one of the mails.',
  'Whether an unsubscription, a bounce or a complaint ends it; true when left out.':
    'The contact unsubscribes or complains, or the address does not work. Empty: yes.',
  'Sender; that of the integration when left out.': 'Empty: the sender of the integration.',
  'Address, of a domain that the integration has verified.': 'An address of one of your sending domains.',
  'Address for answers; that of the sender when left out.': 'Address for answers. Empty: that of the sender.',
  'Subscription topic of the mail.': 'Only subscribers of the topic get the mails.',
  'Integration that sends; the default one when left out.': 'Service that sends. Empty: your default one.',
  'Clock of send windows; `contact` when left out.':
    'Whose clock the sending hours follow. Empty: that of the contact.',
  'Initial state; `active` when left out.': 'A draft sends nothing.',
  'Initial state; `draft` when left out.': 'A draft does nothing yet.',
  'Name of the step within the sequence.': 'Name of the mail within the sequence.',
  'Content of the message itself, in place of a template.': 'Text of the mail itself, in place of a template.',
  'Body, with Liquid.': '`{{ contact.firstName }}` puts in the first name.',
  'Plain text part; made from the body when left out.': 'For readers without HTML. Empty: made from the body.',
  'Subject in place of that of the template.': 'Empty: the subject of the template.',
  'Days; all when left out.': 'Empty: every day.',
  'Use; `page` is a layout of others.': 'A page is a frame around other templates.',
  'Format of `body`.': 'MJML has blocks and fits every screen. Markdown and text are for plain letters.',
  'Subject of the mail; Liquid.': '`{{ contact.firstName }}` puts in the first name.',
  'Subject; Liquid.': '`{{ contact.firstName }}` puts in the first name.',
  'Subject; Liquid. With `body`.': '`{{ contact.firstName }}` puts in the first name.',
  'Text beside the subject in a list of mails; Liquid.': 'Shown after the subject in an inbox.',
  'Text beside the subject; Liquid.': 'Shown after the subject in an inbox.',
  'Body in its format, with Liquid.': '`{{ contact.firstName }}` puts in the first name.',
  'Body; Liquid. In place of a template.': '`{{ contact.firstName }}` puts in the first name.',
  'Body; Liquid.': '`{{ contact.firstName }}` puts in the first name.',
  'Text part; made from the body when left out. Liquid.': 'For readers without HTML. Empty: made from the body.',
  'Text part; made from the body when left out.': 'For readers without HTML. Empty: made from the body.',
  'Template of type `page` with `{{ content }}` around the body.':
    'A template of the type page; the body stands in place of its `{{ content }}`.',
  'Values that a campaign or an automation gives, as `{{ name }}`.':
    'Gaps that each campaign fills in, written as `{{ name }}`.',
  'Name in the texts.': 'The word between the brackets in the texts.',
  'Value where none is given.': 'Used where a campaign fills in nothing.',
  'Whether no mail leaves without it, unless it has a default.': 'No mail leaves without it, unless it has a default.',
  'Values for previews.': 'Made-up values for the preview.',
  'Key of the topic of its mails, where a campaign or an automation names none.':
    'Used where a campaign or an automation names no topic.',
  ['Whether scheduled campaigns keep the version that they have; true when left out. To change them ' +
  'needs the scope `marketing.campaign:send`.']:
    'Scheduled campaigns keep the text that they have. Off: they send the new one.',
  'Way to the contacts.': 'Mail, text message, or a call of another system.',
  'Integration that it leaves by: of type outboundWebhook for a webhook, smsHttp for sms.':
    'Service that sends it. Empty: your default one for mail.',
  'Contacts that get the campaign, beside those of `filter`; each gets one mail.':
    'Everyone of these gets one mail, also who is in several.',
  'Template of the mail, in place of `body`.': 'Template of the mail.',
  'Key of the topic; only its subscribers get the mail.': 'Only subscribers of the topic get the mail.',
  'Sender; the operator’s own when left out.': 'Empty: the sender of the server.',
  'Sender of mails that name none; the operator’s own when left out.':
    'For mails that name no sender. Empty: the sender of the server.',
  'Time after `sendAt` (ISO 8601) beyond which it is missed, such as PT6H.':
    'A start that is later than this, because the server was down, is missed.',
  'Time of each mail: as soon as the pace allows, or when the clock of the contact shows `localTime`.':
    'At once, or at a time of day on the clock of each contact.',
  'Time of day of each contact, `09:00`. With the mode `localTime`.': 'Time of day on the clock of each contact.',
  'Contacts that had so many messages in a period, of campaigns and automations, are left out as `capped`.':
    'Contacts who had this many messages in the period are left out.',
  'Period before the start, `P7D`.': 'Days before the start.',
  'Two to five variants of the mail, with `abTest`. Each leaves out what it shares with the campaign.':
    'Two to five variants of the mail. What a variant leaves empty is that of the campaign.',
  'Test of `variants` on a sample.': 'A part of the audience gets the variants; the rest gets the better one.',
  'Time after the start when the winner is chosen, `PT4H`; the rest gets it then.':
    'Time after the start when the better one is chosen and sent to the rest.',
  'Event of a contact that counts, `shop.order.placed`.': 'Name of the event, such as `shop.order.placed`.',
  'Time after the mail in which it counts; P7D when left out.':
    'Time after the mail in which it counts. Empty: 7 days.',
  'Touch that begins the time; the click when left out.': 'Where the time begins. Empty: at the click.',
  'Property with the amount in the smallest unit of `currency`; `amountMinor` when left out.':
    'Property of the event with the amount in cents. Leave it empty for orders of your shop.',
  'Whether opens are counted; true when left out.': 'Counts who opens the mail. Empty: yes.',
  'Whether clicks are counted; true when left out.': 'Counts who clicks in the mail. Empty: yes.',
  'Key in `topics` of contacts and in campaigns: small letters, digits and hyphens.':
    'Short name that does not change: small letters, digits and hyphens, such as product-news.',
  'Name that contacts read.': 'Shown to contacts in forms and in their preferences.',
  'Content of the mails, for contacts.': 'What the mails are about and how often they come, for contacts.',
  'Whether contacts see it in their preferences.': 'Contacts see it in their preferences and can choose it.',
  'Whether new contacts of forms subscribe to it at once.':
    'Who signs up by a form gets it without choosing it, if contacts see it.',
  'Domain of senders. Capitals become small, and letters beyond ASCII the form of the DNS (`xn--`).':
    'The part of your sender address behind the @, such as news.example.com.',
  'Port; that of the protocol when left out.': 'Empty: the usual one.',
  'TLS from the start, or STARTTLS, which is required then.':
    'As your provider says: encrypted from the start (often port 465) or after STARTTLS (often 587).',
  'Name that signs in.': 'User name at the server.',
  'Folder of the mailbox; INBOX when left out.': 'Empty: the inbox.',
  'Media type of the body; JSON when left out. It decides how values are escaped.':
    'As the other system expects it. Empty: JSON.',
  'Name of the header with the secret `apiKey`; Authorization when left out.':
    'Header that carries the key, as the other system says. Empty: Authorization.',
  'Event that a call records; webhook.received when left out.':
    'Name of the event that each call gives the contact. Empty: webhook.received.',
  'Path to the mail address of the person; email when left out.': 'Where the call has the mail address. Empty: email.',
  'Path to your id of the person; externalId when left out.':
    'Where the call has your number of the person. Empty: externalId.',
  'Path to the phone number of the person; phone when left out.': 'Where the call has the phone number. Empty: phone.',
  'Path to the object with the properties of the event; the whole payload when left out.':
    'Where the call has what happened. Empty: all that it has.',
  'Hours between two readings of a feed; 6 when left out.': 'Hours between two readings of the feed. Empty: 6.',
  'Currency (ISO 4217) of prices of a feed that name none; without it they are left out.':
    'For prices of the feed without a currency. Empty: those are left out.',
  'Whether the service is checked; true when left out. Unchecked, it is active at once.':
    'Signs in at the service to see that it works. No mail is sent.',
  'Whether mail leaves by it where no other one is named.': 'Mail leaves by it where no other service is named.',
  'Bounds of the provider.': 'What your provider lets you send.',
  'Format; detected when left out.': 'Empty: recognised from the file.',
  'Encoding; detected when left out.': 'Empty: recognised from the file.',
  'Separator of cells; detected when left out.': 'Empty: recognised from the file.',
  'Whether the first row has names; detected when left out.': 'The first row has the names of the columns.',
  'Columns to import, each with a field or an attribute; guessed from the names when left out.':
    'Columns with what each becomes. Empty: guessed from their names.',
  'Name of the column, as in `columns`.': 'Name of the column.',
  'Key of the attribute that it fills instead.': 'Or an attribute of your own that it fills.',
  'Type of the attribute; `text` when left out.': 'Empty: text.',
  ['Contacts that exist: `skip` leaves them, `merge` takes values of the file and adds tags and topics, ' +
  '`overwrite` clears what is empty in the file as well.']:
    'For contacts that are there: skip leaves them, merge adds values of the file, overwrite clears empty cells too.',
  'State of new contacts. When left out: subscribed with `consent`, else unsubscribed.':
    'Empty: subscribed if you name the source of their agreement, else unsubscribed.',
  'Name of the event, of type `event`.': 'Name of the event.',
  'Segment, of types `segmentEntered` and `segmentExited`.': 'Segment that the contact enters or leaves.',
  'Field with a date, of type `dateAttribute`; field that changed, of type `contactUpdated`.':
    'Field with the date, or the field that changed.',
  'Duration after the date, or before it with a sign, of type `dateAttribute`.': 'Time before or after the date.',
  'Recurrence (RFC 5545) such as `FREQ=WEEKLY;BYDAY=MO;BYHOUR=9`, of type `schedule`.': 'Days and hours.',
  'Zone of dates and recurrences; that of `settings` when left out.': 'Empty: the time zone of the automation.',
  'Name of the threshold, of type `scoreCrossed`; any when left out.': 'Empty: any threshold.',
  'Direction of the crossing; either when left out.': 'Upwards or downwards. Empty: either.',
  'Whether a contact enters again: `never`, once its run has ended, or at once. Default `never`.':
    'Whether a contact can enter a second time. Empty: never.',
  'Concurrent runs of one contact; 1 when left out.': 'How often one contact can be in it at once. Empty: once.',
  'Zone of a contact without one; that of the account when left out.':
    'For contacts without a time zone. Empty: that of the account.',
  'Clock that counts; that of the contact when left out.': 'Empty: the clock of the contact.',
  'Running contacts, with `paused` or `archived`.': 'What happens to contacts that are in it.',
  'Held runs whose time has passed: go on, or end. Default `runNow`.':
    'Contacts whose time passed during the pause: they go on now, or leave.',
  'Scores to set, in place of `delta`.': 'Scores to set, in place of points to add.',
  'Moment at which the points of `delta` are gone.': 'Time when the points are gone.',
  'Whether `inboundUrl` gets a new secret.': 'The address for calls gets a new secret.',
  'it gets mail; unless it was pending or bounced, this needs `consent`.': 'The contact gets mail again.',
  'it gets no mail.': 'The contact gets no mail any longer.',
  'it is put away and leaves all segments.': 'It is put away and leaves all segments. You can bring it back.',
  'back from the archive; it gets no mail yet.':
    'It comes back from the archive, and gets no mail until it subscribes.',
  'its filter is evaluated for all contacts, and it follows them.':
    'All contacts are checked again, and members come and go from now on.',
  'it keeps its members, and follows contacts no longer.': 'It keeps its members, and none come or go any longer.',
  'it may be sent.': 'Campaigns and automations can send it.',
  'it is a draft again.': 'It is a draft again: nothing sends it.',
  'it is put away.': 'It is put away.',
  'it starts at `sendAt`.': 'It starts at the time that is set.',
  'it starts now.': 'It starts now.',
  'no further mail leaves.': 'No further mail leaves until you resume it.',
  'it goes on.': 'It goes on where it stopped.',
  'it ends for good.': 'No further mail leaves, and it cannot go on. Mails that left stay.',
  'it is used again, once it works.': 'It is checked, and used again once it works.',
  'nothing leaves by it.': 'Nothing leaves by it any longer.',
  'Deletes a segment. One that others refer to is refused, unless `force` is sent.':
    'Its contacts stay. A segment that a campaign, automation or other segment uses is not deleted.',
  'Deletes a sequence. Enrolments stop, or get the rest of their mails with `inFlight: finish`.':
    'Contacts who are in it get no further mail of it.',
  'Deletes a template. One that others refer to is refused, unless `force` is sent.':
    'Not deleted while an automation, sequence, campaign yet to start or a template with this layout uses it.',
  ['Deletes a draft, or a campaign that has ended; cancel another one first. Messages that it sent stay ' +
  'in the time lines of their contacts.']:
    'Its report is gone. Mails that it sent stay in the activity of their contacts.',
  'Deletes one of topics: kinds of mail that contacts subscribe to one by one.':
    'Contacts no longer see it in forms and in their preferences. New mails cannot have it.',
  'Deletes a sending domain with its key. Mail from its addresses waits from then on.':
    'Its key is gone, and mail from its addresses waits. Added again, it needs new DNS records.',
  'Deletes an import with its file and its list of errors. Contacts that were imported stay.':
    'The file and the list of wrong rows are gone. Imported contacts stay.',
  'Deletes an automation. Its runs end, or go on to their end with `inFlight: continue`.':
    'Contacts who are in it leave it, and get no further mail of it.',
}
