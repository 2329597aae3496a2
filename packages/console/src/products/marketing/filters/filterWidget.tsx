import { FairgroundError } from '@fairground/sdk'
import { Fieldset, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { useScope } from '#console/app/session.tsx'
import type { FieldWidgetProps } from '#console/parts/descriptor.ts'
import { useRead } from '#console/parts/recordQueries.ts'
import { numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { FilterRows } from './filterRows.tsx'
import { draftOf, treeOf, type FilterDraft, type FilterTree } from './filterDraft.ts'
import './filters.css'

type Counted = OutputOf<'marketing.contact.count'>

const countMs = 350

/** A filter of contacts as rows or as text, with the number of contacts beside it. */
export function FieldWidget({ label, description, value, onChange, errors }: FieldWidgetProps) {
  // cast: the field holds a filter, or nothing.
  const tree = (value ?? null) as FilterTree | null
  const [draft, setDraft] = useState(() => draftOf(tree))
  const [form, setForm] = useState<'rows' | 'text'>(draft === undefined ? 'text' : 'rows')
  const complaints = Object.values(errors)
  const changeRows = (next: FilterDraft) => {
    setDraft(next)
    onChange(treeOf(next))
  }
  const choose = (next: string) => {
    if (next === 'rows') setDraft(draftOf(tree))
    setForm(next === 'rows' && draftOf(tree) !== undefined ? 'rows' : 'text')
  }
  const isTooDeep = draftOf(tree) === undefined
  return (
    <Fieldset legend={label} className="filter">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Text size="xs" c="dimmed">
            {isTooDeep ? t('filter.deep') : description}
          </Text>
          <SegmentedControl
            size="xs"
            aria-label={t('filter.form')}
            value={form}
            onChange={choose}
            data={[
              { value: 'rows', label: t('filter.rows'), disabled: isTooDeep },
              { value: 'text', label: t('filter.text') },
            ]}
          />
        </Group>
        {form === 'rows' && draft !== undefined ? (
          <>
            <FilterRows draft={draft} change={changeRows} />
            <Count tree={tree} hasText />
          </>
        ) : (
          <FilterText tree={tree} change={onChange} />
        )}
        {complaints.length === 0 ? null : (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {complaints.join(' ')}
          </Text>
        )}
      </Stack>
    </Fieldset>
  )
}

/** The text form: it becomes the filter as soon as it can be read. */
function FilterText({ tree, change }: { tree: FilterTree | null; change(tree: FilterTree | null): void }) {
  const canRead = useScope()('marketing.contact:read')
  const [typed, setTyped] = useState<string>()
  const [asked] = useDebouncedValue(typed, countMs)
  const first = useRead<Counted>('marketing.contact.count', { filter: tree }, { isOn: canRead && tree !== null })
  const isAsked = asked !== undefined && asked.trim() !== ''
  const { data, error } = useRead<Counted>('marketing.contact.count', { text: asked }, { isOn: canRead && isAsked })
  const read = data?.filter
  useEffect(() => {
    // cast: a filter of the API is an object.
    if (read !== undefined) change(read as unknown as FilterTree)
    // The text alone decides: `change` is another function at each render.
  }, [JSON.stringify(read)])
  return (
    <>
      <Textarea
        aria-label={t('filter.text')}
        autosize
        minRows={2}
        maxRows={10}
        className="filter-text"
        placeholder={'country in ("DE", "AT") and did shop.order.placed at least 2 times within 30 days'}
        value={typed ?? first.data?.text ?? ''}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          if (event.currentTarget.value.trim() === '') change(null)
        }}
        error={isAsked ? messageOf(error) : undefined}
      />
      <Count tree={tree} />
    </>
  )
}

/** The number of contacts that satisfy a filter, and its text. */
function Count({ tree, hasText = false }: { tree: FilterTree | null; hasText?: boolean }) {
  const canRead = useScope()('marketing.contact:read')
  const [filter] = useDebouncedValue(tree, countMs)
  const input = filter === null ? {} : { filter }
  const { data, error } = useRead<Counted>('marketing.contact.count', input, { isOn: canRead })
  if (!canRead) return null
  const problem = messageOf(error)
  return (
    <div className="filter-count" aria-live="polite">
      {problem !== undefined ? (
        <Text size="sm" c="var(--mantine-color-error)">
          {problem}
        </Text>
      ) : data === undefined ? null : (
        <>
          <Text size="sm">
            <strong>{numberText(data.count)}</strong> {t('filter.contacts')}
            {' · '}
            {t('filter.mailable', { count: numberText(data.mailable) })}
          </Text>
          {hasText && data.text !== undefined ? <code className="filter-shown">{data.text}</code> : null}
        </>
      )}
    </div>
  )
}

function messageOf(error: unknown): string | undefined {
  if (!(error instanceof FairgroundError)) return undefined
  return error.fields[0]?.message ?? error.message
}
