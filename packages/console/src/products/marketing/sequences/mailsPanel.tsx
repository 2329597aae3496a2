import { Text, Title } from '@mantine/core'
import type { OutputOf } from '#console/app/client.ts'
import { useScope } from '#console/app/session.tsx'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { labelOf } from '#console/parts/labels.ts'
import { useRead } from '#console/parts/recordQueries.ts'
import { RecordLink } from '#console/parts/values/recordLink.tsx'
import { durationWords } from '#console/products/marketing/automations/stepTexts.ts'
import { numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { typedDuration } from '#console/products/marketing/automations/isoDuration.ts'
import '#console/parts/figure.css'
import './sequences.css'

/** A sequence with its numbers. */
export type Sequence = OutputOf<'marketing.emailSequence.get'>
type Step = Sequence['steps'][number]
type Stats = NonNullable<Sequence['stats']>

const freshMs = 15_000
const figures = ['enrolled', 'active', 'completed', 'stopped', 'failed'] as const
const stepFigures = ['sent', 'opened', 'clicked', 'replied', 'stopped'] as const

/** The mails of a sequence in their order, each with its wait and its numbers, and the numbers of all enrolments. */
export function Panel({ record }: PanelProps) {
  const isOn = useScope()('marketing.emailSequence:read')
  const input = { emailSequenceId: record.id, include: ['stats'] }
  const { data } = useRead<Sequence>('marketing.emailSequence.get', input, { everyMs: freshMs, isOn })
  if (data === undefined) return null
  const { steps, stats } = data
  return (
    <section className="surface section">
      <Title order={2}>{t('sequence.mails')}</Title>
      {stats === undefined ? null : (
        <dl className="figures">
          {figures.map((name) => (
            <div key={name}>
              <dt>{t(`sequence.figure.${name}`)}</dt>
              <dd>{numberText(stats[name])}</dd>
            </div>
          ))}
        </dl>
      )}
      <ol className="sequence-steps">
        {steps.map((step, index) => (
          <StepItem key={step.stepId} step={step} isFirst={index === 0} stats={stats} />
        ))}
      </ol>
    </section>
  )
}

function StepItem({ step, isFirst, stats }: { step: Step; isFirst: boolean; stats: Stats | undefined }) {
  const { stepId, delay, templateId, inline, subjectOverride, condition } = step
  const numbers = stats?.steps.find((each) => each.stepId === stepId)
  return (
    <li>
      <Text size="xs" c="dimmed">
        {waitText(delay, isFirst)}
      </Text>
      <Text fw={600} component="span">
        {templateId === undefined ? (inline?.subject ?? stepId) : <RecordLink id={templateId} />}
      </Text>
      {subjectOverride === undefined ? null : <Text size="sm">{subjectOverride}</Text>}
      {condition === undefined ? null : (
        <Text size="xs" c="dimmed">
          {t('sequence.conditional')}
        </Text>
      )}
      {numbers === undefined ? null : (
        <dl className="sequence-numbers">
          {stepFigures.map((name) => (
            <div key={name}>
              <dt>{labelOf(name)}</dt>
              <dd>{numberText(numbers[name])}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}

function waitText(delay: string, isFirst: boolean): string {
  if (typedDuration(delay)?.count === 0) return t(isFirst ? 'sequence.wait.none.first' : 'sequence.wait.none')
  return t(isFirst ? 'sequence.wait.first' : 'sequence.wait', { span: durationWords(delay) })
}
