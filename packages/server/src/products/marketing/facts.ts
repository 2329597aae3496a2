import { fact, resourceFact } from '#kit/nouns/fact.ts'
import { closed } from '#kit/nouns/standard.ts'
import { dateTime, idOf, line, nullable, oneOf } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'

// Contacts

/** Emitted once per contact. */
export const contactCreated = resourceFact('marketing.contact.created', 'marketing.contact', 'A contact was made.')
/** Emitted with every change, a change of state included. */
export const contactUpdated = resourceFact('marketing.contact.updated', 'marketing.contact', 'A contact was changed.')
/** Emitted beside `updated` when the contact agreed to get mail. */
export const contactSubscribed = resourceFact(
  'marketing.contact.subscribed',
  'marketing.contact',
  'A contact agreed to get mail.',
)
/** Emitted beside `updated` when the contact took its agreement back. */
export const contactUnsubscribed = resourceFact(
  'marketing.contact.unsubscribed',
  'marketing.contact',
  'A contact took its agreement back.',
)
/** Emitted beside `updated` when a contact left the state of subscribed by a bounce, a complaint or an archive. */
export const contactStatusChanged = resourceFact(
  'marketing.contact.statusChanged',
  'marketing.contact',
  'A contact bounced, complained, was suppressed or archived.',
)
/** Emitted by the contact that was merged into another one. */
export const contactMerged = fact(
  'marketing.contact.merged',
  'Two contacts turned out to be one person.',
  Type.Object({
    id: idOf('con', { description: 'The contact that stays.' }),
    mergedId: idOf('con', { description: 'The contact that is gone.' }),
  }),
)
/** Emitted once; it carries the id alone. */
export const contactDeleted = fact(
  'marketing.contact.deleted',
  'A contact was erased.',
  Type.Object({
    id: idOf('con', { description: 'The contact.' }),
    status: line(20, { description: '`deleted`.' }),
    version: Type.Integer({ description: 'The last version.' }),
  }),
)
/** Fields of contacts changed: what segments, automations and scores react to. */
export const contactChanged = fact(
  'marketing.contact.changed',
  'Fields of contacts changed.',
  Type.Object({
    contactIds: Type.Array(idOf('con'), { maxItems: 5_000 }),
    fields: Type.Array(line(200), { maxItems: 300 }),
    isNew: Type.Boolean(),
  }),
  { isPublic: false },
)

/**
 * Events of contacts were recorded: what segments, automations and scores react to. One fact holds the events of a
 * batch, each contact's events in one fact.
 */
export const contactOccurred = fact(
  'marketing.contact.occurred',
  'Events of contacts were recorded.',
  Type.Object({
    contactIds: Type.Array(idOf('con'), { maxItems: 200 }),
    names: Type.Array(line(120), { maxItems: 1_000 }),
    events: Type.Array(Type.Object({ eventId: line(36), contactId: idOf('con'), name: line(120), at: line(30) }), {
      maxItems: 1_000,
    }),
  }),
  { isPublic: false },
)

// Imports of contacts

/** Emitted once per import. */
export const importCreated = resourceFact(
  'marketing.contactImport.created',
  'marketing.contactImport',
  'An import of contacts was made.',
)
/** Emitted with every change of an import, a change of state included. */
export const importUpdated = resourceFact(
  'marketing.contactImport.updated',
  'marketing.contactImport',
  'An import of contacts was changed.',
)
/** Emitted once, when all rows of an import are done. No contact of it has a public fact of its own. */
export const importCompleted = resourceFact(
  'marketing.import.completed',
  'marketing.contactImport',
  'An import of contacts is complete.',
)
/** Emitted when an import ends by itself before its last row. */
export const importFailed = resourceFact(
  'marketing.import.failed',
  'marketing.contactImport',
  'An import of contacts failed.',
)
/** Emitted once. */
export const importDeleted = resourceFact(
  'marketing.contactImport.deleted',
  'marketing.contactImport',
  'An import of contacts was deleted.',
)

// Sending domains

/** Emitted once per sending domain. */
export const sendingDomainCreated = resourceFact(
  'marketing.sendingDomain.created',
  'marketing.sendingDomain',
  'A sending domain was made.',
)
/** Emitted with every change, a change of state included. */
export const sendingDomainUpdated = resourceFact(
  'marketing.sendingDomain.updated',
  'marketing.sendingDomain',
  'A sending domain was changed.',
)
/** Emitted when the DNS has the key of a domain. */
export const sendingDomainVerified = resourceFact(
  'marketing.sendingDomain.verified',
  'marketing.sendingDomain',
  'A sending domain was verified.',
)
/** Emitted when the DNS of a verified domain has lost its key. */
export const sendingDomainFailed = resourceFact(
  'marketing.sendingDomain.failed',
  'marketing.sendingDomain',
  'A sending domain lost its record.',
)
/** Emitted once. */
export const sendingDomainDeleted = resourceFact(
  'marketing.sendingDomain.deleted',
  'marketing.sendingDomain',
  'A sending domain was deleted.',
)

