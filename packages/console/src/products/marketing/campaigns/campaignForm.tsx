import '#console/parts/form/form.css'
import { FairgroundError } from '@fairground/sdk'
import { Alert, Anchor, Button, Group, List, Stack, Text, Title } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useEffect, useRef, type FormEvent } from 'react'
import { isOffline, sentenceOf } from '#console/app/failures.ts'
import { useAccount } from '#console/app/session.tsx'
import type { Noun } from '#console/parts/description.ts'
import type { NounFormProps } from '#console/parts/descriptor.ts'
import { ConflictMerge } from '#console/parts/form/conflictMerge.tsx'
import { conflictsOf, type FormErrors } from '#console/parts/form/formValues.ts'
import { labelOf } from '#console/parts/labels.ts'
import { notify } from '#console/parts/notices.tsx'
import { useRead } from '#console/parts/recordQueries.ts'
import { plural, t } from '#console/texts/texts.ts'
import { AudienceStep } from './audienceStep.tsx'
import { firstStepOf, stepOf, steps, valuesOf, type Campaign, type Step, type StepWay } from './campaignDraft.ts'
import { CheckStep } from './checkStep.tsx'
import { ContentStep } from './contentStep.tsx'
import { DeliveryStep } from './deliveryStep.tsx'
import { PageTool } from './duplicateButton.tsx'
import { editableStates } from './editableStates.ts'
import { isSaved, useCampaign, type CampaignDraft } from './useCampaign.ts'
import './campaigns.css'

/** A campaign from its audience to its start, step by step. The server keeps it from the first step on. */
export function NounForm({ noun, recordId }: NounFormProps) {
  return recordId === undefined ? <Steps noun={noun} loaded={undefined} /> : <Known noun={noun} id={recordId} />
}

function Known({ noun, id }: { noun: Noun; id: string }) {
  const { data, error } = useRead<Campaign>('marketing.campaign.get', { campaignId: id })
  const { id: accountId } = useAccount()
  if (data === undefined) {
    return error === null ? null : (
      <Stack>
        <Title order={1}>{t('campaign.edit')}</Title>
        <Alert color="red" role="alert">
          {sentenceOf(error)}
        </Alert>
      </Stack>
    )
  }
  if (editableStates.includes(data.status)) return <Steps noun={noun} loaded={data} />
  return (
    <Stack>
      <Title order={1}>{data.name}</Title>
      <Alert role="status">
        {t('campaign.started')}{' '}
        <Anchor component={Link} to={`/${accountId}/marketing/campaign/${id}`}>
          {t('campaign.toReport')}
        </Anchor>
      </Alert>
      <Group>
        <PageTool record={data} />
      </Group>
    </Stack>
  )
}

function isStep(name: unknown): name is Step {
  return steps.some((each) => each === name)
}

/** The step of the address, and ways to another one. */
function useStep(draft: CampaignDraft): StepWay {
  const { id: accountId } = useAccount()
  const navigate = useNavigate()
  const search: Record<string, string> = useSearch({ strict: false })
  const step = isStep(search['step']) ? search['step'] : 'audience'
  const move = (next: Step, id = draft.record?.id) => {
    const path = `/${accountId}/marketing/campaign/${id === undefined ? 'new' : `${id}/edit`}`
    return navigate({ to: path, search: { step: next }, replace: draft.record === undefined && id !== undefined })
  }
  // A message stops at its own step.
  const go = async (next: Step) => {
    const isBack = steps.indexOf(next) < steps.indexOf(step)
    const isKept = draft.record !== undefined && !draft.isChanged && next !== 'check'
    if (isBack || isKept) return move(next)
    const result = await draft.save()
    if (isSaved(result)) return move(next, result.id)
    const first = firstStepOf(result)
    if (first !== undefined) await move(nearer(first, next))
    return undefined
  }
  return { step, move, go }
}

/** The step that comes first. */
function nearer(one: Step, other: Step): Step {
  return steps.indexOf(one) < steps.indexOf(other) ? one : other
}

