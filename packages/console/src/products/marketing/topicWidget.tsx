import { Select } from '@mantine/core'
import type { FieldWidgetProps } from '#console/parts/descriptor.ts'
import { useTopics } from './topicNames.ts'

type TopicProps = FieldWidgetProps & { placeholder?: string }

/** The topic of a mail, by its name; the field holds its key. */
export function FieldWidget({ label, description, placeholder, value, onChange, errors }: TopicProps) {
  const current = typeof value === 'string' && value !== '' ? value : null
  return (
    <Select
      label={label}
      description={description}
      placeholder={placeholder}
      error={errors['']}
      data={useTopics(current === null ? [] : [current])}
      value={current}
      onChange={onChange}
      searchable
      clearable
    />
  )
}