// Lead scores

/** Payload fields of every fact about a score. */
const aboutScore = {
  contactId: idOf('con', { description: 'The contact.' }),
  fit: Type.Number({ description: 'Points for properties of the contact.' }),
  engagement: Type.Number({ description: 'Points for its actions.' }),
  total: Type.Number({ description: 'Both together.' }),
  grade: line(1, { description: 'Grade of the fit, A to D.' }),
}
const crossedShape = closed({
  ...aboutScore,
  threshold: line(40, { description: 'Name of the threshold.' }),
  min: Type.Number({ description: 'Total from which the threshold is reached.' }),
  direction: oneOf(['up', 'down'], { description: 'up: the total reached the threshold. down: it fell below.' }),
  at: dateTime({ description: 'Moment of the crossing, which decay and expiry pass by themselves.' }),
})
/** Emitted when points, decay or an expiry take a total over a threshold. */
export const leadScoreCrossed = fact(
  'marketing.leadScore.thresholdCrossed',
  'The score of a contact passed a threshold.',
  crossedShape,
  {
    person: ({ contactId, threshold, direction, total }) => ({
      contactId,
      properties: { threshold, direction, total },
    }),
  },
)
/** Emitted when the status of a score changes. */
export const leadScoreChanged = fact(
  'marketing.leadScore.changed',
  'The score of a contact came into another band.',
  closed({
    ...aboutScore,
    status: line(40, { description: 'Name of the highest threshold that the total reaches; `cold` below all.' }),
    previousStatus: line(40, { description: 'Status before.' }),
    at: dateTime({ description: 'Moment.' }),
  }),
)

// Topics

/** Emitted once per topic. */
export const topicCreated = resourceFact('marketing.topic.created', 'marketing.topic', 'A topic was made.')
/** Emitted with every change. */
export const topicUpdated = resourceFact('marketing.topic.updated', 'marketing.topic', 'A topic was changed.')
/** Emitted once. */
export const topicDeleted = resourceFact('marketing.topic.deleted', 'marketing.topic', 'A topic was deleted.')

// Automations

/** Emitted once per automation. */
export const automationCreated = resourceFact(
  'marketing.automation.created',
  'marketing.automation',
  'An automation was made.',
)
/** Emitted with every change, a change of state included. */
export const automationUpdated = resourceFact(
  'marketing.automation.updated',
  'marketing.automation',
  'An automation was changed.',
)
/** Emitted beside `updated` when contacts begin to enter. */
export const automationActivated = resourceFact(
  'marketing.automation.activated',
  'marketing.automation',
  'An automation was activated.',
)
/** Emitted beside `updated` when contacts stop entering. */
export const automationPaused = resourceFact(
  'marketing.automation.paused',
  'marketing.automation',
  'An automation was paused.',
)
/** Emitted beside `updated`. */
export const automationArchived = resourceFact(
  'marketing.automation.archived',
  'marketing.automation',
  'An automation was archived.',
)
/** Emitted beside `updated` when more than half of the last hundred runs failed. */
export const automationFailed = resourceFact(
  'marketing.automation.failed',
  'marketing.automation',
  'An automation stopped, since most of its runs failed.',
)
/** Emitted once. */
export const automationDeleted = resourceFact(
  'marketing.automation.deleted',
  'marketing.automation',
  'An automation was deleted.',
)

const runShape = Type.Object({
  id: idOf('run', { description: 'The run.' }),
  automationId: idOf('aut', { description: 'The automation.' }),
  contactId: idOf('con', { description: 'The contact.' }),
  status: line(20, { description: '`active`, `completed`, `exited` or `failed`.' }),
  reason: nullable(line(200, { description: 'Cause of the end.' })),
})

/** Emitted once per run. */
export const runStarted = fact('marketing.automationRun.started', 'A contact entered an automation.', runShape)
/** Emitted when a run came to an end of the graph, or to the goal. */
export const runCompleted = fact('marketing.automationRun.completed', 'A contact completed an automation.', runShape)
/** Emitted when a run ended by a step that failed. */
export const runFailed = fact('marketing.automationRun.failed', 'A step of an automation failed for good.', runShape)
/** Emitted beside `completed` when the contact reached the goal. */
export const runGoalReached = fact(
  'marketing.automationRun.goalReached',
  'A contact reached the goal of an automation.',
  runShape,
)

