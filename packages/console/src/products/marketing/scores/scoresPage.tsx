import { FairgroundError } from '@fairground/sdk'
import { ActionIcon, Alert, Button, Group, Stack, Switch, Text, TextInput, Title } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useAccount, useScope } from '#console/app/session.tsx'
import type { OutputOf } from '#console/app/client.ts'
import { useSchemas } from '#console/parts/description.ts'
import { confirmed } from '#console/parts/confirmation.ts'
import { checkText, inputErrors } from '#console/parts/form/inputChecks.ts'
import { NumberField } from '#console/parts/form/numberField.tsx'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { useRead, useStale } from '#console/parts/recordQueries.ts'
import { t } from '#console/texts/texts.ts'
import { DurationWidget } from '#console/products/marketing/automations/timeWidgets.tsx'
import { ModelPreview } from './modelPreview.tsx'
import { RuleRow } from './ruleRow.tsx'
import { draftOf, modelOf, newRule, nextKey, type ModelDraft } from './scoreDraft.ts'
import { missingNumbers, problemTexts } from './scoreProblems.ts'
import './scores.css'

type Score = OutputOf<'marketing.leadScore.get'>
type Preview = OutputOf<'marketing.leadScore.update'>['preview']

const applyingMs = 2_000

/** The score model of the account: rules, decay and thresholds, with a preview of a change. */
export function Page() {
  const { data } = useRead<Score>('marketing.leadScore.get', {}, { everyMs: applyingMs * 5 })
  if (data?.model === undefined) return null
  const { progress, status, model } = data
  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>{t('marketing.scores')}</Title>
        <Text c="dimmed">{t('score.model.text')}</Text>
      </div>
      {status === 'applying' && progress !== undefined ? (
        <Alert>{t('score.applying', { done: progress.done, total: progress.total })}</Alert>
      ) : null}
      <ModelForm key={model.version} model={model} />
    </Stack>
  )
}

function ModelForm({ model }: { model: NonNullable<Score['model']> }) {
  const [draft, setDraft] = useState(() => draftOf(model))
  // Empty fields are marked from the first try to send them.
  const [isTried, setTried] = useState(false)
  const missing = (value: number | null) => (isTried && value === null ? checkText('required') : undefined)
  const change = (part: Partial<ModelDraft>) => setDraft((before) => ({ ...before, ...part }))
  const { rules } = draft
  return (
    <>
      <section className="surface section">
        <Title order={2}>{t('score.rules')}</Title>
        {rules.length === 0 ? <Text c="dimmed">{t('score.rules.none')}</Text> : null}
        <ol className="rules">
          {rules.map((rule) => (
            <RuleRow
              key={rule.key}
              rule={rule}
              pointsError={missing(rule.points)}
              change={(part) =>
                change({ rules: rules.map((each) => (each.key === rule.key ? { ...each, ...part } : each)) })
              }
              remove={() => change({ rules: rules.filter((each) => each.key !== rule.key) })}
            />
          ))}
        </ol>
        <Button
          variant="default"
          size="xs"
          leftSection={<Plus size={14} aria-hidden />}
          style={{ justifySelf: 'start' }}
          onClick={() => change({ rules: [...rules, newRule()] })}
        >
          {t('score.rule.add')}
        </Button>
      </section>
      <ScaleFields draft={draft} missing={missing} change={change} />
      <Saving draft={draft} onTry={() => setTried(true)} />
    </>
  )
}

type FieldsProps = {
  draft: ModelDraft
  /** Message at an empty number. */
  missing(value: number | null): string | undefined
  change(part: Partial<ModelDraft>): void
}

