import { ActionIcon, Autocomplete, Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { FieldWidgetProps } from '#console/parts/descriptor.ts'
import { readValue, typedValue } from '#console/products/marketing/filters/filterDraft.ts'
import { FieldWidget as FilterField } from '#console/products/marketing/filters/filterWidget.tsx'
import { t } from '#console/texts/texts.ts'

/** A filter; one without any condition yet is the empty object, which the server refuses by name. */
export function FilterWidget({ value, onChange, ...props }: FieldWidgetProps) {
  const shown = Object.keys(Object(value)).length === 0 ? null : value
  return <FilterField {...props} value={shown} onChange={(next) => onChange(next)} />
}

/** Fields of contacts that a node may set. */
const settable = ['firstName', 'lastName', 'phone', 'locale', 'timezone', 'country', 'attributes.']

/** Fields with the values that a node sets: numbers, true and false are read as such. */
export function SetWidget({ label, value, onChange, errors }: FieldWidgetProps) {
  const [rows, setRows] = useState<readonly [string, string][]>(() =>
    Object.entries(Object(value)).map(([name, each]) => [name, typedValue(each, name)]),
  )
  const put = (next: readonly [string, string][]) => {
    setRows(next)
    const named = next.filter(([name]) => name !== '')
    const isOwn = (name: string) => name.startsWith('attributes.')
    const made = named.map(([name, text]) => [name, isOwn(name) ? readValue(text) : text])
    onChange(made.length === 0 ? null : Object.fromEntries(made))
  }
  const change = (index: number, row: [string, string]) => put(rows.map((each, at) => (at === index ? row : each)))
  return (
    <Rows label={label} errors={errors} add={() => put([...rows, ['', '']])}>
      {rows.map(([name, text], index) => (
        <Row key={index} remove={() => put(rows.filter((_, at) => at !== index))} name={name}>
          <Autocomplete
            aria-label={t('filter.field')}
            placeholder="attributes.plan"
            miw="8rem"
            flex={1}
            data={settable}
            value={name}
            onChange={(next) => change(index, [next.trim(), text])}
          />
          <TextInput
            aria-label={t('filter.value')}
            placeholder={t('filter.value')}
            miw="7rem"
            flex={1}
            value={text}
            onChange={(event) => change(index, [name, event.currentTarget.value])}
          />
        </Row>
      ))}
    </Rows>
  )
}

type RowsProps = { label: string; errors: Readonly<Record<string, string>>; add(): void; children: ReactNode }

function Rows({ label, errors, add, children }: RowsProps) {
  const problems = Object.values(errors).join(' ')
  return (
    <Fieldset legend={label} className="form-group">
      <Stack gap="xs">
        {children}
        {problems === '' ? null : (
          <Text size="xs" c="var(--mantine-color-error)">
            {problems}
          </Text>
        )}
        <Button
          variant="default"
          size="xs"
          className="form-clear"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={add}
        >
          {t('form.add')}
        </Button>
      </Stack>
    </Fieldset>
  )
}

function Row({ name, remove, children }: { name: string; remove(): void; children: ReactNode }) {
  return (
    <Group gap="xs" align="start">
      {children}
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('form.remove', { name })} onClick={remove}>
        <X size={15} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
