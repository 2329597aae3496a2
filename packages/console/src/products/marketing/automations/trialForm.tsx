import { Alert, Button, Group, SegmentedControl, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { useAccount } from '#console/app/session.tsx'
import { isEqual } from '#console/parts/form/formValues.ts'
import { NumberField } from '#console/parts/form/numberField.tsx'
import { momentOf, wallOf } from '#console/parts/form/wallTime.ts'
import { labelOf } from '#console/parts/labels.ts'
import { notifyFailure } from '#console/parts/notices.tsx'
import { RecordPicker } from '#console/parts/recordPicker.tsx'
import { RecordLink } from '#console/parts/values/recordLink.tsx'
import { momentText, numberText, timeZone } from '#console/texts/formats.ts'
import { NameField } from '#console/products/marketing/filters/namesInUse.tsx'
import { t } from '#console/texts/texts.ts'
import type { CanvasDraft } from './canvasDraft.ts'
import type { CanvasNode } from './canvasGraph.ts'
import { changedParts, definitionOf, type Automation } from './definitionDraft.ts'
import { outcomeText, stepName } from './stepTexts.ts'
import { noTrial, type Simulated, type Stepped, type Trial } from './trial.ts'

type TrialFormProps = { automation: Automation; draft: CanvasDraft; trial: Trial; setTrial(trial: Trial): void }

/** Trials without effects: many contacts over the last days, or one contact on a clock of the person. */
export function TrialForm(props: TrialFormProps) {
  const [form, setForm] = useState<'many' | 'one'>(props.trial.stepped === undefined ? 'many' : 'one')
  const [person, setPerson] = useState<string>()
  const { trial, setTrial } = props
  return (
    <Stack gap="md" component="section" aria-label={t('automation.test')}>
      <Title order={3} size="h5">
        {t('automation.test')}
      </Title>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('automation.test')}
        value={form}
        onChange={(next) => setForm(next === 'one' ? 'one' : 'many')}
        data={[
          { value: 'many', label: t('automation.test.several') },
          { value: 'one', label: t('automation.test.single') },
        ]}
      />
      {form === 'many' ? (
        <Simulation
          {...props}
          step={(contactId) => {
            setPerson(contactId)
            setForm('one')
          }}
        />
      ) : (
        <Stepping key={person} {...props} first={person} />
      )}
      {isEqual(trial, noTrial) ? null : (
        <Button variant="default" size="xs" onClick={() => setTrial(noTrial)}>
          {t('automation.test.end')}
        </Button>
      )}
    </Stack>
  )
}

const figures = ['considered', 'entered', 'active', 'completed', 'exited', 'goalReached'] as const

function Simulation({ automation, draft, trial, setTrial, step }: TrialFormProps & { step(contactId: string): void }) {
  const { client } = useAccount()
  const [days, setDays] = useState<number | null>(30)
  const [isBusy, setBusy] = useState(false)
  const { simulated } = trial
  const run = async () => {
    setBusy(true)
    try {
      const changed = changedParts(definitionOf(automation), draft.definition)
      const input = { automationId: automation.id, days: days ?? 30, ...changed }
      // cast: the response of the operation has the type that the SDK names.
      setTrial({ simulated: (await client.callAny('marketing.automation.simulate', input)) as Simulated })
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('automation.simulate.text')}
      </Text>
      <Group align="end" gap="xs">
        <NumberField label={t('automation.simulate.days')} w="8rem" min={1} max={90} value={days} onChange={setDays} />
        <Button loading={isBusy} onClick={() => void run()}>
          {t('automation.simulate')}
        </Button>
      </Group>
      {simulated === undefined ? null : (
        <div role="status">
          <dl className="automation-figures">
            {figures.map((name) => (
              <div key={name}>
                <dt>{t(`automation.figure.${name}`)}</dt>
                <dd>{numberText(simulated[name])}</dd>
              </div>
            ))}
          </dl>
          {simulated.effects.length === 0 ? null : (
            <Text size="sm">
              {simulated.effects.map(({ type, count }) => `${labelOf(type)}: ${numberText(count)}`).join(' · ')}
            </Text>
          )}
          <Samples simulated={simulated} nodes={draft.definition.nodes} step={step} />
          {simulated.isTruncated ? <Text size="xs">{t('automation.simulate.more')}</Text> : null}
          {simulated.isAssumed ? <Text size="xs">{t('automation.simulate.assumed')}</Text> : null}
        </div>
      )}
    </>
  )
}

type SamplesProps = { simulated: Simulated; nodes: readonly CanvasNode[]; step(contactId: string): void }