function Steps({ noun, loaded }: { noun: Noun; loaded: Campaign | undefined }) {
  const draft = useCampaign(noun, loaded)
  const way = useStep(draft)
  const { conflict, values } = draft
  const form = useRef<HTMLFormElement>(null)
  const { step } = way
  useEffect(() => focusFirst(form.current, draft.errors), [draft.errors, step])
  if (conflict !== undefined) {
    return (
      <ConflictMerge
        noun={noun}
        conflicts={conflictsOf(draft.initial, conflict.mine, valuesOf(conflict.theirs))}
        mine={conflict.mine}
        texts={{ title: t('form.conflict.title'), text: t('form.conflict.text'), save: t('form.conflict.save') }}
        save={(merged) => draft.settle(merged, conflict.theirs)}
        cancel={{ text: t('form.cancel'), run: draft.leaveConflict }}
      />
    )
  }
  const next = steps[steps.indexOf(step) + 1]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (next !== undefined) void way.go(next)
  }
  const name = String(values['name'] ?? '')
  return (
    <Stack className="campaign-form">
      <Title order={1}>{name === '' || draft.record === undefined ? t('campaign.new') : name}</Title>
      <Progress draft={draft} way={way} />
      <form noValidate onSubmit={submit} ref={form} aria-label={t(`campaign.step.${step}`)}>
        <Stack gap="lg">
          <Problems draft={draft} move={way.move} />
          {step === 'audience' ? <AudienceStep draft={draft} /> : null}
          {step === 'content' ? <ContentStep draft={draft} /> : null}
          {step === 'delivery' ? <DeliveryStep draft={draft} /> : null}
          {step === 'check' ? <CheckStep draft={draft} way={way} /> : null}
          {next === undefined ? null : <Buttons draft={draft} next={next} back={way} />}
        </Stack>
      </form>
    </Stack>
  )
}

/** The steps with the current one, done ones and those with a message. */
function Progress({ draft, way }: { draft: CampaignDraft; way: StepWay }) {
  const wrong = new Set(Object.keys(draft.errors).map(stepOf))
  const at = steps.indexOf(way.step)
  return (
    <nav aria-label={t('campaign.steps')}>
      <ol className="campaign-steps">
        {steps.map((step, index) => (
          <li key={step}>
            <button
              type="button"
              aria-current={step === way.step ? 'step' : undefined}
              data-done={index < at || undefined}
              data-wrong={wrong.has(step) || undefined}
              onClick={() => step !== way.step && void way.go(step)}
            >
              <span aria-hidden>{index < at ? <Check size={14} /> : index + 1}</span>
              {t(`campaign.step.${step}`)}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Buttons({ draft, next, back }: { draft: CampaignDraft; next: Step; back: StepWay }) {
  const { id: accountId } = useAccount()
  const navigate = useNavigate()
  const former = steps[steps.indexOf(back.step) - 1]
  const { record } = draft
  const leave = async () => {
    const result = await draft.save()
    if (!isSaved(result)) return
    await navigate({ to: `/${accountId}/marketing/campaign` })
    notify(t('campaign.kept', { name: result.name }))
  }
  return (
    <Group className="form-buttons">
      {former === undefined ? null : (
        <Button variant="default" onClick={() => void back.move(former)}>
          {t('campaign.back')}
        </Button>
      )}
      <Button type="submit" loading={draft.isBusy}>
        {t('campaign.next', { step: t(`campaign.step.${next}`) })}
      </Button>
      <Button variant="default" onClick={() => void leave()} disabled={draft.isBusy}>
        {t('campaign.later')}
      </Button>
      <Text size="xs" c="dimmed" role="status">
        {record === undefined ? t('campaign.unsaved') : t(draft.isChanged ? 'campaign.changed' : 'campaign.isSaved')}
      </Text>
    </Group>
  )
}

/** Messages of a refused save, each with a link to its step. */
function Problems({ draft: { errors, failure }, move }: { draft: CampaignDraft; move: StepWay['move'] }) {
  const paths = Object.entries(errors)
  if (paths.length === 0 && failure === undefined) return null
  return (
    <Alert color={isOffline(failure) ? 'yellow' : 'red'} role="alert">
      {paths.length === 0 ? (
        problemText(failure)
      ) : (
        <>
          {plural('form.problems', paths.length)}
          <List size="sm">
            {paths.map(([path, message]) => (
              <List.Item key={path}>
                <Anchor component="button" type="button" size="sm" onClick={() => void move(stepOf(path))}>
                  {path.slice(1).split('/').map(labelOf).join(' › ')}
                </Anchor>
                : {message}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Alert>
  )
}

function problemText(failure: unknown): string {
  if (isOffline(failure)) return t('form.offline')
  const reason = failure instanceof FairgroundError ? failure.reason : undefined
  if (reason === 'sender_unverified') return t('campaign.senderUnverified')
  if (reason === 'integration_unavailable') return t('campaign.integrationUnavailable')
  return sentenceOf(failure)
}

/** Moves the focus to the first input of the step with a message. */
function focusFirst(form: HTMLFormElement | null, errors: FormErrors): void {
  const fields = [...(form?.querySelectorAll<HTMLElement>('[data-path]') ?? [])]
  const isWrong = (path: string) => Object.keys(errors).some((each) => each === path || each.startsWith(`${path}/`))
  const wrong = fields.filter((each) => isWrong(each.dataset['path'] ?? '-'))
  const inner = wrong.find((each) => !wrong.some((other) => other !== each && each.contains(other)))
  inner?.querySelector<HTMLElement>('input:not([type=hidden]), textarea, button')?.focus()
}
