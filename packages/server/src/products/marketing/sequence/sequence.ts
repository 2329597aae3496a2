import { defaulted, idOf, nameLine, refTo, required, whole } from '#kit/values/fields.ts'
import { resource, type Stored } from '#kit/nouns/resource.ts'
import {
  sequenceArchived,
  sequenceActivated,
  sequenceCreated,
  sequenceDeleted,
  sequenceUpdated,
} from '#products/marketing/facts.ts'

/** A sequence, as the store holds it. */
export type Sequence = Stored<typeof sequence>

/** Mails in a row to each contact that is enrolled. It compiles into an automation, which runs it. */
export const sequence = resource({
  id: 'marketing.emailSequence',
  title: 'Email sequence',
  description: 'Email sequences: mails in a row to each contact that is enrolled',
  table: 'marketing_sequence',
  idKey: 'emailSequenceId',
  prefix: 'seq',
  states: { draft: ['active', 'archived'], active: ['archived'], archived: ['active'] },
  initial: 'draft',
  countMax: 10_000,
  fields: {
    name: required(nameLine(120, { description: 'Name.' })),
    automationId: required(idOf('aut', { description: 'The automation that runs it.' }), {
      storage: refTo('marketing.automation', 'aut'),
      access: { isReadOnly: true, isHidden: true },
    }),
    definitionVersion: defaulted(whole(1, 1_000_000, { description: 'Version of its steps.' }), 1, {
      access: { isReadOnly: true },
    }),
  },
  facts: {
    created: sequenceCreated,
    updated: sequenceUpdated,
    deleted: sequenceDeleted,
    moved: { active: sequenceActivated, archived: sequenceArchived },
  },
})
