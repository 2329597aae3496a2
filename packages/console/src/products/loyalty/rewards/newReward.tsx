import { SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '#console/app/session.tsx'
import { useSchemas, type Noun } from '#console/parts/description.ts'
import type { ApiRecord } from '#console/parts/descriptor.ts'
import { sentValues, type FormValues } from '#console/parts/form/formValues.ts'
import { formGroupsOf, useWidgets, withDefaults } from '#console/parts/form/nounForm.ts'
import { OperationForm } from '#console/parts/form/operationForm.tsx'
import { notify } from '#console/parts/notices.tsx'
import { useStale } from '#console/parts/recordQueries.ts'
import { t } from '#console/texts/texts.ts'
import { modeOf, rewardModes, schemaOfMode, type RewardMode } from './rewardForms.ts'

/** A new reward: its kind, then the fields of the kind. */
export function CreatePage({ noun }: { noun: Noun }) {
  const search: Record<string, string> = useSearch({ strict: false })
  const [mode, setMode] = useState<RewardMode>(modeOf(search['mode']) ?? 'rule')
  const { contactId } = search
  return (
    <Stack className="form-page">
      <Title order={1}>{t('reward.new')}</Title>
      <SegmentedControl
        aria-label={t('reward.mode')}
        value={mode}
        onChange={(next) => setMode(modeOf(next) ?? mode)}
        data={rewardModes.map((value) => ({ value, label: t(`reward.mode.${value}`) }))}
      />
      <Text c="dimmed">{t(`reward.about.${mode}`)}</Text>
      <ModeForm key={mode} noun={noun} mode={mode} known={contactId === undefined ? {} : { contactId }} />
    </Stack>
  )
}

function ModeForm({ noun, mode, known }: { noun: Noun; mode: RewardMode; known: FormValues }) {
  const { id: accountId, client } = useAccount()
  const navigate = useNavigate()
  const stale = useStale()
  const schemas = useSchemas('loyalty')
  const widgets = useWidgets(noun)
  const whole = schemaOfMode(schemas.operations['loyalty.reward.create']?.input ?? {}, mode)
  const fields = schemas.nouns[noun.id]?.fields ?? {}
  const schema = { ...whole, properties: withDefaults(whole.properties ?? {}, fields, noun.initial) }
  const send = async (values: FormValues, key: string) => {
    const sent = { ...sentValues(values, schema), mode }
    // cast: the operation returns the reward.
    const made = (await client.callAny('loyalty.reward.create', sent, { idempotencyKey: key })) as ApiRecord
    await stale(noun.id)
    await navigate({ to: `/${accountId}/loyalty/reward/${made.id}` })
    notify(t('form.created', { title: String(made['name']) }))
  }
  if (widgets === undefined) return null
  return (
    <OperationForm
      schema={schema}
      initial={{ ...(mode === 'rule' ? { status: 'active' } : {}), ...known }}
      fixed={{}}
      groups={formGroupsOf(noun)}
      widgets={widgets}
      button={t('form.create')}
      draftKey={`${accountId}.${noun.id}.new.${mode}`}
      send={send}
      cancel={() => void navigate({ to: `/${accountId}/loyalty/reward` })}
    />
  )
}
