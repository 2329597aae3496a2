import { Button, Fieldset, Group, NumberInput, Stack } from '@mantine/core'
import { PositionMap } from '#console/parts/map/positionMap.tsx'
import { t } from '#console/texts/texts.ts'
import { GroupNote, type InputProps } from './inputProps.tsx'

const digits = 6

/** A position on the earth: by its coordinates, or on the map. */
export function PositionInput({ label, description, error, errors, path, value, onChange }: InputProps) {
  const { latitude, longitude } = Object(value)
  const set = (next: { latitude?: number; longitude?: number }) => {
    const made = { latitude: Number(latitude ?? 0), longitude: Number(longitude ?? 0), ...next }
    onChange({ latitude: round(made.latitude), longitude: round(made.longitude) })
  }
  const hasValue = typeof latitude === 'number' && typeof longitude === 'number'
  return (
    <Fieldset legend={label} className="form-group">
      <Stack gap="sm">
        <GroupNote description={description} error={error} />
        <Group grow align="end">
          <NumberInput
            label={t('form.latitude')}
            error={errors[`${path}/latitude`]}
            min={-90}
            max={90}
            decimalScale={digits}
            value={hasValue ? latitude : ''}
            onChange={(next) => (next === '' ? onChange(null) : set({ latitude: Number(next) }))}
          />
          <NumberInput
            label={t('form.longitude')}
            error={errors[`${path}/longitude`]}
            min={-180}
            max={180}
            decimalScale={digits}
            value={hasValue ? longitude : ''}
            onChange={(next) => (next === '' ? onChange(null) : set({ longitude: Number(next) }))}
          />
        </Group>
        <PositionMap label={t('form.map')} position={hasValue ? { latitude, longitude } : undefined} onMove={set} />
        {hasValue ? (
          <Button variant="subtle" color="gray" size="compact-xs" className="form-clear" onClick={() => onChange(null)}>
            {t('form.clear')}
          </Button>
        ) : null}
      </Stack>
    </Fieldset>
  )
}

function round(degrees: number): number {
  return Math.round(degrees * 10 ** digits) / 10 ** digits
}
