import { dateTime, defaulted, line, nameLine, oneOf, optional, prose, required, whole } from '#kit/values/fields.ts'
import { foldName } from '#kit/values/foldedText.ts'
import { resource, type Stored } from '#kit/nouns/resource.ts'
import {
  automationActivated,
  automationArchived,
  automationCreated,
  automationDeleted,
  automationFailed,
  automationPaused,
  automationUpdated,
} from '#products/marketing/facts.ts'
import { triggerTypes } from './definitionFields.ts'

/** An automation, as the store holds it. */
export type Automation = Stored<typeof automation>

/** Largest number of automations of an account. */
const countMax = 10_000

/** A durable workflow of contacts. Its definition is in versions that never change. */
export const automation = resource({
  id: 'marketing.automation',
  title: 'Automation',
  description: 'Automations: what happens with contacts, step by step',
  table: 'marketing_automation',
  idKey: 'automationId',
  prefix: 'aut',
  states: {
    draft: ['active', 'archived'],
    active: ['paused', 'error', 'archived'],
    paused: ['active', 'archived'],
    error: ['active', 'paused', 'archived'],
    archived: [],
  },
  initial: 'draft',
  countMax,
  fields: {
    name: required(nameLine(120, { description: 'Name.' })),
    description: optional(prose(1_000, { description: 'Purpose.' })),
    kind: defaulted(oneOf(['automation', 'sequence']), 'automation', { access: { isReadOnly: true, isHidden: true } }),
    triggerType: defaulted(oneOf(triggerTypes, { description: 'Type of the trigger.' }), 'manual', {
      access: { isReadOnly: true },
    }),
    definitionVersion: defaulted(whole(1, 1_000_000, { description: 'Newest version of the definition.' }), 1, {
      access: { isReadOnly: true },
    }),
    inFlight: defaulted(
      oneOf(['continue', 'stop', 'hold'], { description: 'Treatment of running contacts since the last pause.' }),
      'continue',
      { access: { isReadOnly: true } },
    ),
    activatedAt: optional(dateTime({ description: 'Time of the last activation.' }), { access: { isReadOnly: true } }),
    error: optional(line(500, { description: 'Cause of the state `error`.' }), { access: { isReadOnly: true } }),
  },
  derived: { nameKey: { sqlType: 'text', of: ({ name }) => foldName(name) } },
  facts: {
    created: automationCreated,
    updated: automationUpdated,
    deleted: automationDeleted,
    moved: {
      active: automationActivated,
      paused: automationPaused,
      archived: automationArchived,
      error: automationFailed,
    },
  },
})