// Email sequences

const enrolmentShape = Type.Object({
  id: idOf('run', { description: 'The enrolment.' }),
  emailSequenceId: idOf('seq', { description: 'The sequence.' }),
  contactId: idOf('con', { description: 'The contact.' }),
  status: line(20, { description: '`active`, `completed`, `stopped` or `failed`.' }),
  reason: nullable(line(200, { description: 'Cause of the end.' })),
})

/** Emitted once per enrolment. */
export const enrolmentStarted = fact(
  'marketing.enrolment.started',
  'A contact was enrolled in an email sequence.',
  enrolmentShape,
)
/** Emitted when a contact got every mail, or reached the goal. */
export const enrolmentCompleted = fact(
  'marketing.enrolment.completed',
  'A contact got every mail of a sequence, or reached its goal.',
  enrolmentShape,
)
/** Emitted when an enrolment ended early. */
export const enrolmentStopped = fact(
  'marketing.enrolment.stopped',
  'An enrolment ended early: by an answer, an unsubscription, or the end of the sequence.',
  enrolmentShape,
)
/** Emitted when a mail of an enrolment could not be queued for good. */
export const enrolmentFailed = fact(
  'marketing.enrolment.failed',
  'A step of an enrolment failed for good.',
  enrolmentShape,
)

/** Emitted once per sequence. */
export const sequenceCreated = resourceFact(
  'marketing.emailSequence.created',
  'marketing.emailSequence',
  'An email sequence was made.',
)
/** Emitted with every change, a change of state included. */
export const sequenceUpdated = resourceFact(
  'marketing.emailSequence.updated',
  'marketing.emailSequence',
  'An email sequence was changed.',
)
/** Emitted beside `updated`. */
export const sequenceActivated = resourceFact(
  'marketing.emailSequence.activated',
  'marketing.emailSequence',
  'An email sequence was activated.',
)
/** Emitted beside `updated`. */
export const sequenceArchived = resourceFact(
  'marketing.emailSequence.archived',
  'marketing.emailSequence',
  'An email sequence was archived.',
)
/** Emitted once. */
export const sequenceDeleted = resourceFact(
  'marketing.emailSequence.deleted',
  'marketing.emailSequence',
  'An email sequence was deleted.',
)
// Segments

/** Emitted once per segment. */
export const segmentCreated = resourceFact('marketing.segment.created', 'marketing.segment', 'A segment was made.')
/** Emitted with every change. */
export const segmentUpdated = resourceFact('marketing.segment.updated', 'marketing.segment', 'A segment was changed.')
/** Emitted beside `updated` when the members of a segment are known. */
export const segmentReady = resourceFact('marketing.segment.ready', 'marketing.segment', 'A segment has its members.')
/** Emitted beside `updated` when a segment could not be built. */
export const segmentFailed = resourceFact('marketing.segment.failed', 'marketing.segment', 'A segment was not built.')
/** Emitted once. */
export const segmentDeleted = resourceFact('marketing.segment.deleted', 'marketing.segment', 'A segment was deleted.')

const moved = Type.Object({
  segmentId: idOf('seg', { description: 'The segment.' }),
  contactIds: Type.Array(idOf('con'), { maxItems: 100, description: 'The contacts.' }),
})
/** Emitted for contacts that became members of a segment, at most 100 in one fact. */
export const contactEntered = fact('marketing.segment.contactEntered', 'Contacts entered a segment.', moved)
/** Emitted for contacts that are members of a segment no longer, at most 100 in one fact. */
export const contactExited = fact('marketing.segment.contactExited', 'Contacts left a segment.', moved)

// Messages

const aboutMessages = Type.Object({
  messages: Type.Array(
    closed({
      messageId: idOf('msg', { description: 'The message.' }),
      contactId: idOf('con', { description: 'Contact of the message.' }),
      campaignId: nullable(idOf('cmp', { description: 'Campaign of the message; null for another cause.' })),
      at: dateTime({ description: 'Moment.' }),
      url: nullable(Type.String({ description: 'Address that was opened, of a click.' })),
      reason: nullable(Type.String({ description: '`hard` or `soft`, of a bounce; status code of a deferral.' })),
    }),
    { maxItems: 100, description: 'The messages.' },
  ),
})
const messageFact = (verb: string, description: string) => fact(`marketing.message.${verb}`, description, aboutMessages)

