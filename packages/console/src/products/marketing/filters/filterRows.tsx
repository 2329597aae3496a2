import { ActionIcon, Button, Group, SegmentedControl, Select, Text } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { NumberField } from '#console/parts/form/numberField.tsx'
import { labelOf } from '#console/parts/labels.ts'
import { RecordPicker } from '#console/parts/recordPicker.tsx'
import { RecordLink } from '#console/parts/values/recordLink.tsx'
import { t } from '#console/texts/texts.ts'
import { couponActions, mailActions } from './actionCondition.ts'
import { BalanceFields, PaymentFields } from './amountFields.tsx'
import { ComparisonSelect, ValueField } from './comparisonFields.tsx'
import { conditionText } from './conditionTexts.ts'
import { comparisons, fieldKinds, keptComparison, kindOfField, ownField } from './fieldComparisons.ts'
import { gapOf, newRow, rowKinds, type FilterDraft, type FilterTree, type Join, type Row } from './filterDraft.ts'
import { NameField } from './namesInUse.tsx'
import { PropertyTests } from './propertyTests.tsx'
import { useFieldValues } from './fieldValues.ts'

/** `level`: groups around the rows. */
type RowsProps = { draft: FilterDraft; change(draft: FilterDraft): void; level?: number }

const joins = ['and', 'or', 'none'] as const satisfies readonly Join[]
/** Groups in groups that the builder adds; deeper ones of a text are shown, too. */
const levelMax = 3

/** The rows of a group, joined by all, any or none; a row may be a group again. */
export function FilterRows({ draft, change, level = 0 }: RowsProps) {
  const { join, rows } = draft
  const added = useRef<number>(undefined)
  const buttons = useRef<HTMLDivElement>(null)
  const replace = (row: Row) => change({ join, rows: rows.map((each) => (each.key === row.key ? row : each)) })
  const remove = (row: Row) => {
    change({ join, rows: rows.filter((each) => each.key !== row.key) })
    // The button that had the focus is gone.
    buttons.current?.querySelector('button')?.focus()
  }
  const add = (kind: (typeof rowKinds)[number]) => {
    const row = newRow(kind)
    added.current = row.key
    change({ join, rows: [...rows, row] })
  }
  /** Moves the focus into a row that a button has just added. */
  const enter = (row: Row, element: HTMLElement | null) => {
    if (element === null || added.current !== row.key) return
    added.current = undefined
    element.querySelector('input')?.focus({ preventScroll: true })
  }
  return (
    <>
      {level === 0 && rows.length < 2 && join !== 'none' ? null : (
        <JoinField join={join} change={(next) => change({ join: next, rows })} />
      )}
      {rows.length === 0 && level === 0 ? <Text c="dimmed">{t('filter.none')}</Text> : null}
      {rows.length === 0 ? null : (
        <ol className="filter-rows">
          {rows.map((row) => (
            <li
              key={row.key}
              ref={(element) => enter(row, element)}
              data-gap={gapOf(row)}
              data-group={row.kind === 'group' || undefined}
            >
              <RowFields row={row} change={replace} level={level} />
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                className="filter-remove"
                aria-label={t(row.kind === 'group' ? 'filter.removeGroup' : 'filter.remove')}
                onClick={() => remove(row)}
              >
                <X size={16} aria-hidden />
              </ActionIcon>
              <GapNote row={row} />
            </li>
          ))}
        </ol>
      )}
      <Group gap="xs" ref={buttons}>
        {rowKinds.map((kind) =>
          kind === 'group' && level >= levelMax ? null : (
            <Button
              key={kind}
              variant="default"
              size="xs"
              leftSection={<Plus size={14} aria-hidden />}
              onClick={() => add(kind)}
            >
              {t(`filter.add.${kind}`)}
            </Button>
          ),
        )}
      </Group>
    </>
  )
}

