import { Select } from '@mantine/core'
import type { FieldWidgetProps } from '#console/parts/descriptor.ts'
import { useTopics } from './topicNames.ts'

/** The topic of a mail, by its name; the field holds its key. */
export function FieldWidget({ label, description, value, onChange, errors }: FieldWidgetProps) {
  const current = typeof value === 'string' && value !== '' ? value : null
  return (
    <Select
      label={label}
      description={description}
      error={errors['']}
      data={useTopics(current === null ? [] : [current])}
      value={current}
      onChange={onChange}
      searchable
      clearable
    />
  )
}