function Samples({ simulated: { samples }, nodes, step }: SamplesProps) {
  if (samples.length === 0) return null
  return (
    <Stack gap={4} mt="sm">
      <Title order={4} size="h6">
        {t('automation.samples')}
      </Title>
      <ul className="automation-warnings">
        {samples.map(({ contactId, status, nodeId, enteredAt }) => (
          <li key={contactId}>
            <div className="automation-sample">
              <RecordLink id={contactId} />
              <Text size="xs" c="dimmed">
                {[momentText(enteredAt), labelOf(status), nodeId === null ? null : stepName(nodes, nodeId)]
                  .filter((each) => each !== null)
                  .join(' · ')}
              </Text>
            </div>
            <Button size="compact-xs" variant="default" onClick={() => step(contactId)}>
              {t('automation.samples.step')}
            </Button>
          </li>
        ))}
      </ul>
    </Stack>
  )
}

const dayMs = 86_400_000

/** One contact passes the saved definition on a clock that the person sets, with an event of their choice. */
function Stepping({ automation, draft, trial, setTrial, first }: TrialFormProps & { first: string | undefined }) {
  const { client } = useAccount()
  const zone = timeZone()
  const [contactId, setContactId] = useState<string | null>(first ?? null)
  const [from, setFrom] = useState(() => wallOf(new Date().toISOString(), zone))
  const [days, setDays] = useState<number | null>(30)
  const [event, setEvent] = useState('')
  const [afterDays, setAfterDays] = useState<number | null>(1)
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    if (contactId === null) return
    setBusy(true)
    try {
      const begin = momentOf(from, zone)
      const later = (count: number) => new Date(Date.parse(begin) + count * dayMs).toISOString()
      const happened = event.trim() === '' ? {} : { events: [{ name: event.trim(), at: later(afterDays ?? 0) }] }
      const input = { automationId: automation.id, contactId, from: begin, until: later(days ?? 30), ...happened }
      // cast: the response of the operation has the type that the SDK names.
      setTrial({ stepped: (await client.callAny('marketing.automation.step', input)) as Stepped })
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('automation.step.text')}
      </Text>
      {draft.isChanged ? (
        <Alert color="yellow" p="xs">
          {t('automation.step.saved')}
        </Alert>
      ) : null}
      <RecordPicker
        name="contactId"
        schema={{ type: 'string', pattern: '^con_' }}
        label={t('automation.step.contact')}
        value={contactId}
        onChange={setContactId}
      />
      <TextInput
        type="datetime-local"
        label={t('automation.step.from')}
        value={from}
        onChange={(change) => setFrom(change.currentTarget.value)}
      />
      <NumberField label={t('automation.step.days')} min={1} max={400} value={days} onChange={setDays} />
      <Group align="end" gap="xs" grow>
        <NameField
          kind="events"
          label={t('automation.step.event')}
          placeholder="shop.order.paid"
          value={event}
          onChange={setEvent}
        />
        <NumberField label={t('automation.step.after')} min={0} max={400} value={afterDays} onChange={setAfterDays} />
      </Group>
      <Button disabled={contactId === null} loading={isBusy} onClick={() => void run()}>
        {t('automation.step.run')}
      </Button>
      {trial.stepped === undefined ? null : <SteppedWay stepped={trial.stepped} nodes={automation.nodes} />}
    </>
  )
}

function SteppedWay({ stepped, nodes }: { stepped: Stepped; nodes: readonly CanvasNode[] }) {
  const { isAdmitted, status, reason, steps, currentNodeId, dueAt } = stepped
  if (!isAdmitted) return <Alert color="yellow">{t('automation.step.refused')}</Alert>
  return (
    <div role="status">
      <Text size="sm" fw={600}>
        {[labelOf(status), reason].filter((each) => each !== null).join(': ')}
      </Text>
      <ol className="automation-trail">
        {steps.map(({ nodeId, at, outcome, hasEffect }, index) => (
          <li key={index} data-effect={hasEffect || undefined}>
            <Text size="sm">{stepName(nodes, nodeId)}</Text>
            <Text size="xs" c="dimmed">
              {momentText(at)} · {outcomeText(nodes, { nodeId, outcome })}
            </Text>
          </li>
        ))}
        {currentNodeId === null ? null : (
          <li>
            <Text size="sm">{t('automation.step.waits', { node: stepName(nodes, currentNodeId) })}</Text>
            {dueAt === null ? null : (
              <Text size="xs" c="dimmed">
                {t('automation.step.due', { at: momentText(dueAt) })}
              </Text>
            )}
          </li>
        )}
      </ol>
    </div>
  )
}
