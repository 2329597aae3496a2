import { Autocomplete, TagsInput, type AutocompleteProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { OutputOf } from '#console/app/client.ts'
import { useScope } from '#console/app/session.tsx'
import type { FieldWidgetProps } from '#console/parts/descriptor.ts'
import { useRead } from '#console/parts/recordQueries.ts'

type Names = OutputOf<'marketing.contact.names'>
type Kind = 'attributes' | 'events' | 'tags'
/** A property of an event, and values that were seen. */
export type SeenProperty = NonNullable<Names['properties']>[number]

/** Suggestions below an input; typing narrows them. */
const shownMax = 30

/** Names of a kind that the account uses; none until they are read, and none without the right to read contacts. */
export function useNames(kind: Kind): readonly string[] {
  const isOn = useScope()('marketing.contact:read')
  const { data } = useRead<Names>('marketing.contact.names', {}, { isOn })
  return data?.[kind] ?? []
}

const typedMs = 350
const noProperties: readonly SeenProperty[] = []

/** Properties that events of a name have; none while the name is typed. */
export function useProperties(event: string, isNeeded: boolean): readonly SeenProperty[] {
  const mayRead = useScope()('marketing.contact:read')
  const [name] = useDebouncedValue(event.trim(), typedMs)
  const isOn = mayRead && isNeeded && name !== '' && name.length <= eventLengthMax
  const { data } = useRead<Names>('marketing.contact.names', { event: name }, { isOn })
  return data?.properties ?? noProperties
}

const eventLengthMax = 120

/** A text that suggests the names in use; others can be typed. */
export function NameField({ kind, ...props }: AutocompleteProps & { kind: Kind }) {
  return <Autocomplete {...props} data={[...useNames(kind)]} limit={shownMax} />
}

/** The name of an event. */
export function EventWidget({ label, description, value, onChange, errors }: FieldWidgetProps) {
  return (
    <NameField
      kind="events"
      label={label}
      description={description}
      error={errors['']}
      placeholder="shop.order.placed"
      value={typeof value === 'string' ? value : ''}
      onChange={(next) => onChange(next === '' ? null : next)}
    />
  )
}

/** Tags of a contact. */
export function FieldWidget({ label, description, value, onChange, errors }: FieldWidgetProps) {
  const complaints = Object.values(errors).join('; ')
  return (
    <TagsInput
      label={label}
      description={description}
      error={complaints === '' ? undefined : complaints}
      data={[...useNames('tags')]}
      limit={shownMax}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={onChange}
      splitChars={[',', '\n', '\t']}
      acceptValueOnBlur
    />
  )
}
