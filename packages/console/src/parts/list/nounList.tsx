import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Menu,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Columns3, Plus, RefreshCw, Search } from 'lucide-react'
import { Suspense, useEffect, useMemo, useRef, useState, type ComponentType } from 'react'
import { FailurePage } from '#console/app/failurePage.tsx'
import { useShortcut } from '#console/app/shortcuts.ts'
import { useAccount, useScope } from '#console/app/session.tsx'
import { nounDescriptor, nounName, nounTitle } from '#console/products/descriptors.ts'
import { nounScreens } from '#console/products/screens.ts'
import { findOperation, partsOf, useDescription, useSchemas, type Noun } from '#console/parts/description.ts'
import type { ListViewProps } from '#console/parts/descriptor.ts'
import { inText } from '#console/parts/labels.ts'
import { loadedPart } from '#console/parts/loadedPart.ts'
import { usePageNoun } from '#console/parts/pageNoun.ts'
import { useStale } from '#console/parts/recordQueries.ts'
import { plural, t } from '#console/texts/texts.ts'
import { BulkBar } from './bulkBar.tsx'
import { chosenColumns, madeOf, possibleColumns } from './listColumns.ts'
import { ListExport } from './listExport.tsx'
import { ListFilters } from './listFilters.tsx'
import { filterText, filtersOf, inputOf, searchFieldOf, sortsOf } from './listInput.ts'
import { useListKeys } from './listKeys.ts'
import { useListRows, type ListRows } from './listPages.ts'
import { ListTable } from './listTable.tsx'
import './list.css'

/** The list of any noun, made from the input and the records of its operation `all`. */
export function NounList() {
  const noun = usePageNoun()
  const { id: accountId } = useAccount()
  const { product, noun: name } = partsOf(noun.id)
  const schemas = useSchemas(product)
  const input = schemas.operations[`${noun.id}.all`]?.input ?? {}
  const { search, setSearch } = useAddress()
  const listInput = useMemo(() => inputOf(input, search), [input, search])
  const rows = useListRows(`${noun.id}.all`, listInput)
  const filters = useMemo(() => filtersOf(input), [input])
  const { columns, chooser } = useColumns(noun, schemas.nouns[noun.id]?.record ?? {})
  const selection = useSelection(listInput)
  useListKeys()
  const hasPage = useHasOperation(noun, 'get')
  const canSelect = useHasOperation(noun, 'delete') || Object.keys(noun.actions).length > 0
  const base = `/${accountId}/${product}/${name}`
  const view = useListView(noun, search['view'])
  const stale = useStale()
  const words = searchFieldOf(input)
  const isFiltered = [...filters.map((each) => each.name), words ?? 'q'].some((each) => listInput[each] !== undefined)
  return (
    <Stack gap="md">
      <Heading noun={noun} base={base} rows={rows} />
      <div className="list-tools">
        {words === undefined ? null : (
          <SearchInput
            value={search[words] ?? ''}
            max={input.properties?.[words]?.maxLength}
            set={(next) => setSearch({ [words]: next }, { replace: true })}
          />
        )}
        <ListFilters
          noun={noun}
          filters={filters}
          values={listInput}
          set={(filter, value) =>
            setSearch(
              filter === ''
                ? Object.fromEntries(filters.map((each) => [each.name, undefined]))
                : { [filter]: filterText(value) },
            )
          }
        />
        <Group gap={4} ml="auto">
          {view.toggle}
          {view.ListView === undefined ? chooser : null}
          <ListExport operationId={`${noun.id}.all`} input={listInput} name={name} />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('list.refresh')}
            title={t('list.refresh')}
            onClick={() => void (view.isWhole ? stale(noun.id) : rows.reload())}
          >
            <RefreshCw size={15} aria-hidden />
          </ActionIcon>
        </Group>
      </div>
      {rows.error !== null && rows.error !== undefined ? (
        <FailurePage error={rows.error} retry={() => void rows.reload()} />
      ) : rows.count === 0 && !rows.isFirstLoading ? (
        <EmptyList noun={noun} isFiltered={isFiltered} base={base} />
      ) : view.ListView === undefined ? (
        <ListTable
          label={nounTitle(noun)}
          rows={rows}
          columns={columns}
          sorts={sortsOf(input)}
          sort={search['sort']}
          setSort={(sort) => setSearch({ sort })}
          hrefOf={(record) => (hasPage ? `${base}/${record.id}` : undefined)}
          selection={canSelect ? selection : undefined}
        />
      ) : (
        <Suspense>
          <view.ListView noun={noun} records={rows.loaded} input={listInput} />
          {view.isWhole ? null : <MoreButton rows={rows} />}
        </Suspense>
      )}
      {selection.ids.size > 0 ? (
        <BulkBar noun={noun} records={rows.loaded} ids={selection.ids} select={selection.setAll} />
      ) : null}
    </Stack>
  )
}

