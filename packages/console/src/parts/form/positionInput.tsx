import { Button, Fieldset, Group, Stack } from '@mantine/core'
import { PositionMap } from '#console/parts/map/positionMap.tsx'
import { t } from '#console/texts/texts.ts'
import { GroupNote, noteIdOf, type InputProps } from './inputProps.tsx'
import { NumberField } from './numberField.tsx'

const digits = 6

/** A position on the earth: by its coordinates, or on the map. */
export function PositionInput({ id, label, description, error, errors, path, value, onChange }: InputProps) {
  const { latitude, longitude } = Object(value)
  const set = (next: { latitude?: number; longitude?: number }) => {
    const made = { latitude: Number(latitude ?? 0), longitude: Number(longitude ?? 0), ...next }
    onChange({ latitude: round(made.latitude), longitude: round(made.longitude) })
  }
  const hasValue = typeof latitude === 'number' && typeof longitude === 'number'
  return (
    <Fieldset legend={label} className="form-group" aria-describedby={noteIdOf({ id })}>
      <Stack gap="sm">
        <GroupNote id={id} description={description} error={error} />
        <Group grow align="end">
          <NumberField
            label={t('form.latitude')}
            error={errors[`${path}/latitude`]}
            min={-90}
            max={90}
            decimalScale={digits}
            value={hasValue ? latitude : null}
            onChange={(next) => (next === null ? onChange(null) : set({ latitude: next }))}
          />
          <NumberField
            label={t('form.longitude')}
            error={errors[`${path}/longitude`]}
            min={-180}
            max={180}
            decimalScale={digits}
            value={hasValue ? longitude : null}
            onChange={(next) => (next === null ? onChange(null) : set({ longitude: next }))}
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
