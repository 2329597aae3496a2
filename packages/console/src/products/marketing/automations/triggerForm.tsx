import { Select, Stack, Title } from '@mantine/core'
import { Zap } from 'lucide-react'
import { useSchemas } from '#console/parts/description.ts'
import { FieldInput } from '#console/parts/form/fieldInput.tsx'
import type { FormErrors } from '#console/parts/form/formValues.ts'
import type { JsonSchema } from '#console/parts/jsonSchema.ts'
import { t } from '#console/texts/texts.ts'
import { EventWidget } from '#console/products/marketing/filters/namesInUse.tsx'
import { WhereEvent } from '#console/products/marketing/filters/whereWidget.tsx'
import type { Definition } from './definitionDraft.ts'
import { RecurrenceField } from './recurrenceField.tsx'
import { definitionWidgets } from './stepForm.tsx'

/** Triggers with their fields. */
const triggerFields = {
  event: ['event', 'where'],
  segmentEntered: ['segmentId'],
  segmentExited: ['segmentId'],
  contactCreated: [],
  contactUpdated: ['field'],
  dateAttribute: ['field', 'offset', 'isYearly', 'timezone'],
  schedule: ['rrule', 'timezone'],
  scoreCrossed: ['threshold', 'direction'],
  couponRedeemed: ['where'],
  paymentSucceeded: ['where'],
  manual: [],
} as const

type TriggerType = keyof typeof triggerFields
const triggerTypes = Object.keys(triggerFields).filter(isTriggerType)

/** Whether a text names a trigger that the form offers. */
export function isTriggerType(type: string): type is TriggerType {
  return type in triggerFields
}

/** Events whose properties a trigger compares where its type names the event. */
const eventsOfTypes: Readonly<Record<string, string>> = {
  couponRedeemed: 'loyalty.coupon.redeemed',
  paymentSucceeded: 'payments.payment.succeeded',
}

const triggerWidgets = { ...definitionWidgets, event: EventWidget }

const needed = new Set(['event', 'segmentId', 'field', 'rrule'])

type DefinitionFormProps = {
  definition: Definition
  errors: FormErrors
  canWrite: boolean
  change(part: Partial<Definition>, topic?: string): void
}

/** Schema of a part of the definition. */
function usePartSchema(name: string): JsonSchema {
  const input = useSchemas('marketing').operations['marketing.automation.update']?.input
  return input?.properties?.[name] ?? {}
}

/** The occurrence that begins runs, and the contacts that enter. */
export function TriggerForm(props: DefinitionFormProps) {
  const { definition, errors, canWrite, change } = props
  return (
    <Stack gap="md" component="section" aria-label={t('automation.trigger')}>
      <FormTitle text={t('automation.trigger')} />
      <fieldset disabled={!canWrite} className="automation-fields">
        <TriggerFields
          trigger={definition.trigger}
          errors={errors}
          change={(trigger, topic) => change({ trigger }, topic)}
        />
        <PartFields name="entry" {...props} />
      </fieldset>
    </Stack>
  )
}

type TriggerFieldsProps = {
  trigger: Definition['trigger']
  errors: FormErrors
  change(trigger: Definition['trigger'], topic?: string): void
}

/** The type of a trigger, and the fields that it has. */
export function TriggerFields({ trigger, errors, change }: TriggerFieldsProps) {
  const schema = usePartSchema('trigger')
  const type = typeof trigger['type'] === 'string' ? trigger['type'] : ''
  const fields: readonly string[] = isTriggerType(type) ? triggerFields[type] : []
  const set = (name: string, value: unknown) => {
    const { [name]: _former, ...others } = trigger
    const next = value === null || value === undefined ? others : { ...others, [name]: value }
    change(next, `trigger ${name}`)
  }
  return (
    <WhereEvent value={eventsOfTypes[type] ?? String(trigger['event'] ?? '')}>
      <div data-path="/trigger/type">
        <Select
          label={t('automation.trigger.type')}
          error={errors['/trigger/type'] ?? errors['/trigger']}
          withAsterisk
          allowDeselect={false}
          data={triggerTypes.map((value) => ({ value, label: t(`automation.trigger.${value}`) }))}
          value={type === '' ? null : type}
          onChange={(next) => next !== null && change({ type: next })}
        />
      </div>
      {fields.map((name) =>
        name === 'rrule' ? (
          <RecurrenceField
            key={name}
            value={trigger[name]}
            error={errors['/trigger/rrule']}
            change={(rule) => set(name, rule)}
          />
        ) : (
          <FieldInput
            key={`${type} ${name}`}
            name={name}
            path={`/trigger/${name}`}
            schema={schema.properties?.[name] ?? {}}
            isRequired={needed.has(name)}
            value={trigger[name]}
            onChange={(value) => set(name, value)}
            errors={errors}
            widgets={triggerWidgets}
          />
        ),
      )}
    </WhereEvent>
  )
}

/** Goal, exit, quiet hours, caps and zone of an automation. */
export function SettingsForm(props: DefinitionFormProps) {
  const { definition, errors, canWrite, change } = props
  const whole = (name: 'goal' | 'exitWhen') => ({
    name,
    path: `/${name}`,
    isRequired: false,
    value: definition[name],
    onChange: (value: unknown) => change({ [name]: value ?? null }, name),
    errors,
    widgets: definitionWidgets,
  })
  return (
    <Stack gap="md" component="section" aria-label={t('automation.settings')}>
      <FormTitle text={t('automation.settings')} />
      <fieldset disabled={!canWrite} className="automation-fields">
        <FieldInput {...whole('goal')} schema={usePartSchema('goal')} />
        <FieldInput {...whole('exitWhen')} schema={usePartSchema('exitWhen')} />
        <PartFields name="settings" {...props} />
      </fieldset>
    </Stack>
  )
}

/** The fields of a part of the definition, each by itself. */
function PartFields({ name: part, definition, errors, change }: DefinitionFormProps & { name: 'entry' | 'settings' }) {
  const schema = usePartSchema(part)
  const values = definition[part]
  const set = (name: string, value: unknown) => {
    const { [name]: _former, ...others } = values
    change({ [part]: value === null || value === undefined ? others : { ...others, [name]: value } }, `${part} ${name}`)
  }
  return Object.entries(schema.properties ?? {}).map(([name, declared]) => (
    <FieldInput
      key={name}
      name={name}
      path={`/${part}/${name}`}
      schema={declared}
      isRequired={false}
      value={values[name]}
      onChange={(value) => set(name, value)}
      errors={errors}
      widgets={definitionWidgets}
    />
  ))
}

function FormTitle({ text }: { text: string }) {
  return (
    <Title order={3} size="h5" className="automation-title">
      <Zap size={18} aria-hidden />
      {text}
    </Title>
  )
}