function JoinField({ join, change }: { join: Join; change(join: Join): void }) {
  return (
    <Group gap="xs">
      <Text size="sm">{t('filter.join')}</Text>
      <SegmentedControl
        size="xs"
        aria-label={t('filter.join')}
        value={join}
        onChange={(next) => change(joins.find((each) => each === next) ?? 'and')}
        data={joins.map((value) => ({ value, label: t(`filter.join.${value}`) }))}
      />
    </Group>
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

function RowFields({ row, change, level }: RowProps<Row> & { level: number }): ReactNode {
  if (row.kind === 'group') {
    return (
      <div role="group" aria-label={t('filter.group')} className="filter-group">
        <FilterRows draft={row} change={(draft) => change({ ...row, ...draft })} level={level + 1} />
      </div>
    )
  }
  if (row.kind === 'other') return <OtherRow tree={row.tree} />
  if (row.kind === 'event') return <EventFields row={row} change={change} />
  if (row.kind === 'mail') return <MailFields row={row} change={change} />
  if (row.kind === 'coupon') return <CouponFields row={row} change={change} />
  if (row.kind === 'balance') {
    return <BalanceFields condition={row} change={(next) => change({ ...next, key: row.key })} />
  }
  if (row.kind === 'payment') {
    return <PaymentFields condition={row} change={(next) => change({ ...next, key: row.key })} />
  }
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

/** A condition that only the text form changes. */
function OtherRow({ tree }: { tree: FilterTree }) {
  const { text, recordId } = conditionText(tree)
  return (
    <div>
      <Text size="sm">
        {text} {recordId === undefined ? null : <RecordLink id={recordId} />}
      </Text>
      <Text size="xs" c="dimmed">
        {t('filter.other')}
      </Text>
    </div>
  )
}

type NegatedRow = Extract<Row, { isNot: boolean }>

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
      <PropertyTests event={row.event} tests={row.tests} change={(tests) => change({ ...row, tests })} />
    </>
  )
}

type MailRow = Extract<Row, { kind: 'mail' }>

function MailFields({ row, change }: RowProps<MailRow>) {
  return (
    <ActionFields
      row={row}
      change={change}
      label={t('filter.mail')}
      actions={mailActions.map((value) => ({ value, label: t(`filter.mail.${value}`) }))}
      choose={(next) => change({ ...row, action: mailActions.find((each) => each === next) ?? row.action })}
    >
      <RecordPicker
        name="campaignId"
        schema={{ type: 'string', pattern: '^cmp_' }}
        label={t('filter.campaign')}
        value={row.campaignId}
        onChange={(campaignId) => change({ ...row, campaignId })}
      />
    </ActionFields>
  )
}

type CouponRow = Extract<Row, { kind: 'coupon' }>

function CouponFields({ row, change }: RowProps<CouponRow>) {
  return (
    <ActionFields
      row={row}
      change={change}
      label={t('filter.coupon.use')}
      actions={couponActions.map((value) => ({ value, label: t(`filter.coupon.${value}`) }))}
      choose={(next) => change({ ...row, action: couponActions.find((each) => each === next) ?? row.action })}
    >
      <RecordPicker
        name="couponId"
        schema={{ type: 'string', pattern: '^cpn_' }}
        label={t('filter.coupon')}
        value={row.couponId}
        onChange={(couponId) => change({ ...row, couponId })}
      />
    </ActionFields>
  )
}

type ActionProps = RowProps<MailRow | CouponRow> & {
  label: string
  actions: { value: string; label: string }[]
  choose(action: string | null): void
  /** The record that the action was about. */
  children: ReactNode
}

/** Whether a person did something with a record, and how often. */
function ActionFields({ row, change, label, actions, choose, children }: ActionProps) {
  return (
    <>
      <NotSelect row={row} change={change} label="filter.did" />
      <Select label={label} allowDeselect={false} w="11rem" data={actions} value={row.action} onChange={choose} />
      {children}
      <OccurrenceFields row={row} change={change} />
    </>
  )
}

/** Fewest occurrences, and the days within which they count. */
function OccurrenceFields({ row, change }: RowProps<EventRow | MailRow | CouponRow>) {
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
  const suggested = useFieldValues(field)
  const isOwn = kindOfField(field) === 'own'
  const choose = (next: string | null) => {
    const name = next ?? 'tags'
    change({ ...row, field: name, is: keptComparison(is, name), values: [] })
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
      <ComparisonSelect of={comparisons(field)} is={is} change={(next) => change({ ...row, is: next })} />
      <ValueField is={is} values={row.values} suggested={suggested} change={(values) => change({ ...row, values })} />
    </>
  )
}

const scores = ['score.total', 'score.fit', 'score.engagement', 'score.status'] as const

function labelOfField(field: string): string {
  const score = scores.find((each) => each === field)
  if (score !== undefined) return t(`filter.${score}`)
  return field === ownField ? t('filter.attribute') : labelOf(field)
}
