import { Button, Fieldset, SegmentedControl, Stack, Text } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSchemas } from '#console/parts/description.ts'
import type { FieldWidgetProps } from '#console/parts/descriptor.ts'
import { FieldInput } from '#console/parts/form/fieldInput.tsx'
import { errorsBelow, type FormErrors } from '#console/parts/form/formValues.ts'
import { GroupNote } from '#console/parts/form/inputProps.tsx'
import { ItemTools, movedItem } from '#console/parts/form/itemTools.tsx'
import type { JsonSchema } from '#console/parts/jsonSchema.ts'
import { labelOf } from '#console/parts/labels.ts'
import { FilterWidget } from '#console/products/marketing/automations/listWidgets.tsx'
import { DurationWidget, WindowWidget } from '#console/products/marketing/automations/timeWidgets.tsx'
import { TemplateSelect } from '#console/products/marketing/campaigns/templateSelect.tsx'
import { MailPreview } from '#console/products/marketing/templates/mailPreview.tsx'
import { MailTexts } from '#console/products/marketing/templates/mailTexts.tsx'
import { t } from '#console/texts/texts.ts'
import { newStep, stepsOf, type SequenceStep } from './sequenceSteps.ts'
import '#console/parts/form/form.css'
import '#console/products/marketing/campaigns/campaigns.css'

const stepsMax = 50

/** The mails of a sequence in their order: each with its wait, and a template or a text of its own. */
export function FieldWidget({ label, description, value, onChange, errors }: FieldWidgetProps) {
  const steps = stepsOf(value)
  const input = useSchemas('marketing').operations['marketing.emailSequence.create']?.input
  const schema = input?.properties?.['steps']?.items ?? {}
  return (
    <Fieldset legend={label} className="form-group">
      <Stack gap="md">
        <GroupNote id={label} description={description} error={errors['']} />
        {steps.map((step, index) => {
          const name = t('sequence.mail', { number: index + 1 })
          return (
            <Fieldset key={step.stepId} legend={name} className="form-group">
              <Stack gap="sm">
                <ItemTools
                  name={name}
                  index={index}
                  count={steps.length}
                  least={1}
                  move={(from, to) => onChange(movedItem(steps, from, to))}
                  remove={() => onChange(steps.filter((each) => each !== step))}
                />
                <StepFields
                  step={step}
                  isFirst={index === 0}
                  schema={schema}
                  errors={errorsBelow(errors, `/${index}`)}
                  change={(next) => onChange(steps.map((each) => (each === step ? next : each)))}
                />
              </Stack>
            </Fieldset>
          )
        })}
        <Button
          variant="default"
          size="xs"
          className="form-clear"
          leftSection={<Plus size={14} aria-hidden />}
          disabled={steps.length >= stepsMax}
          onClick={() => onChange([...steps, newStep(steps)])}
        >
          {t('sequence.add')}
        </Button>
      </Stack>
    </Fieldset>
  )
}

type StepProps = {
  step: SequenceStep
  schema: JsonSchema
  errors: FormErrors
  change(step: SequenceStep): void
}

const widgets = { sendWindow: WindowWidget, condition: FilterWidget }
const further = ['sendWindow', 'condition', 'variables'] as const

function StepFields({ step, isFirst, schema, errors, change }: StepProps & { isFirst: boolean }) {
  const source = step.inline === undefined ? 'template' : 'own'
  const set = (name: string, value: unknown) => change(withPart(step, name, value))
  const choose = (next: string) => {
    const { templateId: _template, inline: _inline, ...others } = step
    change(next === 'own' ? { ...others, inline: { subject: '', format: 'markdown', body: '' } } : others)
  }
  const isFurther = further.some(
    (name) => step[name] !== undefined || Object.keys(errorsBelow(errors, `/${name}`)).length > 0,
  )
  return (
    <>
      <DurationWidget
        label={t(isFirst ? 'sequence.delay.first' : 'sequence.delay')}
        description={undefined}
        value={step.delay}
        onChange={(delay) => change({ ...step, delay: typeof delay === 'string' ? delay : 'P0D' })}
        errors={errorsBelow(errors, '/delay')}
      />
      <SegmentedControl
        size="xs"
        aria-label={t('sequence.source')}
        value={source}
        onChange={choose}
        data={(['template', 'own'] as const).map((value) => ({ value, label: t(`campaign.source.${value}`) }))}
      />
      {source === 'own' ? (
        <OwnMail step={step} schema={schema} errors={errors} change={change} />
      ) : (
        <TemplateSelect
          label={labelOf('templateId')}
          channel="email"
          value={step.templateId ?? null}
          error={errors['/templateId'] ?? errors['']}
          change={(id) => set('templateId', id)}
        />
      )}
      <details className="campaign-fold" open={isFurther}>
        <summary>
          <Text span size="sm">
            {t('sequence.more')}
          </Text>
        </summary>
        <div className="form-grid">
          {further.map((name) => (
            <FieldInput
              key={name}
              name={name}
              path={`/${name}`}
              schema={schema.properties?.[name] ?? {}}
              isRequired={false}
              value={step[name]}
              onChange={(next) => set(name, next)}
              errors={errors}
              widgets={widgets}
            />
          ))}
        </div>
      </details>
    </>
  )
}

/** The text of a mail of its own, with a preview on demand. */
function OwnMail({ step, schema, errors, change }: StepProps) {
  const inline = step.inline ?? {}
  const put = (part: object) => change({ ...step, inline: { ...inline, ...part } })
  const fields = schema.properties?.['inline']?.properties ?? {}
  return (
    <>
      <MailTexts values={inline} change={put} bodyPath="/inline/body" bodyError={errors['/inline/body']}>
        {['subject', 'preheader', 'format'].map((name) => (
          <FieldInput
            key={name}
            name={name}
            path={`/inline/${name}`}
            schema={fields[name] ?? {}}
            isRequired={name !== 'preheader'}
            value={inline[name]}
            onChange={(value) => change({ ...step, inline: withPart(inline, name, value) })}
            errors={errors}
          />
        ))}
      </MailTexts>
      <PreviewFold inline={inline} />
    </>
  )
}

function PreviewFold({ inline }: { inline: Readonly<Record<string, unknown>> }) {
  const [isOpen, setOpen] = useState(false)
  const line = (name: string) => (typeof inline[name] === 'string' && inline[name] !== '' ? inline[name] : null)
  const format = String(inline['format'] ?? 'markdown')
  const texts = { subject: line('subject'), preheader: line('preheader'), body: line('body') }
  return (
    <div>
      <Button variant="default" size="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('campaign.preview')}
      </Button>
      {!isOpen ? null : texts.body === null ? (
        <Text c="dimmed">{t('campaign.preview.none')}</Text>
      ) : (
        <MailPreview input={{ format, ...texts, data: {} }} />
      )}
    </div>
  )
}

/** An object with another value of a part; null removes it. */
function withPart<Whole extends object>(whole: Whole, name: string, value: unknown): Whole {
  const others = Object.entries(whole).filter(([each]) => each !== name)
  const next = value === null || value === undefined ? others : [...others, [name, value] as const]
  // cast: the parts are those of the whole, which the server checks.
  return Object.fromEntries(next) as Whole
}