function ScaleFields({ draft, missing, change }: FieldsProps) {
  const { thresholds } = draft
  const changeOne = (key: number, part: { name?: string; min?: number | null }) =>
    change({ thresholds: thresholds.map((each) => (each.key === key ? { ...each, ...part } : each)) })
  return (
    <section className="surface section">
      <Title order={2}>{t('score.scale')}</Title>
      <Group align="end" gap="sm">
        <DurationWidget
          label={t('score.halfLife')}
          description={undefined}
          errors={{}}
          value={draft.halfLife}
          onChange={(halfLife) => change({ halfLife: typeof halfLife === 'string' ? halfLife : null })}
        />
        <NumberField label={t('score.floor')} value={draft.floor} onChange={(floor) => change({ floor })} min={0} />
        <NumberField
          label={t('score.max')}
          value={draft.max}
          onChange={(max) => change({ max })}
          min={1}
          error={missing(draft.max)}
        />
      </Group>
      <Text size="xs" c="dimmed">
        {t('score.halfLife.text')}
      </Text>
      <Title order={3} size="h6">
        {t('score.thresholds')}
      </Title>
      {thresholds.map(({ key, name, min }) => (
        <Group key={key} align="end" gap="sm" wrap="nowrap">
          <TextInput
            label={t('score.threshold.name')}
            value={name}
            onChange={(event) => changeOne(key, { name: event.currentTarget.value })}
          />
          <NumberField
            label={t('score.threshold.min')}
            value={min}
            error={missing(min)}
            onChange={(next) => changeOne(key, { min: next })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('score.threshold.remove', { name })}
            disabled={thresholds.length === 1}
            onClick={() => change({ thresholds: thresholds.filter((each) => each.key !== key) })}
          >
            <X size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<Plus size={14} aria-hidden />}
        style={{ justifySelf: 'start' }}
        onClick={() => change({ thresholds: [...thresholds, { key: nextKey(), name: '', min: null }] })}
      >
        {t('score.threshold.add')}
      </Button>
    </section>
  )
}

function Saving({ draft, onTry }: { draft: ModelDraft; onTry(): void }) {
  const { client } = useAccount()
  const hasScope = useScope()
  const stale = useStale()
  const [isFull, setFull] = useState(false)
  const [busy, setBusy] = useState(false)
  const [preview, setPreview] = useState<Preview>()
  const input = useSchemas('marketing').operations['marketing.leadScore.update']?.input ?? {}
  const [problems, setProblems] = useState<readonly string[]>([])
  if (!hasScope('marketing.leadScore:write')) return null
  const send = async (isDry: boolean) => {
    onTry()
    const model = modelOf(draft)
    const refused = Object.entries(inputErrors(input, { model })).map(([path, message]) => ({ path, message }))
    const wrong = [...missingNumbers(draft), ...refused]
    setProblems(problemTexts(wrong, draft))
    if (wrong.length > 0 || !(isDry || (await confirmed(questionOf(isFull))))) return
    setBusy(true)
    try {
      const recompute = isFull ? ('full' as const) : ('forward' as const)
      const result = await client.call('marketing.leadScore.update', {
        model,
        recompute,
        ...(isDry && { dryRun: true }),
      })
      setPreview(result.preview)
      if (isDry) return
      notify(t('score.saved'))
      await stale('marketing.leadScore')
    } catch (error) {
      const found = error instanceof FairgroundError ? problemTexts(error.fields, draft) : []
      setProblems(found)
      if (found.length === 0) notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="surface section">
      <Switch
        label={t('score.full')}
        description={t('score.full.text')}
        checked={isFull}
        onChange={(event) => setFull(event.currentTarget.checked)}
      />
      {problems.length === 0 ? null : (
        <Alert color="red" title={t('score.problems')}>
          <ul>
            {problems.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </Alert>
      )}
      {preview === undefined ? null : <ModelPreview preview={preview} />}
      <Group gap="sm">
        <Button variant="default" data-busy={busy || undefined} onClick={() => void send(true)}>
          {t('score.preview')}
        </Button>
        <Button data-busy={busy || undefined} onClick={() => void send(false)}>
          {t('score.save')}
        </Button>
      </Group>
    </section>
  )
}

/** The question before a model that gives contacts other scores, which may start automations. */
function questionOf(isFull: boolean) {
  const text = t(isFull ? 'score.confirm.full' : 'score.confirm.forward')
  return { title: t('score.confirm'), text, button: t('score.confirm.save') }
}
