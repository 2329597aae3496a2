import { FairgroundError } from '@fairground/sdk'
import { Button, Fieldset, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useId, useState } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { useScope } from '#console/app/session.tsx'
import type { FieldWidgetProps } from '#console/parts/descriptor.ts'
import { GroupNote } from '#console/parts/form/inputProps.tsx'
import { useRead, type ApiPage } from '#console/parts/recordQueries.ts'
import { RecordLink } from '#console/parts/values/recordLink.tsx'
import { numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { FilterRows } from './filterRows.tsx'
import { FilterWords } from './filterWords.tsx'
import { draftOf, firstGap, treeOf, type FilterDraft, type FilterTree } from './filterDraft.ts'
import './filters.css'

type Counted = OutputOf<'marketing.contact.count'>

const countMs = 350

/** A filter of contacts as rows or as text, with the number of contacts beside it. */
export function FieldWidget({ label, description, value, onChange, errors }: FieldWidgetProps) {
  // cast: the field holds a filter, or nothing.
  const tree = (value ?? null) as FilterTree | null
  const [draft, setDraft] = useState(() => draftOf(tree))
  const [form, setForm] = useState<'rows' | 'text'>('rows')
  const id = useId()
  const complaints = Object.values(errors).join(' ')
  const changeRows = (next: FilterDraft) => {
    setDraft(next)
    onChange(treeOf(next))
  }
  const choose = (next: string) => {
    if (next === 'rows') setDraft(draftOf(tree))
    setForm(next === 'rows' ? 'rows' : 'text')
  }
  const gap = gapText(tree)
  // A text with a mistake has no filter for rows: its message says what to mend.
  const isUnread = form === 'text' && tree !== null && Object.keys(tree).length === 0
  return (
    <Fieldset legend={label} className="filter">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Text size="xs" c="dimmed">
            {description}
          </Text>
          <SegmentedControl
            size="xs"
            aria-label={t('filter.form')}
            value={form}
            onChange={choose}
            data={[
              { value: 'rows', label: t('filter.rows'), disabled: isUnread },
              { value: 'text', label: t('filter.text') },
            ]}
          />
        </Group>
        {form === 'rows' ? (
          <div data-broken={gap === undefined ? undefined : 'condition'} data-broken-text={gap}>
            <Stack gap="sm">
              <FilterRows draft={draft} change={changeRows} />
              {gap === undefined ? <RowsCount tree={tree} /> : <Text size="sm">{t('filter.gap')}</Text>}
            </Stack>
          </div>
        ) : (
          <FilterText tree={tree} change={onChange} />
        )}
        {gap === undefined ? <Sample tree={tree} /> : null}
        <GroupNote id={id} description={undefined} error={complaints === '' ? undefined : complaints} />
      </Stack>
    </Fieldset>
  )
}

/** A filter in one line of words. */
export function ValueText({ value }: { value: unknown }) {
  return <FilterWords tree={Object(value)} />
}

/** The sentence about the first incomplete condition of a filter; undefined for a complete one. */
export function gapText(tree: FilterTree | null): string | undefined {
  const found = firstGap(tree)
  return found === undefined ? undefined : t('filter.gap.at', { at: found.at, gap: t(`filter.gap.${found.gap}`) })
}

/** Value of a text that is not read yet: the API refuses it, so that no former filter is saved in its place. */
const unread: FilterTree = {}

/** The text form: it becomes the filter as soon as the server has read it. */
function FilterText({ tree, change }: { tree: FilterTree | null; change(tree: FilterTree | null): void }) {
  const canRead = useScope()('marketing.contact:read')
  const [first] = useState(tree)
  const [typed, setTyped] = useState<string>()
  const [asked] = useDebouncedValue(typed, countMs)
  const isEmpty = typed === undefined ? first === null : typed.trim() === ''
  const input = asked === undefined ? { filter: first } : { text: asked }
  const counted = useRead<Counted>('marketing.contact.count', input, { isOn: canRead && !isEmpty && asked === typed })
  const read = typed === undefined || isEmpty || asked !== typed ? undefined : counted.data?.filter
  useEffect(() => {
    // cast: a filter of the API is an object.
    if (read !== undefined) change(read as unknown as FilterTree)
    // The filter alone decides: `change` is another function at each render.
  }, [read])
  return (
    <>
      <Textarea
        aria-label={t('filter.text')}
        autosize
        minRows={2}
        maxRows={10}
        className="filter-text"
        placeholder={'country in ("DE", "AT") and did shop.order.placed at least 2 times within 30 days'}
        value={typed ?? (isEmpty ? '' : (counted.data?.text ?? ''))}
        onChange={(event) => {
          const text = event.currentTarget.value
          setTyped(text)
          change(text.trim() === '' ? null : unread)
        }}
        error={messageOf(counted.error)}
      />
      {isEmpty || counted.data === undefined ? null : <CountLine counted={counted.data} />}
    </>
  )
}

/** The number of contacts that satisfy rows, and their text. */
function RowsCount({ tree }: { tree: FilterTree | null }) {
  const canRead = useScope()('marketing.contact:read')
  const [filter] = useDebouncedValue(tree, countMs)
  const { data, error } = useRead<Counted>('marketing.contact.count', { filter }, { isOn: canRead && filter !== null })
  if (tree === null) return null
  const problem = messageOf(error)
  if (problem !== undefined) {
    return (
      <Text size="sm" c="var(--mantine-color-error)">
        {problem}
      </Text>
    )
  }
  if (data === undefined) return null
  return (
    <>
      <CountLine counted={data} />
      {data.text === undefined ? null : <code className="filter-shown">{data.text}</code>}
    </>
  )
}

const sampleMax = 5

/** Some contacts that satisfy the filter, on demand: their list may cost more than their number. */
function Sample({ tree }: { tree: FilterTree | null }) {
  const canRead = useScope()('marketing.contact:read')
  const [isOpen, setOpen] = useState(false)
  const [filter] = useDebouncedValue(tree, countMs)
  const isWhole = filter !== null && Object.keys(filter).length > 0
  const input = { limit: sampleMax, ...(filter === null ? {} : { filter }) }
  const { data } = useRead<ApiPage>('marketing.contact.all', input, { isOn: canRead && isOpen && isWhole })
  if (!canRead || !isWhole) return null
  return (
    <div>
      <Button variant="default" size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('filter.sample')}
      </Button>
      {isOpen && data !== undefined ? (
        <ul className="filter-sample">
          {data.items.map(({ id }) => (
            <li key={id}>
              <RecordLink id={id} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

function CountLine({ counted: { count, mailable } }: { counted: Counted }) {
  return (
    <Text size="sm" aria-live="polite">
      <strong>{numberText(count)}</strong> {t('filter.contacts')}
      {' · '}
      {t('filter.mailable', { count: numberText(mailable) })}
    </Text>
  )
}

function messageOf(error: unknown): string | undefined {
  if (!(error instanceof FairgroundError)) return undefined
  return error.fields[0]?.message ?? error.message
}
