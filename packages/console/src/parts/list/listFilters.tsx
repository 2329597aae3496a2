import { ActionIcon, Button, Menu, Popover, Select, Stack, Text, TextInput } from '@mantine/core'
import { ListFilter, X } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { shortId, useCard } from '#console/parts/cards.ts'
import type { Noun } from '#console/parts/description.ts'
import { currencyCodes } from '#console/parts/form/choices.ts'
import { choicesOf, type ValueKind } from '#console/parts/jsonSchema.ts'
import { labelOf } from '#console/parts/labels.ts'
import { useValueText } from '#console/parts/form/nounForm.ts'
import { RecordPicker } from '#console/parts/recordPicker.tsx'
import { momentText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { FilterDialog } from './filterDialog.tsx'
import { isStructured, type Filter, type ListInput } from './listInput.ts'

type FiltersProps = {
  noun: Noun
  filters: readonly Filter[]
  values: ListInput
  set(name: string, value: unknown): void
}

/** The filters of a list: one chip for each that is set, and a menu of the others. */
export function ListFilters({ noun, filters, values, set }: FiltersProps) {
  const [added, setAdded] = useState<string>()
  const active = filters.filter(({ name }) => values[name] !== undefined || name === added)
  const others = filters.filter((each) => !active.includes(each))
  return (
    <>
      {active.map((filter) => (
        <FilterChip
          key={filter.name}
          noun={noun}
          filter={filter}
          value={values[filter.name]}
          isNew={filter.name === added}
          set={(value) => {
            setAdded(undefined)
            set(filter.name, value)
          }}
        />
      ))}
      {others.length === 0 ? null : (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="subtle" color="gray" size="xs" leftSection={<ListFilter size={15} aria-hidden />}>
              {t('list.filter')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
            {others.map(({ name }) => (
              <Menu.Item key={name} onClick={() => setAdded(name)}>
                {labelOf(name)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {active.length > 1 ? (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          onClick={() => {
            setAdded(undefined)
            set('', undefined)
          }}
        >
          {t('list.filter.clear')}
        </Button>
      ) : null}
    </>
  )
}

type ChipProps = { noun: Noun; filter: Filter; value: unknown; isNew: boolean; set(value: unknown): void }

function FilterChip({ noun, filter, value, isNew, set }: ChipProps) {
  const [isOpen, setOpen] = useState(isNew)
  const name = labelOf(filter.name)
  const choose = (next: unknown) => {
    setOpen(false)
    set(next)
  }
  const chip = (
    <Button.Group>
      <Button
        variant="light"
        size="compact-sm"
        maw="min(28rem, 70vw)"
        onClick={() => setOpen(!isOpen)}
        aria-expanded={isOpen}
      >
        <Text span inherit truncate>
          {name}
          {value === undefined ? null : (
            <>
              {': '}
              <FilterValue {...{ noun, filter, value }} />
            </>
          )}
        </Text>
      </Button>
      <ActionIcon
        variant="light"
        size={26}
        aria-label={t('list.filter.remove', { name })}
        onClick={() => set(undefined)}
      >
        <X size={14} aria-hidden />
      </ActionIcon>
    </Button.Group>
  )
  // Suggestions of a hand-made input lie outside a popover: a click on one would close it.
  if (isStructured(filter.schema)) {
    return (
      <>
        {chip}
        {isOpen ? <FilterDialog {...{ noun, filter, value }} set={choose} close={() => setOpen(false)} /> : null}
      </>
    )
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus width={280}>
      <Popover.Target>{chip}</Popover.Target>
      <Popover.Dropdown>
        <FilterEditor filter={filter} value={typeof value === 'string' ? value : undefined} set={choose} />
      </Popover.Dropdown>
    </Popover>
  )
}

type ValueProps = { noun: Noun; filter: Filter; value: unknown }

function FilterValue({ noun, filter, value: given }: ValueProps) {
  const value = isStructured(filter.schema) ? '' : String(given)
  const card = useCard(filter.kind === 'id' ? value : '')
  if (filter.schema.type === 'object') return <ObjectText {...{ noun, filter, value: given }} />
  if (Array.isArray(given)) {
    const isChoice = choicesOf(filter.schema.items ?? {}).length > 0
    return given.map((each) => (isChoice ? labelOf(String(each)) : String(each))).join(', ')
  }
  if (filter.kind === 'id') return card?.title ?? shortId(value)
  if (filter.kind === 'flag') return t(value === 'true' ? 'list.filter.yes' : 'list.filter.no')
  if (filter.kind === 'moment') return momentText(value)
  return filter.kind === 'choice' ? labelOf(value) : value
}

function ObjectText({ noun, filter, value }: ValueProps) {
  const ValueText = useValueText(noun, filter.name)
  return ValueText === undefined ? t('list.filter.set') : <ValueText value={value} />
}

type EditorProps = { filter: Filter; value: string | undefined; set(value: string | undefined): void }

function FilterEditor({ filter, value, set }: EditorProps) {
  const { name, schema, kind } = filter
  const label = labelOf(name)
  const description = schema.description?.replaceAll('`', '')
  if (kind === 'choice' || kind === 'flag') {
    const words = kind === 'flag' ? ['true', 'false'] : choicesOf(schema)
    const data = words.map((each) => ({ value: each, label: kind === 'flag' ? flagText(each) : labelOf(each) }))
    return (
      <Select
        label={label}
        description={description}
        data={data}
        value={value ?? null}
        onChange={(next) => set(next ?? undefined)}
        comboboxProps={{ withinPortal: false }}
        defaultDropdownOpened
        data-autofocus
      />
    )
  }
  if (kind === 'id') {
    return <RecordPicker schema={schema} label={label} value={value ?? null} onChange={(id) => set(id ?? undefined)} />
  }
  if (kind === 'currency') {
    return (
      <Select
        label={label}
        description={description}
        data={currencyCodes()}
        value={value ?? null}
        onChange={(next) => set(next ?? undefined)}
        comboboxProps={{ withinPortal: false }}
        searchable
        data-autofocus
      />
    )
  }
  return <TypedEditor filter={filter} value={value} set={set} />
}

/** Types of HTML inputs by the kind of a value. */
const inputTypes: Readonly<Partial<Record<ValueKind, string>>> = {
  moment: 'datetime-local',
  day: 'date',
  number: 'number',
  minor: 'number',
  duration: 'number',
}

/** A value that is typed and sent as a whole. */
function TypedEditor({ filter: { name, schema, kind }, value, set }: EditorProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('value')).trim()
    if (typed === '') return set(undefined)
    set(kind === 'moment' ? new Date(typed).toISOString() : typed)
  }
  const type = inputTypes[kind] ?? 'text'
  const initial = kind === 'moment' && value !== undefined ? localMoment(value) : (value ?? '')
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <TextInput
          name="value"
          label={labelOf(name)}
          description={schema.description?.replaceAll('`', '')}
          type={type}
          defaultValue={initial}
          min={schema.minimum}
          max={schema.maximum}
          maxLength={schema.maxLength}
          data-autofocus
        />
        <Button type="submit" size="xs">
          {t('list.filter.apply')}
        </Button>
      </Stack>
    </form>
  )
}

function flagText(word: string): string {
  return t(word === 'true' ? 'list.filter.yes' : 'list.filter.no')
}

/** A moment as the value of a local date and time input. */
function localMoment(moment: string): string {
  const at = new Date(moment)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