/** The search of the address, and its change: a step of the browser's history unless it replaces the current one. */
function useAddress() {
  const search: Record<string, string> = useSearch({ strict: false })
  const navigate = useNavigate()
  const setSearch = (change: Record<string, string | undefined>, options: { replace?: boolean } = {}) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...change }), ...options })
  return { search, setSearch }
}

function useHasOperation(noun: Noun, verb: string): boolean {
  const operation = findOperation(useDescription(), `${noun.id}.${verb}`)
  const hasScope = useScope()
  return operation !== undefined && hasScope(operation.scope)
}

/** Whether the person may make records of the noun. */
function useCanCreate(noun: Noun): boolean {
  const { createBy = `${noun.id}.create` } = nounScreens(noun)
  const operation = findOperation(useDescription(), createBy)
  const hasScope = useScope()
  return operation !== undefined && hasScope(operation.scope)
}

function Heading({ noun, base, rows }: { noun: Noun; base: string; rows: ListRows }) {
  const canCreate = useCanCreate(noun)
  const { listTool } = nounScreens(noun)
  const ListTool = listTool && loadedPart(listTool.load, 'ListTool')
  const { total } = rows
  return (
    <Group justify="space-between" align="start">
      <div>
        <Title order={1}>{nounTitle(noun)}</Title>
        <Text size="sm" c="dimmed" role="status" mih="1.5em">
          {total === undefined ? '' : totalText(noun, total)}
        </Text>
      </div>
      <Group gap="xs" className="list-tools">
        {ListTool === undefined ? null : (
          <Suspense>
            <ListTool noun={noun} />
          </Suspense>
        )}
        {canCreate ? (
          <Button component={Link} to={`${base}/new`} leftSection={<Plus size={16} aria-hidden />}>
            {t('list.create')}
          </Button>
        ) : null}
      </Group>
    </Group>
  )
}

/** The number of records by their name, such as `4 contacts`. */
function totalText(noun: Noun, { count, isCapped }: { count: number; isCapped: boolean }): string {
  const text = plural('list.total', count, { one: inText(nounName(noun)), many: inText(nounTitle(noun)) })
  return isCapped ? t('list.total.capped', { count: text }) : text
}

const searchMs = 200

type SearchProps = { value: string; max: number | undefined; set(words: string | undefined): void }

function SearchInput({ value, max, set }: SearchProps) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const later = useDebouncedCallback((typed: string) => {
    sent.current = typed
    set(typed === '' ? undefined : typed)
  }, searchMs)
  useEffect(() => {
    // Another address, as by the back button, brings its own words; those being typed stay.
    if (value !== sent.current) setText(value)
    sent.current = value
  }, [value])
  useShortcut('/', () => document.querySelector<HTMLInputElement>('.list-search input')?.focus(), 'list.search')
  return (
    <TextInput
      className="list-search"
      type="search"
      size="xs"
      placeholder={t('list.search')}
      aria-label={t('list.search')}
      leftSection={<Search size={14} aria-hidden />}
      value={text}
      maxLength={max}
      onChange={(event) => {
        setText(event.currentTarget.value)
        later(event.currentTarget.value.trim())
      }}
    />
  )
}