/** Emitted for messages that the next server took, at most 100 in one fact, as are all facts about messages. */
export const messageSent = messageFact('sent', 'Messages left.')
/** Emitted for the first deferral of messages; each is tried again. */
export const messageDeferred = messageFact('deferred', 'Messages were deferred for the first time.')
/** Emitted for deliveries that a provider reported. */
export const messageDelivered = messageFact('delivered', 'Messages reached their mailboxes.')
/** Emitted for messages that were refused, at once or by a report. */
export const messageBounced = messageFact('bounced', 'Messages bounced.')
/** Emitted for complaints of receivers. */
export const messageComplained = messageFact('complained', 'Receivers complained about messages.')
/** Emitted for the first open by a person. */
export const messageOpened = messageFact('opened', 'People opened messages.')
/** Emitted for the first click by a person. */
export const messageClicked = messageFact('clicked', 'People clicked in messages.')
/** Emitted for answers by mail. */
export const messageReplied = messageFact('replied', 'People answered messages.')
/** Emitted for contacts that unsubscribed by a message. */
export const messageUnsubscribed = messageFact('unsubscribed', 'Contacts unsubscribed by messages.')

// Templates

/** Emitted once per template. */
export const templateCreated = resourceFact('marketing.template.created', 'marketing.template', 'A template was made.')
/** Emitted with every change; a change of its texts makes a version. */
export const templateUpdated = resourceFact(
  'marketing.template.updated',
  'marketing.template',
  'A template was changed.',
)
/** Emitted once. */
export const templateDeleted = resourceFact(
  'marketing.template.deleted',
  'marketing.template',
  'A template was deleted.',
)

// Integrations

/** Emitted once per integration. */
export const integrationCreated = resourceFact(
  'marketing.integration.created',
  'marketing.integration',
  'An integration was made.',
)
/** Emitted with every change. */
export const integrationUpdated = resourceFact(
  'marketing.integration.updated',
  'marketing.integration',
  'An integration was changed.',
)
/** Emitted once. */
export const integrationDeleted = resourceFact(
  'marketing.integration.deleted',
  'marketing.integration',
  'An integration was deleted.',
)
/** Emitted beside `updated` when it stopped working. */
export const integrationFailed = resourceFact(
  'marketing.integration.failed',
  'marketing.integration',
  'An integration stopped working.',
)
/** Emitted beside `updated` when it works, for the first time or again. */
export const integrationRecovered = resourceFact(
  'marketing.integration.recovered',
  'marketing.integration',
  'An integration works.',
)
// Campaigns

/** Emitted once per campaign. */
export const campaignCreated = resourceFact('marketing.campaign.created', 'marketing.campaign', 'A campaign was made.')
/** Emitted with every change. */
export const campaignUpdated = resourceFact(
  'marketing.campaign.updated',
  'marketing.campaign',
  'A campaign was changed.',
)
/** Emitted beside `updated` when a campaign got a time to start. */
export const campaignScheduled = resourceFact(
  'marketing.campaign.scheduled',
  'marketing.campaign',
  'A campaign has a time to start.',
)
/** Emitted beside `updated` when a campaign started. */
export const campaignStarted = resourceFact('marketing.campaign.started', 'marketing.campaign', 'A campaign sends.')
/** Emitted beside `updated` when a campaign paused, by hand or by itself. */
export const campaignPaused = resourceFact('marketing.campaign.paused', 'marketing.campaign', 'A campaign paused.')
/** Emitted beside `updated` when a paused campaign goes on. */
export const campaignResumed = resourceFact('marketing.campaign.resumed', 'marketing.campaign', 'A campaign goes on.')
/** Emitted beside `updated` when the last mail of a campaign has left. */
export const campaignCompleted = resourceFact(
  'marketing.campaign.completed',
  'marketing.campaign',
  'A campaign is sent.',
)
/** Emitted beside `updated` when a campaign ended before it was sent. */
export const campaignCancelled = resourceFact(
  'marketing.campaign.cancelled',
  'marketing.campaign',
  'A campaign ended before it was sent.',
)
/** Emitted beside `updated` when the time to start had passed by too long. */
export const campaignMissed = resourceFact('marketing.campaign.missed', 'marketing.campaign', 'A campaign was missed.')
/** Emitted once. */
export const campaignDeleted = resourceFact(
  'marketing.campaign.deleted',
  'marketing.campaign',
  'A campaign was deleted.',
)
