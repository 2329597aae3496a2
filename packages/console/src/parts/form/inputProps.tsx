import { Text } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import type { FieldWidgetProps } from '#console/parts/descriptor.ts'
import type { JsonSchema } from '#console/parts/jsonSchema.ts'
import type { FormErrors } from './formValues.ts'

/** One field of a form: its schema, its value, its messages, and hand-made inputs by the name of the field. */
export type FieldProps = {
  name: string
  /** JSON pointer of the field, such as `/address/city`. */
  path: string
  schema: JsonSchema
  isRequired: boolean
  value: unknown
  onChange(value: unknown): void
  errors: FormErrors
  widgets?: Readonly<Record<string, ComponentType<FieldWidgetProps>>>
}

/** The parts that every input shows, and its schema without null. */
export type InputProps = FieldProps & {
  label: string
  description: ReactNode
  error: string | undefined
  isNullable: boolean
  id: string
  /** The input of any field, for inputs that hold others. */
  Field: ComponentType<FieldProps>
}

/** Label, help and message of an input, which a screen reader reads with it. */
export function frameOf({ id, label, description, error, isRequired }: InputProps) {
  return { id, label, description, error, withAsterisk: isRequired }
}

/** Value and changes of a text; an empty one is none. */
export function textsOf({ value, onChange }: InputProps) {
  return {
    value: typeof value === 'string' ? value : '',
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange(event.currentTarget.value === '' ? null : event.currentTarget.value),
  }
}

/** Id of the note of a group, by which the group is described. */
export function noteIdOf({ id }: Pick<InputProps, 'id'>): string {
  return `${id}-note`
}

/** Description and message of a group of inputs. */
export function GroupNote({ id, description, error }: Pick<InputProps, 'id' | 'description' | 'error'>) {
  return (
    <div id={noteIdOf({ id })}>
      {description === undefined ? null : (
        <Text size="xs" c="dimmed">
          {description}
        </Text>
      )}
      {error === undefined ? null : (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </div>
  )
}
