import { Loader, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { useCard } from './cards.ts'
import { findOperation, useDescription, type Noun } from './description.ts'
import { prefixesOf, type JsonSchema } from './jsonSchema.ts'
import { useRead, type ApiPage } from './recordQueries.ts'
import { useRecordTitles } from './recordTitles.tsx'

export type PickerProps = {
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
  const description = useDescription()
  const [prefix = ''] = prefixesOf(props.schema.pattern ?? '')
  const noun = description.nouns.find((each) => each.prefix === prefix)
  const all = noun === undefined ? undefined : findOperation(description, `${noun.id}.all`)
  return noun === undefined || all === undefined ? <IdInput {...props} /> : <Picker noun={noun} {...props} />
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

function Picker({ noun, id, label, description, error, value, onChange, isRequired }: PickerProps & { noun: Noun }) {
  const [typed, setTyped] = useState('')
  const [searched] = useDebouncedValue(typed, searchMs)
  const card = useCard(value ?? '')
  const known = value === null ? undefined : { value, label: card?.title ?? value }
  const isSearch = searched !== '' && searched !== known?.label
  const { data, isFetching } = useRead<ApiPage>(`${noun.id}.all`, {
    limit: choices,
    ...(isSearch && noun.filters.includes('q') ? { q: searched } : {}),
  })
  const records = data?.items ?? []
  const titles = useRecordTitles(records)
  const found = records.map(({ id: recordId }, index) => ({ value: recordId, label: titles[index] ?? recordId }))
  const options = known === undefined || found.some((each) => each.value === value) ? found : [known, ...found]
  return (
    <Select
      id={id}
      label={label}
      description={description}
      error={error}
      withAsterisk={isRequired ?? false}
      data={options}
      value={value}
      onChange={onChange}
      searchable
      clearable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={isSearch ? ({ options: all }) => all : undefined}
      rightSection={isFetching ? <Loader size={14} className="slow" /> : undefined}
    />
  )
}
