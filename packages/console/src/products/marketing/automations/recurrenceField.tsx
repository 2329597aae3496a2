import { Fieldset, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { NumberField } from '#console/parts/form/numberField.tsx'
import { t } from '#console/texts/texts.ts'
import { recurrenceOf, ruleOf, type Recurrence } from './recurrence.ts'
import { DaysWidget } from './timeWidgets.tsx'

type RecurrenceFieldProps = { value: unknown; error: string | undefined; change(rule: string): void }

const weekly: Recurrence = { frequency: 'WEEKLY', days: ['mo'], monthDay: 1, time: '09:00' }

/** Days and time of a schedule. A rule with more than that stays text. */
export function RecurrenceField({ value, error, change }: RecurrenceFieldProps) {
  const isNew = value === undefined || value === ''
  const typed = isNew ? weekly : recurrenceOf(value)
  if (typed === undefined) {
    return (
      <TextInput
        label={t('automation.rule')}
        error={error}
        value={String(value)}
        onChange={(event) => change(event.currentTarget.value)}
      />
    )
  }
  const set = (part: Partial<Recurrence>) => change(ruleOf({ ...typed, ...part }))
  return (
    <Fieldset legend={t('automation.rule')} className="form-group">
      <Stack gap="sm">
        <Group gap="sm" align="start">
          <Select
            label={t('automation.rule.frequency')}
            flex={1}
            allowDeselect={false}
            data={(['DAILY', 'WEEKLY', 'MONTHLY'] as const).map((each) => ({
              value: each,
              label: t(`automation.rule.${each}`),
            }))}
            value={isNew ? null : typed.frequency}
            onChange={(next) => set({ frequency: recurrenceOf(`FREQ=${next}`)?.frequency ?? 'WEEKLY' })}
          />
          <TextInput
            type="time"
            label={t('automation.time')}
            flex={1}
            value={typed.time}
            onChange={(event) => event.currentTarget.value !== '' && set({ time: event.currentTarget.value })}
          />
        </Group>
        {typed.frequency === 'WEEKLY' ? (
          <DaysWidget
            label={t('automation.days')}
            description={undefined}
            value={typed.days}
            onChange={(days) => set({ days: Array.isArray(days) ? days.map(String) : [] })}
            errors={{}}
          />
        ) : null}
        {typed.frequency === 'MONTHLY' ? (
          <NumberField
            label={t('automation.rule.monthDay')}
            min={1}
            max={31}
            value={typed.monthDay}
            onChange={(monthDay) => set({ monthDay: monthDay ?? 1 })}
          />
        ) : null}
        {error === undefined ? null : (
          <Text size="xs" c="var(--mantine-color-error)">
            {error}
          </Text>
        )}
      </Stack>
    </Fieldset>
  )
}
