import { Fieldset, Stack } from '@mantine/core'
import type { FieldWidgetProps } from '#console/parts/descriptor.ts'
import '#console/parts/form/form.css'
import { TriggerFields } from './triggerForm.tsx'

/** The trigger of an automation in its form. */
export function FieldWidget({ label, value, onChange, errors }: FieldWidgetProps) {
  const below = Object.entries(errors).map(([path, message]) => [`/trigger${path}`, message])
  return (
    <Fieldset legend={label} className="form-group">
      <Stack gap="sm">
        <TriggerFields
          trigger={Object(value)}
          errors={Object.fromEntries(below)}
          change={(trigger) => onChange(trigger)}
        />
      </Stack>
    </Fieldset>
  )
}
