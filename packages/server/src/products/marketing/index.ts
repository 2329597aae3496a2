import { product } from '#kit/nouns/product.ts'
import * as automation from './automation/automationParts.ts'
import * as bounce from './bounce/bounceParts.ts'
import * as campaign from './campaign/campaignParts.ts'
import * as contact from './contact/contactParts.ts'
import * as contactImport from './contactImport/importParts.ts'
import * as domain from './domain/domainParts.ts'
import * as event from './event/eventParts.ts'
import * as facts from './facts.ts'
import * as feed from './feed/feedParts.ts'
import * as inbound from './inbound/inboundParts.ts'
import * as integration from './integration/integrationParts.ts'
import * as message from './message/messageParts.ts'
import * as score from './score/scoreParts.ts'
import * as sequence from './sequence/sequenceParts.ts'
import { scopes } from './scopes.ts'
import * as segment from './segment/segmentParts.ts'
import * as template from './template/templateParts.ts'
import { tables } from './tables.ts'

const resources = [
  ...campaign.resources,
  ...contactImport.resources,
  ...contact.resources, //
  ...segment.resources,
  ...template.resources,
  ...automation.resources,
  ...sequence.resources,
  ...integration.resources,
  ...domain.resources,
]

const operations = [
  ...campaign.operations,
  ...message.operations,
  ...contact.operations, //
  ...contactImport.operations,
  ...event.operations,
  ...segment.operations,
  ...template.operations,
  ...automation.operations,
  ...sequence.operations,
  ...score.operations,
  ...integration.operations,
  ...domain.operations,
]

const reactions = [
  ...contact.reactions,
  ...segment.reactions,
  ...automation.reactions,
  ...score.reactions,
  ...campaign.reactions,
]

const schedules = [
  ...contactImport.schedules,
  ...inbound.schedules,
  ...event.schedules, //
  ...bounce.schedules,
  ...segment.schedules,
  ...automation.schedules,
  ...score.schedules,
]

const tasks = [
  ...inbound.tasks,
  ...campaign.tasks,
  ...message.tasks,
  ...integration.tasks,
  ...feed.tasks,
  ...domain.tasks,
  ...contact.tasks, //
  ...contactImport.tasks,
  ...bounce.tasks,
  ...segment.tasks,
  ...template.tasks,
  ...automation.tasks,
  ...sequence.tasks,
  ...score.tasks,
]

/** Contacts, and all mail to them: campaigns, automations, segments, templates, scores. */
export const marketing = product({
  name: 'marketing',
  title: 'Marketing',
  description: 'Contacts, and all mail to them: segments, templates, campaigns, automations and scores.',
  resources,
  operations,
  pages: [...contact.pages, ...message.pages],
  uploads: contactImport.uploads,
  hooks: [...bounce.hooks, ...inbound.hooks],
  facts: Object.values(facts),
  reactions,
  reactionsTo: event.reactionsTo,
  schedules,
  gauges: segment.gauges,
  tasks,
  ports: [...contact.ports, ...bounce.ports],
  scopes,
  tables,
})
