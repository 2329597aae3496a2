import { Type, type Static } from '#kit/values/schema.ts'
import { flag, idOf, line, matching, oneOf } from '#kit/values/fields.ts'
import { closed } from '#kit/nouns/standard.ts'
import {
  nodeInput,
  replyToInput,
  senderInput,
  triggerInput,
  variablesInput,
} from '#products/marketing/automation/definitionFields.ts'
import { windowInput } from '#products/marketing/hours/timeFields.ts'
import { duration } from '#products/marketing/automation/duration.ts'
import { filterInput } from '#kit/filter/filter.ts'

const opt = Type.Optional

/** Most steps of a sequence. */
export const stepsMax = 50

/** A mail of a sequence. */
export const stepInput = closed(
  {
    stepId: matching('^[A-Za-z0-9][A-Za-z0-9_-]{0,29}$', 30, { description: 'Name of the step within the sequence.' }),
    templateId: opt(idOf('tpl', { description: 'Template of the mail.' })),
    inline: nodeInput.properties.inline,
    delay: duration({ description: 'Time after the step before, or after the enrolment.' }),
    sendWindow: opt(windowInput),
    condition: opt(filterInput('Condition of the mail: contacts that do not match go on to the next step.')),
    subjectOverride: opt(line(250, { description: 'Subject in place of that of the template.' })),
    variables: opt(variablesInput),
  },
  { description: 'A mail of a sequence.' },
)

/** Answers of a contact that end its enrolment. */
export const stopOnInput = closed(
  {
    reply: opt(flag({ description: 'Whether a reply ends it.' })),
    click: opt(flag({ description: 'Whether a click on a link ends it.' })),
    unsubscribe: opt(
      flag({ description: 'Whether an unsubscription, a bounce or a complaint ends it; true when left out.' }),
    ),
    goal: opt(filterInput('Goal: a contact that matches is done.')),
  },
  { description: 'Answers of a contact that end its enrolment.' },
)

/** Contacts of a sequence. */
export const enrolInput = closed(
  {
    segmentId: opt(idOf('seg', { description: 'Members of this segment, those to come as well.' })),
    contactIds: opt(
      Type.Array(idOf('con'), { minItems: 1, maxItems: 1_000, uniqueItems: true, description: 'These contacts.' }),
    ),
    trigger: opt(triggerInput),
  },
  { description: 'Contacts to enrol: at most one of a segment, contacts and a trigger.' },
)

/** Parts of a sequence that its versions hold. */
export const sequenceInput = {
  steps: Type.Array(stepInput, { minItems: 1, maxItems: stepsMax, description: 'Mails, in order.' }),
  stopOn: opt(stopOnInput),
  enrol: opt(enrolInput),
  timezoneMode: opt(oneOf(['contact', 'account'], { description: 'Clock of send windows; `contact` when left out.' })),
  reEntry: opt(
    oneOf(['never', 'afterExit'], { description: 'Whether a contact may be enrolled again; `never` when left out.' }),
  ),
  from: opt(senderInput),
  replyTo: opt(replyToInput),
  topic: nodeInput.properties.topic,
  integrationId: opt(idOf('int', { description: 'Integration that sends; the default one when left out.' })),
}

const sequenceSchema = closed(sequenceInput)

/** The parts of a sequence, as its versions hold them. */
export type SequenceSource = Static<typeof sequenceSchema>
