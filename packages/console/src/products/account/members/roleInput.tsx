import { Radio, Stack } from '@mantine/core'
import type { FieldWidgetProps } from '#console/parts/descriptor.ts'
import { t } from '#console/texts/texts.ts'

const roles = ['owner', 'developer', 'operator', 'analyst', 'reader'] as const

/** A choice of a role, each with what it may do. */
export function FieldWidget({ label, value, onChange, errors }: FieldWidgetProps) {
  return (
    <div data-path="/role" style={{ gridColumn: '1 / -1' }}>
      <Radio.Group
        label={label}
        withAsterisk
        value={typeof value === 'string' ? value : ''}
        onChange={onChange}
        error={Object.values(errors).join(' ') || undefined}
      >
        <Stack gap="xs" mt="xs">
          {roles.map((role) => (
            <Radio
              key={role}
              value={role}
              label={t(`account.role.${role}`)}
              description={t(`account.role.${role}.about`)}
            />
          ))}
        </Stack>
      </Radio.Group>
    </div>
  )
}