/** The columns of the table, and the menu that chooses them. The choice is kept in the browser. */
function useColumns(noun: Noun, record: object) {
  const key = `fairground.columns.${noun.id}`
  const possible = useMemo(() => {
    const { madeColumns = {} } = nounScreens(noun)
    const own = possibleColumns(record, noun.idKey).filter(({ name }) => !Object.hasOwn(madeColumns, name))
    return [...own, ...madeOf(madeColumns)]
  }, [record, noun])
  const [kept, setKept] = useState<readonly string[] | undefined>(() => readList(key))
  const names = kept ?? nounScreens(noun).columns ?? chosenColumns(record, noun.idKey)
  const columns = names.flatMap((name) => possible.find((each) => each.name === name) ?? [])
  const toggle = (name: string) => {
    const next = names.includes(name) ? names.filter((each) => each !== name) : [...names, name]
    localStorage.setItem(key, JSON.stringify(next))
    setKept(next)
  }
  const chooser = (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('list.columns')} title={t('list.columns')}>
          <Columns3 size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah={400} style={{ overflowY: 'auto' }}>
        {possible.map(({ name, title }) => (
          <Menu.Item
            key={name}
            role="menuitemcheckbox"
            aria-checked={names.includes(name)}
            onClick={() => toggle(name)}
          >
            <Checkbox size="xs" readOnly tabIndex={-1} checked={names.includes(name)} label={title} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
  return { columns, chooser }
}

function readList(key: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return Array.isArray(value) && value.length > 0 ? value.map(String) : undefined
  } catch {
    return undefined
  }
}

const noIds: ReadonlySet<string> = new Set()

/** The chosen rows of a list. Another filter or order ends the choice: no action reaches rows out of sight. */
function useSelection(input: object) {
  const [chosen, setChosen] = useState({ input, ids: noIds })
  const ids = chosen.input === input ? chosen.ids : noIds
  const setIds = (next: ReadonlySet<string>) => setChosen({ input, ids: next })
  const toggle = (id: string) => {
    const next = new Set(ids)
    if (!next.delete(id)) next.add(id)
    setIds(next)
  }
  return { ids, toggle, setAll: (all: readonly string[]) => setIds(new Set(all)) }
}

/** The other form of the list that a descriptor has, such as a gallery; the address names the chosen one. */
function useListView(noun: Noun, chosen: string | undefined) {
  const descriptor = nounScreens(noun).listView
  const { setSearch } = useAddress()
  const View = descriptor && loadedPart(descriptor.load, 'ListView')
  const first = descriptor?.isSecond === true ? 'table' : 'view'
  const isTable = (chosen ?? first) === 'table'
  const toggle =
    descriptor === undefined ? null : (
      <SegmentedControl
        size="xs"
        value={isTable ? 'table' : 'view'}
        onChange={(next) => setSearch({ view: next === first ? undefined : next })}
        data={[first, first === 'table' ? 'view' : 'table'].map((value) => ({
          value,
          label: t(value === 'view' ? descriptor.title : 'list.view.table'),
        }))}
      />
    )
  const ListView: ComponentType<ListViewProps> | undefined = isTable ? undefined : View
  return { toggle, ListView, isWhole: !isTable && descriptor?.isWhole === true }
}

function MoreButton({ rows }: { rows: ListRows }) {
  const last = rows.loaded.length
  if (rows.count <= last) return null
  return (
    <Button variant="default" onClick={() => rows.show(0, last + 1)} style={{ alignSelf: 'center' }}>
      {t('record.timeline.more')}
    </Button>
  )
}

function EmptyList({ noun, isFiltered, base }: { noun: Noun; isFiltered: boolean; base: string }) {
  const { icon: Icon } = nounDescriptor(noun)
  const { empty } = nounScreens(noun)
  const canCreate = useCanCreate(noun)
  return (
    <Stack className="surface" align="center" py={64} px="md" gap="xs">
      <Icon size={36} strokeWidth={1.4} aria-hidden color="var(--mantine-color-dimmed)" />
      <Text fw={600}>{t(isFiltered ? 'list.none' : 'list.empty')}</Text>
      <Text size="sm" c="dimmed" ta="center" maw={420}>
        {isFiltered ? t('list.none.hint') : t(empty ?? 'list.empty.hint')}
      </Text>
      {canCreate && !isFiltered ? (
        <Button component={Link} to={`${base}/new`} mt="sm" leftSection={<Plus size={16} aria-hidden />}>
          {t('list.create')}
        </Button>
      ) : null}
    </Stack>
  )
}
