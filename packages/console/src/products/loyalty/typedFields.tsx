import { Fieldset, Stack, Text } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { CurrencyContext, useCurrencyOf } from '#console/parts/currencyContext.ts'
import { FieldInput } from '#console/parts/form/fieldInput.tsx'
import type { FormErrors } from '#console/parts/form/formValues.ts'
import type { JsonSchema } from '#console/parts/jsonSchema.ts'
import type { FieldWidgetProps } from '#console/parts/descriptor.ts'

type TypedProps = {
  label: string
  description?: string | undefined
  /** JSON pointer of the group. */
  path: string
  schema: JsonSchema
  /** Fields of each type, beside `type` itself. */
  fieldsOf: Readonly<Record<string, readonly string[]>>
  /** Fields of a type that count no money, whatever the API calls them. */
  countsOf?: Readonly<Record<string, readonly string[]>>
  /** Fields without which a type has no effect. */
  needed?: Readonly<Record<string, readonly string[]>>
  value: unknown
  onChange(value: Record<string, unknown>): void
  errors: FormErrors
  widgets?: Readonly<Record<string, ComponentType<FieldWidgetProps>>>
  /** Buttons beside the group. */
  tools?: ReactNode
}

/** A group whose field `type` says which of its other fields there are. */
export function TypedFields(props: TypedProps) {
  const { label, description, path, schema, fieldsOf, needed = {}, countsOf = {} } = props
  const { value, onChange, errors, widgets, tools } = props
  const members: Readonly<Record<string, unknown>> = Object(value)
  const type = String(members['type'])
  const currency = useCurrencyOf(members)
  const put = (name: string, next: unknown) => {
    // Another type keeps the fields that it has, too.
    const kept = new Set(['type', ...(fieldsOf[name === 'type' ? String(next) : type] ?? [])])
    const all = { ...members, [name]: next }
    onChange(Object.fromEntries(Object.entries(all).filter(([key, each]) => kept.has(key) && each !== null)))
  }
  return (
    <Fieldset legend={label} className="form-group">
      <Stack gap="sm">
        {description === undefined ? null : (
          <Text size="xs" c="dimmed">
            {description}
          </Text>
        )}
        {errors[path] === undefined ? null : (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {errors[path]}
          </Text>
        )}
        <CurrencyContext value={currency}>
          <div className="form-grid">
            {['type', ...(fieldsOf[type] ?? [])].map((name) => (
              <FieldInput
                key={`${type} ${name}`}
                name={name}
                path={`${path}/${name}`}
                schema={schemaOf(schema, name, countsOf[type]?.includes(name) ?? false)}
                isRequired={name === 'type' || (needed[type]?.includes(name) ?? false)}
                value={members[name]}
                onChange={(next) => put(name, next)}
                errors={errors}
                {...(widgets === undefined ? {} : { widgets })}
              />
            ))}
          </div>
        </CurrencyContext>
        {tools}
      </Stack>
    </Fieldset>
  )
}

/** The schema of a field; the help of `type` would explain all types at once. */
function schemaOf(schema: JsonSchema, name: string, isCount: boolean): JsonSchema {
  const { format, ...others } = schema.properties?.[name] ?? {}
  const declared = isCount || format === undefined ? others : { ...others, format }
  return name === 'type' ? { ...declared, description: '' } : declared
}
