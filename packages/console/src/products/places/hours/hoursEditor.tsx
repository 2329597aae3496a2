import { ActionIcon, Button, Checkbox, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import { useId } from 'react'
import { CopyPlus, Plus, X } from 'lucide-react'
import type { FieldWidgetProps } from '#console/parts/descriptor.ts'
import { GroupNote } from '#console/parts/form/inputProps.tsx'
import { t } from '#console/texts/texts.ts'
import {
  hoursOfDay,
  weekdays,
  withDay,
  withDayEverywhere,
  withMoreHours,
  type HoursException,
  type OpeningHours,
  type RegularHours,
} from './openingHours.ts'
import { nightText, weekdayName } from './hoursWords.ts'
import './hours.css'

/** The opening hours of a place: a line for each weekday, and dates that differ. */
export function FieldWidget({ label, description, value, onChange, errors }: FieldWidgetProps) {
  // cast: the form gives the field's own value, null where it is empty.
  const hours = (value ?? {}) as OpeningHours
  const id = useId()
  const complaints = Object.values(errors).join(' ')
  const change = (next: OpeningHours) => onChange(isEmpty(next) ? null : next)
  return (
    <Fieldset legend={label} className="hours">
      <Stack gap="sm">
        <GroupNote id={id} description={description} error={complaints === '' ? undefined : complaints} />
        {weekdays.map((day) => (
          <DayLine key={day} day={day} hours={hours} change={change} />
        ))}
        <Exceptions hours={hours} change={change} />
      </Stack>
    </Fieldset>
  )
}

type Editing = { hours: OpeningHours; change(next: OpeningHours): void }

function DayLine({ day, hours, change }: Editing & { day: number }) {
  const ofDay = hoursOfDay(hours, day)
  const name = weekdayName(day)
  const replace = (index: number, next: Partial<RegularHours>) =>
    change(
      withDay(
        hours,
        day,
        ofDay.map((each, at) => (at === index ? { ...each, ...next } : each)),
      ),
    )
  return (
    <div className="hours-day">
      <Text size="sm" fw={600} className="hours-name">
        {name}
      </Text>
      <Stack gap={6}>
        {ofDay.length === 0 ? (
          <Text size="sm" c="dimmed" className="hours-closed">
            {t('places.hours.closed')}
          </Text>
        ) : null}
        {ofDay.map((each, index) => (
          <Group key={index} gap="0 6px">
            <Group gap={6} wrap="nowrap">
              <TimeInput
                label={t('places.hours.opens', { day: name })}
                value={each.opens}
                onChange={(opens) => replace(index, { opens })}
              />
              <span aria-hidden>–</span>
              <TimeInput
                label={t('places.hours.closes', { day: name })}
                value={each.closes}
                onChange={(closes) => replace(index, { closes })}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('places.hours.remove', { day: name, opens: each.opens, closes: each.closes })}
                onClick={() =>
                  change(
                    withDay(
                      hours,
                      day,
                      ofDay.filter((_, at) => at !== index),
                    ),
                  )
                }
              >
                <X size={16} aria-hidden />
              </ActionIcon>
            </Group>
            <Text size="xs" c="dimmed">
              {nightText(each)}
            </Text>
          </Group>
        ))}
      </Stack>
      <Group gap={2} wrap="nowrap" className="hours-tools">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('places.hours.add', { day: name })}
          title={t('places.hours.add', { day: name })}
          onClick={() => change(withMoreHours(hours, day))}
        >
          <Plus size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('places.hours.everywhere', { day: name })}
          title={t('places.hours.everywhere', { day: name })}
          onClick={() => change(withDayEverywhere(hours, day))}
        >
          <CopyPlus size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </div>
  )
}

function Exceptions({ hours, change }: Editing) {
  const exceptions = hours.exceptions ?? []
  const put = (next: HoursException[]) => change({ ...hours, exceptions: next })
  const replace = (index: number, next: HoursException) =>
    put(exceptions.map((each, at) => (at === index ? next : each)))
  return (
    <Fieldset legend={t('places.hours.exceptions')} variant="unstyled">
      <Stack gap="xs">
        {exceptions.map((each, index) => (
          <ExceptionLine
            key={index}
            exception={each}
            replace={(next) => replace(index, next)}
            remove={() => put(exceptions.filter((_, at) => at !== index))}
          />
        ))}
        <Button
          variant="default"
          size="xs"
          leftSection={<Plus size={14} aria-hidden />}
          style={{ alignSelf: 'start' }}
          onClick={() => put([...exceptions, { date: new Date().toISOString().slice(0, 10), closed: true }])}
        >
          {t('places.hours.exception.add')}
        </Button>
      </Stack>
    </Fieldset>
  )
}

type ExceptionProps = { exception: HoursException; replace(next: HoursException): void; remove(): void }

function ExceptionLine({ exception, replace, remove }: ExceptionProps) {
  const { date, closed = false, opens = '09:00', closes = '17:00', note } = exception
  const withTimes = (times: { opens?: string; closes?: string }) =>
    replace({ date, opens, closes, ...times, ...(note === undefined ? {} : { note }) })
  const { closed: _closed, opens: _opens, closes: _closes, ...plain } = exception
  return (
    <Group gap="xs" align="end">
      <TextInput
        type="date"
        size="xs"
        label={t('places.hours.date')}
        value={date}
        onChange={(event) => replace({ ...exception, date: event.currentTarget.value })}
      />
      <Checkbox
        label={t('places.hours.isClosed')}
        checked={closed}
        mb={6}
        onChange={(event) => (event.currentTarget.checked ? replace({ ...plain, closed: true }) : withTimes({}))}
      />
      {closed ? null : (
        <>
          <TimeInput
            label={t('places.hours.opens', { day: date })}
            value={opens}
            onChange={(time) => withTimes({ opens: time })}
          />
          <TimeInput
            label={t('places.hours.closes', { day: date })}
            value={closes}
            onChange={(time) => withTimes({ closes: time })}
          />
        </>
      )}
      <TextInput
        size="xs"
        label={t('places.hours.note')}
        value={note ?? ''}
        maxLength={200}
        onChange={(event) => {
          const text = event.currentTarget.value
          const { note: _note, ...rest } = exception
          replace(text === '' ? rest : { ...rest, note: text })
        }}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        mb={2}
        aria-label={t('places.hours.exception.remove', { date })}
        onClick={remove}
      >
        <X size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

type TimeProps = { label: string; value: string; onChange(time: string): void }

/** An input of `HH:MM`. `24:00`, which a browser's input lacks, is written as midnight. */
function TimeInput({ label, value, onChange }: TimeProps) {
  return (
    <TextInput
      type="time"
      size="xs"
      aria-label={label}
      value={value === '24:00' ? '00:00' : value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function isEmpty({ regular = [], exceptions = [] }: OpeningHours): boolean {
  return regular.length === 0 && exceptions.length === 0
}
