import { MultiSelect } from '@mantine/core'
import type { FieldWidgetProps } from '#console/parts/descriptor.ts'
import { useTopics } from './topicNames.ts'

/** Topics of a contact, by their names; the field holds their keys. */
export function FieldWidget({ label, description, value, onChange, errors }: FieldWidgetProps) {
  const keys = Array.isArray(value) ? value.map(String) : []
  const problems = Object.values(errors).join(' ')
  return (
    <MultiSelect
      label={label}
      description={description}
      error={problems === '' ? undefined : problems}
      data={useTopics(keys)}
      value={keys}
      onChange={onChange}
      searchable
      clearable
    />
  )
}
