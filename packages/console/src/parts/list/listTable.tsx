import { Checkbox, Skeleton } from '@mantine/core'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { CurrencyContext, useCurrencyOf } from '#console/parts/currencyContext.ts'
import { isPlainImage } from './listImage.ts'
import type { ApiRecord } from '#console/parts/descriptor.ts'
import { RecordTitle, useRecordTitle } from '#console/parts/recordTitles.tsx'
import { ValueView } from '#console/parts/values/valueView.tsx'
import { t } from '#console/texts/texts.ts'
import { imageOfRecord, ownTitle, type Column } from './listColumns.ts'
import { nextSort } from './listInput.ts'
import type { ListRows } from './listPages.ts'

const rowPx = 49
const overscanRows = 12

export type ListTableProps = {
  label: string
  rows: ListRows
  columns: readonly Column[]
  sorts: readonly string[]
  sort: string | undefined
  setSort(sort: string | undefined): void
  /** Address of a record's page; undefined for records without one. */
  hrefOf(record: ApiRecord): string | undefined
  selection: Selection | undefined
}

/** The chosen rows. */
export type Selection = { ids: ReadonlySet<string>; toggle(id: string): void; setAll(ids: readonly string[]): void }

/** A virtual table over all rows of a list: only those near the window are in the document. */
export function ListTable(props: ListTableProps) {
  const { label, rows, columns, selection } = props
  const frame = useRef<HTMLDivElement>(null)
  const virtual = useWindowVirtualizer({
    count: rows.count,
    estimateSize: () => rowPx,
    overscan: overscanRows,
    scrollMargin: frame.current?.offsetTop ?? 0,
  })
  const items = virtual.getVirtualItems()
  const [from, to] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  useEffect(() => rows.show(from, to), [from, to, rows.count])
  const template = { gridTemplateColumns: templateOf(columns, selection !== undefined) }
  return (
    <div className="list" role="table" aria-label={label} aria-rowcount={rows.count + 1} ref={frame}>
      <div className="list-head" role="row" style={template}>
        {selection === undefined ? null : <SelectAll rows={rows} selection={selection} />}
        {columns.map(({ name, title }) => (
          <Heading key={name} name={name} title={title} {...props} />
        ))}
      </div>
      <div className="list-body" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => (
          <div
            key={index}
            className="list-row"
            role="row"
            aria-rowindex={index + 2}
            style={{ ...template, transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
          >
            <CurrencyOfRow record={rows.at(index)}>
              <Cells {...props} record={rows.at(index)} />
            </CurrencyOfRow>
          </div>
        ))}
      </div>
    </div>
  )
}

/** Amounts of a row are in its currency. */
function CurrencyOfRow({ record, children }: { record: ApiRecord | undefined; children: ReactNode }) {
  return <CurrencyContext value={useCurrencyOf(record)}>{children}</CurrencyContext>
}

/** The first column is wide, numbers and states are narrow. */
function templateOf(columns: readonly Column[], hasSelection: boolean): string {
  const widths = columns.map(({ name, schema }, index) => {
    if (index === 0) return 'minmax(11rem, 2.2fr)'
    if (name === 'status') return 'minmax(7.5rem, 0.7fr)'
    const isNarrow = schema.type === 'boolean' || schema.type === 'integer'
    return isNarrow ? 'minmax(5.5rem, 0.7fr)' : 'minmax(5.5rem, 1fr)'
  })
  return [...(hasSelection ? ['2.25rem'] : []), ...widths].join(' ')
}

function SelectAll({ rows, selection }: { rows: ListRows; selection: Selection }) {
  const ids = rows.loaded.map(({ id }) => id)
  const isAll = ids.length > 0 && ids.every((id) => selection.ids.has(id))
  return (
    <div role="columnheader">
      <Checkbox
        size="xs"
        aria-label={t('list.select.all')}
        checked={isAll}
        indeterminate={!isAll && selection.ids.size > 0}
        onChange={() => selection.setAll(isAll ? [] : ids)}
      />
    </div>
  )
}

function Heading({ name, title, sorts, sort, setSort }: ListTableProps & { name: string; title: string }) {
  const isSortable = sorts.includes(name)
  const direction = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none'
  if (!isSortable) {
    return (
      <div role="columnheader" title={title}>
        {title}
      </div>
    )
  }
  const Icon = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown }[direction]
  return (
    <div role="columnheader" aria-sort={direction}>
      <button
        type="button"
        className="list-sort"
        title={t('list.sort', { name: title })}
        onClick={() => setSort(nextSort(name, sort))}
      >
        {title}
        <Icon size={13} aria-hidden data-off={direction === 'none' || undefined} />
      </button>
    </div>
  )
}

function Cells({ record, columns, hrefOf, selection }: ListTableProps & { record: ApiRecord | undefined }) {
  if (record === undefined) {
    return (
      <>
        {selection === undefined ? null : <div role="cell" />}
        {columns.map(({ name }, index) => (
          <div role="cell" key={name} data-wide={isWide(columns, index)}>
            <Skeleton height={10} width="60%" animate={false} />
          </div>
        ))}
      </>
    )
  }
  return (
    <>
      {selection === undefined ? null : (
        <div role="cell">
          <SelectRow record={record} selection={selection} />
        </div>
      )}
      {columns.map((column, index) => (
        <div role="cell" key={column.name} data-wide={isWide(columns, index)}>
          {index === 0 ? (
            <FirstCell record={record} column={column} href={hrefOf(record)} />
          ) : (
            <ValueView name={column.name} schema={column.schema} value={column.valueOf(record)} isCompact />
          )}
        </div>
      ))}
    </>
  )
}

/** Whether a phone leaves a column out: it shows the name of a record beside its state, or its second field. */
function isWide(columns: readonly Column[], index: number): true | undefined {
  const state = columns.findIndex(({ name }) => name === 'status' || name === 'httpStatus')
  return index === 0 || index === Math.max(state, 1) ? undefined : true
}

type RowProps = { record: ApiRecord; selection: Selection }

/** The choice of a row. Rows with a title of their own, which are most, have no query for it. */
function SelectRow({ record, selection }: RowProps) {
  const title = ownTitle(record)
  if (title === undefined) return <SelectByCard record={record} selection={selection} />
  return <SelectTitled title={title} record={record} selection={selection} />
}

function SelectByCard({ record, selection }: RowProps) {
  return <SelectTitled title={useRecordTitle(record)} record={record} selection={selection} />
}

function SelectTitled({ title, record, selection }: RowProps & { title: string }) {
  return (
    <Checkbox
      size="xs"
      aria-label={t('list.select', { title })}
      checked={selection.ids.has(record.id)}
      onChange={() => selection.toggle(record.id)}
    />
  )
}

/** The first cell names the record, with its image, and leads to its page. */
function FirstCell({ record, column, href }: { record: ApiRecord; column: Column; href: string | undefined }) {
  const image = imageOfRecord(record)
  const value = column.valueOf(record)
  const text =
    value === '' || value === null ? (
      <RecordTitle record={record} />
    ) : typeof value === 'string' && !/(At|^at)$/.test(column.name) ? (
      value
    ) : (
      <ValueView name={column.name} schema={column.schema} value={value} isCompact />
    )
  const content = (
    <>
      {image === undefined || !isPlainImage(image) ? null : (
        <img className="list-image" src={image} alt="" loading="lazy" decoding="async" />
      )}
      <span className="list-title">{text}</span>
    </>
  )
  return href === undefined ? (
    <span className="list-first">{content}</span>
  ) : (
    <Link className="list-first" to={href} preload="intent">
      {content}
    </Link>
  )
}
