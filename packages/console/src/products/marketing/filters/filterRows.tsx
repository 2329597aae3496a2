import { ActionIcon, Button, Group, SegmentedControl, Select, TagsInput, Text, TextInput } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { NumberField } from '#console/parts/form/numberField.tsx'
import { labelOf } from '#console/parts/labels.ts'
import { RecordPicker } from '#console/parts/recordPicker.tsx'
import { t } from '#console/texts/texts.ts'
import {
  comparisons,
  fieldKinds,
  formOf,
  gapOf,
  isComparison,
  kindOfField,
  mailActions,
  newRow,
  ownField,
  type FilterDraft,
  type Row,
} from './filterDraft.ts'
import { NameField, useNames } from './namesInUse.tsx'

type RowsProps = { draft: FilterDraft; change(draft: FilterDraft): void }

/** The rows of a filter, joined by all or any. */
export function FilterRows({ draft, change }: RowsProps) {
  const { join, rows } = draft
  const replace = (row: Row) => change({ join, rows: rows.map((each) => (each.key === row.key ? row : each)) })
  const remove = (row: Row) => change({ join, rows: rows.filter((each) => each.key !== row.key) })
  return (
    <>
      {rows.length < 2 ? null : (
        <Group gap="xs">
          <Text size="sm">{t('filter.join')}</Text>
          <SegmentedControl
            size="xs"
            aria-label={t('filter.join')}
            value={join}
            onChange={(next) => change({ join: next === 'or' ? 'or' : 'and', rows })}
            data={[
              { value: 'and', label: t('filter.join.and') },
              { value: 'or', label: t('filter.join.or') },
            ]}
          />
        </Group>
      )}
      {rows.length === 0 ? <Text c="dimmed">{t('filter.none')}</Text> : null}
      <ol className="filter-rows">
        {rows.map((row) => (
          <li key={row.key} data-gap={gapOf(row)}>
            <RowFields row={row} change={replace} />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              className="filter-remove"
              aria-label={t('filter.remove')}
              onClick={() => remove(row)}
            >
              <X size={16} aria-hidden />
            </ActionIcon>
            <GapNote row={row} />
          </li>
        ))}
      </ol>
      <Group gap="xs">
        {(['field', 'event', 'mail', 'segment'] as const).map((kind) => (
          <Button
            key={kind}
            variant="default"
            size="xs"
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => change({ join, rows: [...rows, newRow(kind)] })}
          >
            {t(`filter.add.${kind}`)}
          </Button>
        ))}
      </Group>
    </>
  )
}

/** The part that a row lacks, below its fields. */
function GapNote({ row }: { row: Row }) {
  const gap = gapOf(row)
  if (gap === undefined) return null
  return (
    <Text size="xs" className="filter-gap">
      {t(`filter.gap.${gap}`)}
    </Text>
  )
}

type RowProps<R> = { row: R; change(row: Row): void }

function RowFields({ row, change }: RowProps<Row>): ReactNode {
  if (row.kind === 'event') return <EventFields row={row} change={change} />
  if (row.kind === 'mail') return <MailFields row={row} change={change} />
  if (row.kind === 'field') return <FieldFields row={row} change={change} />
  return (
    <>
      <NotSelect row={row} change={change} label="filter.segment.is" />
      <RecordPicker
        name="segmentId"
        schema={{ type: 'string', pattern: '^seg_' }}
        label={t('filter.segment')}
        value={row.segment}
        onChange={(segment) => change({ ...row, segment })}
      />
    </>
  )
}

type NegatedRow = Exclude<Row, { kind: 'field' }>

/** Whether the condition or its opposite counts. */
function NotSelect({ row, change, label }: RowProps<NegatedRow> & { label: 'filter.did' | 'filter.segment.is' }) {
  return (
    <Select
      label={t(label)}
      allowDeselect={false}
      w="8rem"
      data={[
        { value: 'yes', label: t(`${label}.yes`) },
        { value: 'no', label: t(`${label}.no`) },
      ]}
      value={row.isNot ? 'no' : 'yes'}
      onChange={(next) => change({ ...row, isNot: next === 'no' })}
    />
  )
}

type EventRow = Extract<Row, { kind: 'event' }>

function EventFields({ row, change }: RowProps<EventRow>) {
  return (
    <>
      <NotSelect row={row} change={change} label="filter.did" />
      <NameField
        kind="events"
        label={t('filter.event')}
        placeholder="livestream.stream.watched"
        className="filter-wide"
        value={row.event}
        onChange={(event) => change({ ...row, event })}
      />
      <OccurrenceFields row={row} change={change} />
    </>
  )
}

