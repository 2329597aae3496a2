import { Chip, Fieldset, Group, Input, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FieldWidgetProps } from '#console/parts/descriptor.ts'
import { NumberField } from '#console/parts/form/numberField.tsx'
import { t } from '#console/texts/texts.ts'
import { durationUnits, isoDuration, typedDuration, type DurationUnit, type TypedDuration } from './isoDuration.ts'
import { clockText, dayName, weekDays } from './stepTexts.ts'

const units = Object.keys(durationUnits).filter(isUnit)

function isUnit(name: string): name is DurationUnit {
  return name in durationUnits
}

/** A duration as number and unit. One that no unit holds stays text. */
export function DurationWidget({ label, value, onChange, errors }: FieldWidgetProps) {
  const [unit, setUnit] = useState<DurationUnit>(() => typedDuration(value)?.unit ?? 'day')
  const typed = typedDuration(value)
  if (typed === undefined && typeof value === 'string' && value !== '') {
    return <IsoText label={label} value={value} onChange={onChange} errors={errors} description={undefined} />
  }
  const set = (count: number | null, next: DurationUnit) => {
    setUnit(next)
    onChange(count === null ? null : isoDuration({ count, unit: next, isBefore: false }))
  }
  return (
    <NumberOfUnit
      label={label}
      error={errors['']}
      count={typed?.count ?? null}
      unit={typed === undefined || typed.count === 0 ? unit : typed.unit}
      set={set}
    />
  )
}

/** A duration before or after a moment. */
export function OffsetWidget({ label, value, onChange, errors }: FieldWidgetProps) {
  const typed: TypedDuration = typedDuration(value) ?? { count: 0, unit: 'day', isBefore: false }
  const [isBefore, setBefore] = useState(typed.isBefore)
  const [unit, setUnit] = useState(typed.unit)
  const set = (count: number | null, next: DurationUnit, before = isBefore) => {
    setUnit(next)
    setBefore(before)
    onChange(count === null || count === 0 ? null : isoDuration({ count, unit: next, isBefore: before }))
  }
  const count = value === null || value === undefined ? null : typed.count
  return (
    <Group gap="xs" align="end" wrap="nowrap">
      <NumberOfUnit label={label} error={errors['']} count={count} unit={unit} set={set} />
      <Select
        aria-label={t('automation.offset')}
        w="8rem"
        allowDeselect={false}
        data={[
          { value: 'after', label: t('automation.offset.after') },
          { value: 'before', label: t('automation.offset.before') },
        ]}
        value={isBefore ? 'before' : 'after'}
        onChange={(next) => set(count, unit, next === 'before')}
      />
    </Group>
  )
}

type NumberOfUnitProps = {
  label: string
  error: string | undefined
  count: number | null
  unit: DurationUnit
  set(count: number | null, unit: DurationUnit): void
}

function NumberOfUnit({ label, error, count, unit, set }: NumberOfUnitProps) {
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      <Group gap="xs" wrap="nowrap">
        <NumberField
          aria-label={label}
          min={0}
          max={100_000}
          flex={1}
          miw="5rem"
          error={error !== undefined}
          value={count}
          onChange={(next) => set(next === null ? null : Math.round(next), unit)}
        />
        <Select
          aria-label={t('automation.unit', { name: label })}
          w="8rem"
          allowDeselect={false}
          data={units.map((each) => ({ value: each, label: t(`automation.unit.${each}`) }))}
          value={unit}
          onChange={(next) => next !== null && isUnit(next) && set(count, next)}
        />
      </Group>
    </Input.Wrapper>
  )
}

function IsoText({ label, value, onChange, errors }: FieldWidgetProps) {
  return (
    <TextInput
      label={label}
      error={errors['']}
      value={String(value)}
      onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
    />
  )
}

/** Days of the week; none chosen stands for all. */
export function DaysWidget({ label, value, onChange, errors }: FieldWidgetProps) {
  const chosen = Array.isArray(value) ? value.map(String) : []
  return (
    <Input.Wrapper label={label} labelElement="div" error={Object.values(errors)[0]}>
      <Chip.Group
        multiple
        value={chosen}
        onChange={(next) => onChange(next.length === 0 ? null : weekDays.filter((day) => next.includes(day)))}
      >
        <Group gap={4} role="group" aria-label={label}>
          {weekDays.map((day) => (
            <Chip key={day} value={day} size="xs">
              {dayName(day)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {chosen.length === 0 ? (
        <Text size="xs" c="dimmed">
          {t('automation.days.all')}
        </Text>
      ) : null}
    </Input.Wrapper>
  )
}

/** A time of day on the clock of the contact, and its days. */
export function LocalTimeWidget({ label, value, onChange, errors }: FieldWidgetProps) {
  const { hour, minute, days } = Object(value ?? { hour: 9 })
  const set = (part: Record<string, unknown>) => {
    const made = { hour: hour ?? 9, minute: minute ?? 0, days, ...part }
    onChange(Array.isArray(made.days) ? made : { hour: made.hour, minute: made.minute })
  }
  return (
    <Fieldset legend={label} className="form-group">
      <Stack gap="sm">
        <TextInput
          type="time"
          label={t('automation.time')}
          error={Object.values(errors)[0]}
          value={clockText(hour, minute)}
          onChange={(event) => {
            const [hours, minutes] = event.currentTarget.value.split(':').map(Number)
            if (hours !== undefined && !Number.isNaN(hours)) set({ hour: hours, minute: minutes ?? 0 })
          }}
        />
        <DaysWidget
          label={t('automation.days')}
          description={undefined}
          value={days}
          onChange={(next) => set({ days: next ?? undefined })}
          errors={{}}
        />
      </Stack>
    </Fieldset>
  )
}

/** Hours of a day with their begin, end and days. Cleared times remove the whole window. */
export function WindowWidget({ label, value, onChange, errors }: FieldWidgetProps) {
  const { from, to, days } = Object(value)
  const set = (part: Record<string, unknown>) => {
    const made = { from, to, days, ...part }
    const isEmpty = !made.from && !made.to
    const held = Object.entries(made).filter(([, each]) => each !== undefined && each !== null && each !== '')
    onChange(isEmpty ? null : Object.fromEntries(held))
  }
  const time = (name: 'from' | 'to', shown: unknown) => (
    <TextInput
      type="time"
      flex={1}
      label={t(`automation.window.${name}`)}
      error={errors[`/${name}`]}
      value={typeof shown === 'string' ? shown : ''}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <Fieldset legend={label} className="form-group">
      <Stack gap="sm">
        <Group gap="sm" align="start">
          {time('from', from)}
          {time('to', to)}
        </Group>
        {errors[''] === undefined ? null : (
          <Text size="xs" c="var(--mantine-color-error)">
            {errors['']}
          </Text>
        )}
        {from || to ? (
          <DaysWidget
            label={t('automation.days')}
            description={undefined}
            value={days}
            onChange={(next) => set({ days: next })}
            errors={{}}
          />
        ) : null}
      </Stack>
    </Fieldset>
  )
}
