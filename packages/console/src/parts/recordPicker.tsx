import { Loader, Select, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useAccount } from '#console/app/session.tsx'
import { useCard } from './cards.ts'
import { findOperation, partsOf, useDescription, type Description, type Noun } from './description.ts'
import { prefixesOf, type JsonSchema } from './jsonSchema.ts'
import { readQuery, type ApiPage } from './recordQueries.ts'
import { useRecordTitles } from './recordTitles.tsx'
import { t } from '#console/texts/texts.ts'

export type PickerProps = {
  /** Name of the field; it names the noun where the schema accepts any text. */
  name?: string
  schema: JsonSchema
  label: string
  description?: ReactNode
  error?: ReactNode
  value: string | null
  onChange(id: string | null): void
  isRequired?: boolean
  id?: string
}

const searchMs = 150
const choices = 20

/** An input for the id of a record, which searches by name and shows titles. Ids of nouns without a list are typed. */
export function RecordPicker(props: PickerProps) {
  const nouns = nounsOf(useDescription(), props)
  return nouns.length === 0 ? <IdInput {...props} /> : <Picker nouns={nouns} {...props} />
}

/** Nouns with a list whose ids a field accepts: by their prefix, else by the name of the field. */
function nounsOf(description: Description, { schema, name }: PickerProps): Noun[] {
  const prefixes = prefixesOf(schema.pattern ?? '')
  const isAccepted = ({ id, prefix }: Noun) =>
    prefixes.length === 0 ? name === `${partsOf(id).noun}Id` : prefix !== null && prefixes.includes(prefix)
  return description.nouns.filter((each) => isAccepted(each) && findOperation(description, `${each.id}.all`))
}

/** Prefixes of ids in inputs of today whose products come later. */
const awaitedPrefixes = new Set(['eve', 'ven'])

/** Whether a field takes ids of a noun whose product is not there yet. */
export function useIsAwaited({ pattern = '' }: JsonSchema): boolean {
  const { nouns } = useDescription()
  const prefixes = prefixesOf(pattern)
  const isKnown = (prefix: string) => nouns.some((noun) => noun.prefix === prefix)
  return prefixes.length > 0 && prefixes.every((prefix) => awaitedPrefixes.has(prefix) && !isKnown(prefix))
}

function IdInput({ id, label, description, error, value, onChange, isRequired, schema }: PickerProps) {
  const [prefix = 'id'] = prefixesOf(schema.pattern ?? '')
  return (
    <TextInput
      id={id}
      label={label}
      description={description}
      error={error}
      withAsterisk={isRequired ?? false}
      placeholder={`${prefix}_…`}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
    />
  )
}

/** Search of a list by its parameter: `q`, or `query` where a list calls it so. */
function searchOf({ filters }: Noun, text: string): Record<string, string> {
  const name = ['q', 'query'].find((each) => filters.includes(each))
  return name === undefined || text === '' ? {} : { [name]: text }
}

function Picker({ nouns, ...props }: PickerProps & { nouns: readonly Noun[] }) {
  const { id, label, description, error, value, onChange, isRequired } = props
  const [typed, setTyped] = useState('')
  const [searched] = useDebouncedValue(typed, searchMs)
  const account = useAccount()
  const title = useCard(value ?? '')?.title ?? value
  const isSearch = searched !== '' && searched !== title
  const pages = useQueries({
    queries: nouns.map((noun) =>
      readQuery<ApiPage>(account, `${noun.id}.all`, {
        limit: choices,
        ...searchOf(noun, isSearch ? searched : ''),
      }),
    ),
  })
  const records = pages.map(({ data }) => data?.items ?? [])
  const titles = useRecordTitles(records.flat())
  const all = records.flat().map(({ id: recordId }, index) => ({ value: recordId, label: titles[index] ?? recordId }))
  const addresses = new Map(records.flat().map((record) => [record.id, record['email']]))
  const groups = nouns.map(({ title: group, prefix }) => ({
    group,
    items: all.filter((each) => each.value.startsWith(`${prefix}_`)),
  }))
  const known = value === null || all.some((each) => each.value === value) ? [] : [{ value, label: title ?? value }]
  const isLoading = typed !== searched || pages.some(({ isFetching }) => isFetching)
  return (
    <Select
      id={id}
      label={label}
      description={description}
      error={error}
      withAsterisk={isRequired ?? false}
      data={nouns.length === 1 ? [...known, ...all] : [...known, ...groups]}
      value={value}
      onChange={onChange}
      searchable
      placeholder={value === null ? t('form.picker') : undefined}
      clearable
      aria-busy={isLoading}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={isSearch ? ({ options }) => options : undefined}
      renderOption={({ option }) => <Choice title={option.label} address={addresses.get(option.value)} />}
      rightSection={isLoading ? <Loader size={14} className="slow" /> : undefined}
    />
  )
}

/** A record to choose, with its address: two people may have one name. */
function Choice({ title, address }: { title: string; address: unknown }) {
  return (
    <span>
      {title}
      {typeof address !== 'string' || address === title ? null : (
        <Text component="span" display="block" size="xs" c="dimmed">
          {address}
        </Text>
      )}
    </span>
  )
}
