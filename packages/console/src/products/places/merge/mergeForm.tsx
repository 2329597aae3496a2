import { Button, Checkbox, Group, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { ArrowLeftRight, Merge } from 'lucide-react'
import { useState } from 'react'
import { useAccount } from '#console/app/session.tsx'
import { useSchemas, type Noun } from '#console/parts/description.ts'
import type { ApiRecord } from '#console/parts/descriptor.ts'
import { newKey } from '#console/parts/form/formKeys.ts'
import { labelOf } from '#console/parts/labels.ts'
import { titleOfRecord } from '#console/parts/list/listColumns.ts'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { useRead, useStale } from '#console/parts/recordQueries.ts'
import { ValueView } from '#console/parts/values/valueView.tsx'
import { t } from '#console/texts/texts.ts'
import { differingFields, missingFields, takenFields } from './mergeFields.ts'
import './merge.css'

type MergeFormProps = { noun: Noun; ids: readonly [string, string]; close(): void }

/** Two places side by side: which one stays, and which fields it takes over. */
export function MergeForm({ noun, ids, close }: MergeFormProps) {
  const [isSwapped, setSwapped] = useState(false)
  const [keptId, otherId] = isSwapped ? [ids[1], ids[0]] : ids
  const kept = useRead<ApiRecord>('places.place.get', { placeId: keptId }).data
  const other = useRead<ApiRecord>('places.place.get', { placeId: otherId }).data
  if (kept === undefined || other === undefined) return null
  return <Comparison key={keptId} {...{ noun, kept, other, close }} swap={() => setSwapped(!isSwapped)} />
}

type ComparisonProps = { noun: Noun; kept: ApiRecord; other: ApiRecord; swap(): void; close(): void }

function Comparison({ noun, kept, other, swap, close }: ComparisonProps) {
  const { id: accountId, client } = useAccount()
  const navigate = useNavigate()
  const stale = useStale()
  const { operations, nouns } = useSchemas('places')
  const settable = Object.keys(operations['places.place.update']?.input.properties ?? {})
  const names = differingFields(kept, other, settable)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => missingFields(kept, names))
  const [isMerging, setMerging] = useState(false)
  const viewOf = (record: ApiRecord, name: string) => (
    <ValueView name={name} schema={nouns[noun.id]?.record?.properties?.[name] ?? {}} value={record[name]} />
  )
  const merge = async () => {
    // The fields first: a merged place takes no more changes, and a repeat finds them taken over.
    const patch = takenFields(other, chosen)
    if (Object.keys(patch).length > 0) {
      const change = { placeId: kept.id, ...patch, ifVersion: kept['version'] }
      await client.callAny('places.place.update', change, { idempotencyKey: newKey() })
    }
    const input = { placeId: other.id, mergeIntoPlaceId: kept.id, ifVersion: other['version'] }
    await client.callAny('places.place.update', input, { idempotencyKey: newKey() })
    await navigate({ to: `/${accountId}/places/place/${kept.id}` })
    notify(t('places.merge.done', { name: titleOfRecord(other) }))
  }
  const run = () => {
    setMerging(true)
    merge()
      .catch(notifyFailure)
      .finally(() => {
        setMerging(false)
        void stale(noun.id)
      })
  }
  const toggle = (name: string) => {
    const next = new Set(chosen)
    if (!next.delete(name)) next.add(name)
    setChosen(next)
  }
  return (
    <section className="surface section" aria-labelledby="merge">
      <Group justify="space-between">
        <Title order={2} id="merge">
          {t('places.merge.title')}
        </Title>
        <Button size="xs" variant="default" leftSection={<ArrowLeftRight size={14} aria-hidden />} onClick={swap}>
          {t('places.merge.swap')}
        </Button>
      </Group>
      <div className="merge" role="table" aria-labelledby="merge">
        <div role="row" className="merge-row merge-head">
          <span role="columnheader" />
          <div role="columnheader">
            <Text size="xs" c="dimmed">
              {t('places.merge.keep')}
            </Text>
            <strong>{titleOfRecord(kept)}</strong>
          </div>
          <div role="columnheader">
            <Text size="xs" c="dimmed">
              {t('places.merge.goes')}
            </Text>
            <strong>{titleOfRecord(other)}</strong>
          </div>
        </div>
        {names.map((name) => (
          <div role="row" className="merge-row" key={name}>
            <span role="rowheader">{labelOf(name)}</span>
            <div role="cell" data-off={chosen.has(name) || undefined}>
              {viewOf(kept, name)}
            </div>
            <div role="cell">
              <Checkbox
                size="xs"
                aria-label={`${t('places.merge.take')}: ${labelOf(name)}`}
                label={t('places.merge.take')}
                checked={chosen.has(name)}
                onChange={() => toggle(name)}
              />
              {viewOf(other, name)}
            </div>
          </div>
        ))}
      </div>
      <Text size="sm" c="dimmed">
        {t('places.merge.text')}
      </Text>
      <Group>
        <Button loading={isMerging} leftSection={<Merge size={16} aria-hidden />} onClick={run}>
          {t('places.merge.button')}
        </Button>
        <Button variant="default" onClick={close}>
          {t('form.cancel')}
        </Button>
      </Group>
    </section>
  )
}