type MailRow = Extract<Row, { kind: 'mail' }>

function MailFields({ row, change }: RowProps<MailRow>) {
  return (
    <>
      <NotSelect row={row} change={change} label="filter.did" />
      <Select
        label={t('filter.mail')}
        allowDeselect={false}
        w="11rem"
        data={mailActions.map((value) => ({ value, label: t(`filter.mail.${value}`) }))}
        value={row.action}
        onChange={(next) => change({ ...row, action: mailActions.find((each) => each === next) ?? row.action })}
      />
      <RecordPicker
        name="campaignId"
        schema={{ type: 'string', pattern: '^cmp_' }}
        label={t('filter.campaign')}
        value={row.campaignId}
        onChange={(campaignId) => change({ ...row, campaignId })}
      />
      <OccurrenceFields row={row} change={change} />
    </>
  )
}

/** Fewest occurrences, and the days within which they count. */
function OccurrenceFields({ row, change }: RowProps<EventRow | MailRow>) {
  return (
    <>
      <NumberField
        label={t('filter.times')}
        w="7rem"
        min={1}
        value={row.count}
        onChange={(count) => change({ ...row, count })}
      />
      <NumberField
        label={t('filter.days')}
        w="8rem"
        min={1}
        value={row.days}
        onChange={(days) => change({ ...row, days })}
      />
    </>
  )
}

type FieldRow = Extract<Row, { kind: 'field' }>

function FieldFields({ row, change }: RowProps<FieldRow>) {
  const { field, is } = row
  const isOwn = kindOfField(field) === 'own'
  const choose = (next: string | null) => {
    const name = next ?? 'tags'
    const [first = 'eq'] = comparisons(name)
    change({ ...row, field: name, is: comparisons(name).includes(is) ? is : first, values: [] })
  }
  const fields = [...Object.keys(fieldKinds), ownField].map((value) => ({
    value,
    label: labelOfField(value),
  }))
  return (
    <>
      <Select
        label={t('filter.field')}
        searchable
        allowDeselect={false}
        w="12rem"
        data={fields}
        value={isOwn ? ownField : field}
        onChange={choose}
      />
      {isOwn ? (
        <NameField
          kind="attributes"
          label={t('filter.attribute.name')}
          w="10rem"
          placeholder="plan"
          value={field.slice(ownField.length)}
          onChange={(name) => change({ ...row, field: `${ownField}${name.trim()}` })}
        />
      ) : null}
      <Select
        label={t('filter.comparison')}
        allowDeselect={false}
        w="10rem"
        data={comparisons(field).map((value) => ({ value, label: t(`filter.is.${value}`) }))}
        value={is}
        onChange={(next) => change({ ...row, is: isComparison(next) ? next : is })}
      />
      <ValueField row={row} change={change} />
    </>
  )
}

const scores = ['score.total', 'score.fit', 'score.engagement', 'score.status'] as const

function labelOfField(field: string): string {
  const score = scores.find((each) => each === field)
  if (score !== undefined) return t(`filter.${score}`)
  return field === ownField ? t('filter.attribute') : labelOf(field)
}

function ValueField({ row, change }: RowProps<FieldRow>) {
  const tags = useNames('tags')
  const [first = ''] = row.values
  const set = (value: string) => change({ ...row, values: value === '' ? [] : [value] })
  const label = t('filter.value')
  switch (formOf(row.is)) {
    case 'none':
      return null
    case 'list':
      return (
        <TagsInput
          label={label}
          className="filter-wide"
          data={row.field === 'tags' ? [...tags] : []}
          value={row.values}
          onChange={(values) => change({ ...row, values })}
          splitChars={[',', '\n', '\t']}
          acceptValueOnBlur
        />
      )
    case 'days':
      return (
        <NumberField
          label={t('filter.daysOf')}
          w="8rem"
          min={1}
          value={first === '' ? null : Number(first)}
          onChange={(days) => set(days === null ? '' : String(days))}
        />
      )
    case 'moment':
      return <TextInput type="date" label={label} value={first} onChange={(event) => set(event.currentTarget.value)} />
    default:
      return (
        <TextInput
          label={label}
          className="filter-wide"
          value={first}
          onChange={(event) => set(event.currentTarget.value)}
        />
      )
  }
}
