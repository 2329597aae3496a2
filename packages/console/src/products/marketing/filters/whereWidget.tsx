import { Fieldset, Stack, Text } from '@mantine/core'
import { createContext, useContext, useState } from 'react'
import type { FieldWidgetProps } from '#console/parts/descriptor.ts'
import { testsOf, whereOf, type PropertyTest } from './filterDraft.ts'
import { PropertyTests } from './propertyTests.tsx'
import './filters.css'

/** Name of the event whose properties the inputs below compare; empty for none. */
export const WhereEvent = createContext('')

/** Comparisons of properties of an event, with names and values that were seen. */
export function WhereWidget({ label, value, onChange, errors }: FieldWidgetProps) {
  const event = useContext(WhereEvent)
  const [kept, setKept] = useState(() => keptOf(value))
  // Typed texts stay as they are; an undone change has others.
  const { tests, others } = kept.text === textOf(value) ? kept : keptOf(value)
  const change = (next: PropertyTest[]) => {
    const where = whereOf(next, others)
    setKept({ text: textOf(where), tests: next, others })
    onChange(where)
  }
  const problems = Object.values(errors).join(' ')
  return (
    <Fieldset legend={label} className="form-group">
      <Stack gap="xs">
        {others.map((other) => (
          <Text key={textOf(other)} size="xs" c="dimmed">
            {textOf(other)}
          </Text>
        ))}
        <PropertyTests event={event} tests={tests} change={change} />
        {problems === '' ? null : (
          <Text size="xs" c="var(--mantine-color-error)">
            {problems}
          </Text>
        )}
      </Stack>
    </Fieldset>
  )
}

function textOf(value: unknown): string {
  return JSON.stringify(value ?? null)
}

function keptOf(value: unknown) {
  return { text: textOf(value), ...testsOf(value) }
}
