import { Autocomplete } from '@mantine/core'
import type { FieldWidgetProps } from '#console/parts/descriptor.ts'
import { useNames } from '#console/products/marketing/filters/namesInUse.tsx'

/** Events that most rules begin with. */
const shortNames = ['payment.succeeded', 'stream.watched', 'coupon.redeemed']
const shownMax = 30

/** The event of a rule: a common one, or any that contacts of the account have. */
export function FieldWidget({ label, description, value, onChange, errors }: FieldWidgetProps) {
  const used = useNames('events')
  return (
    <Autocomplete
      label={label}
      description={description}
      error={errors['']}
      withAsterisk
      data={[...new Set([...shortNames, ...used])]}
      limit={shownMax}
      value={typeof value === 'string' ? value : ''}
      onChange={(next) => onChange(next === '' ? null : next)}
    />
  )
}
